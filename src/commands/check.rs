//! `judge check`: validates one answer file.

use std::fmt::Write;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use std::time::Duration;

use puzzles::{AnyProblem, Bound, Budget, Case, Checked, Goal, Refusal, Solutions};
use serde::Serialize;
use serde_json::{Map, Value};

use super::bound::facts;
use super::input;
use crate::answers::FileReplay;
use crate::cli::{Check, TextOrJson};
use crate::error::{Error, Result};
use crate::standings::gap;
use crate::terminal;

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
    #[serde(flatten)]
    facts: Map<String, Value>,
    /// What was proved, as text.
    #[serde(skip)]
    proved: Option<Bound>,
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
    let (code, report) = match replayed.map_err(failed)? {
        Ok(checked) => (0, accepted(&*case, checked, arguments.no_bound)),
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
    let bound = (!no_bound).then(|| case.bound(&budget, Some(checked.value)));
    let goal = case.problem().goal();
    Report {
        value: Some(checked.value),
        bound: bound.as_ref().map(|bound| bound.value),
        optimal: bound
            .as_ref()
            .map(|bound| !goal.better(bound.value, checked.value)),
        facts: bound.as_ref().map(facts).unwrap_or_default(),
        proved: bound,
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
    let chosen = chosen.map(input::problem).transpose()?;
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
    let proved = report.proved.as_ref();
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
    if let Some(bound) = bound {
        let shown = match report.optimal {
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
