//! Proves a bound for each instance. This stage follows all runs, so that proofs do not take processor time from
//! measured programs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use puzzles::{Bound, Budget, Case, Unbounded};

use super::Event;
use crate::error::Result;
use crate::instances::Instance;
use crate::parallel::{self, lock};
use crate::results::{BoundRow, Store};

/// The interval at which the table of bounds is written during the stage.
const WRITE_INTERVAL: Duration = Duration::from_secs(1);

/// Proves the bounds of all instances without one in `known`, and writes the table. Returns the bounds of all instances.
/// The work per instance is limited by a number of steps and not by time, so that the bounds are reproducible.
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
        let known = known.iter().find(same).cloned();
        known.filter(|row| !row.has_failed())
    };
    let rows: Vec<Option<BoundRow>> = instances.iter().map(|instance| of(instance)).collect();
    let missing: Vec<usize> = (0..rows.len()).filter(|&at| rows[at].is_none()).collect();
    if missing.is_empty() {
        // Remove the rows of instances that no longer exist.
        if known.len() != rows.len() {
            store.write_bounds(&present(&rows))?;
        }
        return Ok(present(&rows));
    }
    notify(Event::BoundsStarted(missing.len()));
    let table = Mutex::new(BoundTable {
        rows,
        written_at: Instant::now(),
        result: Ok(()),
    });
    parallel::map(missing.len(), |number| {
        let at = missing[number];
        let Some(row) = bound(instances[at], interrupt) else {
            return;
        };
        let mut table = lock(&table);
        table.rows[at] = Some(row);
        if table.written_at.elapsed() >= WRITE_INTERVAL && table.result.is_ok() {
            table.result = store.write_bounds(&present(&table.rows));
            table.written_at = Instant::now();
        }
        notify(Event::BoundFound);
    });
    let table = table.into_inner().unwrap_or_else(PoisonError::into_inner);
    table.result?;
    let rows = present(&table.rows);
    store.write_bounds(&rows)?;
    Ok(rows)
}

/// The table of bounds while it is being computed.
struct BoundTable {
    /// Per instance, its bound if it is known.
    rows: Vec<Option<BoundRow>>,
    written_at: Instant,
    /// The result of the last write.
    result: Result<()>,
}

fn present(rows: &[Option<BoundRow>]) -> Vec<BoundRow> {
    rows.iter().flatten().cloned().collect()
}

/// Proves a reproducible bound of an instance. Returns `None` if the judge was interrupted or panicked.
pub fn prove(
    case: &dyn Case,
    interrupt: &Arc<AtomicBool>,
) -> Option<std::result::Result<Bound, Unbounded>> {
    if interrupt.load(Ordering::Relaxed) {
        return None;
    }
    let budget = Budget::reproducible().with_stop(Arc::clone(interrupt));
    let proved = catch_unwind(AssertUnwindSafe(|| case.bound(&budget, None)));
    // A bound of an interrupted proof depends on the time of the interrupt.
    proved.ok().filter(|_| !interrupt.load(Ordering::Relaxed))
}

fn bound(instance: &Instance, interrupt: &Arc<AtomicBool>) -> Option<BoundRow> {
    let proved = prove(&*instance.case, interrupt)?;
    let (bound, method) = match proved {
        Ok(bound) => (Some(bound.value), bound.method),
        Err(Unbounded::Unsupported) => (None, String::new()),
        Err(Unbounded::Failed(reason)) => (None, reason),
    };
    Some(BoundRow {
        round: instance.round.clone(),
        instance: instance.name.clone(),
        digest: instance.digest.clone(),
        bound,
        method,
        proof: String::new(),
    })
}
