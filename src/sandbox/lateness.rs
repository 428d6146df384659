//! How long the judge kept a program from writing: because it was stopped, or because it was waiting for a CPU while
//! there was output to read.

use std::time::{Duration, Instant};

use super::schedule::OwnSchedStat;

/// How often the judge wakes up for a program that writes nothing.
pub(super) const TICK: Duration = Duration::from_millis(50);

/// The lateness of the thread that created this.
#[derive(Debug)]
pub(super) struct Lateness {
    own: OwnSchedStat,
    /// The run delay of this thread when `at` was last updated.
    delay: Duration,
    at: Instant,
    late: Duration,
    active: Duration,
}

impl Lateness {
    pub(super) fn new() -> Self {
        let own = OwnSchedStat::open();
        Self {
            delay: own.delay(),
            own,
            at: Instant::now(),
            late: Duration::ZERO,
            active: Duration::ZERO,
        }
    }

    /// Records that output was read just now. The program may have been blocked on that.
    pub(super) fn note_read(&mut self) {
        let delay = self.own.delay();
        let (gap, waited) = (self.at.elapsed(), delay.saturating_sub(self.delay));
        self.late += gap.saturating_sub(TICK).max(waited.min(gap));
        self.delay = delay;
        self.advance(gap);
    }

    /// Records that there is no more output to read.
    pub(super) fn note_drained(&mut self) {
        let gap = self.at.elapsed();
        self.advance(gap);
    }

    fn advance(&mut self, gap: Duration) {
        self.active += gap.min(2 * TICK);
        self.at += gap;
    }

    /// Returns the total lateness.
    pub(super) fn total(&self) -> Duration {
        self.late
    }

    /// Returns how long the judge has followed the program, without the time for which it was stopped.
    pub(super) fn active(&self) -> Duration {
        self.active
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_counts_only_if_there_was_something_to_read() {
        let mut lateness = Lateness::new();
        std::thread::sleep(4 * TICK);
        lateness.note_drained();
        assert_eq!(lateness.total(), Duration::ZERO);
        std::thread::sleep(4 * TICK);
        lateness.note_read();
        let late = lateness.total();
        assert!(late >= 3 * TICK, "{late:?}");
        assert!(lateness.active() <= 4 * TICK);
    }
}
