//! Runs programs on inputs, in sandboxes and under limits, and tells what they did.
//!
//! The judge never starts a stranger's program itself. Each worker has a launcher (this executable again, under a
//! hidden name), which makes a sandbox for each program: fresh namespaces, a view of files that holds nothing but what
//! it needs, a filter of system calls, a control group where there are any. The first process of the sandbox keeps the
//! limits, clears up and reports; the judge reads the program's output meanwhile. Should the judge die, every sandbox
//! notices and ends.

mod capture;
mod cgroup;
mod deadline;
pub mod doctor;
mod identity;
mod init;
mod landlock;
mod lateness;
mod launcher;
mod mounts;
mod namespaces;
mod procfs;
mod protocol;
mod rlimits;
mod sampler;
mod schedule;
mod scope;
mod seccomp;
mod spawn;
mod starvation;

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{MemfdFlags, Mode, OFlags, SealFlags};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Gid, Uid};
use serde::{Deserialize, Serialize};
use wait_timeout::ChildExt;

use self::capture::{Answers, Excerpt, Taken};
use self::deadline::most_waited;
use self::lateness::Lateness;
pub use self::launcher::launch;
use self::protocol::{
    Acknowledged, Channel, End, Message, Offer, Received, Report, Request, Setup,
};
use crate::dir::Dir;
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::units::show_duration;

/// The hidden first argument that makes this executable a launcher.
pub const LAUNCHER: &str = "__launch";

/// The most that a build may add to the file system that it is made on, in bytes.
pub const MOST_BUILD_DISK: u64 = 4 << 30;

/// How long a launcher or a sandbox may take beyond every limit before it counts as broken.
const OUTER_NET: Duration = Duration::from_secs(20);

/// What the user wants of the sandbox.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// Run programs without a sandbox.
    pub unsandboxed: bool,
    /// Do not use control groups.
    pub no_cgroups: bool,
    /// Do not start again in a systemd scope.
    pub no_scope: bool,
}

/// What stands between programs and this machine. In files it is its description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Isolation {
    Sandboxed {
        landlock: bool,
        accounting: Accounting,
    },
    Unsandboxed,
}

/// Who counts the memory and CPU time of runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Accounting {
    /// The kernel, which also enforces the memory limit.
    CgroupV2,
    CgroupV1,
    /// The judge, by looking at all processes every few milliseconds.
    Sampled,
}

impl Isolation {
    pub fn is_sandboxed(self) -> bool {
        self != Self::Unsandboxed
    }

    /// Whether the kernel enforces the memory limit.
    pub fn enforces_memory(self) -> bool {
        matches!(self, Self::Sandboxed { accounting, .. } if accounting != Accounting::Sampled)
    }

    /// Every kind there is.
    fn all() -> impl Iterator<Item = Self> {
        let accountings = [
            Accounting::CgroupV2,
            Accounting::CgroupV1,
            Accounting::Sampled,
        ];
        let sandboxed = accountings.into_iter().flat_map(|accounting| {
            [true, false].map(|landlock| Self::Sandboxed {
                landlock,
                accounting,
            })
        });
        sandboxed.chain([Self::Unsandboxed])
    }
}

impl From<Isolation> for String {
    fn from(isolation: Isolation) -> Self {
        isolation.to_string()
    }
}

impl TryFrom<String> for Isolation {
    type Error = String;

    fn try_from(text: String) -> std::result::Result<Self, String> {
        Self::all()
            .find(|isolation| isolation.to_string() == text)
            .ok_or_else(|| format!("unknown isolation `{text}`"))
    }
}

impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsandboxed => f.write_str("none (--unsandboxed); memory limit: sampled"),
            Self::Sandboxed {
                landlock,
                accounting,
            } => {
                let landlock = if *landlock { ", landlock" } else { "" };
                write!(
                    f,
                    "namespaces, seccomp{landlock}; memory limit: {accounting}"
                )
            }
        }
    }
}

impl fmt::Display for Accounting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CgroupV2 => "enforced (cgroup v2)",
            Self::CgroupV1 => "enforced (cgroup v1)",
            Self::Sampled => "sampled",
        })
    }
}

