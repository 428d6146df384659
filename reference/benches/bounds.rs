//! Bounds from 5 s of time beside bounds from the reproducible work budget, and how long the latter takes.
//!
//! Without `--bench`, as when the tests are run, only the smallest instance of each problem is tried. With words after
//! `--`, only instances whose label contains one of them are.

#[path = "../tests/common/recipes.rs"]
mod recipes;

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use puzzles::{Budget, Case};
use recipes::generated;

const INSTANCES: &[(&str, &[&str])] = &[
    (
        "sorting-robot",
        &[
            "layout=scatter rows=10 columns=10 colours=2",
            "layout=scatter rows=10 columns=10 colours=3",
            "layout=scatter rows=10 columns=10 colours=4",
            "layout=scatter rows=20 columns=20 colours=4",
            "layout=scatter rows=30 columns=30 colours=6",
            "layout=scatter rows=50 columns=50 colours=2",
            "layout=scatter rows=50 columns=50 colours=8",
            "layout=course rows=20 columns=20 colours=20",
            "layout=sparse rows=40 columns=40 colours=3",
            "layout=scatter rows=100 columns=100 colours=10",
            "layout=scatter rows=100 columns=100 colours=100",
            "layout=course rows=100 columns=100 colours=100",
            "layout=scatter rows=300 columns=300 colours=2",
            "layout=scatter rows=300 columns=300 colours=4",
            "layout=course rows=300 columns=300 colours=300",
            "layout=sparse rows=500 columns=500 colours=10",
            "layout=scatter rows=1000 columns=1000 colours=4",
            "layout=scatter rows=1000 columns=1000 colours=1000",
            "layout=course rows=1000 columns=1000 colours=1000",
        ],
    ),
    (
        "swap-puzzle",
        &[
            "layout=shuffle rows=4 columns=4",
            "layout=shuffle rows=4 columns=5",
            "layout=shuffle rows=5 columns=5",
            "layout=shuffle rows=6 columns=6",
            "layout=shuffle rows=10 columns=10",
            "layout=walls rows=4 columns=4",
            "layout=walls rows=5 columns=5",
            "layout=walls rows=10 columns=10",
            "layout=walls rows=100 columns=100",
            "layout=walls rows=200 columns=200",
        ],
    ),
    (
        "la-grille",
        &[
            "layout=uniform size=8 penalty=10 low=-9 high=9",
            "layout=uniform size=10 penalty=10 low=-9 high=9",
            "layout=clusters size=12 penalty=8",
            "layout=uniform size=16 penalty=10 low=-9 high=9",
            "layout=extreme size=16 penalty=25 low=-99 high=99",
            "layout=uniform size=20 penalty=10 low=-9 high=9",
            "layout=uniform size=30 penalty=10 low=-9 high=9",
            "layout=uniform size=100 penalty=10 low=-9 high=9",
            "layout=uniform size=300 penalty=10 low=-9 high=9",
        ],
    ),
    (
        "picross",
        &[
            "layout=picture rows=20 columns=20",
            "layout=random rows=20 columns=20 density=0.4",
            "layout=random rows=25 columns=25 density=0.4",
            "layout=random rows=30 columns=30 density=0.5",
            "layout=random rows=40 columns=40 density=0.4",
            "layout=random rows=40 columns=40 density=0.6",
            "layout=random rows=100 columns=100 density=0.4",
            "layout=random rows=200 columns=200 density=0.5",
            "layout=picture rows=300 columns=300 radius=3",
            "layout=picture rows=500 columns=500",
            "layout=picture rows=500 columns=500 radius=3",
            "layout=random rows=500 columns=500 density=0.5",
            "layout=random rows=500 columns=500 density=0.1",
        ],
    ),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let whole = words.iter().any(|word| word == "--bench");
    let words: Vec<&String> = words
        .iter()
        .filter(|word| !word.starts_with("--"))
        .collect();
    for &(name, recipes) in INSTANCES {
        let recipes = if whole { recipes } else { &recipes[1..2] };
        for &recipe in recipes {
            let label = format!("{name} {recipe}");
            if words.is_empty() || words.iter().any(|word| label.contains(word.as_str())) {
                compare(&label, &*generated(name, recipe, 1));
            }
        }
    }
}

/// A line of the table.
fn compare(label: &str, case: &dyn Case) {
    let by_time = Budget::unlimited().with_time(Duration::from_secs(5));
    let by_work = Budget::reproducible();
    let work = by_work.work_left().unwrap_or(0);
    let began = cpu_seconds();
    let old = case.bound(&by_time, None).unwrap();
    let middle = cpu_seconds();
    let new = case.bound(&by_work, None).unwrap();
    let end = cpu_seconds();
    let work = work - by_work.work_left().unwrap_or(0);
    println!(
        "{label:70} {:>9} {:>6.2} s {:>9} {:>6.2} s {:>6.2} G {}",
        old.value.whole(),
        middle - began,
        new.value.whole(),
        end - middle,
        work as f64 / 1e9,
        new.method
    );
}

/// The time that this thread has run, which excludes time of other processes. Linux only.
fn cpu_seconds() -> f64 {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| BEGAN.elapsed().as_secs_f64(), |time| time / 1e9)
}
