//! Anytime performance: the quality of the best answer so far over time, for programs that write several answers.

use super::{Figure, Series};
use crate::report::chart::{Axis, Chart, DataPoint, Label, SIZE};
use crate::report::page::matrix::quality;
use crate::scoring::Table;
use crate::snapshot::Snapshot;
use puzzles::Value;

/// The key of the title.
const TITLE: &str = "chart-quality";
/// The number of intervals between the points of a line.
const SAMPLES: usize = 90;
/// The number of markers on a line.
const MARKERS: usize = 8;

/// The time of an answer in milliseconds, and its quality.
type Improvement = (f64, f64);

/// Returns `None` if no program wrote a second answer.
pub(super) fn draw(results: &Snapshot, table: &Table, series: &[Series]) -> Option<Figure> {
    if !table.rows.iter().flatten().any(|row| row.answers > 1) {
        return None;
    }
    let end = (results.contest.limits.wall.as_secs_f64() * 1000.0)
        .max(10.0)
        .log10();
    let x = Axis::time(0.0..end, Label::Message("chart-time"));
    let y = Axis::proportion(Label::Message("chart-of-bound"));
    let mut chart = Chart::new(Label::Message(TITLE), SIZE, x, y);
    for series in series {
        let Some(entrant) = series.entrant(table) else {
            continue;
        };
        let runs: Vec<Vec<Improvement>> = (0..table.columns.len())
            // Submitted answers have no running time.
            .filter(|&instance| table.rows[entrant][instance].wall_ms > 0)
            .map(|instance| improvements(results, table, entrant, instance))
            .collect();
        let sample = |number: usize| {
            let exponent = end * number as f64 / SAMPLES as f64;
            (exponent, mean_quality(&runs, 10_f64.powf(exponent)))
        };
        let points: Vec<DataPoint> = (0..=SAMPLES).map(sample).collect();
        chart.line(series.style, &points, MARKERS);
    }
    Some(Figure::new(TITLE, chart, |language| {
        language.message("chart-progress-about").to_string()
    }))
}

/// Returns the time and quality of each answer of a run.
fn improvements(
    results: &Snapshot,
    table: &Table,
    entrant: usize,
    instance: usize,
) -> Vec<Improvement> {
    let row = table.rows[entrant][instance];
    let entrants = 0..table.entrants.len();
    let best = table.best(entrants.filter_map(|other| table.accepted(other, instance)));
    let quality = |value: Value| quality(table.goal, value, table.bounds.of(row), best);
    let accepted = table.accepted(entrant, instance);
    let only = || accepted.map(|value| (row.wall_ms as f64, value));
    let answers = results.files.answers(row);
    let answers = answers.unwrap_or_else(|| only().into_iter().collect());
    let improvement = |(time, value)| Some((time, quality(value)?));
    answers.into_iter().filter_map(improvement).collect()
}

/// Returns the mean quality that the runs have reached at a time in milliseconds.
fn mean_quality(runs: &[Vec<Improvement>], time: f64) -> f64 {
    let reached = |run: &Vec<Improvement>| {
        let last = run.iter().rev().find(|(at, _)| *at <= time);
        last.map_or(0.0, |&(_, quality)| quality)
    };
    runs.iter().map(reached).sum::<f64>() / runs.len().max(1) as f64
}