/// A program to run.
#[derive(Debug)]
pub struct Job<'a> {
    pub command: &'a [String],
    /// The folder it starts in, which it sees under another name. Without one it is a bundled solver, and finds this
    /// executable as `judge` in its folder.
    pub folder: Option<&'a Dir>,
    /// Whether it may write there: whether it is a build.
    pub writable: bool,
    /// A bundle to unpack into the folder before the program starts.
    pub bundle: Option<&'a File>,
    /// What else of the host it may see.
    pub paths: &'a [PathBuf],
    pub environment: Vec<(String, String)>,
    /// What it reads on standard input.
    pub input: &'a [u8],
    pub limits: &'a Limits,
    /// The size of its temporary space, and of the largest file it may write, in bytes.
    pub temporary: u64,
}

/// Processors that a launcher may use; an empty list means any.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Cores {
    /// For programs.
    pub programs: Vec<usize>,
    /// For making and removing sandboxes: those of its own programs, and those that no program is held to.
    pub housekeeping: Vec<usize>,
}

/// A launcher at work.
#[derive(Debug)]
pub struct Sandbox {
    launcher: Child,
    /// Closed to end the launcher.
    channel: Option<Channel>,
    setup: Setup,
    accounting: Accounting,
    /// The user that programs are, if not the judge's own.
    user: Option<u32>,
}

/// A failure of the judge to run a program.
#[derive(Debug)]
pub struct Fault {
    pub reason: String,
    /// Whether the program had been started.
    pub started: bool,
    /// Whether the program waited for a busy machine for so long that nothing can be said about it.
    pub starved: bool,
}

/// What the process did.
#[derive(Debug)]
pub struct Outcome {
    pub ending: Ending,
    /// Of the whole process tree.
    pub cpu: Duration,
    pub wall: Duration,
    /// How much of the wall time it waited, for a busy machine or a judge that was stopped. Does not count against the
    /// limit.
    pub waited: Duration,
    pub memory_kib: u64,
    /// The beginning and the end of standard error.
    pub errors: String,
    answers: Answers,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    Exited(i32),
    Signalled(i32),
    /// Ended by the judge, at this limit.
    Stopped(Limit),
    NotStarted(String),
    /// Ended by the judge, which could not keep its limits any longer, and why. The program may have caused that.
    Unsupervised(String),
    /// Ended by the judge, which was asked to stop.
    Interrupted,
}

/// The limit that was reached, with its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    Cpu(Duration),
    Wall(Duration),
    Memory(u64),
    Output(u64),
    /// What a build may write to the disk.
    Disk,
}

impl Outcome {
    /// The answer of a program that ended by itself: the last one, or nothing at all, which is the empty answer.
    pub fn last_answer(&self) -> &[u8] {
        self.answers.last()
    }

    /// The last answer that was complete when the time limit struck.
    pub fn last_complete_answer(&self) -> Option<&[u8]> {
        self.answers.last_complete()
    }

    /// The last answers that arrived in time, with their times since the start. What a busy judge read after the
    /// program had ended was written before.
    pub fn arrivals(&self) -> Vec<(Duration, &[u8])> {
        let end = matches!(self.ending, Ending::Exited(_)).then_some(self.wall);
        let mut arrivals = self.answers.arrivals(end);
        for (time, _) in &mut arrivals {
            *time = self.wall.min(*time);
        }
        arrivals
    }

    /// How many answers arrived in time.
    pub fn answer_count(&self) -> usize {
        self.answers.count(matches!(self.ending, Ending::Exited(_)))
    }

    /// Everything on standard output.
    pub fn output(&self) -> &[u8] {
        self.answers.output()
    }
}

/// Gets this machine ready to run programs as the user wants, and tells how they will be isolated. May start this
/// executable again, in a systemd scope with control groups of its own. Fails where programs cannot be isolated and the
/// user did not ask to go without.
pub fn prepare(wanted: Wanted) -> Result<Isolation> {
    if wanted.unsandboxed {
        return Ok(Isolation::Unsandboxed);
    }
    if !wanted.no_cgroups {
        cgroup::settle();
    }
    let accounting = try_out(wanted).map_err(|error| {
        Error::user(format!(
            "programs cannot be isolated on this machine: {error}"
        ))
        .with_help("`judge doctor` says what is missing and how to switch it on")
        .with_help(
            "--unsandboxed runs programs without isolation: only for programs that you trust",
        )
    })?;
    if accounting == Accounting::Sampled && !wanted.no_cgroups && !wanted.no_scope {
        scope::start_again_in_scope();
    }
    Ok(Isolation::Sandboxed {
        landlock: landlock::version() > 0,
        accounting,
    })
}

