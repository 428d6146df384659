//! The scorer of rules that score each instance on its own and take the mean.

use super::{Basis, Score, Scorer, Table};

/// The mean over instances of a score per instance.
pub(super) struct Means<'t> {
    /// Per entrant, then per instance.
    points: Vec<Vec<f64>>,
    /// Per entrant, 1 for each instance that counts and 0 for each on which the judge failed; `None` if all count.
    counts: Vec<Option<Vec<f64>>>,
    score: fn(f64) -> Score,
    /// Per column, what its points are relative to.
    basis: Box<dyn Fn(usize) -> Basis + Sync + 't>,
}

impl<'t> Means<'t> {
    /// Creates a scorer from the points of each entrant on each instance and the score for a mean of them.
    pub(super) fn new(
        table: &Table,
        points: impl Fn(usize, usize) -> f64,
        score: fn(f64) -> Score,
    ) -> Self {
        let instances = 0..table.columns.len();
        let entrants = 0..table.entrants.len();
        let counts = |entrant: usize| -> Option<Vec<f64>> {
            let void = |instance| table.is_void(entrant, instance);
            let any = instances.clone().any(void);
            any.then(|| {
                instances
                    .clone()
                    .map(|i| f64::from(u8::from(!void(i))))
                    .collect()
            })
        };
        let of_entrant = |entrant: usize| -> Vec<f64> {
            let of_instance = |i| {
                if table.is_void(entrant, i) {
                    0.0
                } else {
                    points(entrant, i)
                }
            };
            instances.clone().map(of_instance).collect()
        };
        Self {
            points: entrants.clone().map(of_entrant).collect(),
            counts: entrants.map(counts).collect(),
            score,
            basis: Box::new(|_| Basis::Result),
        }
    }

    /// Adds what the points of a column are relative to.
    pub(super) fn with_basis(mut self, basis: impl Fn(usize) -> Basis + Sync + 't) -> Self {
        self.basis = Box::new(basis);
        self
    }
}

impl Scorer for Means<'_> {
    fn scores(&self, weights: &[f64]) -> Vec<Score> {
        let all: f64 = weights.iter().sum();
        let entrants = self.points.iter().zip(&self.counts);
        entrants
            .map(|(points, counts)| {
                let weight = counts
                    .as_ref()
                    .map_or(all, |counts| dot_product(counts, weights));
                (self.score)(dot_product(points, weights) / if weight > 0.0 { weight } else { 1.0 })
            })
            .collect()
    }

    fn earned(&self, entrant: usize, column: usize) -> f64 {
        self.points[entrant][column]
    }

    fn basis(&self, _entrant: usize, column: usize) -> Basis {
        (self.basis)(column)
    }
}

/// Returns the dot product, computed as eight partial sums so that the compiler can vectorise it.
pub(super) fn dot_product(a: &[f64], b: &[f64]) -> f64 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    let (a_parts, b_parts) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest: f64 = a_parts
        .remainder()
        .iter()
        .zip(b_parts.remainder())
        .map(|(a, b)| a * b)
        .sum();
    for (a, b) in a_parts.zip(b_parts) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    rest + sums.iter().sum::<f64>()
}
