//! Counts the memory of processes exactly, in a thread that may block.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::{Duration, Instant};

use crate::sandbox::procfs::{self, ExactMemory};

/// The shortest interval between two exact counts.
const EXACT_TICK: Duration = Duration::from_millis(50);

/// How long an exact count may take before the quick sum applies instead.
const EXACT_DEADLINE: Duration = Duration::from_millis(500);

/// The counting thread.
pub(super) struct ExactCounter {
    requests: Sender<Vec<u32>>,
    results: Receiver<ExactMemory>,
    requested: Option<Instant>,
    received: Option<Instant>,
}

pub(super) enum ExactCount {
    Counted(ExactMemory),
    Pending,
    /// There is no result in time.
    Overdue,
}

impl ExactCounter {
    pub(super) fn start() -> Self {
        let (requests, requested) = channel::<Vec<u32>>();
        let (sender, results) = channel();
        // If no thread can be started, there is never a result, and the upper bound applies.
        let _ = std::thread::Builder::new()
            .name("exact".to_owned())
            .spawn(move || {
                for pids in requested {
                    if sender.send(procfs::exact_memory(&pids)).is_err() {
                        return;
                    }
                }
            });
        Self {
            requests,
            results,
            requested: None,
            received: None,
        }
    }

    /// Requests a count, unless the last one was a moment ago, and returns a result that has arrived.
    pub(super) fn poll(&mut self, pids: &[u32]) -> ExactCount {
        match self.results.try_recv() {
            Ok(exact) => {
                self.requested = None;
                self.received = Some(Instant::now());
                return ExactCount::Counted(exact);
            }
            Err(TryRecvError::Disconnected) => return ExactCount::Overdue,
            Err(TryRecvError::Empty) => {}
        }
        match self.requested {
            Some(requested) if requested.elapsed() > EXACT_DEADLINE => return ExactCount::Overdue,
            Some(_) => {}
            None if self.received.is_some_and(|at| at.elapsed() < EXACT_TICK) => {}
            None => {
                self.requested = Some(Instant::now());
                let _ = self.requests.send(pids.to_vec());
            }
        }
        ExactCount::Pending
    }
}
