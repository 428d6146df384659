//! `total`: the sum of a team's values. Who fails less often comes first, since a value that is not there cannot be added.

use ::reference::Goal;

use super::{Earned, Rule, Table, Tally};

#[derive(Debug)]
pub(super) struct Total;

impl Rule for Total {
    fn name(&self) -> &'static str {
        "total"
    }

    fn about(&self) -> &'static str {
        "sum of values; fewer failures come first"
    }

    fn tally<'t>(&self, table: &'t Table) -> Box<dyn Tally + 't> {
        Box::new(Sums { table })
    }
}

struct Sums<'t> {
    table: &'t Table,
}

impl Tally for Sums<'_> {
    fn earned(&self, weights: &[f64]) -> Vec<Earned> {
        let table = self.table;
        let earned = |entrant| {
            let (mut failures, mut sum) = (0.0, 0.0);
            for (instance, weight) in weights.iter().enumerate() {
                match table.value(entrant, instance) {
                    Some(value) => sum += weight * value as f64,
                    None if table.is_void(entrant, instance) => {}
                    None => failures += weight,
                }
            }
            Earned {
                merit: -failures,
                second: if table.goal == Goal::Minimise {
                    -sum
                } else {
                    sum
                },
                score: sum,
            }
        };
        (0..table.entrants.len()).map(earned).collect()
    }
}
