//! The first process of a sandbox: starts the program, keeps its deadlines, kills all that it leaves, and reports.
//!
//! It is the first process of its own process namespace: whatever the program leaves behind becomes its child, nothing
//! can escape it, and nothing inside can stop it. It never waits for anything that the program can delay: control
//! groups tell what was used without asking the program, and without them other threads do the asking.

use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Signal, WaitOptions, kill_process, pidfd_open,
    set_child_subreaper, set_dumpable_behavior, set_parent_process_death_signal,
};

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use super::MOST_BUILD_DISK;
use super::cgroup::{Counted, Counters};
use super::deadline::{AtLimit, Deadline};
use super::identity::{self, Identity};
use super::landlock::Domain;
use super::launcher::{ENDED_CLEAN, ENDED_WITH_TRACES, Filters, TAKEN};
use super::mounts::{self, Additions};
use super::namespaces::{self, NetworkCounters};
use super::procfs::{self, Scope};
use super::protocol::{
    Acknowledged, Channel, End, Message, Received, Report, Request, RequestFiles, Setup,
};
use super::rlimits::ResourceLimits;
use super::sampler::{Sampler, Watched};
use super::seccomp::Filter;
use super::spawn::{Failure, Folder, Restrictions, Start};
use super::starvation::{self, Waited};
use crate::bundle;
use crate::dir::Dir;

/// How often what the kernel has counted is looked at, at least and at most.
const SHORTEST_TICK: Duration = Duration::from_millis(1);
const LONGEST_TICK: Duration = Duration::from_millis(20);

/// When processes are looked at for the first time where there are no control groups.
const FIRST_LOOK: Duration = Duration::from_millis(3);

/// When starvation is measured for the first time where there are control groups.
const FIRST_MEASUREMENT: Duration = Duration::from_millis(15);

/// This executable.
const MYSELF: &str = "/proc/self/exe";

/// Open files of runs: enough for every run-time library, few enough to bound what the kernel holds for them.
const OPEN_FILES: u64 = 256;
const OPEN_FILES_OF_BUILDS: u64 = 1024;

/// The most files that a build may add to the file system that it is made on; of files and of bytes it may take no more
/// than half of what is free.
const MOST_BUILD_FILES: u64 = 50_000;

/// The first process of a sandbox, before it has a program.
pub(super) struct Init<'a> {
    pub(super) setup: &'a Setup,
    /// What the kernel counts, where there are control groups.
    pub(super) counters: Option<&'a Counters>,
    /// The filters of system calls; without them there is no sandbox.
    pub(super) filters: Option<&'a Filters>,
    /// Who programs are without a sandbox.
    pub(super) identity: Identity,
    /// The counters of a network namespace that nobody has used.
    pub(super) fresh_network: &'a NetworkCounters,
    /// To the launcher.
    pub(super) launcher: &'a OwnedFd,
}

impl Init<'_> {
    /// Prepares what does not depend on the program, waits for one, runs it to its end and reports.
    pub(super) fn serve(&self, judge: &Channel) -> io::Result<()> {
        let prepared = self.prepare();
        // Where there are control groups, they tell.
        let oom_kills = match self.counters {
            Some(_) => 0,
            None => procfs::oom_kills(),
        };
        let Received::Packet(request, files) = judge.receive_request()? else {
            return Ok(());
        };
        rustix::io::write(self.launcher, &[TAKEN])?;
        let files = RequestFiles::new(&request, files)?;
        let supervisor = Supervisor {
            init: self,
            request: &request,
            judge,
            filter: self.filters.map(|filters| {
                if request.writable {
                    &filters.build
                } else {
                    &filters.run
                }
            }),
            cores: pin(&self.setup.cores.programs)?,
            oom_kills,
        };
        let ended = match prepared {
            Ok(()) => supervisor.run(files),
            Err(error) => supervisor.fail(&error.to_string()),
        };
        // Clearing up must not hold up the next program.
        let _ = pin(&self.setup.cores.housekeeping);
        let clean = NetworkCounters::read() == *self.fresh_network;
        let told = if clean {
            ENDED_CLEAN
        } else {
            ENDED_WITH_TRACES
        };
        let _ = rustix::io::write(self.launcher, &[told]);
        ended
    }

    fn prepare(&self) -> io::Result<()> {
        if self.filters.is_none() {
            return set_child_subreaper(Some(rustix::process::getpid())).map_err(io::Error::from);
        }
        mounts::prepare_sandbox()?;
        if self.counters.is_some() {
            namespaces::hide_control_group()?;
        }
        drop_bounding_set()?;
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        Ok(set_parent_process_death_signal(Some(Signal::KILL))?)
    }
}

