//! `integral`: the mean quality of the best answer so far over the time limit, for contests of anytime programs.

use super::means::Means;
use super::relative::{basis, best_and_worst, percentage};
use super::{Score, Scorer, Table};

pub(super) fn scorer<'t>(table: &'t Table<'_>) -> Box<dyn Scorer + 't> {
    let references: Vec<Option<(i64, i64)>> = (0..table.columns.len())
        .map(|column| {
            let entrants = 0..table.entrants.len();
            let values = entrants.filter_map(|entrant| table.accepted(entrant, column));
            best_and_worst(table, values)
        })
        .collect();
    let limit = table.time.as_secs_f64() * 1000.0;
    let percent = |entrant: usize, column: usize| {
        let row = table.rows[entrant][column];
        let (Some(value), Some((best, worst))) =
            (table.accepted(entrant, column), references[column])
        else {
            return 0.0;
        };
        let answers = table.files.and_then(|files| files.answers(row));
        // A single answer is complete when the program ends.
        let answers = answers.unwrap_or_else(|| vec![(row.wall_ms as f64, value)]);
        let quality = |value: i64| percentage(table.goal, value, best, worst).min(100.0);
        mean_over_time(&answers, limit, &quality)
    };
    let means = Means::new(table, percent, Score::more_is_better);
    Box::new(means.with_basis(move |column| basis(table.goal, references[column])))
}

/// Returns the mean over `0..limit` of the quality of the last answer so far. Later answers do not count.
fn mean_over_time(answers: &[(f64, i64)], limit: f64, quality: &dyn Fn(i64) -> f64) -> f64 {
    let ends = answers.iter().skip(1).map(|&(time, _)| time).chain([limit]);
    let parts = answers.iter().zip(ends).map(|(&(start, value), end)| {
        let duration = (end.min(limit) - start).max(0.0);
        duration * quality(value)
    });
    parts.sum::<f64>() / limit.max(1.0)
}

#[cfg(test)]
mod tests {
    use puzzles::Goal;

    use super::*;

    #[test]
    fn worked_examples() {
        let quality = |value: i64| percentage(Goal::Minimise, value, 9, 99) / 100.0;
        let mean = |answers: &[(f64, i64)]| mean_over_time(answers, 1000.0, &quality);
        // The best value from the start.
        assert!((mean(&[(0.0, 9)]) - 1.0).abs() < 1e-9);
        // Nothing for 200 ms, then half as good for 300 ms, then the best: 0.3 × 0.5 + 0.5.
        assert!((mean(&[(200.0, 19), (500.0, 9)]) - 0.65).abs() < 1e-9);
        // Too late.
        assert!(mean(&[(1000.0, 9), (1500.0, 9)]).abs() < 1e-9);
        assert!(mean(&[]).abs() < 1e-9);
    }
}
