//! Checks the bounds by proving each again.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use puzzles::{Unbounded, Value};

use super::instances::Cases;
use super::{Findings, Folder, Mismatch};
use crate::engine::bounds::prove;
use crate::machine::judge_digest;
use crate::parallel;
use crate::results_dir::BOUNDS;

pub(super) fn check(
    folder: &Folder,
    cases: &Cases,
    progress: &(dyn Fn(usize, usize) + Sync),
    findings: &mut Findings,
) {
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
    for (place, row) in rows.values() {
        if !row.proof.is_empty() && !folder.dir().is_file(&row.proof) {
            let should = "a file of the folder";
            findings.report(BOUNDS, place, format!("proof {}", row.proof), should);
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
    // Another build of the judge may prove other bounds. A bound of another build is wrong only if it is tighter than
    // the one proved here.
    let same_judge = folder
        .facts
        .provenance
        .iter()
        .all(|entry| entry.conditions.executable == judge_digest());
    let goal = folder.contest.problem.goal();
    let again = if folder.facts.problem.is_some() {
        "computed again by the bound program"
    } else {
        "proved again"
    };
    let rows: Vec<_> = rows.into_values().collect();
    let done = AtomicUsize::new(0);
    let never = Arc::new(AtomicBool::new(false));
    let found = parallel::map(rows.len(), |number| {
        let (place, row) = &rows[number];
        let case = cases.get(&(row.round.clone(), row.instance.clone()));
        let proved = case.and_then(|case| prove(&**case, &never))?;
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, rows.len());
        let (bound, method) = match proved {
            Ok(proved) => (Some(proved.value), proved.method),
            Err(Unbounded::Unsupported) => (None, String::new()),
            Err(Unbounded::Failed(_)) => return None,
        };
        if row.bound.is_none() && bound.is_some_and(|bound| is_exceeded(folder, &row.digest, bound))
        {
            // The session left it out.
            return Some(None);
        }
        let claims_more = match (row.bound, bound) {
            (Some(claimed), Some(proved)) => goal.better(proved, claimed),
            (claimed, proved) => claimed.is_some() && proved.is_none(),
        };
        let differs = row.bound != bound || row.method != method;
        let wrong = claims_more || same_judge && differs;
        Some(wrong.then(|| {
            let shown = |bound: Option<Value>, method: &str| match bound {
                Some(bound) => format!("{bound} ({method})"),
                None => "no bound".to_owned(),
            };
            let is = shown(row.bound, &row.method);
            let should = shown(bound, &method) + ", " + again;
            Mismatch::new(BOUNDS, place, is, should)
        }))
    });
    let found: Vec<Option<Mismatch>> = found.into_iter().flatten().collect();
    findings.bounds = found.len();
    findings.mismatches.extend(found.into_iter().flatten());
    if findings.bounds > 0 {
        let recomputed = format!("{} bounds: {again}", findings.bounds);
        findings.evidence.recomputation.push(recomputed);
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