/// Moves this process to the given processors, if there are any; tells how many it may use.
pub(super) fn pin(cores: &[usize]) -> io::Result<u32> {
    if !cores.is_empty() {
        let mut set = CpuSet::new();
        for &core in cores {
            set.set(core);
        }
        sched_setaffinity(None, &set)?;
    }
    Ok(sched_getaffinity(None)?.count())
}

/// The first process of a sandbox, with its program.
struct Supervisor<'a> {
    init: &'a Init<'a>,
    request: &'a Request,
    judge: &'a Channel,
    /// The filter of system calls; without one there is no sandbox.
    filter: Option<&'a Filter>,
    /// How many processors the program may use.
    cores: u32,
    /// How many processes of this machine the kernel had killed for want of memory before.
    oom_kills: u64,
}

impl Supervisor<'_> {
    /// Reports a failure of the judge.
    fn fail(&self, reason: &str) -> io::Result<()> {
        self.judge.send(&Message::Fault(reason.to_owned()))
    }

    /// Runs the program to its end and reports.
    fn run(&self, files: RequestFiles) -> io::Result<()> {
        match self.report(files) {
            Ok(report) => {
                // Where the judge is gone, there is nobody to tell.
                let _ = self.judge.send(&Message::Report(report));
                Ok(())
            }
            Err(error) => self.fail(&error.to_string()),
        }
    }

    fn report(&self, files: RequestFiles) -> io::Result<Report> {
        if let Some(counters) = self.init.counters {
            counters.limit(self.request.memory, self.request.processes)?;
        }
        let scope = self.enclose(&files)?;
        let mut files = files;
        if let Some(bundle) = files.bundle.take() {
            let unpacked = match &files.folder {
                Some(folder) if scope == Scope::Descendants => {
                    self.unpack_unsandboxed(bundle, folder)
                }
                _ => Dir::open(mounts::SUBMISSION.as_ref())
                    .and_then(|folder| bundle::unpack(bundle, &folder)),
            };
            match unpacked {
                Err(error) if bundle::is_fault_of_content(&error) => {
                    return Ok(Report::not_started(error.to_string()));
                }
                other => other?,
            }
        }
        let disk_before = self.free_disk();
        let before = self.counted();
        let started = Instant::now();
        let mut meter = match self.init.counters {
            Some(_) => Meter::Kernel(before, None),
            None => Meter::Sampled(None),
        };
        let wall = Duration::from_micros(self.request.wall_us);
        let mut deadline = Deadline::new(started, wall);
        let mut end = match self.start(files)? {
            Started::Program(pid) => {
                prefer_for_oom_kill(pid);
                // Whatever fails from now on, the program may have caused: it must not earn it another try.
                let supervised = self.judge.send(&Message::Started).and_then(|()| {
                    let program = Running {
                        pid,
                        pidfd: pidfd_open(pid, PidfdFlags::empty())?,
                        scope,
                        started,
                    };
                    self.supervise(&program, &mut meter, &mut deadline, disk_before)
                });
                supervised.unwrap_or_else(|error| End::Unsupervised(error.to_string()))
            }
            Started::Not(reason) => End::NotStarted(reason),
        };
        let ended = Instant::now();
        clear(scope);
        let used = self.used(&meter, ended);
        end = self.final_end(end, &used);
        if self.request.writable && matches!(end, End::Exited(0)) && scope == Scope::Namespace {
            bundle::publish(mounts::SUBMISSION.as_ref());
        }
        Ok(Report {
            end,
            cpu_us: used.cpu.as_micros() as u64,
            wall_us: ended.duration_since(started).as_micros() as u64,
            waited_us: deadline.waited().as_micros() as u64,
            memory_kib: used.memory_kib,
        })
    }

    /// Unpacks in a process of its own that has become the user that programs are: the files must be theirs.
    fn unpack_unsandboxed(&self, bundle: OwnedFd, folder: &OwnedFd) -> io::Result<()> {
        let Some(child) = namespaces::fork(false, None)? else {
            let path = format!("/proc/self/fd/{}", folder.as_raw_fd());
            let unpacked = self
                .init
                .identity
                .become_unsandboxed()
                .and_then(|()| bundle::unpack(bundle, &Dir::open(path.as_ref())?));
            std::process::exit(i32::from(unpacked.is_err()));
        };
        let ended = rustix::process::waitpid(Some(child), WaitOptions::empty())?;
        match ended {
            Some((_, status)) if status.exit_status() == Some(0) => Ok(()),
            _ => Err(io::Error::other("the submission could not be unpacked")),
        }
    }

    /// What the end of a run comes to, given all that it used: between two looks it may have exceeded a limit.
    fn final_end(&self, end: End, used: &Used) -> End {
        let by_itself = matches!(
            end,
            End::Exited(_) | End::Signalled(_) | End::Unsupervised(_)
        );
        let timed_out = matches!(end, End::Cpu | End::Wall);
        if (by_itself || timed_out) && used.over_memory {
            return End::Memory;
        }
        let killed = matches!(end, End::Signalled(libc::SIGKILL) | End::Unsupervised(_));
        if killed && used.killed_outside {
            return End::KilledOutside;
        }
        if by_itself && used.cpu > self.time() {
            return End::Cpu;
        }
        end
    }

    fn time(&self) -> Duration {
        Duration::from_micros(self.request.time_us)
    }

    /// Enters the sandbox, if there is to be one.
    fn enclose(&self, files: &RequestFiles) -> io::Result<Scope> {
        if self.filter.is_none() {
            return Ok(Scope::Descendants);
        }
        let folder = match (&self.request.folder, &files.folder) {
            (Some(path), Some(handle)) => Some(mounts::same_folder(path, handle)?),
            _ => None,
        };
        let additions = Additions {
            folder: folder.as_ref().map(AsFd::as_fd),
            writable: self.request.writable,
            paths: &self.request.paths,
            temporary: self.request.temporary,
        };
        mounts::add(&additions)?;
        identity::enter()?;
        mounts::enter(&additions)?;
        // Changing the user has reset both.
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        set_parent_process_death_signal(Some(Signal::KILL))?;
        Ok(Scope::Namespace)
    }

    fn start(&self, files: RequestFiles) -> io::Result<Started> {
        let Request {
            writable,
            temporary,
            processes,
            ..
        } = *self.request;
        let sandboxed = self.filter.is_some();
        let limits = ResourceLimits {
            processes: sandboxed.then_some(processes),
            file_size: temporary,
            open_files: if writable {
                OPEN_FILES_OF_BUILDS
            } else {
                OPEN_FILES
            },
        };
        let restrictions = match self.filter {
            Some(filter) => Restrictions::Sandbox {
                domain: Domain::new(writable)?,
                filter,
            },
            None => Restrictions::None(self.init.identity),
        };
        let folder = match &files.folder {
            Some(folder) if !sandboxed => Folder::Handle(folder.as_fd()),
            _ if sandboxed => Folder::Path(c"/submission"),
            _ => Folder::Path(c"/"),
        };
        let mut command = self.request.command.clone();
        if files.folder.is_none()
            && !sandboxed
            && let Some(program) = command.first_mut()
        {
            // A bundled solver, without a view of files in which it has a name.
            MYSELF.clone_into(program);
        }
        let start = Start {
            command: &command,
            environment: &self.request.environment,
            folder,
            files: [files.input, files.output, files.errors],
            limits,
            restrictions,
        };
        match start.start() {
            Ok(pid) => Ok(Started::Program(pid)),
            Err(Failure::Program(error)) => Ok(Started::Not(error.to_string())),
            Err(Failure::Sandbox(error)) => Err(error),
        }
    }

    fn counted(&self) -> Counted {
        let counted = self.init.counters.map(Counters::read).unwrap_or_default();
        Counted {
            // This process is in the group as well.
            cpu: counted.cpu.map(|cpu| cpu.saturating_sub(procfs::own_cpu())),
            ..counted
        }
    }

    fn start_sampler(&self, scope: Scope, started: Instant) -> io::Result<Sampler> {
        let watched = Watched {
            scope,
            cpu: self.time(),
            memory_kib: self.request.memory / 1024,
            cores: self.cores,
        };
        Sampler::start(watched, started)
    }

    /// What the run has used since it began.
    fn used(&self, meter: &Meter, now: Instant) -> Used {
        let ended = procfs::ended_children();
        match meter {
            Meter::Kernel(before, _) => {
                let counted = self.counted();
                let cpu = counted.cpu.unwrap_or_default();
                let cpu = cpu.saturating_sub(before.cpu.unwrap_or_default());
                let killed = counted.over_limit(self.request.memory);
                Used {
                    cpu: cpu.max(ended.cpu),
                    memory_kib: counted.peak_bytes / 1024,
                    over_memory: killed,
                    killed_outside: counted.oom_kills > 0 && !killed,
                }
            }
            Meter::Sampled(sampler) => {
                let seen = |of: &dyn Fn(&Sampler) -> u64| sampler.as_ref().map_or(0, of);
                let memory_kib = ended.resident_kib.max(seen(&|sampler| sampler.peak_kib()));
                let cpu = sampler.as_ref().map(|sampler| sampler.cpu(now));
                Used {
                    cpu: cpu.unwrap_or_default().max(ended.cpu),
                    memory_kib,
                    over_memory: memory_kib * 1024 > self.request.memory,
                    killed_outside: self.init.counters.is_none()
                        && procfs::oom_kills() > self.oom_kills,
                }
            }
        }
    }

    /// Whether memory and sockets are over the limit together: the kernel does not count the buffers of sockets within
    /// one machine for any group. A few sockets do not matter, since what it counts includes files that it could drop.
    fn sockets_over_limit(&self) -> bool {
        let counted = self
            .init
            .counters
            .map_or(0, |counters| counters.read().memory_bytes);
        let sockets = procfs::socket_buffers_kib() * 1024;
        let limit = self.request.memory;
        sockets > limit / 8 && counted + sockets > limit
    }

    /// Starts the thread that measures how long the program is starved. Without one, which a program that has used up
    /// all processes can bring about, it gets no credit.
    fn watch_starvation(&self, before: &Counted, program: &Running) -> Option<Arc<Waited>> {
        // This process is in the group as well, and has its time taken off each reading.
        let before = before.cpu.unwrap_or_default();
        let counters = self.init.counters?.of_run(before);
        starvation::watch(program.scope, program.started, counters).ok()
    }

    /// Waits for the program to end, or ends it.
    fn supervise(
        &self,
        program: &Running,
        meter: &mut Meter,
        deadline: &mut Deadline,
        disk_before: Option<FreeDisk>,
    ) -> io::Result<End> {
        let mut tick = match meter {
            Meter::Kernel(..) => LONGEST_TICK.min(self.time() / self.cores.max(1)),
            Meter::Sampled(_) => FIRST_LOOK,
        };
        loop {
            let left = deadline.left(Instant::now());
            let woken = self.wait(&program.pidfd, meter, left.min(tick))?;
            deadline.set_starved(meter.waited().map_or(Duration::ZERO, Waited::so_far));
            if let Some(end) = reap(program.pid)? {
                return Ok(end);
            }
            let mut killed_outside = false;
            let (cpu, over_memory) = match meter {
                Meter::Kernel(before, waited) => {
                    if waited.is_none() && program.started.elapsed() >= FIRST_MEASUREMENT {
                        *waited = self.watch_starvation(before, program);
                    }
                    let mut used = self.used(meter, Instant::now());
                    if used.killed_outside {
                        // The peak may have been read before the kernel killed at the limit.
                        used = self.used(meter, Instant::now());
                    }
                    let knows = self.init.counters.is_some_and(Counters::keep_peak);
                    killed_outside = used.killed_outside && knows;
                    let over = used.over_memory || used.killed_outside;
                    (used.cpu, over || self.sockets_over_limit())
                }
                Meter::Sampled(Some(sampler)) if sampler.blind() => {
                    return Err(io::Error::other("its processes could not be looked at"));
                }
                Meter::Sampled(Some(sampler)) => {
                    (sampler.cpu(Instant::now()), sampler.over_memory())
                }
                Meter::Sampled(none) => {
                    *none = Some(self.start_sampler(program.scope, program.started)?);
                    (Duration::ZERO, false)
                }
            };
            let cpu_left = self.time().saturating_sub(cpu);
            tick = (cpu_left / self.cores.max(1)).clamp(SHORTEST_TICK, LONGEST_TICK);
            let end = if woken == Woken::JudgeGone {
                End::Aborted
            } else if killed_outside {
                // Without one of its processes, what comes of it is not its own doing.
                End::KilledOutside
            } else if over_memory {
                End::Memory
            } else if self.filled_disk(disk_before) {
                End::Disk
            } else if cpu > self.time() {
                End::Cpu
            } else if deadline.left(Instant::now()).is_zero() {
                match self.at_wall_limit(program.scope, meter, deadline) {
                    Some(AtLimit::GoOn) => continue,
                    Some(AtLimit::OutOfTime) => End::Wall,
                    Some(AtLimit::Starved) => End::Starved,
                    None => End::Aborted,
                }
            } else {
                continue;
            };
            if matches!(end, End::Cpu | End::Wall) {
                self.end_in_time(program, meter)?;
            }
            program.scope.signal(Signal::KILL);
            return Ok(end);
        }
    }

    /// Stops every process of a run that seems to be out of time and finds out what it waited for. Lets it go on if it
    /// has time left after that; otherwise it remains stopped. `None` if the judge is gone.
    fn at_wall_limit(
        &self,
        scope: Scope,
        meter: &Meter,
        deadline: &mut Deadline,
    ) -> Option<AtLimit> {
        let stopped = Instant::now();
        scope.signal(Signal::STOP);
        if let Some(waited) = meter.waited() {
            deadline.set_starved(waited.settle());
        }
        deadline.add_pause(stopped.elapsed());
        let asked = Instant::now();
        let late = self.ask_judge(&Message::WallReached)?;
        deadline.judge_answered(late, asked.elapsed());
        let found = deadline.at_limit(Instant::now());
        if found == AtLimit::GoOn {
            scope.signal(Signal::CONT);
        }
        Some(found)
    }

    /// Ends a program that is out of time: stops every process, has the judge read what was written until now, and
    /// only then lets them go on, asks them to end, and waits.
    fn end_in_time(&self, program: &Running, meter: &Meter) -> io::Result<()> {
        let scope = program.scope;
        scope.signal(Signal::STOP);
        if self.ask_judge(&Message::LimitReached).is_none() {
            // Whatever they would write now might be taken for an answer in time.
            return Ok(());
        }
        scope.signal(Signal::TERM);
        scope.signal(Signal::CONT);
        let end = Instant::now() + Duration::from_micros(self.request.grace_us);
        while Instant::now() < end {
            let over = matches!(meter, Meter::Sampled(Some(sampler)) if sampler.over_memory());
            if over || reap(program.pid)?.is_some() {
                break;
            }
            let left = end.saturating_duration_since(Instant::now());
            self.wait(&program.pidfd, meter, left.min(LONGEST_TICK))?;
        }
        Ok(())
    }

    /// Tells the judge that a limit is reached and waits until it has read all there was, however long that takes:
    /// it may have been stopped, and the program is. Returns how late it has been since the program started; `None` if it
    /// is gone.
    fn ask_judge(&self, question: &Message) -> Option<Duration> {
        self.judge.send(question).ok()?;
        match self.judge.receive::<Acknowledged>() {
            Ok(Received::Packet(Acknowledged { late_us }, _)) => {
                Some(Duration::from_micros(late_us))
            }
            _ => None,
        }
    }

    /// Waits until the program has ended, the judge has gone, a limit is exceeded or the time has passed.
    fn wait(&self, program: &OwnedFd, meter: &Meter, time: Duration) -> io::Result<Woken> {
        let alarm: Option<BorrowedFd> = match meter {
            Meter::Sampled(Some(sampler)) => Some(sampler.alarm()),
            Meter::Kernel(..) | Meter::Sampled(None) => None,
        };
        let timeout = Timespec {
            tv_sec: time.as_secs() as i64,
            tv_nsec: i64::from(time.subsec_nanos()),
        };
        let mut watched = vec![
            PollFd::new(self.judge, PollFlags::IN),
            PollFd::new(program, PollFlags::IN),
        ];
        watched.extend(
            alarm
                .as_ref()
                .map(|alarm| PollFd::new(alarm, PollFlags::IN)),
        );
        match poll(&mut watched, Some(&timeout)) {
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => return Ok(Woken::Other),
            Err(error) => return Err(error.into()),
        }
        Ok(if watched[0].revents().is_empty() {
            Woken::Other
        } else {
            Woken::JudgeGone
        })
    }

    /// What is free where a build writes.
    fn free_disk(&self) -> Option<FreeDisk> {
        if !self.request.writable {
            return None;
        }
        let space = rustix::fs::statvfs(mounts::SUBMISSION).ok()?;
        Some(FreeDisk {
            bytes: space.f_bavail * space.f_frsize,
            files: space.f_favail,
        })
    }

    fn filled_disk(&self, before: Option<FreeDisk>) -> bool {
        let (Some(before), Some(now)) = (before, self.free_disk()) else {
            return false;
        };
        let taken =
            |before: u64, now: u64, most: u64| before.saturating_sub(now) > most.min(before / 2);
        taken(before.bytes, now.bytes, MOST_BUILD_DISK)
            || taken(before.files, now.files, MOST_BUILD_FILES)
    }
}

