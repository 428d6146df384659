//! Runs one program on one input under limits and tells what it did.
//!
//! The judge never starts a stranger's program itself: it starts a small launcher (this executable again, under a
//! hidden name) which starts the program, enforces the limits, clears up behind it and reports. The judge reads the
//! program's output meanwhile. Should the judge die, the launcher notices and takes the program with it.

mod capture;
mod launch;
mod protocol;
mod usage;

use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{MemfdFlags, Mode, OFlags, SealFlags};
use rustix::pipe::{PipeFlags, pipe_with};
use wait_timeout::ChildExt;

use self::capture::{Answers, Excerpt, Taken};
pub use self::launch::launch;
use self::protocol::{End, Message, Request};
use crate::contest::Limits;
use crate::error::{Error, Result};

/// The hidden first argument that makes this executable a launcher.
pub const LAUNCHER: &str = "__launch";

/// How long a launcher may take beyond every limit before it counts as broken.
const OUTER_NET: Duration = Duration::from_secs(10);

/// A program to run.
#[derive(Debug)]
pub struct Job<'a> {
    pub command: &'a [String],
    /// The folder it starts in.
    pub folder: &'a str,
    pub environment: Vec<(String, String)>,
    /// What it reads on standard input.
    pub input: &'a [u8],
    pub limits: &'a Limits,
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

    /// The answers that arrived in time, with their times since the start.
    pub fn arrivals(&self) -> Vec<(Duration, &[u8])> {
        self.answers
            .arrivals(matches!(self.ending, Ending::Exited(_)).then_some(self.wall))
    }

    /// Everything on standard output.
    pub fn output(&self) -> &[u8] {
        self.answers.output()
    }
}

/// Runs the program to its end, one way or the other. `interrupt` ends it early.
pub fn run(job: &Job, interrupt: &AtomicBool) -> Result<Outcome> {
    let fault = |doing: &str, error: &dyn std::fmt::Display| Error::fault(doing, error);
    let input = sealed_input(job.input).map_err(|e| fault("prepare the input of a program", &e))?;
    let (output, program_output) = pipe().map_err(|e| fault("make a pipe", &e))?;
    let (errors, program_errors) = pipe().map_err(|e| fault("make a pipe", &e))?;
    let (socket, launcher_socket) = UnixStream::pair().map_err(|e| fault("make a socket", &e))?;
    let mut launcher =
        start_launcher(launcher_socket).map_err(|e| fault("start the launcher", &e))?;
    let request = Request::new(job);
    let files = [
        input.as_fd(),
        program_output.as_fd(),
        program_errors.as_fd(),
    ];
    let sent = protocol::send_request(&socket, &request, &files);
    drop((input, program_output, program_errors));
    let followed = sent.and_then(|()| follow(&socket, output, errors, job.limits, interrupt));
    drop(socket);
    end_launcher(&mut launcher);
    followed.map_err(|e| fault("run a program", &e))
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

/// A launcher ends by itself once it has reported or its socket is closed; if not, it is made to.
fn end_launcher(launcher: &mut Child) {
    if !matches!(launcher.wait_timeout(OUTER_NET), Ok(Some(_))) {
        let _ = launcher.kill();
        let _ = launcher.wait();
    }
}

/// Reads what the program writes until the launcher has reported its end.
fn follow(
    socket: &UnixStream,
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
    let mut messages = protocol::Messages::new(socket)?;
    let mut answers = Answers::new(limits.output);
    let mut excerpt = Excerpt::default();
    let mut streams = [Some(output), Some(errors)];
    let mut aborted = None;
    let report = loop {
        let mut watched = vec![PollFd::new(socket, PollFlags::IN)];
        watched.extend(
            streams
                .iter()
                .flatten()
                .map(|stream| PollFd::new(stream, PollFlags::IN)),
        );
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
                // All that was written before the limit has been read just now.
                answers.close();
                messages.acknowledge()?;
            }
            Some(Message::Report(report)) => break report,
            None => {}
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
                socket.shutdown(std::net::Shutdown::Write)?;
            }
        }
        if started.elapsed() > patience {
            return Err(io::Error::other("the launcher did not report in time"));
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
    let ending = aborted.unwrap_or(match report.end {
        End::Exited(code) => Ending::Exited(code),
        End::Signalled(signal) => Ending::Signalled(signal),
        End::Cpu => Ending::Stopped(Limit::Cpu(limits.time)),
        End::Wall => Ending::Stopped(Limit::Wall(limits.wall)),
        End::Memory => Ending::Stopped(Limit::Memory(limits.memory)),
        End::NotStarted(reason) => Ending::NotStarted(reason),
        End::Aborted => Ending::Interrupted,
    });
    Ok(Outcome {
        ending,
        cpu: Duration::from_micros(report.cpu_us),
        wall: Duration::from_micros(report.wall_us),
        memory_kib: report.memory_kib,
        errors: excerpt.text(),
        answers,
    })
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
