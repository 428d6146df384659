//! What a proof costs beside its bound: CPU time, size and time to check it.
//!
//! Without `--bench`, as when the tests are run, only one small instance is tried. With words after `--`, only instances
//! whose recipe contains one of them are. With `--save FOLDER`, instances and proofs are written there.

#[path = "../tests/common/recipes.rs"]
mod recipes;

use std::path::Path;
use std::sync::LazyLock;
use std::time::Instant;

use puzzles::{Budget, Case, EvidenceKind};
use recipes::generated;

const RECIPES: &[&str] = &[
    "layout=scatter rows=5 columns=5 colours=3",
    "layout=scatter rows=6 columns=6 colours=2",
    "layout=scatter rows=10 columns=10 colours=2",
    "layout=scatter rows=10 columns=10 colours=3",
    "layout=scatter rows=10 columns=10 colours=4",
    "layout=sparse rows=10 columns=10 colours=6",
    "layout=scatter rows=12 columns=16 colours=4",
    "layout=scatter rows=20 columns=20 colours=2",
    "layout=scatter rows=20 columns=20 colours=4",
    "layout=scatter rows=30 columns=30 colours=6",
    "layout=blocks rows=30 columns=30 colours=6",
    "layout=sparse rows=20 columns=20 colours=2",
    "layout=scatter rows=2 columns=50 colours=2",
    "layout=scatter rows=50 columns=50 colours=2",
    "layout=scatter rows=50 columns=50 colours=8",
    "layout=course rows=20 columns=20 colours=20",
    "layout=sparse rows=40 columns=40 colours=3",
    "layout=scatter rows=100 columns=100 colours=4",
    "layout=scatter rows=100 columns=100 colours=10",
    "layout=scatter rows=100 columns=100 colours=100",
    "layout=sparse rows=100 columns=100 colours=20",
    "layout=course rows=100 columns=100 colours=4",
    "layout=course rows=100 columns=100 colours=100",
    "layout=scatter rows=100 columns=100 colours=2",
    "layout=scatter rows=300 columns=300 colours=2",
    "layout=scatter rows=300 columns=300 colours=4",
    "layout=course rows=300 columns=300 colours=300",
    "layout=sparse rows=500 columns=500 colours=10",
    "layout=scatter rows=1000 columns=1000 colours=4",
    "layout=scatter rows=1000 columns=1000 colours=1000",
    "layout=course rows=1000 columns=1000 colours=1000",
    "layout=course rows=1 columns=100000 colours=1000",
];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (mut whole, mut folder, mut words) = (false, None, Vec::new());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--bench" => whole = true,
            "--save" => folder = arguments.next(),
            _ => words.push(argument),
        }
    }
    let recipes = if whole { RECIPES } else { &RECIPES[2..3] };
    for &recipe in recipes {
        if words.is_empty() || words.iter().any(|word| recipe.contains(word.as_str())) {
            let case = generated("sorting-robot", recipe, 1);
            compare(recipe, &*case, folder.as_deref());
        }
    }
}

/// A line of the table.
fn compare(recipe: &str, case: &dyn Case, folder: Option<&str>) {
    let began = cpu_seconds();
    let bound = case.bound(&Budget::reproducible(), None).unwrap();
    let found = cpu_seconds() - began;
    let began = cpu_seconds();
    let (same, evidence) = case.prove(&Budget::reproducible(), None).unwrap();
    let proved = cpu_seconds() - began;
    assert_eq!(bound, same);
    let evidence = evidence.unwrap();
    let text = evidence.proof.as_ref().map_or("", |proof| &proof.text);
    let began = cpu_seconds();
    let checked = case.check_proof(text.as_bytes());
    let check = cpu_seconds() - began;
    let rounds = text
        .lines()
        .filter(|line| line.starts_with("round"))
        .count();
    let cuts = text.lines().filter(|line| line.starts_with("cut"));
    let cut_bytes: usize = cuts.map(str::len).sum();
    let kind = match evidence.kind {
        EvidenceKind::Certified => "certified".to_owned(),
        EvidenceKind::Recomputed => "recomputed".to_owned(),
        EvidenceKind::Searched { nodes } => format!("searched {nodes}"),
    };
    println!(
        "{recipe:52} {:>8} {:>6.2} s {:>6.2} s ×{:.2} {:>9} bytes ({rounds} rounds, {cut_bytes} for cuts) check {:.2} s {} {kind}",
        bound.value.whole(),
        found,
        proved,
        proved / found.max(1e-6),
        text.len(),
        check,
        checked.map_or_else(|error| format!("{error:?}"), |value| value.to_string()),
    );
    if let Some(folder) = folder {
        let name = recipe.replace(' ', "-");
        let path = |end: &str| Path::new(folder).join(format!("{name}.{end}"));
        std::fs::write(path("txt"), case.text()).unwrap();
        std::fs::write(path("proof"), text).unwrap();
    }
}

/// The time that this thread has run, which excludes time of other processes. Linux only.
fn cpu_seconds() -> f64 {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| BEGAN.elapsed().as_secs_f64(), |time| time / 1e9)
}
