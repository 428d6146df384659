//! Tests a problem folder: builds its programs, runs its example submissions and baselines, and tries its checker, its
//! generator and its bound program.

mod answers;
mod bound;
mod checker;
mod damage;
mod generator;
mod random;

use std::path::PathBuf;

use puzzles::Case;

use self::answers::Collected;
use super::{Level, Report};
use crate::contest::Contest;
use crate::instances::Instance;
use crate::problems::{self, ProblemFolder};
use crate::progress::Bar;

/// The most test cases that programs are run on. If there are more, these are the smallest ones and a few of the largest
/// ones: the small ones are quick, and only the large ones show which programs are too slow.
const MOST_SMALL: usize = 24;
const MOST_LARGE: usize = 6;

/// An instance that programs are run on.
struct TestCase {
    name: String,
    case: Box<dyn Case>,
    text: String,
}

/// The test cases in use, the smallest first.
struct TestCases {
    chosen: Vec<TestCase>,
    /// How many there are in all.
    count: usize,
}

/// What all tests share.
struct Test<'a> {
    contest: &'a Contest,
    folder: &'static ProblemFolder,
    cases: &'a [TestCase],
    bar: &'a Bar,
}

pub(super) fn examine(contest: &Contest, instances: &[Instance], report: &mut Report) {
    let Some(folder) = problems::of(contest.problem) else {
        return;
    };
    for note in folder.notes() {
        report.add(Level::Warning, "problem", note, Vec::new());
    }
    let failures = folder.build_failures();
    let is_checked = failures.iter().all(|(role, _)| role != "checker");
    for (role, reason) in failures {
        let fix = "correct the source, or the command in problem.toml; `judge doctor` lists the compilers of this machine";
        report.add(Level::Problem, &role, &reason, vec![fix.to_owned()]);
    }
    if !is_checked {
        return;
    }
    let TestCases { chosen, count } = test_cases(folder, instances, report);
    let bar = Bar::new(0, "steps");
    let test = Test {
        contest,
        folder,
        cases: &chosen,
        bar: &bar,
    };
    let collected = answers::collect(&test, count, report);
    if folder.has_checker() {
        checker::examine(&test, &collected, report);
    }
    bound::examine(&test, &collected, report);
    if folder.has_generator() {
        generator::examine(&test, report);
    }
    bar.finish();
}

/// Chooses the test cases of the folder; if it has none, the instances of the contest.
fn test_cases(folder: &ProblemFolder, instances: &[Instance], report: &mut Report) -> TestCases {
    let files = folder.test_cases().unwrap_or_else(|error| {
        report.add(Level::Problem, "problem", &error.to_string(), Vec::new());
        Vec::new()
    });
    let mut sized: Vec<(u64, String, PathBuf)> = files
        .into_iter()
        .filter_map(|(name, file)| Some((file.metadata().ok()?.len(), name, file)))
        .collect();
    sized.sort();
    let count = sized.len();
    let mut chosen = Vec::new();
    for (_, name, file) in ends(sized) {
        match problems::read_file(folder, &file) {
            Ok(case) => chosen.push(TestCase {
                name,
                text: case.text(),
                case,
            }),
            // Files that are instances of the contest have been reported with its rounds.
            Err(error) if instances.is_empty() => {
                report.add(Level::Problem, "problem", &error.to_string(), Vec::new());
            }
            Err(_) => {}
        }
    }
    if !chosen.is_empty() {
        return TestCases { chosen, count };
    }
    let mut sized: Vec<&Instance> = instances.iter().collect();
    sized.sort_by_key(|instance| instance.text.len());
    let again = |instance: &Instance| {
        let companion = instance.case.companion().cloned().unwrap_or_default();
        let case = instance.case.problem();
        let case = case.read_with(instance.text.as_bytes(), companion).ok()?;
        Some(TestCase {
            name: format!("{}/{}", instance.round, instance.name),
            text: instance.text.clone(),
            case,
        })
    };
    let chosen: Vec<TestCase> = ends(sized).into_iter().filter_map(again).collect();
    if chosen.is_empty() {
        let fix = "add instance files `NAME.in` to the folder `instances` of the problem";
        report.add(
            Level::Warning,
            "problem",
            "there is no instance to try the programs on",
            vec![fix.to_owned()],
        );
    }
    TestCases {
        chosen,
        count: instances.len(),
    }
}

/// Returns the first and the last elements.
fn ends<T>(mut all: Vec<T>) -> Vec<T> {
    if all.len() > MOST_SMALL + MOST_LARGE {
        let large = all.split_off(all.len() - MOST_LARGE);
        all.truncate(MOST_SMALL);
        all.extend(large);
    }
    all
}

impl Collected {
    /// Returns the answers that the checker accepted, for each test case.
    fn of_case(&self, case: usize) -> impl Iterator<Item = &answers::Known> {
        self.accepted.iter().filter(move |known| known.case == case)
    }
}
