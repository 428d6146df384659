//! A cell: one program and everything it starts, held to its limits, cleared up to the last process, and reported.
//!
//! With walls, this is the first process of its own process namespace: whatever the program leaves behind becomes its
//! child, nothing can escape it, and nothing inside can stop it.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Signal, WaitOptions, kill_process, kill_process_group,
    pidfd_open, set_child_subreaper, set_dumpable_behavior, set_parent_process_death_signal,
};

use super::cgroup::{Counted, Group};
use super::filter::Filter;
use super::protocol::{End, Message, Report, Request, send};
use super::usage::{self, Scope, Sockets};
use super::view::{self, Additions};
use super::{limits, namespaces};

/// How often usage is looked at, unless looking takes long.
const TICK: Duration = Duration::from_millis(3);
const LONGEST_TICK: Duration = Duration::from_millis(20);

/// How often memory is added up exactly where a quick sum says too much or several processes share it.
const EXACT_TICK: Duration = Duration::from_millis(50);

pub(super) struct Cell {
    request: Request,
    socket: UnixStream,
    group: Option<Group>,
}

impl Cell {
    pub(super) fn new(request: Request, socket: UnixStream, group: Option<Group>) -> Self {
        Self {
            request,
            socket,
            group,
        }
    }

    /// Reports a failure of ours.
    pub(super) fn fail(&self, reason: &str) -> io::Result<()> {
        send(&self.socket, &Message::Fault(reason.to_owned()))
    }

    /// Runs the program to its end and reports; without a filter, without walls.
    pub(super) fn run(&self, files: [OwnedFd; 3], filter: Option<Filter>) -> io::Result<()> {
        match self.report(files, filter) {
            Ok(report) => match send(&self.socket, &Message::Report(report)) {
                // The judge is gone; there is nobody to tell.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                other => other,
            },
            Err(error) => self.fail(&error.to_string()),
        }
    }

    fn report(&self, files: [OwnedFd; 3], filter: Option<Filter>) -> io::Result<Report> {
        let scope = self.enclose(filter.is_some())?;
        let mut watch = Watch::new(scope, self.request.memory / 1024, self.group.as_ref());
        let started = Instant::now();
        let end = match self.start(files, filter) {
            Ok(child) => self.supervise(Pid::from_child(&child), &mut watch, started)?,
            Err(error) => End::NotStarted(error.to_string()),
        };
        let wall = started.elapsed();
        clear(scope);
        let used = usage::of_ended_children();
        let counted = watch.counted();
        let cpu = used.cpu.max(watch.cpu_seen()).max(counted.cpu);
        let memory_kib = used.memory_kib.max(watch.peak_kib);
        let end = match end {
            // Ended by itself, but between two looks it had used up its time or its memory.
            End::Exited(_) | End::Signalled(_) if cpu > self.time() => End::Cpu,
            End::Exited(_) | End::Signalled(_) if memory_kib * 1024 > self.request.memory => {
                End::Memory
            }
            End::Exited(_) | End::Signalled(_) if counted.out_of_memory > 0 => End::Memory,
            end => end,
        };
        Ok(Report {
            end,
            cpu_us: cpu.as_micros() as u64,
            wall_us: wall.as_micros() as u64,
            memory_kib,
        })
    }

    fn time(&self) -> Duration {
        Duration::from_micros(self.request.time_us)
    }

    /// Goes behind the walls, if there are to be any.
    fn enclose(&self, walls: bool) -> io::Result<Scope> {
        if !walls {
            set_child_subreaper(Some(rustix::process::getpid()))?;
            return Ok(Scope::Descendants);
        }
        let additions = Additions {
            folder: &self.request.folder,
            writable: self.request.writable,
            paths: &self.request.paths,
            temporary: self.request.temporary,
        };
        view::add(&additions)?;
        namespaces::take_identity()?;
        view::enter(&additions)?;
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        set_parent_process_death_signal(Some(Signal::KILL))?;
        Ok(Scope::Namespace)
    }