/// What is free on a file system. Some do not count files, and tell none.
#[derive(Clone, Copy)]
struct FreeDisk {
    bytes: u64,
    files: u64,
}

/// Where memory runs out, a program goes before anything of the judge's.
fn prefer_for_oom_kill(program: Pid) {
    let file = format!("/proc/{}/oom_score_adj", program.as_raw_nonzero());
    let _ = std::fs::write(file, "1000");
}

enum Started {
    Program(Pid),
    /// It cannot be executed, and why.
    Not(String),
}

/// Who counts what a run uses.
enum Meter {
    /// The kernel, and what it had counted before the program started. Starvation is measured apart, unless the program
    /// ends at once.
    Kernel(Counted, Option<Arc<Waited>>),
    /// The judge. Programs that end at once are not looked at: the kernel tells what they used when they are reaped.
    Sampled(Option<Sampler>),
}

impl Meter {
    /// How long the run was starved, once that is measured.
    fn waited(&self) -> Option<&Waited> {
        match self {
            Self::Kernel(_, waited) => waited.as_deref(),
            Self::Sampled(sampler) => sampler.as_ref().map(|sampler| &**sampler.waited()),
        }
    }
}

/// A program that was started.
struct Running {
    pid: Pid,
    pidfd: OwnedFd,
    scope: Scope,
    started: Instant,
}

