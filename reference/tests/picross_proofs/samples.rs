//! Larger instances, which need every technique.

use std::collections::HashMap;

use puzzles::picross::{Instance, Picross};
use puzzles::{Budget, EvidenceKind, Problem, Random, Shape, Solutions};

use crate::{agree, pair, proved};

/// A random grid, or if `crossed` the rows of one and the columns of a copy in which two cells are exchanged.
pub(crate) fn noise(size: (usize, usize), density: f64, crossed: bool, seed: u64) -> Instance {
    let random = &mut Random::new(seed);
    let shape = Shape {
        rows: size.0,
        columns: size.1,
    };
    let share = (density * 1000.0) as usize;
    let black: Vec<_> = (0..shape.cells())
        .map(|_| random.below(1000) < share)
        .collect();
    let mut instance = Instance::of_grid(shape, &black);
    if crossed {
        let mut other = black;
        let cells = [(); 2].map(|()| random.below(shape.cells()));
        other.swap(cells[0], cells[1]);
        instance.columns = Instance::of_grid(shape, &other).columns;
    }
    instance
}

/// The domino puzzle from webpbn: it has one solution, which only a search finds.
pub(crate) fn dominoes(count: usize) -> Instance {
    let mut clues = vec!["3", "1"];
    for _ in 1..count {
        clues.extend(["1 3", "1"]);
    }
    clues.push("1");
    let (size, clues) = (clues.len(), clues.join("\n"));
    Instance::read(format!("{size} {size}\n{clues}\n{clues}\n").as_bytes()).expect("a puzzle")
}

fn samples() -> Vec<Instance> {
    let mut samples: Vec<_> = (2..=8).map(dominoes).collect();
    for seed in 0..40 {
        for (size, density, crossed) in [
            ((12, 12), 0.4, true),
            ((15, 20), 0.5, false),
            ((15, 15), 0.42, true),
            ((20, 18), 0.45, true),
            ((25, 25), 0.48, true),
            ((8, 70), 0.6, true),
            ((70, 10), 0.65, false),
            ((5, 140), 0.7, true),
        ] {
            samples.push(noise(size, density, crossed, seed));
        }
    }
    samples
}

#[test]
fn every_technique_is_certified() {
    let mut counts = HashMap::new();
    let mut pairs = Vec::new();
    for (index, instance) in samples().iter().enumerate() {
        let proof = proved(instance);
        let bound = Picross::bound(instance, &Budget::unlimited(), None);
        let fact = bound.facts.iter().find(|fact| fact.name == "difficulty");
        let difficulty = fact.map_or_else(String::new, |fact| fact.value.to_string());
        let solutions = bound.solutions.expect("a number of solutions");
        *counts.entry((solutions.name(), difficulty)).or_insert(0) += 1;
        let (few, small) = (index % 3 == 0, proof.text.len() < 30_000);
        if solutions != Solutions::Several && small && few {
            pairs.push(pair(instance, &proof.text));
        }
    }
    for claim in ["unique", "none"] {
        for difficulty in ["lines", "probing", "search", "sat"] {
            let count = counts.get(&(claim, difficulty.to_owned()));
            assert!(count.is_some(), "{claim} {difficulty}: {counts:?}");
        }
    }
    agree(&pairs);
}

#[test]
fn a_bound_with_evidence_is_the_same_bound() {
    let mut searched = 0;
    for seed in 0..6 {
        let instance = noise((16, 16), 0.42, seed % 2 == 0, seed);
        for known in [None, Some(0), Some(1)] {
            for power in [10, 15, 18, 20, 22, 24, 40] {
                let budget = || Budget::unlimited().with_work(1 << power);
                let bound = Picross::bound(&instance, &budget(), known);
                let (same, evidence) = Picross::prove(&instance, &budget(), known);
                assert_eq!(bound, same, "{instance}");
                let unknown = bound.solutions == Some(Solutions::Unknown);
                let is_searched = matches!(evidence.kind, EvidenceKind::Searched { .. });
                assert_eq!(unknown, is_searched, "{instance}");
                assert_eq!(unknown, evidence.proof.is_none(), "{instance}");
                searched += usize::from(unknown);
            }
        }
    }
    assert!((20..100).contains(&searched), "{searched}");
}
