//! Scores relative to reference values, in per cent.

use puzzles::{Goal, Value};

use super::means::Means;
use super::{Basis, Score, Table};

/// The maximum score on one instance.
const MAX_PERCENT: f64 = 125.0;

/// Returns the scorer of the mean percentage relative to the best and the worst of `values` on each instance.
pub(super) fn to_values<'t, I>(table: &Table, values: impl Fn(usize) -> I) -> Means<'t>
where
    I: Iterator<Item = Value>,
{
    let references: Vec<_> = (0..table.columns.len())
        .map(|i| best_and_worst(table, values(i)))
        .collect();
    let percent =
        |entrant, instance: usize| match (table.value(entrant, instance), references[instance]) {
            (Some(value), Some((best, worst))) => percentage(table.goal, value, best, worst),
            // Without a reference value, any accepted answer gets the full score.
            (Some(_), None) => 100.0,
            (None, _) => 0.0,
        };
    let goal = table.goal;
    let means = Means::new(table, percent, Score::more_is_better);
    means.with_basis(move |column| Basis::relative(goal, references[column]))
}

/// Returns the best and the worst of some values.
pub(super) fn best_and_worst(
    table: &Table,
    values: impl Iterator<Item = Value>,
) -> Option<(Value, Value)> {
    let better = |a, b| if table.goal.better(b, a) { b } else { a };
    let worse = |a, b| if table.goal.better(a, b) { b } else { a };
    values
        .map(|value| (value, value))
        .reduce(|(best, worst), (value, _)| (better(best, value), worse(worst, value)))
}

/// Returns how near a value is to the best one, in per cent.
pub(super) fn percentage(goal: Goal, value: Value, best: Value, worst: Value) -> f64 {
    let is_only = best == worst;
    let is_reached = !goal.better(best, value);
    let (best, worst, value) = (best.as_f64(), worst.as_f64(), value.as_f64());
    match goal {
        // A ratio of values means nothing below 0, where only the distance counts.
        Goal::Minimise if best.min(value) < 0.0 => {
            let share = 1.0 - (value - best) / best.abs().max(1.0);
            (100.0 * share).clamp(0.0, MAX_PERCENT)
        }
        Goal::Minimise => (100.0 * (best + 1.0) / (value + 1.0)).min(MAX_PERCENT),
        // If all reference values are equal, there is no scale: the value is reached or not.
        Goal::Maximise if is_only => {
            if is_reached {
                100.0
            } else {
                0.0
            }
        }
        Goal::Maximise => (100.0 * (value - worst) / (best - worst)).clamp(0.0, MAX_PERCENT),
        Goal::Solve => 100.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worked_examples() {
        let percentage = |goal, value: i64, best: i64, worst: i64| {
            super::percentage(goal, value.into(), best.into(), worst.into())
        };
        // 99 steps against a reference of 79: 80/100.
        assert!((percentage(Goal::Minimise, 99, 79, 0) - 80.0).abs() < 1e-9);
        // 9 steps against 99 would be 1000 %: capped.
        assert!((percentage(Goal::Minimise, 9, 99, 0) - 125.0).abs() < 1e-9);
        assert!((percentage(Goal::Minimise, 0, 0, 0) - 100.0).abs() < 1e-9);
        // Half-way from the worst value 10 to the best 30; values below the worst get 0.
        assert!((percentage(Goal::Maximise, 20, 30, 10) - 50.0).abs() < 1e-9);
        assert!(percentage(Goal::Maximise, -5, 30, 10).abs() < 1e-9);
        assert!((percentage(Goal::Maximise, 40, 30, 10) - 125.0).abs() < 1e-9);
        // Below 0, one tenth worse than the best costs one tenth.
        assert!((percentage(Goal::Minimise, -90, -100, 0) - 90.0).abs() < 1e-9);
        assert!((percentage(Goal::Minimise, -110, -100, 0) - 110.0).abs() < 1e-9);
        assert!(percentage(Goal::Minimise, 500, -100, 0).abs() < 1e-9);
    }
}