/// Runs a program that does nothing in a sandbox, and tells who counts what it uses.
fn try_out(wanted: Wanted) -> Result<Accounting> {
    let limits = Limits::default();
    let folder = Dir::open("/usr".as_ref()).map_err(|error| Error::fault("open /usr", &error))?;
    let job = Job {
        command: &["/bin/true".to_owned()],
        folder: Some(&folder),
        writable: false,
        bundle: None,
        paths: &[],
        environment: Vec::new(),
        input: b"",
        limits: &limits,
        temporary: 1 << 20,
    };
    let mut sandbox = Sandbox::start(wanted, Cores::default())?;
    let outcome = sandbox.run(&job, &AtomicBool::new(false));
    match outcome.map_err(|fault| Error::Fault(fault.reason))?.ending {
        Ending::Exited(0) => Ok(sandbox.accounting),
        other => Err(Error::Fault(format!(
            "a program that does nothing ended with {other:?}"
        ))),
    }
}

impl Sandbox {
    /// Starts a launcher. Fails where this machine does not allow sandboxes and the user wants them.
    pub fn start(wanted: Wanted, cores: Cores) -> Result<Self> {
        Self::start_with(Setup {
            sandboxed: !wanted.unsandboxed,
            cgroups: !wanted.no_cgroups,
            cores,
        })
    }

    fn start_with(setup: Setup) -> Result<Self> {
        let failed = |error: io::Error| Error::fault("start the launcher", &error);
        let (channel, launcher_channel) = Channel::pair().map_err(failed)?;
        let mut sandbox = Self {
            launcher: start_launcher(launcher_channel).map_err(failed)?,
            channel: None,
            setup,
            accounting: Accounting::Sampled,
            user: None,
        };
        channel.send(&sandbox.setup).map_err(failed)?;
        match channel.receive().map_err(failed)? {
            Received::Packet(Offer::Ready(accounting, user), _) => {
                sandbox.channel = Some(channel);
                sandbox.accounting = accounting;
                sandbox.user = user;
                Ok(sandbox)
            }
            Received::Packet(Offer::Fault(reason), _) => Err(Error::Fault(reason)),
            other => Err(Error::Fault(format!("the launcher said {other:?}"))),
        }
    }

    /// Puts a new launcher in the place of one that failed.
    pub fn restart(&mut self) -> Result<()> {
        *self = Self::start_with(self.setup.clone())?;
        Ok(())
    }

    /// Runs the program to its end, one way or the other. `interrupt` ends it early.
    pub fn run(
        &mut self,
        job: &Job,
        interrupt: &AtomicBool,
    ) -> std::result::Result<Outcome, Fault> {
        let mut started = false;
        let run = self.try_run(job, interrupt, &mut started);
        let (outcome, end) = run.map_err(|error| Fault {
            reason: format!("failed to run a program: {error}"),
            started,
            starved: false,
        })?;
        if matches!(end, End::Starved) && outcome.ending == Ending::Interrupted {
            let waited = show_duration(outcome.waited);
            return Err(Fault {
                reason: format!(
                    "waited {waited} for a busy machine: run it again with less going on"
                ),
                started,
                starved: true,
            });
        }
        Ok(outcome)
    }

    fn try_run(
        &mut self,
        job: &Job,
        interrupt: &AtomicBool,
        started: &mut bool,
    ) -> io::Result<(Outcome, End)> {
        let input = sealed_input(job.input)?;
        let (output, program_output) = pipe()?;
        let (errors, program_errors) = pipe()?;
        let launcher = self.channel.as_ref();
        let launcher = launcher.ok_or_else(|| io::Error::other("there is no launcher"))?;
        let sandbox = offered(launcher)?;
        if let (Some(user), Some(folder), true) = (self.user, job.folder, job.writable) {
            // What is built belongs to the user that builds.
            let (user, group) = (Uid::from_raw(user), Gid::from_raw(user));
            rustix::fs::fchown(folder, Some(user), Some(group))?;
        }
        let request = Request {
            command: job.command.to_vec(),
            folder: job.folder.map(Dir::current_path).transpose()?,
            has_bundle: job.bundle.is_some(),
            writable: job.writable,
            paths: job.paths.to_vec(),
            environment: job.environment.clone(),
            time_us: job.limits.time.as_micros() as u64,
            wall_us: job.limits.wall.as_micros() as u64,
            grace_us: job.limits.grace.as_micros() as u64,
            memory: job.limits.memory,
            temporary: job.temporary,
            processes: job.limits.processes,
        };
        let mut files = vec![
            input.as_fd(),
            program_output.as_fd(),
            program_errors.as_fd(),
        ];
        files.extend(job.folder.map(AsFd::as_fd));
        files.extend(job.bundle.map(AsFd::as_fd));
        sandbox.send_with(&request, &files)?;
        drop((input, program_output, program_errors));
        let following = Following {
            sandbox,
            launcher,
            limits: job.limits,
            interrupt,
        };
        following.follow(output, errors, started)
    }
}

