//! Finds the proven bound of each instance: a stage of its own after all runs, so that no proof takes processor time
//! from a program that is being measured.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use puzzles::{Bound, Budget, Case};

use super::Event;
use crate::error::Result;
use crate::instances::Instance;
use crate::parallel::{self, lock};
use crate::results::{BoundRow, Store};

/// How often the table of bounds is written while the stage goes on.
const WRITE_INTERVAL: Duration = Duration::from_secs(1);

/// Adds the bounds of all instances that have none to `known`, and keeps the table on the disk up to date. The work
/// per instance is limited by a count of steps and not by time, so that anybody can find the same bounds again.
pub fn find(
    instances: &[&Instance],
    known: &[BoundRow],
    store: &Store,
    interrupt: &Arc<AtomicBool>,
    notify: &(dyn Fn(Event) + Sync),
) -> Result<Vec<BoundRow>> {
    let of = |instance: &Instance| {
        let same = |row: &&BoundRow| {
            (&row.round, &row.instance, &row.digest)
                == (&instance.round, &instance.name, &instance.digest)
        };
        known.iter().find(same).cloned()
    };
    let rows: Vec<Option<BoundRow>> = instances.iter().map(|instance| of(instance)).collect();
    let missing: Vec<usize> = (0..rows.len()).filter(|&at| rows[at].is_none()).collect();
    if missing.is_empty() {
        // Rows of instances that are gone do not stay.
        if known.len() != rows.len() {
            store.write_bounds(&present(&rows))?;
        }
        return Ok(present(&rows));
    }
    notify(Event::BoundsStarted(missing.len()));
    let found = Mutex::new((rows, Instant::now(), Ok(())));
    parallel::map(missing.len(), |number| {
        let at = missing[number];
        let Some(row) = bound(instances[at], interrupt) else {
            return;
        };
        let mut found = lock(&found);
        let (rows, written, outcome) = &mut *found;
        rows[at] = Some(row);
        if written.elapsed() >= WRITE_INTERVAL && outcome.is_ok() {
            *outcome = store.write_bounds(&present(rows));
            *written = Instant::now();
        }
        notify(Event::BoundFound);
    });
    let found = found.into_inner();
    let (rows, _, outcome) = found.unwrap_or_else(PoisonError::into_inner);
    outcome?;
    store.write_bounds(&present(&rows))?;
    Ok(present(&rows))
}

fn present(rows: &[Option<BoundRow>]) -> Vec<BoundRow> {
    rows.iter().flatten().cloned().collect()
}

/// The bound of an instance that anybody can find again; `None` where the judge was asked to stop or failed.
pub fn prove(case: &dyn Case, interrupt: &Arc<AtomicBool>) -> Option<Bound> {
    if interrupt.load(Ordering::Relaxed) {
        return None;
    }
    let budget = Budget::reproducible().with_stop(Arc::clone(interrupt));
    let proved = catch_unwind(AssertUnwindSafe(|| case.bound(&budget, None)));
    // What was proved until somebody asked to stop depends on when.
    proved.ok().filter(|_| !interrupt.load(Ordering::Relaxed))
}

fn bound(instance: &Instance, interrupt: &Arc<AtomicBool>) -> Option<BoundRow> {
    let proved = prove(&*instance.case, interrupt)?;
    Some(BoundRow {
        round: instance.round.clone(),
        instance: instance.name.clone(),
        digest: instance.digest.clone(),
        bound: proved.value,
        method: proved.method,
        proof: String::new(),
    })
}
