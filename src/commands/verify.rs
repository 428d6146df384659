//! `judge verify`: checks a results folder against its seals, the rules and the bounds.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::scratch::Scratch;
use super::signals;
use crate::cli::{TextOrJson, Verify};
use crate::engine::{Event, Execution};
use crate::entrants::Entrant;
use crate::error::{Error, Result};
use crate::field;
use crate::instances::{self, Instance};
use crate::plan;
use crate::progress::{Bar, Progress};
use crate::results::{Here, Provenance, Row, Store};
use crate::results_dir::ResultsDir;
use crate::snapshot::Snapshot;
use crate::terminal;
use crate::verify::problem;
use crate::verify::{Findings, Mismatch, examine};
use crate::{resume, sandbox};

pub(super) fn verify(arguments: &Verify) -> Result<u8> {
    arguments.isolation.apply_to_problems();
    let dir = ResultsDir::open(&arguments.results)?;
    let bar = Bar::new(0, "bounds proved again");
    let show = |done, all| bar.show(done, all);
    let mut findings = examine(&dir, arguments.seal, arguments.proofs_only, &show)?;
    bar.finish();
    let rerun = match &arguments.rerun {
        Some(team) => {
            let compared = rerun(arguments, team.as_deref(), &mut findings)?;
            Some(compared)
        }
        None => None,
    };
    match arguments.format {
        TextOrJson::Json => terminal::print_json(&object(&findings, rerun))?,
        TextOrJson::Text => terminal::print(&text(&findings, rerun))?,
    }
    Ok(u8::from(!findings.mismatches.is_empty()))
}

fn object(findings: &Findings, rerun: Option<usize>) -> Value {
    json!({
        "schema": 1,
        "ok": findings.mismatches.is_empty(),
        "instances": findings.instances,
        "rows": findings.rows,
        "answers": findings.answers,
        "bounds": findings.bounds,
        "rerun": rerun,
        "seal": findings.seal,
        "mismatches": findings.mismatches,
        "notes": findings.notes,
        "rests_on": findings.evidence,
    })
}

fn text(findings: &Findings, rerun: Option<usize>) -> String {
    let mut text = String::new();
    for mismatch in &findings.mismatches {
        let _ = writeln!(text, "{mismatch}");
    }
    for note in &findings.notes {
        let _ = writeln!(text, "note: {note}");
    }
    let Findings {
        instances,
        rows,
        answers,
        bounds,
        ..
    } = findings;
    let _ = write!(
        text,
        "{instances} instances, {rows} rows: {answers} answers replayed, {bounds} bounds checked"
    );
    if let Some(rerun) = rerun {
        let _ = write!(text, ", {rerun} runs repeated");
    }
    text.push('\n');
    let rests = &findings.evidence;
    for (what, on) in [
        (&rests.replay, "checked by replay"),
        (&rests.recomputation, "recomputed"),
        (&rests.seal, "covered only by the seal"),
    ] {
        if !what.is_empty() {
            let _ = writeln!(text, "{on}: {}", what.join("; "));
        }
    }
    if let Some(seal) = findings.seal {
        let _ = writeln!(text, "seal: {seal}");
    }
    let result = match findings.mismatches.len() {
        0 => "no mismatch".to_owned(),
        1 => "1 mismatch".to_owned(),
        count => format!("{count} mismatches"),
    };
    text + &result + "\n"
}

/// Runs programs again and compares the results; returns how many runs were compared.
fn rerun(arguments: &Verify, team: Option<&str>, findings: &mut Findings) -> Result<usize> {
    let loaded = Snapshot::read(&arguments.results)?;
    let (contest, unavailable) = problem::contest(&loaded.facts, &arguments.results)?;
    if let Some(reason) = unavailable {
        return Err(Error::user(reason));
    }
    let contest = &contest;
    let entrants: Vec<Entrant> = field::gather(contest)?
        .entrants
        .into_iter()
        .filter(|entrant| team.is_none_or(|team| *entrant.id.name == *team))
        .collect();
    if entrants.is_empty() {
        let team = team.unwrap_or_default();
        return Err(Error::user(format!(
            "there is no team `{team}` to run again"
        )));
    }
    let mut instances = Vec::new();
    for instance in loaded.facts.instance.iter().filter(|i| !i.by_hand) {
        let text = loaded.files.instance(&instance.round, &instance.name);
        let text = text.map_err(|error| Error::fault("read an instance", &error))?;
        let (round, name) = (&instance.round, &instance.name);
        let answer = loaded.files.dir().instance_answer(round, name);
        let companion = instance.companion(answer);
        let stored = instances::stored(
            &text,
            companion,
            contest.problem,
            round,
            name,
            &instance.digest,
        )?;
        instances.push(Instance {
            repeat: instance.repeat,
            ..stored
        });
    }
    let here = Here::new(sandbox::prepare(arguments.isolation.wanted())?);
    let mut same = Vec::new();
    let mut provenances = Vec::new();
    for entrant in entrants {
        let known = loaded.facts.conditions(&entrant.id);
        let Some(known) = known else { continue };
        if known.program != entrant.digest {
            let note = format!(
                "{}: the program has changed and was not run again",
                entrant.id.name
            );
            findings.notes.push(note);
            continue;
        }
        provenances.push(Provenance::new(known.clone(), Vec::new(), "", &here));
        same.push(entrant);
    }
    let scratch = Scratch::new()?;
    let (store, _) = Store::open(
        &scratch.path().join("results"),
        true,
        0,
        contest.run_names(),
    )?;
    let execution = Execution {
        contest,
        instances: &instances,
        entrants: &same,
        provenances: &provenances,
        wanted: arguments.isolation.wanted(),
        jobs: None,
        interrupt: &*signals::watch()?,
    };
    let repeats: Vec<u32> = instances.iter().map(|i| i.repeat).collect();
    let mut runs = plan::interleave(&repeats, same.len());
    let recorded: BTreeMap<_, &Row> = loaded.rows.iter().map(|row| (row.id(), row)).collect();
    runs.retain(|run| {
        let id = resume::run_id(&instances[run.instance], &same[run.entrant], run.repetition);
        recorded.contains_key(&id)
    });
    let progress = Progress::new();
    progress.show(&Event::Planned(runs.len()));
    execution.run(&store, &runs, &|event| progress.show(&event))?;
    progress.finish();
    let rows = store.take_new_rows();
    for row in &rows {
        let Some(before) = recorded.get(&row.id()) else {
            continue;
        };
        if (before.verdict, before.value) != (row.verdict, row.value) {
            findings.mismatches.push(difference(before, row));
        }
    }
    Ok(rows.len())
}

fn difference(before: &Row, again: &Row) -> Mismatch {
    let shown = |row: &Row| match row.value {
        Some(value) => format!("{} {value}", row.verdict),
        None => format!("{} ({})", row.verdict, row.detail),
    };
    let place = format!("{} on {}/{}", before.team, before.round, before.instance);
    let should = shown(again) + ", by running it again";
    Mismatch::new("runs.csv", place, shown(before), should)
}
