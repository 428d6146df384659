//! Runs programs on inputs, behind walls and under limits, and tells what they did.
//!
//! The judge never starts a stranger's program itself. Each worker has a launcher (this executable again, under a
//! hidden name), which makes a cell for each program: fresh namespaces, a view of files that holds nothing but what
//! it needs, a filter of system calls. The first process of the cell keeps the limits, clears up and reports; the
//! judge reads the program's output meanwhile. Should the judge die, every cell notices and ends.

mod capture;
mod cell;
mod cgroup;
mod filter;
mod launcher;
pub mod layers;
mod limits;
mod namespaces;
mod protocol;
mod usage;
mod view;

use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{MemfdFlags, Mode, OFlags, SealFlags};
use rustix::pipe::{PipeFlags, pipe_with};
use wait_timeout::ChildExt;

use self::capture::{Answers, Excerpt, Taken};
pub use self::launcher::launch;
pub use self::namespaces::nobody;
use self::protocol::{End, Message, Messages, Report, Request, Setup};
use crate::contest::Limits;
use crate::error::{Error, Result};

/// The hidden first argument that makes this executable a launcher.
pub const LAUNCHER: &str = "__launch";

/// How long a launcher or a cell may take beyond every limit before it counts as broken.
const OUTER_NET: Duration = Duration::from_secs(10);

/// A program to run.
#[derive(Debug)]
pub struct Job<'a> {
    pub command: &'a [String],
    /// The folder it starts in, which it sees under another name.
    pub folder: &'a Path,
    /// Whether it may write there.
    pub writable: bool,
    /// What else of the host it may see.
    pub paths: &'a [PathBuf],
    pub environment: Vec<(String, String)>,
    /// What it reads on standard input.
    pub input: &'a [u8],
    pub limits: &'a Limits,
    /// The size of its temporary space, and of the largest file it may write.
    pub temporary: u64,
}

/// A launcher at work.
#[derive(Debug)]
pub struct Sandbox {
    launcher: Child,
    socket: UnixStream,
    walls: bool,
    cores: Vec<usize>,
}

/// What the process did.
#[derive(Debug)]
pub struct Outcome {
    pub ending: Ending,
    /// Of the whole process tree.
    pub cpu: Duration,
    pub wall: Duration,
    pub memory_kib: u64,
    /// The beginning and the end of standard error.
    pub errors: String,
    answers: Answers,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    Exited(i32),
    Signalled(i32),
    /// Ended by us, at this limit.
    Stopped(Limit),
    NotStarted(String),
    /// Ended by us, because the judge was asked to stop.
    Interrupted,
}

