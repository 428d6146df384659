//! `judge check`: validates one answer file.

use std::fmt::Write;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use std::time::Duration;

use puzzles::{AnyProblem, Budget, Case, Checked, EvidenceKind, Goal, Refusal, Solutions, Value};
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::bound::facts;
use super::input;
use crate::answers::FileReplay;
use crate::cli::{Check, TextOrJson};
use crate::engine::bounds::Proved;
use crate::error::{Error, Result};
use crate::problems;
use crate::standings::gap;
use crate::terminal::{self, say};

#[derive(Serialize)]
struct Report {
    schema: u32,
    problem: &'static str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<bool>,
    #[serde(flatten)]
    facts: Map<String, Json>,
    /// What was proved, as text.
    #[serde(skip)]
    proved: Option<Proved>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<u64>,
}

type Replayed = std::result::Result<Checked, Refusal>;

/// The time limit for computing a bound.
const BOUND_TIME: Duration = Duration::from_secs(5);

const GIVE_BOTH: &str =
    "to check an answer of an instance, give both files: judge check INSTANCE ANSWER";

pub(super) fn check(arguments: &Check) -> Result<u8> {
    let chosen = input::chosen(&arguments.problem);
    let (instance, answer_file) = (arguments.instance.as_ref(), &arguments.answer);
    if instance.is_some_and(|instance| instance == Path::new("-")) && answer_file == Path::new("-")
    {
        return Err(Error::user(
            "only one of instance and answer can be standard input",
        ));
    }
    let failed = |error| Error::path("read", answer_file, &error);
    let (case, replayed) = if let Some(instance) = instance {
        let case = input::instance(instance, chosen)?;
        let replayed = if answer_file == Path::new("-") {
            check_stream(&*case, &mut io::stdin().lock())
        } else {
            File::open(answer_file).and_then(|mut file| check_stream(&*case, &mut file))
        };
        (case, replayed)
    } else {
        let answer = input::read(answer_file)?;
        let case = instance_named_by(answer_file, &answer, chosen)?;
        let replayed = check_stream(&*case, &mut answer.as_slice());
        (case, replayed)
    };
    let replayed = replayed.map_err(failed)?;
    let confidential = match &replayed {
        Ok(checked) => checked.confidential.as_str(),
        Err(Refusal::Declined(declined)) => &declined.confidential,
        Err(_) => "",
    };
    if !confidential.is_empty() {
        say(&format!("checker: {confidential}"));
    }
    let (code, report) = match replayed {
        Ok(checked) => (0, accepted(&*case, checked, arguments.no_bound)),
        Err(Refusal::Unchecked(reason)) => return Err(Error::Fault(reason)),
        Err(Refusal::Unreadable(error)) => {
            return Err(input::unreadable(answer_file, &error).into());
        }
        Err(Refusal::Rejected(rejection)) => {
            let (reason, at) = (Some(rejection.reason), Some(rejection.at));
            let report = Report {
                verdict: "rejected",
                reason,
                at,
                ..blank(&*case)
            };
            (1, report)
        }
        Err(Refusal::Declined(declined)) => {
            let report = Report {
                verdict: "rejected",
                reason: Some(declined.reason),
                ..blank(&*case)
            };
            (1, report)
        }
    };
    match arguments.format {
        TextOrJson::Json => terminal::print_json(&report)?,
        TextOrJson::Text => terminal::print(&describe(&report, case.problem()))?,
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
        facts: Map::new(),
        proved: None,
        warnings: Vec::new(),
        reason: None,
        at: None,
    }
}

fn accepted(case: &dyn Case, checked: Checked, no_bound: bool) -> Report {
    let budget = Budget::unlimited().with_time(BOUND_TIME);
    // An answer is valid whether or not there is a bound.
    let proved = if no_bound {
        None
    } else {
        Proved::new(case, &budget, Some(checked.value)).ok()
    };
    let goal = case.problem().goal();
    let value = proved.as_ref().map(|proved| proved.bound.value);
    let further = proved.as_ref().map(|proved| facts(&proved.bound));
    Report {
        value: Some(checked.value),
        bound: value,
        optimal: value.map(|bound| !goal.better(bound, checked.value)),
        facts: further.unwrap_or_default(),
        proved,
        warnings: checked.warnings,
        ..blank(case)
    }
}

/// Replays an answer in pieces, because it may be larger than memory.
fn check_stream(case: &dyn Case, source: &mut dyn Read) -> io::Result<Replayed> {
    let mut replay = FileReplay::new(case);
    let mut piece = vec![0; 1 << 18];
    loop {
        match source.read(&mut piece) {
            Ok(0) => return Ok(replay.finish()),
            Ok(length) => replay.feed(&piece[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn instance_named_by(path: &Path, answer: &[u8], chosen: Option<&str>) -> Result<Box<dyn Case>> {
    let chosen = chosen.map(problems::named).transpose()?;
    let wanted = |problem: &&&dyn AnyProblem| chosen.is_none_or(|c| c.name() == problem.name());
    for problem in puzzles::problems().iter().filter(wanted) {
        if let Some(named) = problem.instance_named_by(answer) {
            return named
                .map_err(|error| input::unreadable(path, &error).with_help(GIVE_BOTH).into());
        }
    }
    let error = Error::user(format!("{} does not name its instance", input::name(path)));
    Err(error.with_help(GIVE_BOTH))
}

fn describe(report: &Report, problem: &dyn AnyProblem) -> String {
    let Some(value) = report.value else {
        return format!(
            "rejected: {}\n",
            report.reason.as_deref().unwrap_or_default()
        );
    };
    let proved = report.proved.as_ref().map(|proved| &proved.bound);
    let mut text = match problem.goal() {
        Goal::Solve => {
            let others = match proved.and_then(|bound| bound.solutions) {
                Some(Solutions::Several) => "; other solutions exist",
                Some(Solutions::Unique) => "; there is no other solution",
                _ => "",
            };
            format!("accepted: solved{others}")
        }
        _ => format!("accepted: {value} {}", problem.unit()),
    };
    let bound = report.bound.filter(|_| problem.goal() != Goal::Solve);
    let kind = report.proved.as_ref().and_then(|proved| proved.kind);
    let is_searched = matches!(kind, Some(EvidenceKind::Searched { .. }));
    if let Some(bound) = bound {
        let shown = match report.optimal {
            // The bound of a problem folder is not proved, only claimed by its program.
            Some(true) if problem.folder().is_some() => format!(", bound {bound}: reached"),
            Some(true) if is_searched => format!(", bound {bound}: optimal by exhaustive search"),
            Some(true) => format!(", bound {bound}: proved optimal"),
            _ if bound == 0 => ", bound 0".to_owned(),
            _ => format!(", bound {bound}, gap {:.1} %", 100.0 * gap(value, bound)),
        };
        text.push_str(&shown);
    }
    text.push('\n');
    for fact in proved.iter().flat_map(|bound| &bound.facts) {
        let _ = writeln!(text, "{}: {}", fact.name, fact.value);
    }
    for warning in &report.warnings {
        let _ = writeln!(text, "warning: {warning}");
    }
    text
}
