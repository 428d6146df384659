//! The tally of rules that score every instance by itself and take the mean.

use super::{Earned, Table, Tally};

/// Per entrant, its score on each instance.
pub(super) struct Means {
    scores: Vec<Vec<f64>>,
    /// Per entrant, 1 where the instance counts and 0 where the judge failed; nothing where all count.
    counts: Vec<Option<Vec<f64>>>,
    earned: fn(f64) -> Earned,
}

impl Means {
    /// With the score of each entrant on each instance, and what a mean of them is worth.
    pub(super) fn new(
        table: &Table,
        score: impl Fn(usize, usize) -> f64,
        earned: fn(f64) -> Earned,
    ) -> Self {
        let instances = 0..table.instances.len();
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
                    score(entrant, i)
                }
            };
            instances.clone().map(of_instance).collect()
        };
        Self {
            scores: entrants.clone().map(of_entrant).collect(),
            counts: entrants.map(counts).collect(),
            earned,
        }
    }
}

impl Tally for Means {
    fn earned(&self, weights: &[f64]) -> Vec<Earned> {
        let all: f64 = weights.iter().sum();
        let entrants = self.scores.iter().zip(&self.counts);
        entrants
            .map(|(scores, counts)| {
                let weight = counts
                    .as_ref()
                    .map_or(all, |counts| product(counts, weights));
                (self.earned)(product(scores, weights) / if weight > 0.0 { weight } else { 1.0 })
            })
            .collect()
    }
}

/// The sum of products, in several partial sums that the processor can work on side by side.
pub(super) fn product(a: &[f64], b: &[f64]) -> f64 {
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
