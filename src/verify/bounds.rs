//! Checks the bounds by their proofs, and by proving each again.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use puzzles::{EvidenceKind, Unbounded, Value};

use super::instances::Cases;
use super::proofs::{self, Checked};
use super::{Findings, Folder, Mismatch};
use crate::engine::bounds::prove;
use crate::machine::judge_digest;
use crate::parallel;
use crate::results::BoundRow;
use crate::results_dir::BOUNDS;

/// A row with its place in the table.
type Placed<'f> = (String, &'f BoundRow);

/// Checks the bounds. With `proofs_only`, those whose proof shows them are not proved again, and searches not repeated.
pub(super) fn check(
    folder: &Folder,
    cases: &Cases,
    proofs_only: bool,
    progress: &(dyn Fn(usize, usize) + Sync),
    findings: &mut Findings,
) {
    let rows = rows(folder, findings);
    let proofs = proofs::check(folder, cases, &rows, findings);
    let repetition = Repetition::new(folder, cases, proofs_only);
    let done = AtomicUsize::new(0);
    let found = parallel::map(rows.len(), |number| {
        let found = repetition.repeat(&rows[number], &proofs[number]);
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, rows.len());
        found
    });
    let checks: Vec<Check> = rows
        .iter()
        .zip(&proofs)
        .zip(&found)
        .map(|(((_, row), proof), found)| Check {
            kind: row.evidence(),
            is_shown: proof.shows(row),
            is_repeated: found.is_some(),
        })
        .collect();
    note_evidence(&checks, repetition.again, findings);
    let found = found.into_iter().flatten();
    findings.mismatches.extend(found.filter_map(Result::err));
}

/// Returns the rows of the instances, one of each.
fn rows<'f>(folder: &'f Folder, findings: &mut Findings) -> Vec<Placed<'f>> {
    let mut rows = BTreeMap::new();
    for (number, row) in folder.bounds.iter().enumerate() {
        let place = format!("line {}", number + 2);
        let known = folder.facts.instance.iter().any(|i| row.is_of(i));
        if !known {
            let is = format!("a bound of {}/{}", row.round, row.instance);
            let should = "of an instance of run.toml";
            findings.report(BOUNDS, place, is, should);
        } else if rows
            .insert((&row.round, &row.instance), (place.clone(), row))
            .is_some()
        {
            let is = format!("a second bound of {}/{}", row.round, row.instance);
            findings.report(BOUNDS, place, is, "one");
        }
    }
    if folder.is_finished() {
        for instance in &folder.facts.instance {
            if !rows.contains_key(&(&instance.round, &instance.name)) {
                let place = format!("{}/{}", instance.round, instance.name);
                findings.report(BOUNDS, place, "absent", "one row");
            }
        }
    }
    rows.into_values().collect()
}

/// What proving bounds again needs.
struct Repetition<'f> {
    folder: &'f Folder,
    cases: &'f Cases,
    proofs_only: bool,
    /// Another build of the judge may prove other bounds. A bound of another build is wrong only if it is tighter than
    /// the one proved here and has no proof.
    same_judge: bool,
    /// How it is done, in words.
    again: &'static str,
}

impl<'f> Repetition<'f> {
    fn new(folder: &'f Folder, cases: &'f Cases, proofs_only: bool) -> Self {
        let mut provenances = folder.facts.provenance.iter();
        let judge = judge_digest();
        Self {
            folder,
            cases,
            proofs_only,
            same_judge: provenances.all(|entry| entry.conditions.executable == judge),
            again: if folder.facts.problem.is_some() {
                "computed again by the bound program"
            } else {
                "proved again"
            },
        }
    }

