//! Which columns of a table are resampled together.

use puzzles::Random;

/// The columns of a table that are resampled together, and their weights.
#[derive(Clone, Debug)]
pub(in crate::standings) struct Design {
    /// Per instance, its columns: one per repetition.
    pub(in crate::standings) instances: Vec<Vec<usize>>,
    /// Per column.
    pub(in crate::standings) weights: Vec<f64>,
}

impl Design {
    /// Draws instances with replacement, and repetitions of each.
    pub(super) fn resample(&self, random: &mut Random, weights: &mut [f64]) {
        weights.fill(0.0);
        for _ in 0..self.instances.len() {
            let drawn = random.below(self.instances.len());
            self.resample_repetitions(drawn, random, weights);
        }
    }

    /// Draws repetitions of one instance with replacement.
    pub(super) fn resample_repetitions(
        &self,
        instance: usize,
        random: &mut Random,
        weights: &mut [f64],
    ) {
        let columns = &self.instances[instance];
        match columns.as_slice() {
            [column] => weights[*column] += self.weights[*column],
            columns => {
                for _ in columns {
                    let column = columns[random.below(columns.len())];
                    weights[column] += self.weights[column];
                }
            }
        }
    }

    /// Returns the weights without one instance, scaled to keep sums comparable.
    pub(super) fn without(&self, instance: usize) -> Vec<f64> {
        let count = self.instances.len() as f64;
        let mut weights = self.weights.clone();
        for weight in &mut weights {
            *weight *= count / (count - 1.0);
        }
        for &column in &self.instances[instance] {
            weights[column] = 0.0;
        }
        weights
    }

    /// Returns the largest number of repetitions of an instance.
    pub(in crate::standings) fn repetitions(&self) -> usize {
        self.instances.iter().map(Vec::len).max().unwrap_or(0)
    }
}
