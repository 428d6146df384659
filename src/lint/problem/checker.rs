//! Tries the checker of a problem folder with good answers, damaged ones and texts that are no answers.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use puzzles::{Checked, Refusal, Value};

use super::answers::{Collected, Known};
use super::damage::{self, Kind, Trial};
use super::{Level, Report, Test};
use crate::parallel;
use crate::units::show_duration;

/// So many test cases are used, the first with all trials.
const CASES: usize = 3;

/// The size of the largest trial in bytes, if the contest lets programs write so much.
const LARGEST: u64 = 32 << 20;

/// Longer answers are not damaged: the trials would take too long.
const LONGEST_ANSWER: usize = 1 << 20;

/// Every so many-th trial is run twice, to compare the verdicts.
const TWICE: usize = 4;

/// The checker is not tried further after so many failures that took this long each, which are time-outs most likely, or
/// after this time in all.
const MOST_SLOW: usize = 4;
const SLOW: Duration = Duration::from_secs(3);
const LONGEST: Duration = Duration::from_secs(60);

/// A trial on a test case.
struct Planned<'a> {
    case: usize,
    /// Who gave the answer that is damaged.
    by: Option<&'a str>,
    trial: Trial,
    is_twice: bool,
}

impl Planned<'_> {
    fn shown(&self, test: &Test) -> String {
        let case = &test.cases[self.case].name;
        let text = self.trial.shown();
        match self.by {
            Some(by) => format!("the answer of {by} to {case}, {text}"),
            None => format!("{text}, as an answer to {case}"),
        }
    }
}

/// How the checker ended.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Verdict {
    Accepted(Value),
    Rejected,
    Failed(String),
}

impl Verdict {
    fn of(checked: Result<Checked, Refusal>) -> Self {
        match checked {
            Ok(checked) => Self::Accepted(checked.value),
            Err(Refusal::Unchecked(reason)) => Self::Failed(reason),
            Err(_) => Self::Rejected,
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Accepted(value) => write!(f, "accepted with {value}"),
            Self::Rejected => f.write_str("rejected"),
            Self::Failed(reason) => write!(f, "failed ({reason})"),
        }
    }
}

pub(super) fn examine(test: &Test, collected: &Collected, report: &mut Report) {
    if test.cases.is_empty() {
        return;
    }
    let good = good_answers(test, collected);
    if good.is_empty() {
        let message = "no accepted answer is known, so that damaged answers were not tried";
        let fix =
            "add a baseline, or a program to submissions/accepted, whose answers are accepted";
        report.add(Level::Warning, "checker", message, vec![fix.to_owned()]);
    }
    let planned = plan(test, &good);
    test.bar.show(0, planned.len());
    let start = Instant::now();
    let slow = AtomicUsize::new(0);
    let verdicts = parallel::map(planned.len(), |at| {
        if slow.load(Ordering::Relaxed) >= MOST_SLOW || start.elapsed() > LONGEST {
            return Vec::new();
        }
        let Planned {
            case,
            trial,
            is_twice,
            ..
        } = &planned[at];
        let (text, own_start) = (trial.bytes(), Instant::now());
        let check = || Verdict::of(test.cases[*case].case.check(&text));
        let mut verdicts = vec![check()];
        if matches!(verdicts[0], Verdict::Failed(_)) {
            slow.fetch_add(usize::from(own_start.elapsed() > SLOW), Ordering::Relaxed);
        } else if *is_twice {
            verdicts.push(check());
        }
        test.bar.step(&trial.description);
        verdicts
    });
    let tried: Vec<(&Planned, Vec<Verdict>)> = planned
        .iter()
        .zip(verdicts)
        .filter(|(_, verdicts)| !verdicts.is_empty())
        .collect();
    report_failures(test, &tried, report);
    report_differences(test, &tried, report);
    report_acceptance(test, &tried, report);
    if tried.len() < planned.len() && start.elapsed() > LONGEST {
        let message = format!(
            "only {} of {} answers were tried in {}",
            tried.len(),
            planned.len(),
            show_duration(LONGEST)
        );
        let fix = "make the checker faster: it checks every answer of every team".to_owned();
        report.add(Level::Warning, "checker", &message, vec![fix]);
    }
}

/// Returns the longest good answer to each of the first test cases that have one: a longer answer can be damaged in more
/// ways.
fn good_answers<'c>(test: &Test, collected: &'c Collected) -> Vec<&'c Known> {
    let cases = 0..test.cases.len();
    let usable = |known: &&Known| known.answer.len() <= LONGEST_ANSWER;
    let longest = |case| {
        let answers = collected.of_case(case).filter(usable);
        answers.max_by_key(|known| known.answer.len())
    };
    cases.filter_map(longest).take(CASES).collect()
}