/// A sandbox that waits for a program.
fn offered(launcher: &Channel) -> io::Result<Channel> {
    loop {
        return match launcher.receive::<Offer>()? {
            Received::Packet(Offer::Sandbox, files) => {
                let socket = files.into_iter().next();
                socket
                    .map(Channel::from)
                    .ok_or_else(|| io::Error::other("the launcher offered nothing"))
            }
            Received::Packet(Offer::Fault(reason), _) => Err(io::Error::other(reason)),
            // Of a sandbox that nobody waits for any more.
            Received::Packet(..) => continue,
            Received::Nothing | Received::Closed => Err(io::Error::other("the launcher has ended")),
        };
    }
}

impl Drop for Sandbox {
    /// A launcher ends by itself once its socket is closed; if not, it is killed.
    fn drop(&mut self) {
        // With what was sent and nobody has received: a sandbox, most likely, which then ends too.
        self.channel = None;
        if !matches!(self.launcher.wait_timeout(OUTER_NET), Ok(Some(_))) {
            let _ = self.launcher.kill();
            let _ = self.launcher.wait();
        }
    }
}

fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
    rustix::io::ioctl_fionbio(&reader, true)?;
    Ok((reader, writer))
}

/// A file in memory that nobody can write to; reading it never blocks and never ends early.
fn sealed_input(bytes: &[u8]) -> io::Result<OwnedFd> {
    let memory =
        rustix::fs::memfd_create("input", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
    let mut file = std::fs::File::from(memory);
    file.write_all(bytes)?;
    rustix::fs::fcntl_add_seals(
        &file,
        SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL,
    )?;
    let path = format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&file));
    Ok(rustix::fs::open(
        path,
        OFlags::RDONLY | OFlags::CLOEXEC,
        Mode::empty(),
    )?)
}

/// In a process group of its own, so that Ctrl-C reaches the judge alone, which then ends everything in order.
fn start_launcher(channel: Channel) -> io::Result<Child> {
    Command::new("/proc/self/exe")
        .arg0("judge")
        .arg(LAUNCHER)
        .stdin(OwnedFd::from(channel))
        .stdout(Stdio::null())
        .process_group(0)
        .spawn()
}

/// A program that runs, seen from the judge.
struct Following<'a> {
    sandbox: Channel,
    launcher: &'a Channel,
    limits: &'a Limits,
    interrupt: &'a AtomicBool,
}

/// What a program has written so far.
struct Written {
    started: Instant,
    streams: [Option<OwnedFd>; 2],
    buffer: Vec<u8>,
    answers: Answers,
    excerpt: Excerpt,
    lateness: Lateness,
}

impl Written {
    /// Reads all that is there.
    fn drain(&mut self) -> io::Result<()> {
        let Self {
            started,
            streams: [output, errors],
            buffer,
            answers,
            excerpt,
            lateness,
        } = self;
        drain(output, buffer, |bytes| {
            lateness.has_read();
            answers.take(bytes, started.elapsed())
        })?;
        drain(errors, buffer, |bytes| {
            lateness.has_read();
            excerpt.take(bytes)
        })?;
        lateness.is_up_to_date();
        Ok(())
    }
}

