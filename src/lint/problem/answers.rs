//! Runs the example submissions and the baselines of a problem folder, compares the verdicts with what is expected, and
//! collects accepted answers.

use std::time::{Duration, Instant};

use puzzles::Value;

use super::{Level, Report, Test};
use crate::judgement::{self, Judgement};
use crate::parallel;
use crate::problems::ExampleSubmission;
use crate::problems::package::{Example, Graded, Outcome};
use crate::sandbox;
use crate::verdict::Verdict;

/// The most test cases of a baseline: it is run to get answers, not to be tested.
const BASELINE_CASES: usize = 6;

/// A program is not run on further test cases after so many time-outs, or after this time in all.
const MOST_TIME_OUTS: usize = 3;
const LONGEST: Duration = Duration::from_secs(20);

/// The answers of all programs.
#[derive(Default)]
pub(super) struct Collected {
    pub(super) accepted: Vec<Known>,
}

/// An answer that the checker accepts.
pub(super) struct Known {
    /// The index of the test case.
    pub(super) case: usize,
    pub(super) answer: Vec<u8>,
    pub(super) value: Value,
    /// Who gave it: `baseline greedy`.
    pub(super) by: String,
}

/// A program that is run.
enum Program {
    Example(Box<ExampleSubmission>),
    Baseline(&'static str),
}

impl Program {
    fn name(&self) -> String {
        match self {
            Self::Example(submission) => submission.example.path.display().to_string(),
            Self::Baseline(name) => format!("baseline {name}"),
        }
    }

    fn expected(&self) -> Option<&Example> {
        match self {
            Self::Example(submission) => Some(&submission.example),
            Self::Baseline(_) => None,
        }
    }

