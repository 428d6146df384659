//! Checks the proofs of the bounds with the checkers of the problems, which find nothing themselves.

use std::collections::BTreeSet;
use std::path::Path;

use puzzles::{Case, EvidenceKind, LARGEST_PROOF, ProofError, Value};

use super::instances::Cases;
use super::{Findings, Folder, Mismatch};
use crate::parallel;
use crate::results::BoundRow;
use crate::results_dir::{BOUNDS, PROOFS, names_below, proof_file};

/// A proof that the checker accepts, or why there is none.
pub(super) enum Checked {
    /// The row names no proof.
    Absent,
    Accepted {
        text: Vec<u8>,
        bound: Value,
    },
    /// There is a mismatch already.
    Bad,
}

impl Checked {
    /// Returns whether the proof shows the whole bound of the row.
    pub(super) fn shows(&self, row: &BoundRow) -> bool {
        matches!(self, Self::Accepted { bound, .. } if row.bound == Some(*bound))
    }

    /// Returns whether this is another proof than the one that was found again.
    pub(super) fn differs_from(&self, found: Option<&str>) -> bool {
        match self {
            Self::Absent => found.is_some(),
            Self::Accepted { text, .. } => found.is_none_or(|found| found.as_bytes() != text),
            Self::Bad => false,
        }
    }
}

/// Checks the proof of each row, which comes with its place in the table. Returns them in the same order.
pub(super) fn check(
    folder: &Folder,
    cases: &Cases,
    rows: &[(String, &BoundRow)],
    findings: &mut Findings,
) -> Vec<Checked> {
    let checked = parallel::map(rows.len(), |number| {
        let (place, row) = &rows[number];
        let case = cases.get(&(row.round.clone(), row.instance.clone()));
        one(folder, case.map(|case| &**case), place, row)
    });
    let mut proofs = Vec::new();
    for (proof, mismatch) in checked {
        findings.mismatches.extend(mismatch);
        proofs.push(proof);
    }
    if folder.is_finished() {
        let named: BTreeSet<&Path> = rows.iter().map(|(_, row)| Path::new(&row.proof)).collect();
        for name in names_below(folder.dir(), PROOFS) {
            if !named.contains(&*name) {
                let name = name.display().to_string();
                findings.report(name, "", "a file", "absent: no bound names it");
            }
        }
    }
    proofs
}

fn one(
    folder: &Folder,
    case: Option<&dyn Case>,
    place: &str,
    row: &BoundRow,
) -> (Checked, Option<Mismatch>) {
    let in_row = |is: String, should: &str| {
        let mismatch = Mismatch::new(BOUNDS, place, is, should);
        (Checked::Bad, Some(mismatch))
    };
    let kind = row.evidence();
    if row.proof.is_empty() {
        if kind == Some(EvidenceKind::Certified) {
            return in_row("a certified bound without a proof".to_owned(), "a proof");
        }
        return (Checked::Absent, None);
    }
    let should = proof_file(&row.round, &row.instance);
    if row.proof != should {
        return in_row(format!("proof {}", row.proof), &should);
    }
    let is_bad = |is: String, should: String| {
        let mismatch = Mismatch::new(row.proof.as_str(), "", is, should);
        (Checked::Bad, Some(mismatch))
    };
    let text = match folder.dir().read(&row.proof, LARGEST_PROOF as u64) {
        Ok(text) => text,
        Err(error) => return is_bad(format!("unreadable: {error}"), "a proof".to_owned()),
    };
    let Some(case) = case else {
        // The instance is unreadable, which is a mismatch of its own.
        return (Checked::Bad, None);
    };
    let claim = row.bound.map_or("a bound".to_owned(), |bound| {
        format!("the bound {bound} of {}/{}", row.round, row.instance)
    });
    match case.check_proof(&text) {
        Ok(bound) => {
            let goal = folder.contest.problem.goal();
            // A search may go further than what a proof can express, but not less far.
            let fits = match (kind, row.bound) {
                (Some(EvidenceKind::Searched { .. }), Some(claimed)) => {
                    !goal.better(claimed, bound)
                }
                (_, claimed) => claimed == Some(bound),
            };
            if fits {
                (Checked::Accepted { text, bound }, None)
            } else {
                is_bad(format!("a proof of {bound}"), format!("one of {claim}"))
            }
        }
        Err(ProofError::Refused(reason)) => {
            is_bad(format!("refused: {reason}"), format!("a proof of {claim}"))
        }
        Err(ProofError::Unreadable(error)) => {
            let is = format!("unreadable: line {}: {error}", error.line);
            is_bad(is, format!("a proof of {claim}"))
        }
    }
}
