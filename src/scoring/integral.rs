//! `integral`: the mean quality of the best answer so far over the time limit, for contests of anytime programs.

use ::puzzles::Goal;

use super::means::Means;
use super::{Score, Scorer, Table};

pub(super) fn scorer<'t>(table: &'t Table<'_>) -> Box<dyn Scorer + 't> {
    let values = |column: usize| {
        let entrants = 0..table.entrants.len();
        entrants.filter_map(move |entrant| table.accepted(entrant, column))
    };
    let references: Vec<Option<(i64, i64)>> = (0..table.columns.len())
        .map(|column| {
            let worst = values(column).reduce(|a, b| if table.goal.better(a, b) { b } else { a });
            table.best(values(column)).zip(worst)
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
        let trace = table.files.and_then(|files| files.trace(row).ok());
        let answers: Vec<(f64, i64)> = match &trace {
            Some(trace) => trace.lines().filter_map(answer).collect(),
            // A single answer is complete when the program ends.
            None => vec![(row.wall_ms as f64, value)],
        };
        let quality = |value: i64| quality(table.goal, value, best, worst);
        100.0 * mean_over_time(&answers, limit, &quality)
    };
    Box::new(Means::new(table, percent, Score::more_is_better))
}

/// Reads a line of a trace: the time in milliseconds and the value of an answer.
fn answer(line: &str) -> Option<(f64, i64)> {
    let (time, value) = line.split_once(',')?;
    Some((time.parse().ok()?, value.parse().ok()?))
}

/// Returns how near a value is to the best one, from 0 to 1.
fn quality(goal: Goal, value: i64, best: i64, worst: i64) -> f64 {
    match goal {
        Goal::Minimise => ((best + 1) as f64 / (value + 1) as f64).clamp(0.0, 1.0),
        Goal::Maximise if best == worst => f64::from(u8::from(value >= best)),
        Goal::Maximise => ((value - worst) as f64 / (best - worst) as f64).clamp(0.0, 1.0),
        Goal::Solve => 1.0,
    }
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
    use super::*;

    #[test]
    fn worked_examples() {
        let quality = |value: i64| quality(Goal::Minimise, value, 9, 99);
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