/// What a run has used.
struct Used {
    cpu: Duration,
    memory_kib: u64,
    over_memory: bool,
    /// Whether the kernel killed a process because memory ran out elsewhere.
    killed_outside: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Woken {
    JudgeGone,
    Other,
}

impl Scope {
    /// Sends a signal to every process of the run.
    fn signal(self, signal: Signal) {
        match self {
            Self::Namespace => signal_namespace(signal),
            Self::Descendants => {
                for pid in procfs::processes(self).unwrap_or_default() {
                    if let Some(pid) = Pid::from_raw(pid as i32) {
                        let _ = kill_process(pid, signal);
                    }
                }
            }
        }
    }
}

/// Sends a signal to all processes of the namespace but this one, at one moment: none can fork in between.
#[expect(unsafe_code, reason = "no crate at hand offers kill with -1")]
fn signal_namespace(signal: Signal) {
    // SAFETY: kill takes no pointers; in a namespace of its own -1 means the processes of the sandbox.
    unsafe { libc::kill(-1, signal.as_raw()) };
}

/// Gives up every capability that a program could be given back.
#[expect(unsafe_code, reason = "no crate at hand drops the bounding set")]
fn drop_bounding_set() -> io::Result<()> {
    for capability in 0..64 {
        // SAFETY: the call takes numbers only.
        let dropped = unsafe { libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0) };
        if dropped != 0 {
            let error = io::Error::last_os_error();
            // There are no more.
            return if error.raw_os_error() == Some(libc::EINVAL) && capability > 0 {
                Ok(())
            } else {
                Err(error)
            };
        }
    }
    Ok(())
}

