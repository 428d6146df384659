//! How long a run was starved within one interval, given what the scheduler counted in it.

use std::time::Duration;

/// What was counted between two moments.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Interval {
    pub(super) length: Duration,
    pub(super) cores: u32,
    /// CPU time of the run.
    pub(super) cpu: Duration,
    /// How long its threads were ready and not running, all together.
    pub(super) ready: Duration,
    /// The largest run delay of a thread that its siblings cannot explain.
    pub(super) unexplained: Duration,
    /// CPU time that others had on the processors of the run.
    pub(super) by_others: Option<Duration>,
    /// The run's share of the time that a hypervisor gave to other machines.
    pub(super) stolen: Duration,
    /// How long no thread was running and at least one was ready, where the kernel counts it.
    pub(super) pressure: Option<Duration>,
    /// How long the sandbox was stopped.
    pub(super) stopped: Duration,
}

impl Interval {
    /// How long the run was starved.
    ///
    /// Never more than the time in which it could have had more processors than it had. Run delays count as far as others
    /// had the processors, since a program's own threads wait for each other as well; where the processors were idle and
    /// a thread waited nevertheless, a quota of an enclosing control group was used up.
    pub(super) fn starved(&self) -> Duration {
        let unused = self.length.saturating_sub(self.cpu / self.cores.max(1));
        let most = match (self.pressure, self.by_others) {
            (Some(pressure), _) => pressure,
            (None, Some(by_others)) => by_others.max(self.unexplained),
            (None, None) => self.unexplained,
        };
        (self.ready.min(most) + self.stolen + self.stopped).min(unused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    /// A hundred milliseconds on one processor of which others had `others`.
    fn interval(cpu: u64, ready: u64, unexplained: u64, others: u64) -> Interval {
        Interval {
            length: ms(100),
            cores: 1,
            cpu: ms(cpu),
            ready: ms(ready),
            unexplained: ms(unexplained),
            by_others: Some(ms(others)),
            ..Interval::default()
        }
    }

    #[test]
    fn a_thread_that_waits_for_others_is_starved() {
        assert_eq!(interval(20, 80, 80, 80).starved(), ms(80));
        // Half asleep.
        assert_eq!(interval(10, 40, 40, 90).starved(), ms(40));
    }

    #[test]
    fn sleeping_and_running_are_not_starvation() {
        assert_eq!(interval(0, 0, 0, 100).starved(), ms(0));
        assert_eq!(interval(100, 0, 0, 0).starved(), ms(0));
    }

    #[test]
    fn threads_that_wait_for_each_other_are_not_starved() {
        // Eight threads that all want the processor.
        assert_eq!(interval(100, 700, 12, 0).starved(), ms(0));
        // A herd that wakes, queues up and sleeps again, on a processor that is idle otherwise.
        assert_eq!(interval(40, 1200, 0, 0).starved(), ms(0));
        // Two threads, and somebody else with a third of the time.
        assert_eq!(interval(66, 134, 34, 34).starved(), ms(34));
    }

    #[test]
    fn a_quota_starves_on_an_idle_processor() {
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