    /// Proves a bound again. Returns `None` if that is not done.
    fn repeat(&self, (place, row): &Placed, proof: &Checked) -> Option<Result<(), Mismatch>> {
        let is_searched = matches!(row.evidence(), Some(EvidenceKind::Searched { .. }));
        if self.proofs_only && (proof.shows(row) || is_searched) {
            return None;
        }
        let case = self.cases.get(&(row.round.clone(), row.instance.clone()))?;
        let (bound, method, text) = match prove(&**case, &Arc::new(AtomicBool::new(false)))? {
            Ok(proved) => {
                let method = proved.method();
                let text = proved.proof.map(|proof| proof.text);
                (Some(proved.bound.value), method, text)
            }
            Err(Unbounded::Unsupported) => (None, String::new(), None),
            Err(Unbounded::Failed(_)) => return None,
        };
        let is_left_out = |bound| is_exceeded(self.folder, &row.digest, bound);
        if row.bound.is_none() && bound.is_some_and(is_left_out) {
            // By the session.
            return Some(Ok(()));
        }
        let goal = self.folder.contest.problem.goal();
        let claims_more = match (row.bound, bound) {
            _ if proof.shows(row) => false,
            (Some(claimed), Some(proved)) => goal.better(proved, claimed),
            (claimed, proved) => claimed.is_some() && proved.is_none(),
        };
        let differs = row.bound != bound || row.method != method;
        let again = self.again;
        if claims_more || self.same_judge && differs {
            let shown = |bound: Option<Value>, method: &str| match bound {
                Some(bound) => format!("{bound} ({method})"),
                None => "no bound".to_owned(),
            };
            let is = shown(row.bound, &row.method);
            let should = shown(bound, &method) + ", " + again;
            return Some(Err(Mismatch::new(BOUNDS, place, is, should)));
        }
        if !self.same_judge || !proof.differs_from(text.as_deref()) {
            return Some(Ok(()));
        }
        let should = format!("the proof of {}/{}, {again}", row.round, row.instance);
        Some(Err(if row.proof.is_empty() {
            Mismatch::new(BOUNDS, place, "without a proof", should)
        } else {
            Mismatch::new(row.proof.as_str(), "", "another proof", should)
        }))
    }
}

/// How a bound was checked.
struct Check {
    kind: Option<EvidenceKind>,
    /// By its proof.
    is_shown: bool,
    /// By proving it again.
    is_repeated: bool,
}

/// Records what the bounds rest on.
fn note_evidence(checks: &[Check], again: &str, findings: &mut Findings) {
    let count = |wanted: &dyn Fn(&Check) -> bool| checks.iter().filter(|c| wanted(c)).count();
    let is_searched = |check: &Check| matches!(check.kind, Some(EvidenceKind::Searched { .. }));
    let by_proof = |check: &Check, kind| check.is_shown && check.kind == Some(kind);
    findings.bounds = count(&|check| check.is_shown || check.is_repeated);
    for (count, how) in [
        (count(&|check| check.is_repeated), again),
        (
            count(&|check| by_proof(check, EvidenceKind::Certified)),
            "certified by their proofs",
        ),
        (
            count(&|check| by_proof(check, EvidenceKind::Recomputed)),
            "recomputed from their proofs",
        ),
        (
            count(&|check| is_searched(check) && check.is_repeated),
            "found by exhaustive search, which was repeated",
        ),
    ] {
        if count > 0 {
            let claim = format!("{count} bounds: {how}");
            findings.evidence.recomputation.push(claim);
        }
    }
    let not_repeated = count(&|check| is_searched(check) && !check.is_repeated);
    if not_repeated > 0 {
        let note =
            format!("{not_repeated} bounds rest on exhaustive search, which was not repeated");
        findings.notes.push(note);
    }
}

/// Returns whether an accepted answer to an instance is better than its bound.
fn is_exceeded(folder: &Folder, digest: &str, bound: Value) -> bool {
    let goal = folder.contest.problem.goal();
    let rows = folder.rows.iter().map(|sealed| &sealed.row);
    let mut values = rows
        .filter(|row| *row.digest == *digest)
        .filter_map(|row| row.value);
    values.any(|value| goal.better(value, bound))
}