    #[expect(unsafe_code, reason = "the walls close between fork and exec")]
    fn start(&self, files: [OwnedFd; 3], filter: Option<Filter>) -> io::Result<Child> {
        let [input, output, errors] = files;
        let request = &self.request;
        let (program, arguments) = request
            .command
            .split_first()
            .ok_or_else(|| io::Error::other("there is no command"))?;
        let mut command = Command::new(program);
        let folder = if filter.is_some() {
            view::SUBMISSION.as_ref()
        } else {
            request.folder.as_path()
        };
        command
            .args(arguments)
            .current_dir(folder)
            .env_clear()
            .envs(request.environment.iter().map(|(key, value)| (key, value)))
            .stdin(input)
            .stdout(output)
            .stderr(errors)
            .process_group(0);
        let (processes, temporary) = (request.processes, request.temporary);
        // SAFETY: this process has a single thread, so that its copy may do all that it may do itself.
        unsafe {
            command.pre_exec(move || {
                limits::apply(filter.as_ref().map(|_| processes), temporary)?;
                filter.as_ref().map_or(Ok(()), Filter::apply)
            });
        }
        command.spawn()
    }

    /// Waits for the program to end, or ends it.
    fn supervise(&self, pid: Pid, watch: &mut Watch<'_>, started: Instant) -> io::Result<End> {
        let pidfd = pidfd_open(pid, PidfdFlags::empty())?;
        let wall = Duration::from_micros(self.request.wall_us);
        let mut tick = TICK;
        loop {
            let left = wall.saturating_sub(started.elapsed());
            let closed = wait_for(&pidfd, Some(&self.socket), left.min(tick))?;
            if let Some(end) = reap(pid)? {
                return Ok(end);
            }
            let look_started = Instant::now();
            watch.look();
            // Looking at many processes must not become the main work, but memory fills fast.
            tick = (4 * look_started.elapsed()).clamp(TICK, LONGEST_TICK);
            let over = if closed {
                End::Aborted
            } else if watch.over_memory {
                End::Memory
            } else if watch.cpu() > self.time() {
                End::Cpu
            } else if started.elapsed() >= wall {
                End::Wall
            } else {
                continue;
            };
            if matches!(over, End::Cpu | End::Wall) {
                self.tell_the_limit()?;
                watch.scope.signal(pid, Signal::TERM);
                let grace = Instant::now() + Duration::from_micros(self.request.grace_us);
                while Instant::now() < grace && reap(pid)?.is_none() && !watch.over_memory {
                    let left = grace.saturating_duration_since(Instant::now());
                    wait_for(&pidfd, None, left.min(tick))?;
                    watch.look();
                }
            }
            watch.look();
            watch.scope.signal(pid, Signal::KILL);
            return Ok(over);
        }
    }

    /// Lets the judge read what was written in time, but does not wait for ever.
    fn tell_the_limit(&self) -> io::Result<()> {
        let mut socket = &self.socket;
        if send(socket, &Message::LimitReached).is_ok() {
            socket.set_read_timeout(Some(Duration::from_millis(100)))?;
            let _ = socket.read(&mut [0]);
        }
        Ok(())
    }
}

/// What has been seen of the processes of a cell.
struct Watch<'g> {
    scope: Scope,
    /// What the kernel counts, and what it had counted before the program started.
    group: Option<&'g Group>,
    before: Counted,
    limit_kib: u64,
    /// The CPU time of each process when it was last seen. A program can hide the children it has from the kernel's
    /// books by not waiting for them, but not from being seen.
    last_seen: BTreeMap<u32, Duration>,
    living: usage::Sample,
    /// Only in a network namespace of the cell's own can its sockets be told from others.
    sockets: Option<Sockets>,
    peak_kib: u64,
    over_memory: bool,
    exact_at: Option<Instant>,
}

impl<'g> Watch<'g> {
    fn new(scope: Scope, limit_kib: u64, group: Option<&'g Group>) -> Self {
        Self {
            scope,
            group,
            before: group.map_or(Counted::default(), without_own),
            limit_kib,
            last_seen: BTreeMap::new(),
            living: usage::Sample::default(),
            sockets: matches!(scope, Scope::Namespace).then(Sockets::count),
            peak_kib: 0,
            over_memory: false,
            exact_at: None,
        }
    }

