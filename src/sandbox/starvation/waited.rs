//! The starvation measured so far, shared between the measuring thread and the supervising thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What the thread that measures tells the thread that keeps the deadlines.
#[derive(Debug, Default)]
pub(in crate::sandbox) struct Waited {
    pub(super) nanoseconds: AtomicU64,
    /// Whether the run is stopped, so that the state of its threads matters.
    pub(super) settling: AtomicBool,
    /// How many measurements found no thread ready while settling.
    pub(super) settled: AtomicU64,
}

impl Waited {
    pub(in crate::sandbox) fn so_far(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed))
    }

    /// Waits until a run that was stopped has been measured to its last moment, and returns how long it was starved. A
    /// thread's run delay is known once it has got a processor, be it only to be stopped. Gives up after a while:
    /// the thread that measures may be kept from it.
    pub(in crate::sandbox) fn settle(&self) -> Duration {
        const PATIENCE: Duration = Duration::from_millis(500);
        const BETWEEN: Duration = Duration::from_millis(2);
        self.settling.store(true, Ordering::Relaxed);
        let before = self.settled.load(Ordering::Relaxed);
        let asked = Instant::now();
        // The first measurement may have begun before the run was stopped.
        while self.settled.load(Ordering::Acquire) < before + 2 && asked.elapsed() < PATIENCE {
            std::thread::sleep(BETWEEN);
        }
        self.settling.store(false, Ordering::Relaxed);
        self.so_far()
    }
}
