//! Checks the plan: every run of the contest has exactly one valid row.

use std::collections::{HashMap, HashSet};

use super::{Findings, Folder, line};
use crate::ids::RunId;
use crate::results::{Conditions, InstanceFacts, Row, SealedRow};

pub(super) fn check(folder: &Folder, findings: &mut Findings) {
    check_provenances(folder, findings);
    check_cover(folder, findings);
    check_duplicates(folder, findings);
    let current = folder.current();
    let finished: HashSet<RunId> = current
        .iter()
        .filter(|row| row.verdict.is_final())
        .map(Row::id)
        .collect();
    let mut missing = 0;
    for instance in folder.facts.instance.iter().filter(|i| !i.tie_break) {
        for entrant in &folder.facts.team {
            for repetition in 1..=instance.repeat {
                let id = run_id(instance, entrant, repetition);
                if finished.contains(&id) {
                    continue;
                }
                missing += 1;
                // A run that failed because of the judge has a row; the next `judge run` repeats it.
                let has_row = current.iter().any(|row| row.id() == id);
                if folder.is_finished() && !has_row {
                    let place = format!("{} on {}/{}", entrant.team, instance.round, instance.name);
                    findings.report("runs.csv", place, "absent", "one row");
                }
            }
        }
    }
    if missing > 0 && !folder.is_finished() {
        findings.notes.push(format!(
            "the contest is unfinished: {missing} runs are missing"
        ));
    }
}

fn run_id(instance: &InstanceFacts, entrant: &Conditions, repetition: u32) -> RunId {
    RunId {
        round: instance.round.as_str().into(),
        instance: instance.name.as_str().into(),
        entrant: entrant.entrant(),
        repetition,
    }
}

/// Checks that the id of every provenance is the digest of its content, and its end the time of its last row.
fn check_provenances(folder: &Folder, findings: &mut Findings) {
    let mut last = HashMap::new();
    for SealedRow { row, .. } in &folder.rows {
        let time = last.entry(&*row.provenance).or_insert(row.time);
        *time = row.time.max(*time);
    }
    for entry in &folder.facts.provenance {
        let place = format!("provenance {}", entry.id);
        let digest = entry.digest();
        if digest != entry.id {
            let is = format!("{} ({})", entry.id, entry.conditions.team);
            let should = format!("{digest}, the digest of its content");
            findings.report("run.toml", place.clone(), is, should);
        }
        let ended = last.get(entry.id.as_str()).copied();
        if entry.ended.is_some() && entry.ended != ended && folder.is_finished() {
            let shown = |time: Option<_>| {
                time.map_or("no row".to_owned(), |time: crate::timestamp::Timestamp| {
                    time.to_string()
                })
            };
            let is = format!("ended {}", shown(entry.ended));
            findings.report("run.toml", place, is, shown(ended));
        }
    }
}

/// Checks that the provenance of the last row covers the contest, the instances and the entrants.
fn check_cover(folder: &Folder, findings: &mut Findings) {
    let last = folder.rows.last().filter(|_| folder.is_finished());
    let Some(SealedRow { row: last, .. }) = last else {
        return;
    };
    let plan = folder.facts.plan();
    match folder.provenance(last) {
        Some(entry) if entry.plan == plan => {}
        found => {
            let is = format!("plan {plan}");
            let should = match found {
                Some(entry) => format!("{}, the plan of the last row", entry.plan),
                None => "the plan of the last row, whose provenance is missing".to_owned(),
            };
            let place = "contest, instances or entrants";
            findings.report("run.toml", place, is, should);
        }
    }
}

/// Checks that no two final rows of a run have the same provenance, except if the later one affirms the row before it:
/// after a change of the contest file is reverted, the provenance of an affirmed row occurs again.
fn check_duplicates(folder: &Folder, findings: &mut Findings) {
    let mut seen = HashMap::new();
    let mut last = HashMap::new();
    for (number, SealedRow { row, .. }) in folder.rows.iter().enumerate() {
        if !row.verdict.is_final() {
            continue;
        }
        let previous = last.insert(row.id(), row);
        let affirms = |previous: &Row| {
            let provenance = previous.provenance.clone();
            row.provenance != provenance
                && Row {
                    provenance,
                    ..row.clone()
                } == *previous
        };
        if let Some(first) = seen.insert((row.id(), row.provenance.clone()), number)
            && !previous.is_some_and(affirms)
        {
            let is = "a second row of the same run";
            let should = format!("absent: the first is on {}", line(first));
            findings.report("runs.csv", line(number), is, should);
        }
    }
}
