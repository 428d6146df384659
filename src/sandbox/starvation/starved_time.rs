//! The starvation measured so far, shared between the measuring thread and the supervising thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The starvation of a run, written by the measuring thread.
#[derive(Debug, Default)]
pub(in crate::sandbox) struct StarvedTime {
    pub(super) nanoseconds: AtomicU64,
    /// Whether the run is stopped and the measuring thread checks that no thread is runnable.
    pub(super) finishing: AtomicBool,
    /// The number of measurements while finishing that found no runnable thread.
    pub(super) complete: AtomicU64,
}

impl StarvedTime {
    pub(in crate::sandbox) fn so_far(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed))
    }

    /// Waits until a stopped run has been measured up to the stop, and returns its starvation. The run delay of a
    /// thread is known once it has got a CPU, even if only to be stopped. Gives up after 500 ms, since the measuring
    /// thread may be delayed.
    pub(in crate::sandbox) fn finish(&self) -> Duration {
        const TIMEOUT: Duration = Duration::from_millis(500);
        const POLL_INTERVAL: Duration = Duration::from_millis(2);
        self.finishing.store(true, Ordering::Relaxed);
        let before = self.complete.load(Ordering::Relaxed);
        let asked = Instant::now();
        // The first measurement may have begun before the run was stopped.
        while self.complete.load(Ordering::Acquire) < before + 2 && asked.elapsed() < TIMEOUT {
            std::thread::sleep(POLL_INTERVAL);
        }
        self.finishing.store(false, Ordering::Relaxed);
        self.so_far()
    }
}
