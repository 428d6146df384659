//! Walltime: the longest duration of a run, the limit of a worker's job, and the time left.

use std::time::{Duration, Instant};

use crate::limits::Limits;

/// The time at which a worker's walltime ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline(Instant);

impl Deadline {
    pub(super) fn after(left: Duration) -> Self {
        Self(Instant::now() + left)
    }

    pub(super) fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }

    /// Returns whether at least so much time is left.
    pub(super) fn leaves(self, time: Duration) -> bool {
        self.left() >= time
    }
}

/// Returns the longest duration of a run, which may be executed twice.
pub(super) fn longest_run(limits: &Limits) -> Duration {
    const MARGIN: Duration = Duration::from_secs(10);
    2 * (limits.wall + limits.grace) + MARGIN
}

/// Returns the walltime limit of each worker in minutes, under the assumption that every run takes as long as its limit
/// allows. A worker ends earlier if no runs are left.
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
    fn the_walltime_covers_a_share_of_the_runs() {
        let limits = Limits {
            wall: Duration::from_secs(60),
            ..Limits::default()
        };
        let minutes = walltime_minutes(&limits, 1000, 10);
        assert!((100..120).contains(&minutes), "{minutes}");
        assert!(walltime_minutes(&limits, 1, 10) * 60 >= longest_run(&limits).as_secs());
        assert!(walltime_minutes(&limits, usize::MAX, 1) > 1_000_000);
        let deadline = Deadline::after(Duration::from_secs(5));
        assert!(
            !deadline.leaves(Duration::from_secs(6)) && deadline.leaves(Duration::from_secs(1))
        );
    }
}
