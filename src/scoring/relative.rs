//! How an answer compares with a mark, in per cent.

use puzzles::Goal;

use super::means::Means;
use super::{Earned, Table};

/// Nobody earns more than this on one instance, however low the mark is.
const MOST: f64 = 125.0;

/// The mean of comparisons with the best and the weakest of `values` on each instance.
pub(super) fn to_values<I>(table: &Table, values: impl Fn(usize) -> I) -> Means
where
    I: Iterator<Item = i64>,
{
    let marks: Vec<_> = (0..table.instances.len())
        .map(|i| marks(table, values(i)))
        .collect();
    let score = |entrant, instance: usize| match (table.value(entrant, instance), marks[instance]) {
        (Some(value), Some((best, floor))) => points(table.goal, value, best, floor),
        // Where there is no mark, having an answer is all there is to compare.
        (Some(_), None) => 100.0,
        (None, _) => 0.0,
    };
    Means::new(table, score, Earned::more)
}

fn marks(table: &Table, values: impl Iterator<Item = i64>) -> Option<(i64, i64)> {
    let better = |a, b| if table.goal.better(b, a) { b } else { a };
    let worse = |a, b| if table.goal.better(a, b) { b } else { a };
    values
        .map(|value| (value, value))
        .reduce(|(best, floor), (value, _)| (better(best, value), worse(floor, value)))
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
