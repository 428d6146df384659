//! How long an algorithm may go on: until a deadline, for so much work, or until somebody says stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The limits of one computation, and the seed of its random choices.
///
/// An iteration limit is counted by the algorithm in rounds of its own; with one, and with time to spare, an algorithm
/// gives the same answer for the same seed on every machine, whatever the number of threads.
///
/// A work limit is counted by [`Budget::spend`] in units of about a nanosecond. A bound that has a work limit and no
/// deadline is the same on every machine, under any load and with any number of threads.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    iterations: Option<u64>,
    /// The units of work that are left; clones share them.
    work: Option<Arc<AtomicU64>>,
    threads: usize,
    stop: Option<Arc<AtomicBool>>,
    seed: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            deadline: None,
            iterations: None,
            work: None,
            threads: 1,
            stop: None,
            seed: 0,
        }
    }
}

/// About four seconds on a core of 2020. A change of this number, or of what anything counts, changes bounds.
const REPRODUCIBLE_WORK: u64 = 4_000_000_000;

impl Budget {
    /// No limit at all, and one thread.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// The budget for bounds that are kept: a fixed amount of work and no deadline.
    ///
    /// A bound ends as soon as nothing more is to be gained, at the latest after about four seconds on an idle core (three
    /// to six, by the kind of work), and has the same value and the same method text each time.
    ///
    /// ```
    /// use puzzles::{Budget, problem};
    ///
    /// let case = problem("swap-puzzle").unwrap().read(b"2 2\n4 3\n2 1\n").unwrap();
    /// let bound = || case.bound(&Budget::reproducible(), None);
    /// assert_eq!(bound(), bound());
    /// ```
    pub fn reproducible() -> Self {
        Self::unlimited().with_work(REPRODUCIBLE_WORK)
    }

    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// At most so much time from now on, for one part of the computation.
    #[must_use]
    pub fn within(&self, time: Duration) -> Self {
        let mut part = self.clone().with_time(time);
        part.deadline = match (part.deadline, self.deadline) {
            (Some(part), Some(whole)) => Some(part.min(whole)),
            (part, whole) => part.or(whole),
        };
        part
    }

    #[must_use]
    pub fn with_iterations(mut self, iterations: u64) -> Self {
        self.iterations = Some(iterations);
        self
    }

    /// At most so many units of work, each of which takes about a nanosecond.
    ///
    /// Bounds count their work; solvers do so only in the parts that they share with bounds.
    #[must_use]
    pub fn with_work(mut self, units: u64) -> Self {
        self.work = Some(Arc::new(AtomicU64::new(units)));
        self
    }

    /// How many threads the computation may use. It never changes the result of a computation without a deadline, or of
    /// one with a limit on iterations and time to spare.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Ends the computation soon after the flag is set.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = Some(stop);
        self
    }

    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    pub fn iterations(&self) -> Option<u64> {
        self.iterations
    }

    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The time that is left; `None` where there is no deadline.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// The units of work that are left; `None` where there is no work limit.
    pub fn work_left(&self) -> Option<u64> {
        self.work.as_ref().map(|left| left.load(Ordering::Relaxed))
    }

    /// Whether results must not depend on the clock or on how threads take turns.
    ///
    /// Only a deadline without a limit on iterations allows that.
    pub(crate) fn is_deterministic(&self) -> bool {
        self.deadline.is_none() || self.iterations.is_some()
    }

    /// Counts work that was done, or that is about to be. Call it with hundreds of units or more at a time: each call is
    /// an atomic operation.
    pub fn spend(&self, units: u64) {
        if let Some(left) = &self.work {
            let spent = |left: u64| Some(left.saturating_sub(units));
            // The closure never refuses.
            let _ = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spent);
        }
    }

    /// Whether it is time to come to an end.
    pub fn expired(&self) -> bool {
        self.work_left() == Some(0)
            || self
                .stop
                .as_ref()
                .is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }
}
