//! `total`: the sum of a team's values. Who fails less often comes first, since a value that is not there cannot be added.

use ::puzzles::Goal;

use super::means::product;
use super::{Earned, Table, Tally};

pub(super) fn tally<'t>(table: &'t Table<'_>) -> Box<dyn Tally + 't> {
    let instances = 0..table.instances.len();
    let value = |entrant, instance| table.value(entrant, instance);
    let failed =
        |entrant, instance| value(entrant, instance).is_none() && !table.is_void(entrant, instance);
    let rows = |cell: &dyn Fn(usize, usize) -> f64| -> Vec<Vec<f64>> {
        let row = |entrant| {
            instances
                .clone()
                .map(|instance| cell(entrant, instance))
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
        values: rows(&|entrant, instance| value(entrant, instance).unwrap_or(0) as f64),
        failures: rows(&|entrant, instance| f64::from(u8::from(failed(entrant, instance)))),
    })
}

/// Per entrant and instance, the value that counts, and 1 for a failure.
struct Sums {
    sign: f64,
    values: Vec<Vec<f64>>,
    failures: Vec<Vec<f64>>,
}

impl Tally for Sums {
    fn earned(&self, weights: &[f64]) -> Vec<Earned> {
        let entrants = self.values.iter().zip(&self.failures);
        let earned = |(values, failures): (&Vec<f64>, &Vec<f64>)| {
            let sum = product(values, weights);
            Earned {
                merit: -product(failures, weights),
                second: self.sign * sum,
                score: sum,
            }
        };
        entrants.map(earned).collect()
    }
}
