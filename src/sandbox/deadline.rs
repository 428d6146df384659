//! The wall-clock limit of a run. The clock stands still while the run waits through no fault of its own.

use std::time::{Duration, Instant};

/// The longest time that a run may wait for a busy machine before it is given up.
pub(super) fn most_waited(wall: Duration) -> Duration {
    const LEAST: Duration = Duration::from_secs(10);
    LEAST.max(4 * wall)
}

/// An extension of the limit that is not worth letting a stopped run go on for.
const NEGLIGIBLE: Duration = Duration::from_millis(10);

/// When a run is out of time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline {
    started: Instant,
    wall: Duration,
    /// How long the run was starved, and how long the judge kept it from writing.
    starved: Duration,
    judge_late: Duration,
    /// How long the supervisor itself had stopped the run.
    paused: Duration,
}

/// How it stands with a run at its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AtLimit {
    /// It has some of its time left.
    GoOn,
    OutOfTime,
    /// It has waited for so long that nothing can be said about it.
    Starved,
}

impl Deadline {
    pub(super) fn new(started: Instant, wall: Duration) -> Self {
        Self {
            started,
            wall,
            starved: Duration::ZERO,
            judge_late: Duration::ZERO,
            paused: Duration::ZERO,
        }
    }

    /// Notes for how long the run was starved since it started.
    pub(super) fn set_starved(&mut self, starved: Duration) {
        self.starved = starved;
    }

    /// Notes that the judge was asked, and said how late it had been since the run started. As long as it did not
    /// answer, the run was stopped, so that being late and not answering are the same time.
    pub(super) fn judge_answered(&mut self, late: Duration, after: Duration) {
        self.judge_late = late.max(self.judge_late + after);
    }

    pub(super) fn add_pause(&mut self, pause: Duration) {
        self.paused += pause;
    }

    /// How long the run has waited.
    pub(super) fn waited(&self) -> Duration {
        self.starved + self.judge_late
    }

    /// The time that is left.
    pub(super) fn left(&self, now: Instant) -> Duration {
        let waited = self.waited().min(most_waited(self.wall));
        let end = self.started + self.wall + waited + self.paused;
        end.saturating_duration_since(now)
    }

    /// What to do with a run that was stopped at its limit, once all that it waited for is known.
    pub(super) fn at_limit(&self, now: Instant) -> AtLimit {
        if self.left(now) > NEGLIGIBLE {
            AtLimit::GoOn
        } else if self.waited() > most_waited(self.wall) {
            AtLimit::Starved
        } else {
            AtLimit::OutOfTime
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WALL: Duration = Duration::from_secs(2);

    fn seconds(number: u64) -> Duration {
        Duration::from_secs(number)
    }

    #[test]
    fn waiting_moves_the_limit() {
        let started = Instant::now();
        let mut deadline = Deadline::new(started, WALL);
        assert_eq!(deadline.left(started), WALL);
        let late = started + seconds(5);
        assert_eq!(deadline.at_limit(late), AtLimit::OutOfTime);
        deadline.set_starved(seconds(2));
        deadline.judge_answered(seconds(1), Duration::ZERO);
        assert_eq!(deadline.at_limit(late), AtLimit::OutOfTime);
        deadline.add_pause(seconds(1));
        assert_eq!(deadline.at_limit(late), AtLimit::GoOn);
        assert_eq!(deadline.left(late), seconds(1));
    }

    #[test]
    fn a_judge_that_does_not_answer_is_not_late_twice() {
        let started = Instant::now();
        let mut deadline = Deadline::new(started, WALL);
        // Stopped from the first second to the sixth, and asked after the second.
        deadline.judge_answered(seconds(5), seconds(4));
        assert_eq!(deadline.waited(), seconds(5));
        deadline.judge_answered(seconds(5), Duration::ZERO);
        assert_eq!(deadline.waited(), seconds(5));
    }

    #[test]
    fn nobody_waits_for_ever() {
        let started = Instant::now();
        let mut deadline = Deadline::new(started, WALL);
        deadline.set_starved(seconds(1000));
        let end = started + WALL + most_waited(WALL);
        assert_eq!(deadline.left(end), Duration::ZERO);
        assert_eq!(deadline.at_limit(end), AtLimit::Starved);
    }
}
