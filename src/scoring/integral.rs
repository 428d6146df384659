//! `integral`: the mean quality of the best answer so far over the time limit, for contests of anytime programs.

use super::means::Means;
use super::relative::{best_and_worst, percentage};
use super::{Basis, Score, Scorer, Table};
use puzzles::Value;

/// From this time in milliseconds on, the last answer has this quality in per cent.
pub type Step = (f64, f64);

/// The quality of the answers of every run over time.
#[derive(Debug)]
pub struct QualityCurves<'t> {
    table: &'t Table<'t>,
    /// Per column, the best and the worst value.
    references: Vec<Option<(Value, Value)>>,
}

impl<'t> QualityCurves<'t> {
    pub fn new(table: &'t Table<'t>) -> Self {
        let references = (0..table.columns.len()).map(|column| {
            let entrants = 0..table.entrants.len();
            let values = entrants.filter_map(|entrant| table.accepted(entrant, column));
            best_and_worst(table, values)
        });
        Self {
            references: references.collect(),
            table,
        }
    }

    /// Returns the curve of a run, which has no steps if the run has no accepted answer.
    fn run(&self, entrant: usize, column: usize) -> Vec<Step> {
        let table = self.table;
        let row = table.rows[entrant][column];
        let (Some(value), Some((best, worst))) =
            (table.accepted(entrant, column), self.references[column])
        else {
            return Vec::new();
        };
        let answers = table.files.and_then(|files| files.answers(row));
        // A single answer is complete when the program ends.
        let answers = answers.unwrap_or_else(|| vec![(row.wall_ms as f64, value)]);
        let quality = |value: Value| percentage(table.goal, value, best, worst).min(100.0);
        let step = |(time, value)| (time, quality(value));
        answers.into_iter().map(step).collect()
    }

    /// Returns the mean of an entrant's curves, by the weights of the columns. The area below it is the score.
    pub fn mean(&self, entrant: usize) -> Vec<Step> {
        let columns = 0..self.table.columns.len();
        let counted = columns.filter(|&column| !self.table.is_void(entrant, column));
        let weights = self.table.weights();
        let curves: Vec<_> = counted
            .map(|column| (weights[column], self.run(entrant, column)))
            .collect();
        weighted_mean(&curves)
    }
}

pub(super) fn scorer<'t>(table: &'t Table<'_>) -> Box<dyn Scorer + 't> {
    let curves = QualityCurves::new(table);
    let limit = table.time.as_secs_f64() * 1000.0;
    let percent =
        |entrant: usize, column: usize| mean_over_time(&curves.run(entrant, column), limit);
    let means = Means::new(table, percent, Score::more_is_better);
    Box::new(means.with_basis(move |column| Basis::relative(table.goal, curves.references[column])))
}

/// Returns the mean over `0..limit` of the quality of the last answer so far. Later answers do not count.
fn mean_over_time(steps: &[Step], limit: f64) -> f64 {
    let ends = steps.iter().skip(1).map(|&(time, _)| time).chain([limit]);
    let parts = steps.iter().zip(ends).map(|(&(start, quality), end)| {
        let duration = (end.min(limit) - start).max(0.0);
        duration * quality
    });
    parts.sum::<f64>() / limit.max(1.0)
}

/// Returns the mean of curves by their weights.
fn weighted_mean(curves: &[(f64, Vec<Step>)]) -> Vec<Step> {
    let all: f64 = curves.iter().map(|(weight, _)| weight).sum();
    if all <= 0.0 {
        return Vec::new();
    }
    let changes = curves.iter().flat_map(|(weight, steps)| {
        let before = std::iter::once(0.0).chain(steps.iter().map(|step| step.1));
        let changes = steps.iter().zip(before);
        changes.map(move |(&(time, quality), before)| (time, weight / all * (quality - before)))
    });
    let mut changes: Vec<Step> = changes.collect();
    changes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut quality = 0.0;
    let sum = |(time, change): Step| {
        quality += change;
        (time, quality)
    };
    changes.into_iter().map(sum).collect()
}

#[cfg(test)]
mod tests {
    use puzzles::Goal;

    use super::*;

    #[test]
    fn worked_examples() {
        let quality = |value: Value| percentage(Goal::Minimise, value, 9.into(), 99.into()) / 100.0;
        let mean = |answers: &[(f64, Value)]| {
            let steps: Vec<Step> = answers.iter().map(|&(t, v)| (t, quality(v))).collect();
            mean_over_time(&steps, 1000.0)
        };
        // The best value from the start.
        assert!((mean(&[(0.0, 9.into())]) - 1.0).abs() < 1e-9);
        // Nothing for 200 ms, then half as good for 300 ms, then the best: 0.3 × 0.5 + 0.5.
        assert!((mean(&[(200.0, 19.into()), (500.0, 9.into())]) - 0.65).abs() < 1e-9);
        // Too late.
        assert!(mean(&[(1000.0, 9.into()), (1500.0, 9.into())]).abs() < 1e-9);
        assert!(mean(&[]).abs() < 1e-9);
    }

    #[test]
    fn the_area_below_the_mean_curve_is_the_mean_of_the_areas() {
        let runs = [
            (1.0, vec![(100.0, 40.0), (700.0, 80.0)]),
            (2.0, vec![(300.0, 100.0)]),
            (0.5, vec![]),
            (1.5, vec![(100.0, 10.0), (400.0, 5.0), (1200.0, 100.0)]),
        ];
        let mean = weighted_mean(&runs);
        let area = |steps: &[Step]| mean_over_time(steps, 1000.0);
        let areas: f64 = runs.iter().map(|(weight, run)| weight * area(run)).sum();
        assert!((area(&mean) - areas / 5.0).abs() < 1e-9);
        assert!((mean[1].1 - (40.0 + 1.5 * 10.0) / 5.0).abs() < 1e-9);
        assert!(weighted_mean(&[]).is_empty());
    }
}
