//! `judge check`: validates one answer file.

use std::fmt::Write;
use std::path::Path;

use reference::{Budget, Case, Checked, Refusal};
use serde::Serialize;

use super::{input, output};
use crate::cli::{Check, TextOrJson};
use crate::engine::BOUND_TIME;
use crate::error::{Diagnostic, Error, Result};
use crate::standings::gap;

#[derive(Serialize)]
struct Report {
    schema: u32,
    problem: &'static str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<u64>,
}

const GIVE_BOTH: &str =
    "to check an answer of an instance, give both files: judge check INSTANCE ANSWER";

pub(super) fn check(arguments: &Check) -> Result<u8> {
    let chosen = arguments.problem.problem.as_deref();
    let (instance, answer_file) = match arguments.files.as_slice() {
        [instance, answer] => (Some(instance), answer),
        [answer] => (None, answer),
        _ => return Err(Error::user("name an instance and an answer")),
    };
    if instance.is_some_and(|instance| instance == Path::new("-")) && answer_file == Path::new("-")
    {
        return Err(Error::user(
            "only one of instance and answer can be standard input",
        ));
    }
    let instance = instance
        .map(|instance| input::instance(instance, chosen))
        .transpose()?;
    let answer = input::read(answer_file)?;
    let case = match instance {
        Some(case) => case,
        None => instance_named_by(answer_file, &answer, chosen)?,
    };
    let unreadable = |error| {
        Error::from(Diagnostic::at_text(
            &error,
            &input::name(answer_file),
            &answer,
        ))
    };
    let (code, report) = match check_file(&*case, &answer) {
        Ok(checked) => (0, accepted(&*case, checked, arguments.no_bound)),
        Err(Refusal::Unreadable(error)) => return Err(unreadable(error)),
        Err(Refusal::Rejected(rejection)) => {
            let (reason, at) = (Some(rejection.reason), Some(rejection.at));
            (
                1,
                Report {
                    verdict: "rejected",
                    reason,
                    at,
                    ..blank(&*case)
                },
            )
        }
    };
    match arguments.format {
        TextOrJson::Json => output::print_json(&report)?,
        TextOrJson::Text => output::print(&describe(&report, case.problem().unit()))?,
    }
    Ok(code)
}

fn blank(case: &dyn Case) -> Report {
    Report {
        schema: 1,
        problem: case.problem().name(),
        verdict: "accepted",
        value: None,
        bound: None,
        optimal: None,
        warnings: Vec::new(),
        reason: None,
        at: None,
    }
}

fn accepted(case: &dyn Case, checked: Checked, no_bound: bool) -> Report {
    let budget = Budget::unlimited().with_time(BOUND_TIME);
    let bound = (!no_bound).then(|| case.bound(&budget).value);
    let optimal = bound.map(|bound| !case.problem().goal().better(bound, checked.value));
    Report {
        value: Some(checked.value),
        bound,
        optimal,
        warnings: checked.warnings,
        ..blank(case)
    }
}

/// A file holds one answer, or several with empty lines between them, of which the last counts. Where an empty line
/// stands inside one answer, only the whole makes sense.
fn check_file(case: &dyn Case, text: &[u8]) -> std::result::Result<Checked, Refusal> {
    let Some(start) = last_part(text) else {
        return case.check(text);
    };
    case.check(&text[start..]).or_else(|refusal| {
        let whole = case.check(text);
        let Ok(mut checked) = whole else {
            return Err(refusal);
        };
        let warning = "empty lines inside the answer: in a program's output they would end it";
        checked.warnings.push(warning.to_owned());
        Ok(checked)
    })
}

/// Where the text behind the last empty line begins, if there is text on both sides of it.
fn last_part(text: &[u8]) -> Option<usize> {
    let mut start = text.trim_ascii_end().len();
    loop {
        let newline = memchr::memrchr(b'\n', &text[..start])?;
        let before = text[..newline].trim_ascii_end();
        if before.is_empty() {
            return None;
        }
        // Between the last text and this line's end there may be blanks only; a second newline makes an empty line.
        if text[before.len()..newline].contains(&b'\n') {
            return Some(newline + 1);
        }
        start = newline;
    }
}

fn instance_named_by(path: &Path, answer: &[u8], chosen: Option<&str>) -> Result<Box<dyn Case>> {
    let chosen = chosen.map(input::problem).transpose()?;
    for problem in reference::problems()
        .iter()
        .filter(|p| chosen.is_none_or(|c| c.name() == p.name()))
    {
        if let Some(named) = problem.instance_named_by(answer) {
            return named.map_err(|error| {
                let place = Diagnostic::at_text(&error, &input::name(path), answer);
                place.with_help(GIVE_BOTH).into()
            });
        }
    }
    let error = Error::user(format!("{} does not name its instance", input::name(path)));
    Err(error.with_help(GIVE_BOTH))
}

fn describe(report: &Report, unit: &str) -> String {
    let Some(value) = report.value else {
        return format!(
            "rejected: {}\n",
            report.reason.as_deref().unwrap_or_default()
        );
    };
    let mut text = format!("accepted: {value} {unit}");
    if let Some(bound) = report.bound {
        let shown = match report.optimal {
            Some(true) => format!(", bound {bound}: proved optimal"),
            _ => format!(", bound {bound}, gap {:.1} %", 100.0 * gap(value, bound)),
        };
        text.push_str(&shown);
    }
    text.push('\n');
    for warning in &report.warnings {
        let _ = writeln!(text, "warning: {warning}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_split_at_empty_lines() {
        assert_eq!(last_part(b""), None);
        assert_eq!(last_part(b"\n\nRS\n\n"), None);
        assert_eq!(last_part(b"R\nS\nL"), None);
        assert_eq!(last_part(b"R\n\nS"), Some(3));
        assert_eq!(last_part(b"R\r\n \t\r\nS\nL\n\n"), Some(7));
        assert_eq!(last_part(b"A\n\nB\n\nC"), Some(6));
    }
}
