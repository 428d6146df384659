//! Budgets: limits on time, work and iterations, and a stop flag.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The limits of one computation, and the seed of its random choices.
///
/// An iteration limit counts rounds of the algorithm. With an iteration limit and sufficient time, an algorithm gives
/// the same answer for the same seed on every machine, whatever the number of threads.
///
/// A work limit counts the units passed to [`Budget::spend`], each about a nanosecond. A bound with a work limit and
/// without a deadline is the same on every machine, under any load and with any number of threads.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    iterations: Option<u64>,
    /// The remaining units of work, shared by clones.
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

/// About four seconds on a core of 2020. A change of this number, or of any work constant, changes bounds.
const REPRODUCIBLE_WORK: u64 = 4_000_000_000;

impl Budget {
    /// Returns a budget without limits, with one thread.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// Returns the budget for reproducible bounds: a fixed amount of work and no deadline.
    ///
    /// A bound takes at most about four seconds on an idle core (three to six, depending on the kind of work), and has
    /// the same value and the same method text each time.
    ///
    /// ```
    /// use puzzles::{Budget, problem};
    ///
    /// let case = problem("swap-puzzle").unwrap().read(b"2 2\n4 3\n2 1\n").unwrap();
    /// let bound = || case.bound(&Budget::reproducible(), None).unwrap();
    /// assert_eq!(bound(), bound());
    /// ```
    pub fn reproducible() -> Self {
        Self::unlimited().with_work(REPRODUCIBLE_WORK)
    }

    /// Sets a deadline, counted from now.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// Returns a budget for a part of the computation that takes at most `time` from now on.
    #[must_use]
    pub fn within(&self, time: Duration) -> Self {
        let mut part = self.clone().with_time(time);
        part.deadline = match (part.deadline, self.deadline) {
            (Some(part), Some(whole)) => Some(part.min(whole)),
            (part, whole) => part.or(whole),
        };
        part
    }

    /// Sets the largest number of iterations.
    #[must_use]
    pub fn with_iterations(mut self, iterations: u64) -> Self {
        self.iterations = Some(iterations);
        self
    }

    /// Sets the largest number of units of work, each of which takes about a nanosecond.
    ///
    /// Bounds count their work; solvers do so only in the parts that they share with bounds.
    #[must_use]
    pub fn with_work(mut self, units: u64) -> Self {
        self.work = Some(Arc::new(AtomicU64::new(units)));
        self
    }

    /// Sets the number of threads. It does not affect the result of a computation without a deadline, or of one with an
    /// iteration limit and sufficient time.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Stops the computation soon after the flag is set.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Sets the seed of the random choices.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Returns the seed of the random choices.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the iteration limit.
    pub fn iterations(&self) -> Option<u64> {
        self.iterations
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Returns the remaining time; `None` if there is no deadline.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Returns the remaining units of work; `None` if there is no work limit.
    pub fn work_left(&self) -> Option<u64> {
        self.work.as_ref().map(|left| left.load(Ordering::Relaxed))
    }

    /// Returns whether results must not depend on the clock or on thread scheduling.
    ///
    /// Only a deadline without an iteration limit allows that.
    pub(crate) fn is_deterministic(&self) -> bool {
        self.deadline.is_none() || self.iterations.is_some()
    }

    /// Charges work that was done or is about to be done. Each call is an atomic operation, so it should charge at
    /// least hundreds of units.
    pub fn spend(&self, units: u64) {
        if let Some(left) = &self.work {
            let spent = |left: u64| Some(left.saturating_sub(units));
            // The closure always returns `Some`, so this cannot fail.
            let _ = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spent);
        }
    }

    /// Returns whether the stop flag is set.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop
            .as_ref()
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Returns whether a limit was reached or the stop flag is set.
    pub fn expired(&self) -> bool {
        self.work_left() == Some(0)
            || self.is_stopped()
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }
}