/// Returns all trials, those with simple texts first: they are the best examples of a failure.
fn plan<'a>(test: &Test, good: &[&'a Known]) -> Vec<Planned<'a>> {
    let largest = test.contest.limits.output.min(LARGEST) as usize;
    let case = good.first().map_or(0, |known| known.case);
    let mut planned = Vec::new();
    let mut add = |case: usize, by: Option<&'a str>, trials: Vec<Trial>| {
        for trial in trials {
            planned.push(Planned {
                case,
                by,
                is_twice: trial.kind == Kind::Good || planned.len() % TWICE == 0,
                trial,
            });
        }
    };
    add(case, None, damage::garbage(largest));
    for (number, known) in good.iter().enumerate() {
        let trials = damage::damaged(&known.answer, number > 0);
        add(known.case, Some(&known.by), trials);
    }
    planned
}

/// Reports each way in which the checker failed, with the first text that makes it fail.
fn report_failures(test: &Test, tried: &[(&Planned, Vec<Verdict>)], report: &mut Report) {
    let mut kinds: BTreeMap<String, (&str, Vec<&Planned>)> = BTreeMap::new();
    for (planned, verdicts) in tried {
        for verdict in verdicts {
            if let Verdict::Failed(reason) = verdict {
                let kind = kinds.entry(without_quotes(reason));
                let (_, failed) = kind.or_insert((reason, Vec::new()));
                failed.push(planned);
            }
        }
    }
    for (reason, planned) in kinds.into_values() {
        let others = match planned.len() {
            1 => String::new(),
            count => format!(
                "\nthe same for {} more of {} answers",
                count - 1,
                tried.len()
            ),
        };
        let message = format!("{reason}\non {}{others}", planned[0].shown(test));
        let fix = "correct the checker: it ends with exit code 42 or 43 within its time limit, whatever the answer is, and \
                   writes a number to score.txt if it accepts";
        report.add(Level::Problem, "checker", &message, vec![fix.to_owned()]);
    }
}

/// Returns the words of a message that do not depend on the answer: those outside quotes, without numbers.
fn without_quotes(reason: &str) -> String {
    let is_quote = |c: char| matches!(c, '\'' | '"' | '`');
    let outside = reason.split(is_quote).step_by(2);
    let words = outside.map(|part| part.replace(|c: char| c.is_ascii_digit(), ""));
    words.collect()
}

/// Reports the first text that was judged in two ways.
fn report_differences(test: &Test, tried: &[(&Planned, Vec<Verdict>)], report: &mut Report) {
    for (planned, verdicts) in tried {
        if let [first, second] = verdicts.as_slice()
            && first != second
        {
            let message = format!(
                "two runs, two verdicts: {first} and {second}\non {}",
                planned.shown(test)
            );
            let fix = "correct the checker: its verdict depends on nothing but the instance and the answer".to_owned();
            report.add(Level::Problem, "checker", &message, vec![fix]);
            return;
        }
    }
}

/// Reports texts that were accepted although they are no answers.
fn report_acceptance(test: &Test, tried: &[(&Planned, Vec<Verdict>)], report: &mut Report) {
    let of_kind = |kind| {
        let tried = tried
            .iter()
            .filter(move |(planned, _)| planned.trial.kind == kind);
        tried.map(|(planned, verdicts)| (*planned, matches!(verdicts[0], Verdict::Accepted(_))))
    };
    let garbage: Vec<_> = of_kind(Kind::Garbage).collect();
    let accepted: Vec<_> = garbage.iter().filter(|(_, accepted)| *accepted).collect();
    if !garbage.is_empty() && accepted.len() == garbage.len() {
        let names: Vec<&str> = garbage
            .iter()
            .map(|(planned, _)| planned.trial.description.as_str())
            .collect();
        let message = format!("accepts everything: {}", names.join(", "));
        let fix = "correct the checker: it ends with exit code 43 if it cannot read the answer";
        report.add(Level::Problem, "checker", &message, vec![fix.to_owned()]);
        return;
    }
    // The empty answer may be an answer.
    let unread = accepted
        .iter()
        .find(|(planned, _)| !planned.trial.bytes().is_empty());
    if let Some((planned, _)) = unread {
        let message = format!("accepts {}", planned.shown(test));
        let fix = "look whether this is an answer; a checker rejects what it cannot read";
        report.add(Level::Warning, "checker", &message, vec![fix.to_owned()]);
    }
    let mut appended = of_kind(Kind::Appended).filter(|(_, accepted)| *accepted);
    if let Some((planned, _)) = appended.next() {
        let message = format!(
            "does not read answers to the end: accepts {}",
            planned.shown(test)
        );
        let fix = "look whether this is an answer; a checker rejects text after the answer";
        report.add(Level::Warning, "checker", &message, vec![fix.to_owned()]);
    }
}
