//! The background thread of a worker: sends heartbeats and commits results.
//!
//! A batch system that ends a worker signals all its processes in an unknown order. A program may receive SIGTERM before
//! the worker does, and end with an answer that looks regular. Every result is therefore held back for 250 ms before
//! it is committed, and discarded if the worker is interrupted meanwhile.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::claims::Claims;
use crate::plan::PlannedRun;

/// How long a result is held back.
const DELAY: Duration = Duration::from_millis(250);

/// A finished run.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) run: PlannedRun,
    /// The encoded run record.
    pub(crate) record: Vec<u8>,
    /// When the run ended.
    pub(crate) at: Instant,
}

/// Sends heartbeats and commits results until the worker has finished; tells the worker to stop if the run was cancelled.
pub(crate) fn run(
    claims: &Claims,
    results: &Receiver<Finished>,
    interrupt: &AtomicBool,
) -> io::Result<()> {
    let interval = claims.coordination().patience() / 6;
    let mut last_beat = Instant::now();
    let mut held: VecDeque<Finished> = VecDeque::new();
    let mut open = true;
    while open || !held.is_empty() {
        let ready = held.front().map(|first| first.at + DELAY);
        let due = ready
            .unwrap_or(last_beat + interval)
            .min(last_beat + interval);
        let wait = due.saturating_duration_since(Instant::now());
        if open {
            match results.recv_timeout(wait) {
                Ok(finished) => held.push_back(finished),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => open = false,
            }
        } else {
            std::thread::sleep(wait.min(DELAY / 10));
        }
        while held.front().is_some_and(|next| next.at.elapsed() >= DELAY) {
            // Results that are held back are discarded.
            if interrupt.load(Ordering::Relaxed) {
                return Ok(());
            }
            if let Some(Finished { run, record, .. }) = held.pop_front() {
                claims.commit(run.instance, run.entrant, &record)?;
            }
        }
        if interrupt.load(Ordering::Relaxed) {
            return Ok(());
        }
        if last_beat.elapsed() >= interval {
            claims.beat()?;
            last_beat = Instant::now();
            if claims.coordination().is_stopped() {
                interrupt.store(true, Ordering::Relaxed);
            }
        }
    }
    Ok(())
}
