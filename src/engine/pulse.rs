//! The quiet half of a worker: signs of life, and results that are handed in once they are surely sound.
//!
//! A scheduler that takes a worker off its machine signals every process of it, in no order that we know. A program may
//! thus be told to end a moment before the worker hears of it, and end with an answer that looks like its own. So every
//! result rests for a moment before it is committed; if the worker is told to stop by then, it is dropped.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::claims::Claims;

/// How long a result rests.
const REST: Duration = Duration::from_millis(250);

/// What came of a cell, packed.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) instance: usize,
    pub(super) entrant: usize,
    pub(super) parcel: Vec<u8>,
    pub(super) at: Instant,
}

/// Beats and commits until there is nothing more to come; asks the worker to stop where it must.
pub(super) fn run(
    claims: &Claims,
    results: &Receiver<Finished>,
    interrupt: &AtomicBool,
) -> io::Result<()> {
    let between = claims.board().patience() / 6;
    let mut beaten = Instant::now();
    let mut resting: VecDeque<Finished> = VecDeque::new();
    let mut open = true;
    while open || !resting.is_empty() {
        let ripe = resting.front().map(|first| first.at + REST);
        let due = ripe.unwrap_or(beaten + between).min(beaten + between);
        let wait = due.saturating_duration_since(Instant::now());
        if open {
            match results.recv_timeout(wait) {
                Ok(finished) => resting.push_back(finished),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => open = false,
            }
        } else {
            std::thread::sleep(wait.min(REST / 10));
        }
        while resting
            .front()
            .is_some_and(|next| next.at.elapsed() >= REST)
        {
            // What rests still is dropped with the worker.
            if interrupt.load(Ordering::Relaxed) {
                return Ok(());
            }
            if let Some(finished) = resting.pop_front() {
                claims.commit(finished.instance, finished.entrant, &finished.parcel)?;
            }
        }
        if interrupt.load(Ordering::Relaxed) {
            return Ok(());
        }
        if beaten.elapsed() >= between {
            claims.beat()?;
            beaten = Instant::now();
            if claims.board().is_stopped() {
                interrupt.store(true, Ordering::Relaxed);
            }
        }
    }
    Ok(())
}
