//! `judge bound`: proves how good an answer can be at best.

use std::fmt::Write;
use std::path::Path;

use puzzles::{AnyProblem, Budget, EvidenceKind, FactValue, Goal, Unbounded};
use serde_json::{Map, Value, json};

use super::check_proof::no_proofs;
use super::input;
use crate::cli::{Bound, TextOrJson};
use crate::dir::write_atomically;
use crate::engine::bounds::Proved;
use crate::error::{Error, Result};
use crate::results::evidence;
use crate::terminal::{self, say, warn};

pub(super) fn bound(arguments: &Bound) -> Result<()> {
    let case = input::instance(&arguments.instance, input::chosen(&arguments.problem))?;
    let budget = Budget::unlimited().with_time(arguments.time);
    let problem = case.problem();
    if arguments.proof.is_some() && problem.folder().is_some() {
        return Err(no_proofs(problem));
    }
    let proved = Proved::new(&*case, &budget, None).map_err(|error| match error {
        Unbounded::Unsupported => Error::user(format!("{} has no bounds", problem.name()))
            .with_help("give the problem a `bound` program: see `judge help problems`"),
        Unbounded::Failed(reason) => Error::user(reason),
    })?;
    match arguments.format {
        TextOrJson::Json => terminal::print_json(&report(problem, &proved, arguments.second))?,
        TextOrJson::Text => terminal::print(&text(problem, &proved, arguments.second))?,
    }
    match &arguments.proof {
        Some(file) => write_proof(problem, &proved, file),
        None => Ok(()),
    }
}

fn report(problem: &dyn AnyProblem, proved: &Proved, second: bool) -> Value {
    let bound = &proved.bound;
    let mut report = json!({
        "schema": 1,
        "problem": problem.name(),
        "bound": bound.value,
        "method": bound.method,
    });
    for (name, value) in evidence_keys(proved.kind).into_iter().chain(facts(bound)) {
        report[name] = value;
    }
    if second {
        report["second"] = bound.second.clone().into();
    }
    report
}

fn text(problem: &dyn AnyProblem, proved: &Proved, second: bool) -> String {
    let (bound, method) = (&proved.bound, proved.method());
    let mut text = match problem.goal() {
        Goal::Solve => format!("{method}\n"),
        _ => format!("{} {}: {method}\n", bound.value, problem.unit()),
    };
    if let Some(solutions) = bound.solutions {
        let _ = writeln!(text, "solutions: {}", solutions.name());
    }
    for fact in &bound.facts {
        let _ = writeln!(text, "{}: {}", fact.name, fact.value);
    }
    if second {
        let second = bound.second.as_deref().unwrap_or("not found");
        let _ = writeln!(text, "second solution:\n{}", second.trim_end());
    }
    text
}

/// Writes the proof. Fails if there is none.
fn write_proof(problem: &dyn AnyProblem, proved: &Proved, file: &Path) -> Result<()> {
    let bound = proved.bound.value;
    let kind = proved.kind.map_or(String::new(), evidence::in_words);
    let Some(proof) = &proved.proof else {
        let reason = match proved.kind {
            Some(EvidenceKind::Searched { .. }) => {
                format!("the bound rests on an exhaustive search ({kind})")
            }
            _ => "the bound is checked by computing it again".to_owned(),
        };
        let error = Error::user(format!("there is no proof of the bound {bound}"));
        return Err(error.with_help(format!("{reason}; see `judge help proofs`")));
    };
    write_atomically(file, proof.text.as_bytes())
        .map_err(|error| Error::path("write", file, &error))?;
    let file = file.display();
    if bound == puzzles::Value::from(proof.bound) {
        say(&format!("{file}: a proof of the bound"));
    } else {
        let limit = match problem.goal() {
            Goal::Minimise => "at least",
            Goal::Maximise | Goal::Solve => "at most",
        };
        warn(&format!(
            "{file}: a proof of {limit} {} only; the bound {bound} rests on an exhaustive search ({kind})",
            proof.bound
        ));
    }
    Ok(())
}

/// Returns how a bound can be checked, for JSON.
fn evidence_keys(kind: Option<EvidenceKind>) -> Map<String, Value> {
    let mut keys = Map::new();
    if let Some(kind) = kind {
        keys.insert("evidence".to_owned(), kind.name().into());
    }
    if let Some(EvidenceKind::Searched { nodes }) = kind {
        keys.insert("nodes".to_owned(), nodes.into());
    }
    keys
}

/// Returns further facts about an instance, for JSON.
pub(super) fn facts(bound: &puzzles::Bound) -> Map<String, Value> {
    let solutions = bound.solutions.map(|solutions| solutions.name().into());
    let solutions = solutions.map(|name| ("solutions".to_owned(), name));
    let facts = bound.facts.iter().map(|fact| {
        let value = match fact.value {
            FactValue::Word(word) => word.into(),
            FactValue::Count(count) => count.into(),
        };
        (fact.name.to_owned(), value)
    });
    solutions.into_iter().chain(facts).collect()
}