impl Following<'_> {
    /// Reads what the program writes until its sandbox has reported the end.
    fn follow(
        &self,
        output: OwnedFd,
        errors: OwnedFd,
        program_started: &mut bool,
    ) -> io::Result<(Outcome, End)> {
        const TICK: Timespec = Timespec {
            tv_sec: 0,
            tv_nsec: lateness::TICK.subsec_nanos() as i64,
        };
        let limits = self.limits;
        let patience = limits.wall + most_waited(limits.wall) + limits.grace + OUTER_NET;
        let mut written = Written {
            started: Instant::now(),
            streams: [Some(output), Some(errors)],
            buffer: vec![0; 1 << 16],
            answers: Answers::new(limits.output),
            excerpt: Excerpt::default(),
            lateness: Lateness::new(),
        };
        let mut aborted = None;
        let report = 'run: loop {
            let mut watched = vec![PollFd::new(&self.sandbox, PollFlags::IN)];
            let open = written.streams.iter().flatten();
            watched.extend(open.map(|stream| PollFd::new(stream, PollFlags::IN)));
            match poll(&mut watched, Some(&TICK)) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            written.drain()?;
            while let Some(message) = self.message()? {
                match message {
                    Message::WallReached | Message::LimitReached => {
                        // What was written before the limit struck is in the pipe by now, and nothing more comes.
                        written.drain()?;
                        if matches!(message, Message::LimitReached) {
                            written.answers.close();
                        }
                        // After an abort nobody waits for this.
                        let late_us = written.lateness.total().as_micros() as u64;
                        let _ = self.sandbox.send(&Acknowledged { late_us });
                    }
                    Message::Report(report) => break 'run report,
                    Message::Fault(reason) => return Err(io::Error::other(reason)),
                    Message::Started => *program_started = true,
                }
            }
            if aborted.is_none() {
                aborted = if written.answers.overflowed() {
                    Some(Ending::Stopped(Limit::Output(limits.output)))
                } else {
                    let interrupted = self.interrupt.load(Ordering::Relaxed);
                    interrupted.then_some(Ending::Interrupted)
                };
                if aborted.is_some() {
                    self.sandbox.close();
                }
            }
            if written.lateness.active() > patience {
                return Err(io::Error::other("the sandbox did not report in time"));
            }
        };
        // Every process of the run is dead by now, so the pipes hold all there will ever be.
        written.drain()?;
        if written.answers.overflowed() && aborted.is_none() {
            aborted = Some(Ending::Stopped(Limit::Output(limits.output)));
        }
        let Report {
            end,
            cpu_us,
            wall_us,
            waited_us,
            memory_kib,
        } = report;
        if matches!(end, End::KilledOutside) && aborted.is_none() {
            let reason = "the kernel killed the program because memory ran out on this machine";
            return Err(io::Error::other(reason));
        }
        let outcome = Outcome {
            ending: aborted.unwrap_or_else(|| ending(&end, limits)),
            cpu: Duration::from_micros(cpu_us),
            wall: Duration::from_micros(wall_us),
            waited: Duration::from_micros(waited_us),
            memory_kib,
            errors: written.excerpt.text(),
            answers: written.answers,
        };
        Ok((outcome, end))
    }

    /// The next message of the sandbox, if there is one. For a first process that was killed, the launcher speaks.
    fn message(&self) -> io::Result<Option<Message>> {
        match self.sandbox.try_receive()? {
            Received::Packet(message, _) => return Ok(Some(message)),
            Received::Nothing => return Ok(None),
            Received::Closed => {}
        }
        match self.launcher.receive_within(OUTER_NET)? {
            Received::Packet(Offer::PostMortem(message), _) => Ok(Some(message)),
            _ => Err(io::Error::other("the sandbox ended without a report")),
        }
    }
}

fn ending(end: &End, limits: &Limits) -> Ending {
    match end {
        End::Exited(code) => Ending::Exited(*code),
        End::Signalled(signal) => Ending::Signalled(*signal),
        End::Cpu => Ending::Stopped(Limit::Cpu(limits.time)),
        End::Wall => Ending::Stopped(Limit::Wall(limits.wall)),
        End::Memory => Ending::Stopped(Limit::Memory(limits.memory)),
        End::Disk => Ending::Stopped(Limit::Disk),
        End::NotStarted(reason) => Ending::NotStarted(reason.clone()),
        End::Unsupervised(reason) => Ending::Unsupervised(reason.clone()),
        End::Aborted | End::KilledOutside | End::Starved => Ending::Interrupted,
    }
}

/// Reads all that is there without waiting; the stream becomes `None` at its end.
fn drain(
    stream: &mut Option<OwnedFd>,
    buffer: &mut [u8],
    mut take: impl FnMut(&[u8]) -> Taken,
) -> io::Result<()> {
    while let Some(reader) = stream {
        match rustix::io::read(&*reader, &mut *buffer) {
            Ok(0) => *stream = None,
            Ok(length) => {
                if take(&buffer[..length]) == Taken::Enough {
                    // The writer is about to be stopped; reading on could go on for ever.
                    return Ok(());
                }
            }
            Err(rustix::io::Errno::AGAIN) => break,
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
