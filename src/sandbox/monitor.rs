//! The judge's side of a run: reads the output of the program until its sandbox reports the end.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::OUTER_NET;
use super::capture::{Answers, Excerpt, Taken};
use super::channel::{Channel, Received};
use super::deadline::most_waited;
use super::lateness::{self, Lateness};
use super::outcome::{Ending, Limit, Outcome};
use super::protocol::{Acknowledged, End, Message, Offer, Report};
use crate::contest::Limits;

/// A program that runs, seen from the judge.
pub(super) struct Following<'a> {
    pub(super) sandbox: Channel,
    pub(super) launcher: &'a Channel,
    pub(super) limits: &'a Limits,
    pub(super) interrupt: &'a AtomicBool,
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
