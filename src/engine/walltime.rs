//! How long things may take at most: a run, a worker, and what is left of a worker's time.

use std::time::{Duration, Instant};

use crate::limits::Limits;

/// When a worker's time is over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline(Instant);

impl Deadline {
    pub(super) fn after(left: Duration) -> Self {
        Self(Instant::now() + left)
    }

    pub(super) fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }

    /// Whether something that takes so long can still be begun.
    pub(super) fn leaves(self, time: Duration) -> bool {
        self.left() >= time
    }
}

/// The longest that a run can take: it may be run twice.
pub(super) fn longest_run(limits: &Limits) -> Duration {
    const MARGIN: Duration = Duration::from_secs(10);
    2 * (limits.wall + limits.grace) + MARGIN
}

/// The time that each of so many workers needs where every run takes as long as it may, in whole minutes. A worker
/// that has nothing left to do ends earlier.
pub(super) fn walltime_minutes(limits: &Limits, runs: usize, workers: usize) -> u64 {
    const START: Duration = Duration::from_secs(120);
    let each = limits.wall + limits.grace + Duration::from_millis(100);
    let share = u32::try_from(runs.div_ceil(workers.max(1))).unwrap_or(u32::MAX);
    let all = each.saturating_mul(share) + longest_run(limits) + START;
    all.as_secs().div_ceil(60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_has_time_for_its_share() {
        let limits = Limits {
            wall: Duration::from_secs(60),
            ..Limits::default()
        };
        let minutes = walltime_minutes(&limits, 1000, 10);
        assert!((100..120).contains(&minutes), "{minutes}");
        assert!(walltime_minutes(&limits, 1, 10) * 60 >= longest_run(&limits).as_secs());
        assert!(walltime_minutes(&limits, usize::MAX, 1) > 1_000_000);
        let over = Deadline::after(Duration::from_secs(5));
        assert!(!over.leaves(Duration::from_secs(6)) && over.leaves(Duration::from_secs(1)));
    }
}
