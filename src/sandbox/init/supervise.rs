//! Enforces the limits of a running program.

use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal};

use super::Supervisor;
use super::disk::FreeDisk;
use super::processes::reap;
use super::usage::Meter;
use crate::sandbox::cgroup::Counters;
use crate::sandbox::channel::Received;
use crate::sandbox::deadline::{AtLimit, Deadline};
use crate::sandbox::procfs::Scope;
use crate::sandbox::protocol::{Acknowledgement, End, InitMessage};
use crate::sandbox::starvation::StarvedTime;

/// The shortest and the longest interval between two readings of the counters.
const MIN_TICK: Duration = Duration::from_millis(1);
const MAX_TICK: Duration = Duration::from_millis(20);

/// When sampling starts, where there are no control groups.
const FIRST_SAMPLE: Duration = Duration::from_millis(3);

/// When the measurement of starvation starts, where there are control groups.
const FIRST_MEASUREMENT: Duration = Duration::from_millis(15);

/// A program that was started.
pub(super) struct Running {
    pub(super) pid: Pid,
    pub(super) pidfd: OwnedFd,
    pub(super) scope: Scope,
    pub(super) started: Instant,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Woken {
    JudgeGone,
    Other,
}

impl Supervisor<'_> {
    /// Waits until the program ends, or kills it at a limit.
    pub(super) fn supervise(
        &self,
        program: &Running,
        meter: &mut Meter,
        deadline: &mut Deadline,
        disk_before: Option<FreeDisk>,
    ) -> io::Result<End> {
        let mut tick = match meter {
            Meter::Kernel(..) => MAX_TICK.min(self.time() / self.cores.max(1)),
            Meter::Sampled(_) => FIRST_SAMPLE,
        };
        loop {
            let left = deadline.remaining(Instant::now());
            let woken = self.wait(&program.pidfd, meter, left.min(tick))?;
            let starved = meter.starved_time().map(StarvedTime::so_far);
            deadline.set_starved(starved.unwrap_or_default());
            if let Some(end) = reap(program.pid)? {
                return Ok(end);
            }
            let mut global_oom = false;
            let (cpu, over_memory) = match meter {
                Meter::Kernel(before, starved_time) => {
                    if starved_time.is_none() && program.started.elapsed() >= FIRST_MEASUREMENT {
                        *starved_time = self.start_starvation_watch(before, program);
                    }
                    let mut usage = self.usage(meter, Instant::now());
                    if usage.global_oom {
                        // The peak may have been read before the kernel killed a process at the limit.
                        usage = self.usage(meter, Instant::now());
                    }
                    let keeps_peak = self.init.counters.is_some_and(Counters::keeps_peak);
                    global_oom = usage.global_oom && keeps_peak;
                    let over = usage.over_memory || usage.global_oom;
                    (usage.cpu, over || self.sockets_over_limit())
                }
                Meter::Sampled(Some(sampler)) if sampler.has_failed() => {
                    return Err(io::Error::other(
                        "the processes of the run could not be inspected",
                    ));
                }
                Meter::Sampled(Some(sampler)) => {
                    (sampler.cpu(Instant::now()), sampler.over_memory())
                }
                Meter::Sampled(unset) => {
                    *unset = Some(self.start_sampler(program.scope, program.started)?);
                    (Duration::ZERO, false)
                }
            };
            let cpu_left = self.time().saturating_sub(cpu);
            tick = (cpu_left / self.cores.max(1)).clamp(MIN_TICK, MAX_TICK);
            let end = if woken == Woken::JudgeGone {
                End::Aborted
            } else if global_oom {
                // With a process missing, the result is not the program's own.
                End::GlobalOom
            } else if over_memory {
                End::Memory
            } else if let Some(excess) = self.disk_excess(disk_before) {
                End::Disk(excess)
            } else if cpu > self.time() {
                End::Cpu
            } else if deadline.remaining(Instant::now()).is_zero() {
                match self.at_wall_limit(program.scope, meter, deadline) {
                    Some(AtLimit::Continue) => continue,
                    Some(AtLimit::OutOfTime) => End::Wall,
                    Some(AtLimit::Starved) => End::Starved,
                    None => End::Aborted,
                }
            } else {
                continue;
            };
            if matches!(end, End::Cpu | End::Wall) {
                self.terminate(program, meter)?;
            }
            program.scope.signal(Signal::KILL);
            return Ok(end);
        }
    }

    /// Stops every process of a run that seems to be out of time and determines its starvation. Resumes the run if it
    /// has time left; otherwise it stays stopped. Returns `None` if the judge is gone.
    fn at_wall_limit(
        &self,
        scope: Scope,
        meter: &Meter,
        deadline: &mut Deadline,
    ) -> Option<AtLimit> {
        let stopped = Instant::now();
        scope.signal(Signal::STOP);
        if let Some(starved_time) = meter.starved_time() {
            deadline.set_starved(starved_time.finish());
        }
        deadline.add_pause(stopped.elapsed());
        let asked = Instant::now();
        let late = self.notify_judge(&InitMessage::WallReached)?;
        deadline.judge_replied(late, asked.elapsed());
        let found = deadline.at_limit(Instant::now());
        if found == AtLimit::Continue {
            scope.signal(Signal::CONT);
        }
        Some(found)
    }

    /// Terminates a program that is out of time: stops every process, lets the judge read what was written so far,
    /// then resumes the processes, sends `SIGTERM` and waits for the grace period.
    fn terminate(&self, program: &Running, meter: &Meter) -> io::Result<()> {
        let scope = program.scope;
        scope.signal(Signal::STOP);
        if self.notify_judge(&InitMessage::LimitReached).is_none() {
            // Output written from now on could be taken for an answer in time.
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
            self.wait(&program.pidfd, meter, left.min(MAX_TICK))?;
        }
        Ok(())
    }

    /// Reports a limit to the judge and waits until it has read all available output, without a timeout: the judge
    /// may be stopped, and the program is. Returns the lateness of the judge since the start; `None` if the judge is
    /// gone.
    fn notify_judge(&self, question: &InitMessage) -> Option<Duration> {
        self.judge.send(question).ok()?;
        match self.judge.receive::<Acknowledgement>() {
            Ok(Received::Packet(Acknowledgement { late_us }, _)) => {
                Some(Duration::from_micros(late_us))
            }
            _ => None,
        }
    }

    /// Waits until the program has ended, the judge is gone, a sampled limit is exceeded or `time` has passed.
    fn wait(&self, program: &OwnedFd, meter: &Meter, time: Duration) -> io::Result<Woken> {
        let alarm: Option<BorrowedFd> = match meter {
            Meter::Sampled(Some(sampler)) => Some(sampler.alarm()),
            Meter::Kernel(..) | Meter::Sampled(None) => None,
        };
        let timeout = Timespec::try_from(time).ok();
        let mut watched = vec![
            PollFd::new(self.judge, PollFlags::IN),
            PollFd::new(program, PollFlags::IN),
        ];
        watched.extend(
            alarm
                .as_ref()
                .map(|alarm| PollFd::new(alarm, PollFlags::IN)),
        );
        match poll(&mut watched, timeout.as_ref()) {
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
}