/// The limit that was reached, with its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    Cpu(Duration),
    Wall(Duration),
    Memory(u64),
    Output(u64),
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

    /// The last answers that arrived in time, with their times since the start.
    pub fn arrivals(&self) -> Vec<(Duration, &[u8])> {
        self.answers
            .arrivals(matches!(self.ending, Ending::Exited(_)).then_some(self.wall))
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

impl Sandbox {
    /// Starts a launcher. It fails where this machine does not allow walls.
    pub fn start(walls: bool, cores: &[usize]) -> Result<Self> {
        let failed = |error: io::Error| Error::fault("start the launcher", &error);
        let (socket, launcher_socket) = UnixStream::pair().map_err(failed)?;
        let launcher = start_launcher(launcher_socket).map_err(failed)?;
        let sandbox = Self {
            launcher,
            socket,
            walls,
            cores: cores.to_vec(),
        };
        let setup = Setup {
            walls,
            cores: cores.to_vec(),
        };
        protocol::send(&sandbox.socket, &setup).map_err(failed)?;
        match Messages::new(&sandbox.socket).next().map_err(failed)? {
            Some(Message::Ready) => Ok(sandbox),
            Some(Message::Fault(reason)) => Err(Error::Fault(reason)),
            other => Err(Error::Fault(format!("the launcher said {other:?}"))),
        }
    }

    /// Puts a new launcher in the place of one that failed.
    pub fn restart(&mut self) -> Result<()> {
        *self = Self::start(self.walls, &self.cores)?;
        Ok(())
    }

    /// Runs the program to its end, one way or the other. `interrupt` ends it early.
    pub fn run(&mut self, job: &Job, interrupt: &AtomicBool) -> Result<Outcome> {
        self.try_run(job, interrupt)
            .map_err(|error| Error::fault("run a program", &error))
    }

    fn try_run(&mut self, job: &Job, interrupt: &AtomicBool) -> io::Result<Outcome> {
        let input = sealed_input(job.input)?;
        let (output, program_output) = pipe()?;
        let (errors, program_errors) = pipe()?;
        let (control, cell_control) = UnixStream::pair()?;
        let request = Request {
            command: job.command.to_vec(),
            folder: job.folder.to_owned(),
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
        let files = [
            input.as_fd(),
            program_output.as_fd(),
            program_errors.as_fd(),
            cell_control.as_fd(),
        ];
        protocol::send_request(&self.socket, &request, &files)?;
        drop((input, program_output, program_errors, cell_control));
        follow(&control, output, errors, job.limits, interrupt)
    }
}

/// Whether this machine lets us put walls around programs; if not, why, and what can be done.
pub fn check() -> Result<()> {
    try_out().map_err(|error| {
        let refusal = Error::user(format!(
            "programs cannot be isolated on this machine: {error}"
        ));
        refusal
            .with_help("`judge doctor` says what is missing and how to switch it on")
            .with_help(
                "--unsandboxed runs programs without walls: only for programs that you trust",
            )
    })
}

/// Runs a program that does nothing, behind walls.
fn try_out() -> Result<()> {
    let limits = Limits::default();
    let job = Job {
        command: &["/bin/true".to_owned()],
        folder: Path::new("/usr"),
        writable: false,
        paths: &[],
        environment: Vec::new(),
        input: b"",
        limits: &limits,
        temporary: 1 << 20,
    };
    let outcome = Sandbox::start(true, &[])?.run(&job, &AtomicBool::new(false))?;
    match outcome.ending {
        Ending::Exited(0) => Ok(()),
        other => Err(Error::Fault(format!(
            "a program that does nothing ended with {other:?}"
        ))),
    }
}

impl Drop for Sandbox {
    /// A launcher ends by itself once its socket is closed; if not, it is made to.
    fn drop(&mut self) {
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
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

/// A file in memory that nobody can write to any more; reading it never blocks and never ends early.
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
fn start_launcher(socket: UnixStream) -> io::Result<Child> {
    Command::new("/proc/self/exe")
        .arg0("judge")
        .arg(LAUNCHER)
        .stdin(OwnedFd::from(socket))
        .stdout(Stdio::null())
        .process_group(0)
        .spawn()
}

/// Reads what the program writes until its cell has reported the end.
fn follow(
    control: &UnixStream,
    output: OwnedFd,
    errors: OwnedFd,
    limits: &Limits,
    interrupt: &AtomicBool,
) -> io::Result<Outcome> {
    const TICK: Timespec = Timespec {
        tv_sec: 0,
        tv_nsec: 50_000_000,
    };
    let started = Instant::now();
    let patience = limits.wall + limits.grace + OUTER_NET;
    control.set_nonblocking(true)?;
    let mut messages = Messages::new(control);
    let mut answers = Answers::new(limits.output);
    let mut excerpt = Excerpt::default();
    let mut streams = [Some(output), Some(errors)];
    let mut aborted = None;
    let report = loop {
        let mut watched = vec![PollFd::new(control, PollFlags::IN)];
        let open = streams.iter().flatten();
        watched.extend(open.map(|stream| PollFd::new(stream, PollFlags::IN)));
        match poll(&mut watched, Some(&TICK)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        drain(&mut streams[0], |bytes| {
            answers.take(bytes, started.elapsed())
        })?;
        drain(&mut streams[1], |bytes| excerpt.take(bytes))?;
        match messages.next()? {
            Some(Message::LimitReached) => {
                // What was written before the limit struck is in the pipe by now.
                drain(&mut streams[0], |bytes| {
                    answers.take(bytes, started.elapsed())
                })?;
                answers.close();
                messages.acknowledge()?;
            }
            Some(Message::Report(report)) => break report,
            Some(Message::Fault(reason)) => return Err(io::Error::other(reason)),
            Some(Message::Ready) | None => {}
        }
        if aborted.is_none() {
            aborted = if answers.overflowed() {
                Some(Ending::Stopped(Limit::Output(limits.output)))
            } else {
                interrupt
                    .load(Ordering::Relaxed)
                    .then_some(Ending::Interrupted)
            };
            if aborted.is_some() {
                control.shutdown(std::net::Shutdown::Write)?;
            }
        }
        if started.elapsed() > patience {
            return Err(io::Error::other("the cell did not report in time"));
        }
    };
    // Every process of the run is dead by now, so the pipes hold all there will ever be.
    drain(&mut streams[0], |bytes| {
        answers.take(bytes, started.elapsed())
    })?;
    drain(&mut streams[1], |bytes| excerpt.take(bytes))?;
    if answers.overflowed() && aborted.is_none() {
        aborted = Some(Ending::Stopped(Limit::Output(limits.output)));
    }
    let Report {
        end,
        cpu_us,
        wall_us,
        memory_kib,
    } = report;
    Ok(Outcome {
        ending: aborted.unwrap_or_else(|| ending(end, limits)),
        cpu: Duration::from_micros(cpu_us),
        wall: Duration::from_micros(wall_us),
        memory_kib,
        errors: excerpt.text(),
        answers,
    })
}

fn ending(end: End, limits: &Limits) -> Ending {
    match end {
        End::Exited(code) => Ending::Exited(code),
        End::Signalled(signal) => Ending::Signalled(signal),
        End::Cpu => Ending::Stopped(Limit::Cpu(limits.time)),
        End::Wall => Ending::Stopped(Limit::Wall(limits.wall)),
        End::Memory => Ending::Stopped(Limit::Memory(limits.memory)),
        End::NotStarted(reason) => Ending::NotStarted(reason),
        End::Aborted => Ending::Interrupted,
    }
}

/// Reads all that is there without waiting; the stream becomes `None` at its end.
fn drain(stream: &mut Option<OwnedFd>, mut take: impl FnMut(&[u8]) -> Taken) -> io::Result<()> {
    let mut buffer = vec![0; 1 << 16];
    while let Some(reader) = stream {
        match rustix::io::read(&*reader, &mut buffer) {
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
