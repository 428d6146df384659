//! How long the judge itself kept a program from writing: because it was stopped, or because it was waiting for a
//! processor while there was something to read.

use std::time::{Duration, Instant};

use super::schedule::OwnSchedule;

/// How often the judge looks at a program that writes nothing.
pub(super) const TICK: Duration = Duration::from_millis(50);

/// The lateness of the thread that made it.
#[derive(Debug)]
pub(super) struct Lateness {
    own: OwnSchedule,
    /// The run delay of this thread, and the moment, when it was last known to be up to date.
    delay: Duration,
    at: Instant,
    late: Duration,
    active: Duration,
}

impl Lateness {
    pub(super) fn new() -> Self {
        let own = OwnSchedule::open();
        Self {
            delay: own.delay(),
            own,
            at: Instant::now(),
            late: Duration::ZERO,
            active: Duration::ZERO,
        }
    }

    /// Notes that something has been read just now. The program may have been waiting for that.
    pub(super) fn has_read(&mut self) {
        let delay = self.own.delay();
        let (gap, waited) = (self.at.elapsed(), delay.saturating_sub(self.delay));
        self.late += gap.saturating_sub(TICK).max(waited.min(gap));
        self.delay = delay;
        self.go_on(gap);
    }

    /// Notes that there is nothing more to read.
    pub(super) fn is_up_to_date(&mut self) {
        let gap = self.at.elapsed();
        self.go_on(gap);
    }

    fn go_on(&mut self, gap: Duration) {
        self.active += gap.min(2 * TICK);
        self.at += gap;
    }

    /// How late the judge has been in all.
    pub(super) fn total(&self) -> Duration {
        self.late
    }

    /// How long it has been following the program, without the time for which it was stopped.
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
        lateness.is_up_to_date();
        assert_eq!(lateness.total(), Duration::ZERO);
        std::thread::sleep(4 * TICK);
        lateness.has_read();
        let late = lateness.total();
        assert!(late >= 3 * TICK, "{late:?}");
        assert!(lateness.active() <= 4 * TICK);
    }
}