    /// Looks at all processes.
    fn look(&mut self) {
        let processes = usage::processes(self.scope);
        let last_seen = &mut self.last_seen;
        self.living = usage::sample(&processes, |pid, cpu| {
            last_seen.insert(pid, cpu);
        });
        let buffers_kib = self.sockets.map_or(0, Sockets::kib_since);
        let beyond_kib = self.scope.temporary_kib() + buffers_kib;
        let quick = self.living.memory_kib + beyond_kib;
        let simple = processes.len() < 2 && beyond_kib == 0;
        let due = self.exact_at.is_none_or(|at| at.elapsed() > EXACT_TICK);
        let memory_kib = if simple {
            quick
        } else if quick > self.limit_kib || (due && quick > self.peak_kib) {
            self.exact_at = Some(Instant::now());
            let exact = usage::exact_memory_kib(&processes, self.scope.temporary_kib());
            (exact + buffers_kib).min(quick)
        } else {
            0
        };
        self.peak_kib = self.peak_kib.max(memory_kib);
        self.over_memory = memory_kib > self.limit_kib;
    }

    /// What the kernel has counted since the program started.
    fn counted(&self) -> Counted {
        let now = self.group.map_or(Counted::default(), without_own);
        Counted {
            cpu: now.cpu.saturating_sub(self.before.cpu),
            out_of_memory: now.out_of_memory.saturating_sub(self.before.out_of_memory),
        }
    }

    fn cpu_seen(&self) -> Duration {
        self.last_seen.values().sum()
    }

    /// Of living and ended processes, by the books or by what was seen, whichever is more.
    fn cpu(&self) -> Duration {
        let by_the_books = self.living.cpu + usage::of_ended_children().cpu;
        by_the_books.max(self.cpu_seen()).max(self.counted().cpu)
    }
}

/// What the group has counted but for this process, which is in it as well.
fn without_own(group: &Group) -> Counted {
    let counted = group.counted();
    Counted {
        cpu: counted.cpu.saturating_sub(usage::of_this_process()),
        ..counted
    }
}

impl Scope {
    /// Sends a signal to every process of the cell, or to the program's group where there are no walls.
    fn signal(self, program: Pid, signal: Signal) {
        match self {
            Self::Namespace => {
                let _ = kill_process_group_all(signal);
            }
            Self::Descendants => {
                let _ = kill_process_group(program, signal);
            }
        }
    }
}

/// All processes of the namespace but this one.
#[expect(unsafe_code, reason = "no crate at hand offers kill with -1")]
fn kill_process_group_all(signal: Signal) -> io::Result<()> {
    // SAFETY: kill takes no pointers; in a namespace of its own -1 means the processes of the cell.
    match unsafe { libc::kill(-1, signal.as_raw()) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
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

/// Waits until the program has ended, the judge has hung up or the time has passed; tells whether the judge did.
fn wait_for(program: &OwnedFd, socket: Option<&UnixStream>, time: Duration) -> io::Result<bool> {
    let timeout = Timespec {
        tv_sec: time.as_secs() as i64,
        tv_nsec: i64::from(time.subsec_nanos()),
    };
    let mut watched = vec![PollFd::new(program, PollFlags::IN)];
    watched.extend(socket.map(|socket| PollFd::new(socket, PollFlags::IN)));
    match poll(&mut watched, Some(&timeout)) {
        Ok(_) => {}
        Err(rustix::io::Errno::INTR) => return Ok(false),
        Err(error) => return Err(error.into()),
    }
    Ok(watched
        .get(1)
        .is_some_and(|socket| !socket.revents().is_empty()))
}

/// Kills every process that the program left, however often it forked, and reaps them all.
fn clear(scope: Scope) {
    loop {
        match scope {
            Scope::Namespace => {
                let _ = kill_process_group_all(Signal::KILL);
            }
            Scope::Descendants => {
                for pid in usage::processes(scope) {
                    if let Some(pid) = Pid::from_raw(pid as i32) {
                        let _ = kill_process(pid, Signal::KILL);
                    }
                }
            }
        }
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
