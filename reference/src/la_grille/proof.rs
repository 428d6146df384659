//! The checker of proofs: an upper bound on the score, from Lagrangian multipliers at the leaves of a tree of cases.
//!
//! **What.** For each mode of the black pawns, the proof names cases in preorder. The checker keeps the colours that
//! are still possible on each cell. A step gives multipliers, whose bound closes the case or removes colours from
//! cells, or divides the case in two. `judge help proofs` has the format and the theorem.
//!
//! **Guarantee.** If a proof is accepted, no placement scores more than its bound. Everything is computed from the
//! instance and the numbers of the proof; the code that finds proofs is not used.
//!
//! **Complexity.** O(t²) for each step.

mod cases;
mod prices;
mod syntax;

use crate::digest::digest;

use self::cases::Cases;
use self::prices::Grid;
use self::syntax::ProofText;
use super::instance::Instance;
use crate::ProofError;

/// Whether black pawns count twice (at most `t` of them) or once (more than `t`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Doubled,
    Undoubled,
}

/// The largest number of steps times cells.
const MOST_WORK: usize = 100_000_000;

/// Checks a proof and returns its bound.
pub(super) fn check(instance: &Instance, text: &[u8]) -> Result<i64, ProofError> {
    let proof = syntax::read(text).map_err(ProofError::Unreadable)?;
    accept(instance, &proof).map_err(ProofError::Refused)?;
    Ok(proof.bound)
}

fn accept(instance: &Instance, proof: &ProofText) -> Result<(), String> {
    if proof.digest != digest(instance) {
        return Err("the proof is of another instance".to_owned());
    }
    let steps: usize = proof.modes.iter().map(Vec::len).sum();
    if steps.saturating_mul(instance.values().len()) > MOST_WORK {
        return Err(format!(
            "steps times cells are more than {MOST_WORK}: {steps} steps"
        ));
    }
    // More than `t` black pawns and a red one need that many cells.
    let modes: &[Mode] = if instance.values().len() > instance.size() + 1 {
        &[Mode::Doubled, Mode::Undoubled]
    } else {
        &[Mode::Doubled]
    };
    if modes.len() != proof.modes.len() {
        let (found, needed) = (proof.modes.len(), modes.len());
        return Err(format!("{found} modes of black pawns instead of {needed}"));
    }
    let grid = Grid::new(instance, proof.penalty, &proof.figures)?;
    for (&mode, steps) in modes.iter().zip(&proof.modes) {
        let mut cases = Cases::new(&grid, mode, proof.bound);
        for step in steps {
            cases
                .take(step)
                .map_err(|reason| format!("line {}: {reason}", step.line))?;
        }
        if !cases.are_closed() {
            return Err(format!("the {mode:?} mode has an open case").to_lowercase());
        }
    }
    Ok(())
}
