//! How long an algorithm may go on: until a deadline, or until somebody says stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The limits of one computation, and the seed of its random choices.
///
/// An iteration limit is counted by the algorithm in rounds of its own; with one, and with time to spare, an algorithm
/// gives the same answer for the same seed on every machine.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    iterations: Option<u64>,
    threads: usize,
    stop: Option<Arc<AtomicBool>>,
    seed: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            deadline: None,
            iterations: None,
            threads: 1,
            stop: None,
            seed: 0,
        }
    }
}

impl Budget {
    /// No limit at all, and one thread.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// The same work on every machine, however busy: for bounds that others want to find again.
    pub fn reproducible() -> Self {
        Self::unlimited().with_iterations(60)
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

    /// How many threads the computation may use.
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

    /// Whether it is time to come to an end.
    pub fn expired(&self) -> bool {
        self.stop
            .as_ref()
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }
}
