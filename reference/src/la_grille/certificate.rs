//! Finds proofs of bounds for the checker in `proof.rs`.
//!
//! **What.** If the relaxation alone gives the bound, its multipliers are the proof. Otherwise a second branch and bound
//! writes the tree of cases. It knows the bound, so it needs neither annealing nor dives, and every case is reduced by
//! few multipliers, which are rounded as far as they still serve.
//!
//! **Guarantee.** The bound is the one that `bound` returns. If no proof is found with as much work as the bound needed,
//! or if it would be too large, the proof is that of the relaxation alone.

mod cases;
mod writer;

use super::bound::{CellByCell, Found, Root, find};
use super::instance::Instance;
use super::proof;
use super::relaxation::{ALL, Mode};
use crate::{Bound, Budget, Evidence, EvidenceKind, Proof};

use self::cases::Certifier;
use self::writer::Writer;

/// The work that the search for a proof may take, as a share of that for the bound.
const SHARE: f64 = 0.8;

/// Returns the bound with its evidence.
pub(super) fn prove(instance: &Instance, budget: &Budget, known: Option<i64>) -> (Bound, Evidence) {
    // Without a limit the work is counted all the same, because it limits the search for the proof.
    let budget = match budget.work_left() {
        Some(_) => budget.clone(),
        None => budget.clone().with_work(u64::MAX),
    };
    let before = budget.work_left().unwrap_or(0);
    let found = find(instance, &budget, known);
    let work = before - budget.work_left().unwrap_or(0);
    let bound = found.bound.value.whole();
    let proof = certify(instance, &found, &budget, work);
    let kind = if proof.as_ref().is_some_and(|proof| proof.bound == bound) {
        EvidenceKind::Certified
    } else {
        EvidenceKind::Searched { nodes: found.nodes }
    };
    (found.bound, Evidence { kind, proof })
}

/// Returns the strongest proof that can be found with this amount of work.
fn certify(instance: &Instance, found: &Found, budget: &Budget, work: u64) -> Option<Proof> {
    let bound = found.bound.value.whole();
    let plain = CellByCell::new(instance);
    let tree = || {
        let (roots, relaxed) = found.relaxed.as_ref().filter(|_| bound < plain.points())?;
        if bound < *relaxed
            && let Some(proof) = cases(instance, roots, bound, budget, work)
        {
            return Some(proof);
        }
        (*relaxed < plain.points()).then(|| multipliers(instance, roots, *relaxed, budget))?
    };
    // What the checker does not accept is not a proof, whatever the reason.
    let is_valid = |proof: &Proof| {
        let checked = proof::check(instance, proof.text.as_bytes());
        debug_assert_eq!(checked, Ok(proof.bound), "of this instance:\n{instance}");
        checked == Ok(proof.bound)
    };
    tree()
        .filter(is_valid)
        .or_else(|| cell_by_cell(instance, &plain).filter(is_valid))
}

/// Finds and writes a tree of cases.
fn cases(
    instance: &Instance,
    roots: &[Root],
    bound: i64,
    budget: &Budget,
    work: u64,
) -> Option<Proof> {
    let mut work = (SHARE * work as f64) as u64;
    let mut writer = Writer::new(instance, roots[0].relaxation.penalty());
    for root in roots {
        writer.mode(root.relaxation.mode == Mode::Doubled);
        writer = Certifier::certify(root, bound, budget, &mut work, writer)?;
    }
    writer.finish(bound)
}

/// Writes multipliers that close both modes without cases.
fn multipliers(instance: &Instance, roots: &[Root], bound: i64, budget: &Budget) -> Option<Proof> {
    let mut writer = Writer::new(instance, roots[0].relaxation.penalty());
    for root in roots {
        writer.mode(root.relaxation.mode == Mode::Doubled);
        let domains = vec![ALL; root.relaxation.cells()];
        let mut certifier = Certifier::new(root.relaxation.clone(), bound, budget, 0, writer);
        certifier.close(&domains, std::slice::from_ref(&root.multipliers));
        writer = certifier.into_writer();
    }
    writer.finish(bound)
}

/// Writes the bound without penalties as multipliers for black and red.
fn cell_by_cell(instance: &Instance, plain: &CellByCell) -> Option<Proof> {
    let mut writer = Writer::new(instance, instance.penalty());
    writer.mode(true);
    writer.plain(plain.next_black, plain.red);
    if Mode::of(instance).contains(&Mode::Undoubled) {
        writer.mode(false);
        writer.plain(0, plain.red);
    }
    writer.finish(plain.points())
}
