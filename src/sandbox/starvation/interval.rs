//! Computes how long a run was starved within an interval from the scheduler's counters.

use std::time::Duration;

/// The counters between two moments.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Interval {
    pub(super) length: Duration,
    pub(super) cores: u32,
    /// CPU time of the run.
    pub(super) cpu: Duration,
    /// The total run delay of its threads.
    pub(super) run_delay: Duration,
    /// The largest run delay of a thread that its siblings cannot explain.
    pub(super) unexplained: Duration,
    /// CPU time of other processes on the CPUs of the run.
    pub(super) by_others: Option<Duration>,
    /// The run's share of the time that a hypervisor gave to other virtual machines.
    pub(super) stolen: Duration,
    /// How long at least one thread was runnable and none was running, where the kernel counts it.
    pub(super) pressure: Option<Duration>,
    /// How long the sandbox was stopped.
    pub(super) stopped: Duration,
}

impl Interval {
    /// Returns how long the run was starved.
    ///
    /// The result is at most the time in which the run could have used more CPUs than it did. Run delays count only
    /// as far as other processes used the CPUs, since a program's own threads wait for each other too. If a thread
    /// waited although the CPUs were idle, the quota of an enclosing control group was used up.
    pub(super) fn starved(&self) -> Duration {
        let unused = self.length.saturating_sub(self.cpu / self.cores.max(1));
        let max = match (self.pressure, self.by_others) {
            (Some(pressure), _) => pressure,
            (None, Some(by_others)) => by_others.max(self.unexplained),
            (None, None) => self.unexplained,
        };
        (self.run_delay.min(max) + self.stolen + self.stopped).min(unused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    /// An interval of 100 ms on one CPU of which others had `others`.
    fn interval(cpu: u64, run_delay: u64, unexplained: u64, others: u64) -> Interval {
        Interval {
            length: ms(100),
            cores: 1,
            cpu: ms(cpu),
            run_delay: ms(run_delay),
            unexplained: ms(unexplained),
            by_others: Some(ms(others)),
            ..Interval::default()
        }
    }

    #[test]
    fn a_thread_that_waits_for_others_is_starved() {
        assert_eq!(interval(20, 80, 80, 80).starved(), ms(80));
        // Asleep half of the time.
        assert_eq!(interval(10, 40, 40, 90).starved(), ms(40));
    }

    #[test]
    fn sleeping_and_running_are_not_starvation() {
        assert_eq!(interval(0, 0, 0, 100).starved(), ms(0));
        assert_eq!(interval(100, 0, 0, 0).starved(), ms(0));
    }

    #[test]
    fn threads_that_wait_for_each_other_are_not_starved() {
        // Eight threads that all want the CPU.
        assert_eq!(interval(100, 700, 12, 0).starved(), ms(0));
        // Threads that wake together, queue for the CPU and sleep again, on an otherwise idle CPU.
        assert_eq!(interval(40, 1200, 0, 0).starved(), ms(0));
        // Two threads, and another process with a third of the time.
        assert_eq!(interval(66, 134, 34, 34).starved(), ms(34));
    }

    #[test]
    fn a_quota_starves_on_an_idle_cpu() {
        assert_eq!(interval(20, 80, 80, 0).starved(), ms(80));
    }

    #[test]
    fn a_stop_counts_unless_the_run_went_on() {
        let stopped = Interval {
            length: ms(5000),
            stopped: ms(4900),
            ..interval(0, 0, 0, 0)
        };
        assert_eq!(stopped.starved(), ms(4900));
        let ran = Interval {
            cpu: ms(4000),
            ..stopped
        };
        assert_eq!(ran.starved(), ms(1000));
    }
}
