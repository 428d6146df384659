//! All grids of small sizes: what a proof claims is what exhaustive search finds.

use std::collections::HashMap;

use puzzles::picross::Instance;
use puzzles::{Random, Shape};

use crate::{agree, claim_of, pair, proved};

/// The solutions of all instances of a size that have any.
pub(crate) struct Solved {
    shape: Shape,
    grids: HashMap<String, Vec<Vec<bool>>>,
}

impl Solved {
    pub(crate) fn of(rows: usize, columns: usize) -> Self {
        let shape = Shape { rows, columns };
        let mut grids: HashMap<_, Vec<_>> = HashMap::new();
        for pattern in 0..1_u32 << shape.cells() {
            let black: Vec<_> = (0..shape.cells())
                .map(|at| pattern >> at & 1 == 1)
                .collect();
            let instance = Instance::of_grid(shape, &black).to_string();
            grids.entry(instance).or_default().push(black);
        }
        Self { shape, grids }
    }

    pub(crate) fn solutions(&self, instance: &Instance) -> &[Vec<bool>] {
        self.grids
            .get(&instance.to_string())
            .map_or(&[], Vec::as_slice)
    }

    /// Whether what an accepted proof claims is true.
    pub(crate) fn confirms(&self, instance: &Instance, proof: &str) -> bool {
        let count = self.solutions(instance).len();
        match claim_of(proof) {
            "none" => count == 0,
            "unique" => count == 1,
            "several" => count >= 2,
            _ => false,
        }
    }

    /// An instance whose rows come from one grid and whose columns come from another with as many black cells.
    pub(crate) fn crossed(&self, random: &mut Random) -> Instance {
        let cells = self.shape.cells();
        let count = cells / 3 + random.below(cells / 3 + 1);
        let mut grid = || {
            let mut black: Vec<_> = (0..cells).map(|cell| cell < count).collect();
            random.shuffle(&mut black);
            Instance::of_grid(self.shape, &black)
        };
        let (rows, columns) = (grid().rows, grid().columns);
        Instance {
            shape: self.shape,
            rows,
            columns,
        }
    }
}

#[test]
fn every_small_grid_is_proved() {
    let random = &mut Random::new(1);
    let mut pairs = Vec::new();
    let mut counts = HashMap::new();
    for (rows, columns) in [(1, 1), (1, 7), (7, 1), (2, 5), (3, 4), (4, 4), (5, 3)] {
        let solved = Solved::of(rows, columns);
        let mut texts: Vec<_> = solved.grids.keys().collect();
        texts.sort_unstable();
        for text in texts {
            let instance = Instance::read(text.as_bytes()).expect("canonical text");
            let proof = proved(&instance);
            assert!(
                solved.confirms(&instance, &proof.text),
                "{text}{}",
                proof.text
            );
            *counts.entry(claim_of(&proof.text).to_owned()).or_insert(0) += 1;
            if random.below(40) == 0 {
                pairs.push(pair(&instance, &proof.text));
            }
        }
    }
    assert!(
        counts["unique"] > 40_000 && counts["several"] > 2000,
        "{counts:?}"
    );
    agree(&pairs);
}

#[test]
fn clues_of_two_grids_are_proved() {
    let random = &mut Random::new(2);
    let mut pairs = Vec::new();
    let mut none = 0;
    for (rows, columns) in [(3, 3), (3, 5), (4, 4)] {
        let solved = Solved::of(rows, columns);
        for _ in 0..400 {
            let instance = solved.crossed(random);
            let proof = proved(&instance);
            assert!(
                solved.confirms(&instance, &proof.text),
                "{instance}{}",
                proof.text
            );
            none += usize::from(proof.bound == 0);
            pairs.push(pair(&instance, &proof.text));
        }
    }
    assert!((600..1100).contains(&none), "{none}");
    agree(&pairs);
}
