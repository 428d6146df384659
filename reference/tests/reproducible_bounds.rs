//! Bounds with a work limit and no deadline are the same on every run, under any load and with any number of threads.

#[path = "common/recipes.rs"]
mod recipes;

use std::sync::atomic::{AtomicBool, Ordering};

use puzzles::{Bound, Budget, Case, Solutions, problem};
use recipes::generated;

/// Problem, recipe, work limit in millions of units, and the bound that was proved on another machine. Some of the limits
/// are reached in the middle of a stage; 4000 is that of [`Budget::reproducible`].
const LINES: &str = include_str!("fixtures/reproducible_bounds.txt");

struct Line {
    text: &'static str,
    problem: &'static str,
    case: Box<dyn Case>,
    work: u64,
    expected: &'static str,
}

fn lines() -> impl Iterator<Item = Line> {
    LINES.lines().map(|text| {
        let mut parts = text.splitn(4, "; ");
        let mut next = || parts.next().expect("a line has four parts");
        let (problem, recipe, millions, expected) = (next(), next(), next(), next());
        Line {
            text,
            problem,
            case: generated(problem, recipe, 7),
            work: 1_000_000 * millions.parse::<u64>().expect("the limit is a number"),
            expected,
        }
    })
}

impl Line {
    fn bound(&self, threads: usize, known: Option<i64>) -> Bound {
        let budget = Budget::unlimited()
            .with_work(self.work)
            .with_threads(threads);
        self.case.bound(&budget, known.map(Into::into)).unwrap()
    }
}

fn described(bound: &Bound) -> String {
    let solutions = bound.solutions.map_or("-", Solutions::name);
    let facts = bound.facts.iter();
    let facts: Vec<String> = facts
        .map(|fact| format!(" {}={}", fact.name, fact.value))
        .collect();
    let facts = facts.concat();
    format!(
        "{} {solutions}{facts} {}",
        bound.value.whole(),
        bound.method
    )
}

/// A difference means that bounds in older results cannot be computed again. If that is intended, put the lines that are
/// printed into the fixture.
#[test]
fn bounds_are_those_of_other_machines() {
    let mut different = Vec::new();
    for line in lines() {
        let found = described(&line.bound(1, None));
        if found != line.expected {
            let (case, _) = line.text.split_at(line.text.len() - line.expected.len());
            different.push(format!("{case}{found}"));
        }
    }
    assert!(different.is_empty(), "different:\n{}", different.join("\n"));
}

#[test]
fn the_fixture_has_lines_with_the_limit_of_reproducible_bounds() {
    let work = Budget::reproducible().work_left();
    assert!(lines().any(|line| Some(line.work) == work));
}

#[test]
fn threads_and_load_change_nothing() {
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !ended.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        // The fixture was made by one thread without load.
        let different = lines().find(|line| described(&line.bound(4, None)) != line.expected);
        ended.store(true, Ordering::Relaxed);
        assert!(different.is_none(), "{}", different.unwrap().text);
    });
}

/// A known value may end a proof early, but always at the same point.
#[test]
fn known_values_keep_bounds_reproducible() {
    for line in lines() {
        let (proved, _) = line.expected.split_once(' ').expect("a value comes first");
        let known = proved.parse().ok();
        let first = line.bound(1, known);
        assert_eq!(first, line.bound(3, known), "{}", line.text);
    }
}

#[test]
fn without_any_work_there_is_a_bound_too() {
    for line in lines() {
        let proved = |work| {
            let budget = Budget::unlimited().with_work(work);
            line.case.bound(&budget, None).unwrap().value
        };
        let goal = problem(line.problem).expect("it is registered").goal();
        let (none, all) = (proved(0), proved(line.work));
        // A weaker bound leaves room for better answers.
        assert!(
            none == all || goal.better(none, all),
            "{}: {none}, then {all}",
            line.text
        );
    }
}
