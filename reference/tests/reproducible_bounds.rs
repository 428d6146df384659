//! Bounds with a work limit and no deadline are the same on every run, under any load and with any number of threads.

#[path = "common/recipes.rs"]
mod recipes;

use std::sync::atomic::{AtomicBool, Ordering};

use recipes::generated;
use reference::{Bound, Budget, problems};

/// Problem, recipe and work limit, in millions of units: some limits are reached in the middle of each stage.
const CASES: &[(&str, &str, u64)] = &[
    (
        "sorting-robot",
        "layout=scatter rows=10 columns=10 colours=2",
        5,
    ),
    (
        "sorting-robot",
        "layout=scatter rows=10 columns=10 colours=2",
        4000,
    ),
    (
        "sorting-robot",
        "layout=scatter rows=20 columns=20 colours=4",
        100,
    ),
    (
        "sorting-robot",
        "layout=scatter rows=5 columns=5 colours=3",
        4000,
    ),
    (
        "sorting-robot",
        "layout=scatter rows=100 columns=100 colours=4",
        50,
    ),
    (
        "sorting-robot",
        "layout=sparse rows=60 columns=60 colours=8",
        4,
    ),
    (
        "sorting-robot",
        "layout=course rows=60 columns=60 colours=60",
        2,
    ),
    ("swap-puzzle", "layout=shuffle rows=4 columns=4", 4000),
    ("swap-puzzle", "layout=shuffle rows=4 columns=5", 200),
    ("swap-puzzle", "layout=walls rows=5 columns=5", 200),
    ("swap-puzzle", "layout=walls rows=30 columns=30", 5),
    (
        "la-grille",
        "layout=uniform size=8 penalty=10 low=-9 high=9",
        4000,
    ),
    ("la-grille", "layout=clusters size=12 penalty=8", 100),
    (
        "la-grille",
        "layout=uniform size=30 penalty=10 low=-9 high=9",
        50,
    ),
    (
        "picross",
        "layout=random rows=15 columns=15 density=0.4",
        4000,
    ),
    (
        "picross",
        "layout=random rows=40 columns=40 density=0.4",
        100,
    ),
    (
        "picross",
        "layout=picture rows=150 columns=150 radius=3",
        50,
    ),
];

fn bound((name, recipe, millions): (&str, &str, u64), threads: usize) -> Bound {
    let budget = Budget::unlimited()
        .with_work(1_000_000 * millions)
        .with_threads(threads);
    generated(name, recipe, 7).bound(&budget, None)
}

/// Values and methods on the machine that this was written on: a difference means that bounds of older results cannot be
/// computed again, whether by intention or by accident.
#[test]
fn bounds_are_those_of_other_machines() {
    let found: Vec<String> = CASES
        .iter()
        .map(|&case| {
            let bound = bound(case, 1);
            let solutions = bound.solutions.map_or("-", reference::Solutions::name);
            format!("{} {solutions} {}", bound.value, bound.method)
        })
        .collect();
    let expected = include_str!("fixtures/reproducible_bounds.txt");
    assert_eq!(found.join("\n"), expected.trim_end());
}

#[test]
fn threads_and_load_change_nothing() {
    let alone: Vec<Bound> = CASES.iter().map(|&case| bound(case, 1)).collect();
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !ended.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let busy: Vec<Bound> = CASES.iter().map(|&case| bound(case, 4)).collect();
        ended.store(true, Ordering::Relaxed);
        assert_eq!(alone, busy);
    });
}

/// A value that is known may end the proof early, but it does so every time.
#[test]
fn known_values_keep_bounds_reproducible() {
    for &(name, recipe, millions) in CASES {
        let case = generated(name, recipe, 7);
        let budget = || Budget::unlimited().with_work(1_000_000 * millions);
        let value = case.bound(&budget(), None).value;
        let again = || case.bound(&budget().with_threads(3), Some(value));
        let first = again();
        assert_eq!(first, again(), "{name} {recipe}");
        assert_eq!(first.value, value, "{name} {recipe}");
    }
}

#[test]
fn no_work_at_all_is_enough_for_some_bound() {
    for problem in problems() {
        for &(name, recipe, _) in CASES.iter().filter(|case| case.0 == problem.name()) {
            let case = generated(name, recipe, 7);
            let little = case.bound(&Budget::unlimited().with_work(0), None);
            let more = case.bound(&Budget::unlimited().with_work(10_000_000), None);
            let better = problem.goal().better(little.value, more.value);
            assert!(
                better || little.value == more.value || name == "la-grille",
                "{name} {recipe}: {} and {}",
                little.value,
                more.value
            );
        }
    }
}
