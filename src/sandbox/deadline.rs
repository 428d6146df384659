//! The wall-clock limit of a run, extended by the time for which the run was starved or the judge was late.

use std::time::{Duration, Instant};

/// Returns how long a run with this wall-clock limit may be starved before it is given up.
pub(super) fn max_wait(wall: Duration) -> Duration {
    const MIN: Duration = Duration::from_secs(10);
    MIN.max(4 * wall)
}

/// A stopped run is not resumed for an extension shorter than this.
const NEGLIGIBLE: Duration = Duration::from_millis(10);

/// The wall-clock deadline of a run.
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

/// What to do with a run at its wall-clock limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AtLimit {
    /// It has time left.
    Continue,
    OutOfTime,
    /// It was starved for so long that its result means nothing.
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

    /// Sets how long the run was starved since it started.
    pub(super) fn set_starved(&mut self, starved: Duration) {
        self.starved = starved;
    }

    /// Records that the judge replied `after` the question with its lateness since the run started. The run was
    /// stopped until the reply, so lateness and response time overlap and are not added.
    pub(super) fn judge_replied(&mut self, late: Duration, after: Duration) {
        self.judge_late = late.max(self.judge_late + after);
    }

    pub(super) fn add_pause(&mut self, pause: Duration) {
        self.paused += pause;
    }

    /// Returns how long the run was starved or the judge was late.
    pub(super) fn waited(&self) -> Duration {
        self.starved + self.judge_late
    }

    /// Returns the remaining time.
    pub(super) fn remaining(&self, now: Instant) -> Duration {
        let waited = self.waited().min(max_wait(self.wall));
        let end = self.started + self.wall + waited + self.paused;
        end.saturating_duration_since(now)
    }

    /// Decides about a run that was stopped at its limit, once its starvation is known.
    pub(super) fn at_limit(&self, now: Instant) -> AtLimit {
        if self.remaining(now) > NEGLIGIBLE {
            AtLimit::Continue
        } else if self.waited() > max_wait(self.wall) {
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
    fn starvation_extends_the_limit() {
        let started = Instant::now();
        let mut deadline = Deadline::new(started, WALL);
        assert_eq!(deadline.remaining(started), WALL);
        let late = started + seconds(5);
        assert_eq!(deadline.at_limit(late), AtLimit::OutOfTime);
        deadline.set_starved(seconds(2));
        deadline.judge_replied(seconds(1), Duration::ZERO);
        assert_eq!(deadline.at_limit(late), AtLimit::OutOfTime);
        deadline.add_pause(seconds(1));
        assert_eq!(deadline.at_limit(late), AtLimit::Continue);
        assert_eq!(deadline.remaining(late), seconds(1));
    }

    #[test]
    fn lateness_and_response_time_are_not_added() {
        let started = Instant::now();
        let mut deadline = Deadline::new(started, WALL);
        // The judge is stopped from second 1 to second 6 and asked at second 2.
        deadline.judge_replied(seconds(5), seconds(4));
        assert_eq!(deadline.waited(), seconds(5));
        deadline.judge_replied(seconds(5), Duration::ZERO);
        assert_eq!(deadline.waited(), seconds(5));
    }

    #[test]
    fn waiting_is_bounded() {
        let started = Instant::now();
        let mut deadline = Deadline::new(started, WALL);
        deadline.set_starved(seconds(1000));
        let end = started + WALL + max_wait(WALL);
        assert_eq!(deadline.remaining(end), Duration::ZERO);
        assert_eq!(deadline.at_limit(end), AtLimit::Starved);
    }
}
