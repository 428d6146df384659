//! The plan: every run of the contest is there exactly once, under what `run.toml` says.

use std::collections::{HashMap, HashSet};

use super::{Findings, Folder, Mismatch, line};
use crate::ids::RunId;
use crate::results::{Conditions, InstanceFacts, Row};

pub(super) fn check(folder: &Folder, findings: &mut Findings) {
    check_provenances(folder, findings);
    check_cover(folder, findings);
    check_duplicates(folder, findings);
    let current = folder.current();
    let there: HashSet<RunId> = current
        .iter()
        .filter(|row| row.verdict.is_final())
        .map(Row::id)
        .collect();
    let mut missing = 0;
    for instance in folder.facts.instance.iter().filter(|i| !i.tie_break) {
        for entrant in &folder.facts.team {
            if there.contains(&run_id(instance, entrant)) {
                continue;
            }
            missing += 1;
            if folder.is_finished() && !is_judge_error(&current, instance, entrant) {
                let place = format!("{} on {}/{}", entrant.team, instance.round, instance.name);
                let mismatch = Mismatch::new("runs.csv", place, "absent", "one row");
                findings.mismatches.push(mismatch);
            }
        }
    }
    if missing > 0 && !folder.is_finished() {
        findings.notes.push(format!(
            "the contest is unfinished: {missing} runs are missing"
        ));
    }
}

fn run_id(instance: &InstanceFacts, entrant: &Conditions) -> RunId {
    RunId {
        round: instance.round.as_str().into(),
        instance: instance.name.as_str().into(),
        entrant: entrant.entrant(),
        repetition: 1,
    }
}

/// Whether the judge failed at the run, which is then done at the next `judge run`.
fn is_judge_error(current: &[Row], instance: &InstanceFacts, entrant: &Conditions) -> bool {
    let id = run_id(instance, entrant);
    current.iter().any(|row| row.id() == id)
}

/// Every entry has the id of its content, and the time of its last row.
fn check_provenances(folder: &Folder, findings: &mut Findings) {
    let mut last = HashMap::new();
    for (row, _) in &folder.sealed {
        let time = last.entry(&*row.provenance).or_insert(row.time);
        *time = row.time.max(*time);
    }
    for entry in &folder.facts.provenance {
        let place = format!("provenance {}", entry.id);
        let digest = entry.digest();
        if digest != entry.id {
            let is = format!("{} ({})", entry.id, entry.conditions.team);
            let should = format!("{digest}, the digest of its content");
            let mismatch = Mismatch::new("run.toml", place.clone(), is, should);
            findings.mismatches.push(mismatch);
        }
        let ended = last.get(entry.id.as_str()).copied();
        if entry.ended.is_some() && entry.ended != ended && folder.is_finished() {
            let shown = |time: Option<_>| {
                time.map_or(
                    "no row at all".to_owned(),
                    |time: crate::timestamp::Timestamp| time.to_string(),
                )
            };
            let is = format!("ended {}", shown(entry.ended));
            let mismatch = Mismatch::new("run.toml", place, is, shown(ended));
            findings.mismatches.push(mismatch);
        }
    }
}

/// The provenance of the last row covers the contest, the instances and the entrants.
fn check_cover(folder: &Folder, findings: &mut Findings) {
    let Some((last, _)) = folder.sealed.last().filter(|_| folder.is_finished()) else {
        return;
    };
    let plan = folder.facts.plan();
    match folder.provenance(last) {
        Some(entry) if entry.plan == plan => {}
        found => {
            let is = format!("digested {plan}");
            let should = match found {
                Some(entry) => format!("{}, which the last row rests on", entry.plan),
                None => "what the last row rests on, whose provenance is missing".to_owned(),
            };
            let place = "contest, instances or entrants";
            findings
                .mismatches
                .push(Mismatch::new("run.toml", place, is, should));
        }
    }
}

/// A run is only repeated under a provenance of its own.
fn check_duplicates(folder: &Folder, findings: &mut Findings) {
    let mut seen = HashMap::new();
    for (number, (row, _)) in folder.sealed.iter().enumerate() {
        if !row.verdict.is_final() {
            continue;
        }
        if let Some(first) = seen.insert((row.id(), row.provenance.clone()), number) {
            let is = "a second row of the same run";
            let should = format!("absent: the first is on {}", line(first));
            findings
                .mismatches
                .push(Mismatch::new("runs.csv", line(number), is, should));
        }
    }
}