/// Reaps whatever has ended, since orphans would go on counting as processes of the program; tells how the program
/// itself ended, once it has.
fn reap(program: Pid) -> io::Result<Option<End>> {
    while let Some((pid, status)) = rustix::process::wait(WaitOptions::NOHANG)? {
        if pid == program {
            return Ok(Some(match status.exit_status() {
                Some(code) => End::Exited(code),
                None => End::Signalled(status.terminating_signal().unwrap_or(0)),
            }));
        }
    }
    Ok(None)
}

/// Kills every process that the program left, however often it forked, and reaps them all.
fn clear(scope: Scope) {
    loop {
        scope.signal(Signal::KILL);
        match reap_any() {
            Reaped::One => {}
            Reaped::NotYet => std::thread::sleep(Duration::from_micros(200)),
            Reaped::AllGone => return,
        }
    }
}

enum Reaped {
    One,
    NotYet,
    AllGone,
}

/// Reaps any child, also those that end without a signal to their parent.
#[expect(
    unsafe_code,
    reason = "the crates at hand do not wait for such children"
)]
fn reap_any() -> Reaped {
    // SAFETY: a null pointer says that the status is not wanted.
    match unsafe { libc::waitpid(-1, std::ptr::null_mut(), libc::WNOHANG | libc::__WALL) } {
        0 => Reaped::NotYet,
        -1 => Reaped::AllGone,
        _ => Reaped::One,
    }
}
