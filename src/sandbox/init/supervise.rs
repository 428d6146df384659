//! Keeps the limits of a running program.

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
use crate::sandbox::protocol::{Acknowledged, End, Message};
use crate::sandbox::starvation::Waited;

/// How often what the kernel has counted is looked at, at least and at most.
const SHORTEST_TICK: Duration = Duration::from_millis(1);
const LONGEST_TICK: Duration = Duration::from_millis(20);

/// When processes are looked at for the first time where there are no control groups.
const FIRST_LOOK: Duration = Duration::from_millis(3);

/// When starvation is measured for the first time where there are control groups.
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
    /// Waits for the program to end, or ends it.
    pub(super) fn supervise(
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
}
