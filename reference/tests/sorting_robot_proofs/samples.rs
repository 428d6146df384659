//! Small grids of every kind with their fewest steps and a proof.

use std::sync::LazyLock;

use puzzles::sorting_robot::{Instance, SortingRobot};
use puzzles::{Budget, EvidenceKind, Problem, Proof, Random, Shape};

use crate::common::exhaustive::fewest_steps;
use crate::common::grids::random_grid;

/// A small grid with its fewest steps and a proof.
pub(crate) struct Sample {
    pub(crate) instance: Instance,
    pub(crate) optimum: i64,
    pub(crate) kind: EvidenceKind,
    pub(crate) proof: Proof,
}

const SHAPES: [(usize, usize); 10] = [
    (1, 1),
    (1, 3),
    (1, 6),
    (5, 1),
    (2, 2),
    (2, 3),
    (3, 2),
    (2, 4),
    (4, 2),
    (3, 3),
];

pub(crate) static SAMPLES: LazyLock<Vec<Sample>> = LazyLock::new(|| {
    let random = &mut Random::new(12);
    let samples = (0..500).map(|round| {
        let (rows, columns) = SHAPES[round % SHAPES.len()];
        let shape = Shape::new(rows, columns).unwrap();
        let most = if shape.cells() > 6 { 3 } else { shape.cells() };
        let colours = 1 + random.below(most);
        let instance = random_grid(random, shape, colours, round / 7 % 5);
        let optimum = fewest_steps(&instance) as i64;
        let known = (round % 2 == 0).then_some(optimum);
        let (bound, evidence) = SortingRobot::prove(&instance, &Budget::unlimited(), known);
        assert_eq!(
            bound,
            SortingRobot::bound(&instance, &Budget::unlimited(), known)
        );
        let proof = evidence.proof.expect("a small proof");
        let is_searched = matches!(evidence.kind, EvidenceKind::Searched { .. });
        assert!(
            proof.bound == bound.value.whole() || is_searched,
            "{instance}"
        );
        assert!(bound.value.whole() <= optimum && proof.bound <= optimum);
        Sample {
            instance,
            optimum,
            kind: evidence.kind,
            proof,
        }
    });
    samples.collect()
});
