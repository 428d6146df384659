//! The judge's side of a run: reads the output of the program until the init process reports the end.

use std::collections::BTreeMap;
use std::io;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::WATCHDOG_TIMEOUT;
use super::capture::{Answers, Excerpt};
use super::channel::{Channel, Received};
use super::deadline::max_wait;
use super::exchange::Exchange;
use super::lateness::{self, Lateness};
use super::outcome::{Ending, Limit, Outcome};
use super::protocol::{Acknowledgement, End, InitMessage, LauncherMessage, Report};
use crate::limits::Limits;

/// Follows one run from the judge's side.
pub(super) struct RunMonitor<'a> {
    pub(super) sandbox: Channel,
    pub(super) launcher: &'a Channel,
    pub(super) limits: &'a Limits,
    pub(super) interrupt: &'a AtomicBool,
    pub(super) exchange: Option<Exchange<'a>>,
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
    /// Reads everything that is available.
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
            lateness.note_read();
            answers.take(bytes, started.elapsed());
            !answers.overflowed()
        })?;
        drain(errors, buffer, |bytes| {
            lateness.note_read();
            excerpt.take(bytes);
            true
        })?;
        lateness.note_drained();
        Ok(())
    }
}

impl RunMonitor<'_> {
    /// Reads the output of the program until the init process has reported the end.
    pub(super) fn follow(
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
        let timeout = limits.wall + max_wait(limits.wall) + limits.grace + WATCHDOG_TIMEOUT;
        let mut written = Written {
            started: Instant::now(),
            streams: [Some(output), Some(errors)],
            buffer: vec![0; 1 << 16],
            answers: Answers::new(limits.output),
            excerpt: Excerpt::default(),
            lateness: Lateness::new(),
        };
        let mut aborted = None;
        let (report, files) = 'run: loop {
            let mut watched = vec![PollFd::new(&self.sandbox, PollFlags::IN)];
            let open = written.streams.iter().flatten();
            watched.extend(open.map(|stream| PollFd::new(stream, PollFlags::IN)));
            match poll(&mut watched, Some(&TICK)) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            written.drain()?;
            while let Some((message, files)) = self.message()? {
                match message {
                    InitMessage::WallReached | InitMessage::LimitReached => {
                        // All processes are stopped, so the pipes hold everything that was written before the limit.
                        written.drain()?;
                        if matches!(message, InitMessage::LimitReached) {
                            written.answers.close();
                        }
                        // Fails after an abort, when no acknowledgement is expected.
                        let late_us = written.lateness.total().as_micros() as u64;
                        let _ = self.sandbox.send(&Acknowledgement { late_us });
                    }
                    InitMessage::Report(report) => break 'run (report, files),
                    InitMessage::Fault(reason) => return Err(io::Error::other(reason)),
                    InitMessage::Started => *program_started = true,
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
            if written.lateness.active() > timeout {
                return Err(io::Error::other("the sandbox did not report in time"));
            }
        };
        // Every process of the run is dead, so no further output can follow.
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
            collected,
        } = report;
        if matches!(end, End::GlobalOom) && aborted.is_none() {
            let reason = "the kernel killed the program because memory ran out on this machine";
            return Err(io::Error::other(reason));
        }
        let collected = match self.exchange {
            Some(exchange) => exchange.read(&collected, files)?,
            None => BTreeMap::new(),
        };
        let outcome = Outcome {
            ending: aborted.unwrap_or_else(|| ending(&end, limits)),
            cpu: Duration::from_micros(cpu_us),
            wall: Duration::from_micros(wall_us),
            waited: Duration::from_micros(waited_us),
            memory_kib,
            errors: written.excerpt.text(),
            collected,
            answers: written.answers,
        };
        Ok((outcome, end))
    }

    /// Returns the next message of the init process and the files attached to it, if there is one. If the init process
    /// was killed, the launcher reports instead.
    fn message(&self) -> io::Result<Option<(InitMessage, Vec<OwnedFd>)>> {
        match self.sandbox.try_receive()? {
            Received::Packet(message, files) => return Ok(Some((message, files))),
            Received::Nothing => return Ok(None),
            Received::Closed => {}
        }
        match self.launcher.receive_within(WATCHDOG_TIMEOUT)? {
            Received::Packet(LauncherMessage::PostMortem(message), _) => {
                Ok(Some((message, Vec::new())))
            }
            _ => Err(io::Error::other("the sandbox exited without a report")),
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
        End::Disk(excess) => Ending::Stopped(Limit::Disk(*excess)),
        End::NotStarted(reason) => Ending::NotStarted(reason.clone()),
        End::Unsupervised(reason) => Ending::Unsupervised(reason.clone()),
        End::Aborted | End::GlobalOom | End::Starved => Ending::Interrupted,
    }
}

/// Reads everything that is available without blocking, or until `take` returns `false`. Sets `stream` to `None` at
/// the end of the file.
fn drain(
    stream: &mut Option<OwnedFd>,
    buffer: &mut [u8],
    mut take: impl FnMut(&[u8]) -> bool,
) -> io::Result<()> {
    while let Some(reader) = stream {
        match rustix::io::read(&*reader, &mut *buffer) {
            Ok(0) => *stream = None,
            Ok(length) => {
                if !take(&buffer[..length]) {
                    // The program is about to be killed; it could otherwise keep this loop busy without end.
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
