//! Proves a bound for each instance, and writes the proof. This stage follows all runs, so that it does not take
//! processor time from measured programs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use puzzles::{Bound, Budget, Case, EvidenceKind, LARGEST_PROOF, Proof, Unbounded, Value};

use super::Event;
use crate::error::Result;
use crate::instances::Instance;
use crate::parallel::{self, lock};
use crate::problems;
use crate::results::{BoundRow, Store, evidence};
use crate::results_dir::proof_file;

/// The interval at which the table of bounds is written during the stage.
const WRITE_INTERVAL: Duration = Duration::from_secs(1);

/// Proves the bounds of all instances without one in `known`, and writes the table and the proofs. A proof is on the disk
/// before the row that names it. Returns the bounds of all instances. The work per instance is limited by a number of
/// steps and not by time, so that the bounds are reproducible.
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
        known.filter(|row| is_complete(row, instance, store))
    };
    let rows: Vec<Option<BoundRow>> = instances.iter().map(|instance| of(instance)).collect();
    let missing: Vec<usize> = (0..rows.len()).filter(|&at| rows[at].is_none()).collect();
    if missing.is_empty() {
        // Remove the rows of instances that no longer exist.
        let rows = present(&rows);
        if known.len() != rows.len() {
            store.write_bounds(&rows)?;
            store.remove_other_proofs(&rows)?;
        }
        return Ok(rows);
    }
    notify(Event::BoundsStarted(missing.len()));
    let table = Mutex::new(BoundTable {
        rows,
        written_at: Instant::now(),
        result: Ok(()),
    });
    parallel::map(missing.len(), |number| {
        let at = missing[number];
        let Some(row) = bound(instances[at], store, interrupt) else {
            return;
        };
        let mut table = lock(&table);
        match row {
            Ok(row) => table.rows[at] = Some(row),
            Err(error) if table.result.is_ok() => table.result = Err(error),
            Err(_) => {}
        }
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
    store.remove_other_proofs(&rows)?;
    Ok(rows)
}

/// Returns whether nothing of a bound is missing: not its proof, and not the kind of its evidence, which older versions
/// did not record.
fn is_complete(row: &BoundRow, instance: &Instance, store: &Store) -> bool {
    let is_bundled = problems::of(instance.case.problem()).is_none();
    let is_own = row.proof == proof_file(&instance.round, &instance.name);
    let has_proof = row.proof.is_empty() || is_own && store.dir().is_file(&row.proof);
    !row.has_failed() && has_proof && (!is_bundled || row.evidence().is_some())
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

/// A bound with its evidence.
#[derive(Clone, Debug)]
pub struct Proved {
    pub bound: Bound,
    /// `None` if a program of a problem folder has computed the bound.
    pub kind: Option<EvidenceKind>,
    /// A proof that the checker accepts.
    pub proof: Option<Proof>,
}

impl Proved {
    /// Returns the bound that can be proved within the budget; see [`Case::prove`]. A proof that is too large or that
    /// the checker refuses is left out.
    pub fn new(
        case: &dyn Case,
        budget: &Budget,
        known: Option<Value>,
    ) -> std::result::Result<Self, Unbounded> {
        let (bound, evidence) = case.prove(budget, known)?;
        let (mut kind, mut proof) = match evidence {
            Some(evidence) => (Some(evidence.kind), evidence.proof),
            None => (None, None),
        };
        proof.take_if(|proof| {
            let checked = case.check_proof(proof.text.as_bytes());
            proof.text.len() > LARGEST_PROOF || checked != Ok(Value::from(proof.bound))
        });
        let proves_all = |proof: &Proof| bound.value == Value::from(proof.bound);
        if kind == Some(EvidenceKind::Certified) && !proof.as_ref().is_some_and(proves_all) {
            kind = Some(EvidenceKind::Searched { nodes: 0 });
        }
        Ok(Self { bound, kind, proof })
    }

    /// Returns the method as `bounds.csv` has it: with the kind of evidence.
    pub fn method(&self) -> String {
        let method = &self.bound.method;
        match self.kind {
            Some(kind) => evidence::with_evidence(method, kind),
            None => method.clone(),
        }
    }
}

/// Proves a reproducible bound of an instance. Returns `None` if the judge was interrupted or panicked.
pub fn prove(
    case: &dyn Case,
    interrupt: &Arc<AtomicBool>,
) -> Option<std::result::Result<Proved, Unbounded>> {
    if interrupt.load(Ordering::Relaxed) {
        return None;
    }
    let budget = Budget::reproducible().with_stop(Arc::clone(interrupt));
    let proved = catch_unwind(AssertUnwindSafe(|| Proved::new(case, &budget, None)));
    // A bound of an interrupted proof depends on the time of the interrupt.
    proved.ok().filter(|_| !interrupt.load(Ordering::Relaxed))
}

fn bound(
    instance: &Instance,
    store: &Store,
    interrupt: &Arc<AtomicBool>,
) -> Option<Result<BoundRow>> {
    let proved = prove(&*instance.case, interrupt)?;
    let mut row = BoundRow {
        round: instance.round.clone(),
        instance: instance.name.clone(),
        digest: instance.digest.clone(),
        bound: None,
        method: String::new(),
        proof: String::new(),
    };
    match proved {
        Ok(proved) => {
            row.bound = Some(proved.bound.value);
            row.method = proved.method();
            if let Some(proof) = proved.proof {
                row.proof = proof_file(&instance.round, &instance.name);
                let written = store.write_proof(&row, &proof.text);
                return Some(written.map(|()| row));
            }
        }
        Err(Unbounded::Unsupported) => {}
        Err(Unbounded::Failed(reason)) => row.method = reason,
    }
    Some(Ok(row))
}