    /// Returns whether all its answers should be accepted.
    fn is_correct(&self) -> bool {
        self.expected().is_none_or(Example::is_accepted)
    }
}

/// What a program did: the index of each test case, the judgement and the answer.
type Results = Result<Vec<(usize, Judgement, Vec<u8>)>, String>;

/// Runs all programs and reports what is not as expected. `count` is the number of test cases that the folder has.
pub(super) fn collect(test: &Test, count: usize, report: &mut Report) -> Collected {
    let examples = test.folder.examples().unwrap_or_else(|error| {
        let place = "example submissions";
        report.add(Level::Problem, place, &error.to_string(), Vec::new());
        Vec::new()
    });
    let solvers = test.contest.problem.solvers();
    let baselines = solvers.iter().map(|solver| Program::Baseline(solver.name));
    let mut programs: Vec<Program> = baselines.collect();
    for example in examples {
        if let Some(reason) = example.unusable() {
            let place = example.example.path.display().to_string();
            let message = format!("not run: {reason}");
            report.add(Level::Warning, &place, &message, Vec::new());
        } else {
            programs.push(Program::Example(Box::new(example)));
        }
    }
    test.bar.show(0, programs.len());
    let results = parallel::map(programs.len(), |at| {
        let results = run(test, &programs[at]);
        test.bar.step(&programs[at].name());
        results
    });
    let mut collected = Collected::default();
    let mut rejected = Vec::new();
    for (program, results) in programs.iter().zip(results) {
        let results = match results {
            Ok(results) => results,
            Err(reason) => {
                let fix = "correct the program, or move it to the folder of what is expected of it";
                report.add(
                    Level::Problem,
                    &program.name(),
                    &reason,
                    vec![fix.to_owned()],
                );
                continue;
            }
        };
        compare(test, program, &results, count, report);
        for (case, judgement, answer) in results {
            if let (Verdict::Accepted, Some(value)) = (judgement.verdict, judgement.value) {
                collected.accepted.push(Known {
                    case,
                    answer,
                    value,
                    by: program.name(),
                });
            } else if judgement.verdict == Verdict::Rejected && program.is_correct() {
                rejected.push((program.name(), case, judgement.detail));
            }
        }
    }
    let correct = |name: &str| {
        let mut programs = programs.iter();
        programs.any(|program| program.is_correct() && program.name() == name)
    };
    let is_any_accepted = collected.accepted.iter().any(|known| correct(&known.by));
    if let Some((name, case, reason)) = rejected.first().filter(|_| !is_any_accepted) {
        let message = format!(
            "rejects every answer that should be accepted, such as that of {name} to {}: {reason}",
            test.cases[*case].name
        );
        let fix = "correct the checker: it must read the answers as the programs write them";
        report.add(Level::Problem, "checker", &message, vec![fix.to_owned()]);
    }
    collected
}

fn run(test: &Test, program: &Program) -> Results {
    let cases = match program {
        Program::Example(submission) => {
            match submission.build() {
                Err(_) if submission.example.may_fail_to_build() => return Ok(Vec::new()),
                other => other?,
            }
            test.cases.len()
        }
        Program::Baseline(_) => BASELINE_CASES,
    };
    let (limits, start) = (&test.contest.limits, Instant::now());
    let mut results = Vec::new();
    let mut time_outs = 0;
    for (index, case) in test.cases.iter().enumerate().take(cases) {
        let outcome: sandbox::Outcome = match program {
            Program::Example(submission) => submission.run(&case.text, limits)?,
            Program::Baseline(name) => test.folder.run_baseline(name, &case.text, limits)?,
        };
        let (judgement, answer) = judgement::of_outcome(&*case.case, &outcome, limits);
        time_outs += usize::from(judgement.verdict == Verdict::TimeLimit);
        results.push((index, judgement, answer.unwrap_or_default().to_vec()));
        if time_outs == MOST_TIME_OUTS || start.elapsed() > LONGEST {
            break;
        }
    }
    Ok(results)
}

/// Reports results that contradict what is expected.
fn compare(
    test: &Test,
    program: &Program,
    results: &[(usize, Judgement, Vec<u8>)],
    count: usize,
    report: &mut Report,
) {
    let place = program.name();
    let name = |case: usize| test.cases[case].name.clone();
    let failed = |judgement: &Judgement| judgement.verdict == Verdict::JudgeError;
    if let Some((case, judgement, _)) = results.iter().find(|(_, at, _)| failed(at)) {
        let message = format!(
            "fails on the answer of {place} to {}: {}",
            name(*case),
            judgement.detail
        );
        let fix = "correct the checker: it ends with exit code 42 or 43, whatever the answer is";
        report.add(Level::Problem, "checker", &message, vec![fix.to_owned()]);
    }
    let Some(example) = program.expected() else {
        return compare_baseline(test, &place, results, report);
    };
    let known = results.iter().filter_map(|(case, judgement, _)| {
        let outcome = Outcome::of(judgement.verdict)?;
        Some((name(*case), outcome))
    });
    let known: Vec<(String, Outcome)> = known.collect();
    for violation in example.violations(&known) {
        let mut message = violation.message;
        let detail = results.iter().find(|(case, judgement, _)| {
            let start = format!(" on {},", name(*case));
            message.contains(&start) && !judgement.detail.is_empty()
        });
        if let Some((_, judgement, _)) = detail {
            message = format!("{message}: {}", judgement.detail);
        }
        let mut level = Level::Problem;
        if !violation.is_certain && known.len() < count {
            level = Level::Warning;
            message = format!("{message} (tried {} of {count})", known.len());
        }
        let fix = "correct the program, the checker or the limits, or move the program to the folder of what is expected";
        report.add(level, &place, &message, vec![fix.to_owned()]);
    }
    if let Some(package) = test.folder.package().filter(|_| results.len() == count) {
        let graded = results.iter().map(|(case, judgement, _)| Graded {
            name: name(*case),
            score: judgement.value.map(Value::as_f64),
            message: judgement.confidential.clone(),
        });
        let graded: Vec<Graded> = graded.collect();
        let found = package.misgraded(example, &graded);
        let found = found.unwrap_or_else(|error| vec![error.to_string()]);
        for message in found {
            let fix = "correct the program, the checker, or submissions/submissions.yaml";
            report.add(Level::Problem, &place, &message, vec![fix.to_owned()]);
        }
    }
}

/// Reports a baseline that fails: a warning if it gives other answers.
fn compare_baseline(
    test: &Test,
    place: &str,
    results: &[(usize, Judgement, Vec<u8>)],
    report: &mut Report,
) {
    let accepted = |judgement: &Judgement| judgement.verdict == Verdict::Accepted;
    let is_ever_accepted = results.iter().any(|(_, judgement, _)| accepted(judgement));
    let failure = results
        .iter()
        .find(|(_, at, _)| !accepted(at) && at.verdict != Verdict::JudgeError);
    if let Some((case, judgement, _)) = failure {
        let (level, how_often) = if is_ever_accepted {
            (Level::Warning, "")
        } else {
            (Level::Problem, "never accepted: ")
        };
        let (verdict, detail) = (judgement.verdict, &judgement.detail);
        let mut message = format!("{how_often}{verdict} on {}", test.cases[*case].name);
        if !detail.is_empty() {
            message = format!("{message}: {detail}");
        }
        let fix = "correct the baseline, the checker or the limits of the contest".to_owned();
        report.add(level, place, &message, vec![fix]);
    }
}
