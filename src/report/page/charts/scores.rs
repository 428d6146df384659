//! The scores with their confidence intervals.

use super::{Figure, Series, truncated};
use crate::report::chart::{Axis, Chart, Label, SIZE, SeriesStyle};
use crate::report::page::audience::Disclosure;
use crate::report::remarks::bootstrap;
use crate::standings::{Line, Standings};

/// The key of the title.
const TITLE: &str = "chart-scores";
/// The number of entrants in the chart.
const MAX_LINES: usize = 24;
/// The height of a line and the width of the names, in pixels.
const ROW: usize = 22;
const NAMES: i32 = 196;
/// Longer names are truncated; no pseudonym is longer.
const MAX_NAME: usize = 23;

pub(super) fn draw(standings: &Standings, series: &[Series], disclosure: &Disclosure) -> Figure {
    let scored = standings
        .lines
        .iter()
        .filter_map(|line| Some((line, line.score?)));
    let scored: Vec<(&Line, f64)> = scored.collect();
    let lines = &scored[..scored.len().min(MAX_LINES)];
    let height = ((ROW * lines.len() + 54) as i32).max(SIZE.1);
    let ends = lines.iter().map(|&(line, score)| interval(line, score));
    let low = ends.clone().map(|(low, _)| low).fold(f64::MAX, f64::min);
    let high = ends.map(|(_, high)| high).fold(f64::MIN, f64::max);
    let margin = (0.03 * (high - low)).max(1e-3);
    let x = Axis::linear(low - margin..high + margin, Label::Message("chart-score"));
    let y = Axis::rows(lines.len());
    let chart = Chart::new(Label::Message(TITLE), (SIZE.0, height), x, y);
    let mut chart = chart.with_names_left(NAMES);
    for (&(line, score), row) in lines.iter().zip((0..lines.len()).rev()) {
        let is_own = |s: &&Series| s.name == line.team && s.baseline == line.baseline;
        let own = series.iter().find(is_own);
        let style = own.map_or_else(SeriesStyle::neutral, |series| series.style);
        let name = truncated(&disclosure.shown_name(&line.team, line.baseline), MAX_NAME);
        chart.interval(
            style,
            interval(line, score),
            (score, row as f64),
            Label::Text(name),
        );
    }
    let more = scored.len() - lines.len();
    Figure::new(TITLE, chart, |language| {
        let message = match more {
            0 => language.message("chart-scores-about"),
            more => language
                .message("chart-scores-about-more")
                .with("more", more),
        };
        let method = bootstrap(standings, language);
        message.with("method", method).to_string()
    })
}

fn interval(line: &Line, score: f64) -> (f64, f64) {
    line.confidence.map_or((score, score), |c| {
        (c.score_low.min(score), c.score_high.max(score))
    })
}
