//! `total`: the number of failures, then the sum of the values.

use ::puzzles::Goal;

use super::means::dot_product;
use super::{Score, Scorer, Table};

pub(super) fn scorer<'t>(table: &'t Table<'_>) -> Box<dyn Scorer + 't> {
    let instances = 0..table.columns.len();
    let value = |entrant, instance| table.value(entrant, instance);
    let failed =
        |entrant, instance| value(entrant, instance).is_none() && !table.is_void(entrant, instance);
    let rows = |number: &dyn Fn(usize, usize) -> f64| -> Vec<Vec<f64>> {
        let row = |entrant| {
            instances
                .clone()
                .map(|instance| number(entrant, instance))
                .collect()
        };
        (0..table.entrants.len()).map(row).collect()
    };
    Box::new(Sums {
        sign: if table.goal == Goal::Minimise {
            -1.0
        } else {
            1.0
        },
        values: rows(&|entrant, instance| value(entrant, instance).unwrap_or_default().as_f64()),
        failures: rows(&|entrant, instance| f64::from(u8::from(failed(entrant, instance)))),
    })
}

/// Per entrant and instance, the value that counts, and 1 if the run failed.
struct Sums {
    sign: f64,
    values: Vec<Vec<f64>>,
    failures: Vec<Vec<f64>>,
}

impl Scorer for Sums {
    fn scores(&self, weights: &[f64]) -> Vec<Score> {
        let entrants = self.values.iter().zip(&self.failures);
        let score = |(values, failures): (&Vec<f64>, &Vec<f64>)| {
            let sum = dot_product(values, weights);
            Score {
                primary: -dot_product(failures, weights),
                secondary: self.sign * sum,
                value: sum,
            }
        };
        entrants.map(score).collect()
    }

    fn earned(&self, entrant: usize, column: usize) -> f64 {
        self.values[entrant][column]
    }
}
