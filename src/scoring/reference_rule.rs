//! `reference`: how an answer compares with the best of the bundled baselines, in per cent.

use reference::Goal;

use super::{Rule, Table};

/// Nobody earns more than this on one instance, however bad the baselines are.
const MOST: f64 = 125.0;

#[derive(Debug)]
pub(super) struct Reference;

impl Rule for Reference {
    fn name(&self) -> &'static str {
        "reference"
    }

    fn needs_baselines(&self) -> bool {
        true
    }

    fn scores(&self, table: &Table) -> Vec<Vec<f64>> {
        let marks: Vec<_> = (0..table.instances.len())
            .map(|instance| marks(table, instance))
            .collect();
        let entrants = 0..table.entrants.len();
        let score =
            |entrant, instance: usize| match (table.value(entrant, instance), marks[instance]) {
                (Some(value), Some((best, floor))) => points(table.goal, value, best, floor),
                // Where no baseline found an answer, having one is all there is to compare.
                (Some(_), None) => 100.0,
                (None, _) => 0.0,
            };
        entrants
            .map(|entrant| {
                (0..marks.len())
                    .map(|instance| score(entrant, instance))
                    .collect()
            })
            .collect()
    }
}

/// The best and the weakest value of the baselines on an instance.
fn marks(table: &Table, instance: usize) -> Option<(i64, i64)> {
    let best = table.best(table.values(instance, true))?;
    let weakest = table.values(instance, true).reduce(|worst, value| {
        if table.goal.better(worst, value) {
            value
        } else {
            worst
        }
    });
    Some((best, weakest.unwrap_or(best)))
}

fn points(goal: Goal, value: i64, best: i64, floor: i64) -> f64 {
    match goal {
        Goal::Minimise => (100.0 * (best + 1) as f64 / (value + 1) as f64).min(MOST),
        // With one baseline, or all alike, there is no scale: the mark is reached or it is not.
        Goal::Maximise if best == floor => {
            if value >= best {
                100.0
            } else {
                0.0
            }
        }
        Goal::Maximise => (100.0 * (value - floor) as f64 / (best - floor) as f64).clamp(0.0, MOST),
        Goal::Solve => 100.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worked_examples() {
        // 99 steps against a reference of 79: 80/100.
        assert!((points(Goal::Minimise, 99, 79, 0) - 80.0).abs() < 1e-9);
        // 9 steps against 99 would be 1000 %: capped.
        assert!((points(Goal::Minimise, 9, 99, 0) - 125.0).abs() < 1e-9);
        assert!((points(Goal::Minimise, 0, 0, 0) - 100.0).abs() < 1e-9);
        // Half-way from the floor 10 to the best 30; below the floor is nothing.
        assert!((points(Goal::Maximise, 20, 30, 10) - 50.0).abs() < 1e-9);
        assert!(points(Goal::Maximise, -5, 30, 10).abs() < 1e-9);
        assert!((points(Goal::Maximise, 40, 30, 10) - 125.0).abs() < 1e-9);
    }
}
