//! `judge check-proof`: checks the proof of a bound, or prints the Python program that does the same.

use std::path::Path;

use puzzles::{AnyProblem, Case, Goal, ProofError, Value};
use serde_json::{Value as Json, json};

use super::input;
use crate::cli::{CheckProof, TextOrJson};
use crate::error::{Diagnostic, Error, Result};
use crate::problems;
use crate::terminal;

pub(super) fn check_proof(arguments: &CheckProof) -> Result<u8> {
    if let Some(problem) = &arguments.print_checker {
        return print_checker(problem).map(|()| 0);
    }
    let (Some(instance), Some(proof)) = (&arguments.instance, &arguments.proof) else {
        return Err(Error::user("an instance and a proof are needed"));
    };
    if instance == Path::new("-") && proof == Path::new("-") {
        return Err(Error::user(
            "only one of instance and proof can be standard input",
        ));
    }
    let text = input::read(proof)?;
    let chosen = input::chosen(&arguments.problem);
    let case = input::instance(instance, chosen.or_else(|| problem_named_by(&text)))?;
    let problem = case.problem();
    if problem.folder().is_some() {
        return Err(no_proofs(problem));
    }
    let (code, report, line) = match case.check_proof(&text) {
        Ok(bound) => accepted(&*case, bound, &text),
        Err(ProofError::Refused(reason)) => {
            let report = json!({
                "schema": 1,
                "problem": problem.name(),
                "verdict": "refused",
                "reason": reason,
            });
            (1, report, format!("refused: {reason}\n"))
        }
        Err(ProofError::Unreadable(error)) => {
            return Err(input::unreadable(proof, &error).into());
        }
    };
    match arguments.format {
        TextOrJson::Json => terminal::print_json(&report)?,
        TextOrJson::Text => terminal::print(&line)?,
    }
    Ok(code)
}

fn accepted(case: &dyn Case, bound: Value, proof: &[u8]) -> (u8, Json, String) {
    let problem = case.problem();
    let mut report = json!({
        "schema": 1,
        "problem": problem.name(),
        "verdict": "proved",
        "bound": bound,
    });
    let proved = match problem.goal() {
        Goal::Minimise => format!("at least {bound} {}", problem.unit()),
        Goal::Maximise => format!("at most {bound} {}", problem.unit()),
        Goal::Solve => {
            let (solutions, proved) = solutions(proof, bound);
            report["solutions"] = solutions.into();
            proved.to_owned()
        }
    };
    (0, report, format!("proved: {proved}\n"))
}

/// Returns the number of solutions that an accepted proof shows, as the word of `judge bound` and in words.
fn solutions(proof: &[u8], bound: Value) -> (&'static str, &'static str) {
    let claims = |claim: &[u8]| proof.split(|&byte| byte == b'\n').any(|line| line == claim);
    if bound == 0 {
        ("none", "no solution")
    } else if claims(b"claim unique") {
        ("unique", "exactly one solution")
    } else if claims(b"claim several") {
        ("several", "at least two solutions")
    } else {
        ("unknown", "no better value than solved")
    }
}

/// Returns the bundled problem that the first line of a proof names.
fn problem_named_by(proof: &[u8]) -> Option<&'static str> {
    let line = proof.split(|&byte| byte == b'\n').next()?;
    let mut words = std::str::from_utf8(line).ok()?.split_whitespace();
    let is_proof = words.next() == Some("judge-proof");
    let name = words.nth(1).filter(|_| is_proof)?;
    puzzles::problem(name).map(AnyProblem::name)
}

fn print_checker(name: &str) -> Result<()> {
    let known = problems::bundled_names();
    let Some(problem) = puzzles::problem(name) else {
        let unknown = Diagnostic::new(format!("there is no bundled problem `{name}`"));
        let unknown = unknown.suggest(name, &known);
        return Err(unknown
            .with_help(format!("problems with proofs: {}", known.join(", ")))
            .into());
    };
    match problem.checker().filter(|checker| !checker.is_empty()) {
        Some(checker) => terminal::print_own(checker),
        None => Err(no_proofs(problem)),
    }
}

/// Returns the error for a problem whose bounds have no proofs.
pub(super) fn no_proofs(problem: &dyn AnyProblem) -> Error {
    let error = Error::user(format!("{} has no proofs", problem.name()));
    error.with_help("only the bounds of bundled problems are proved; see `judge help proofs`")
}
