//! Quality over time as the rule `integral` measures it: the area below the line of an entrant is its score.

use super::{Figure, Series, truncated};
use crate::locale::Language;
use crate::report::chart::{Axis, Chart, DataPoint, Label, SIZE};
use crate::report::page::audience::Disclosure;
use crate::report::table::shown_score;
use crate::scoring::{QualityCurves, Step, Table};
use crate::standings::{Line, Standings};

/// The key of the title.
const TITLE: &str = "chart-quality";
/// The number of markers on a line.
const MARKERS: usize = 8;
/// The width of names with scores in pixels, and the longest name in characters.
const NAMES: i32 = 178;
const MAX_NAME: usize = 13;

pub(super) fn draw(
    table: &Table,
    standings: &Standings,
    series: &[Series],
    disclosure: &Disclosure,
) -> Figure {
    let limit = table.time.as_secs_f64();
    // The time axis is linear, so that areas on the screen are proportional to scores.
    let x = Axis::linear(0.0..limit, Label::Message("chart-seconds"));
    let y = Axis::proportion(Label::Message("chart-of-best"));
    let mut chart = Chart::new(Label::Message(TITLE), SIZE, x, y).with_names_right(NAMES);
    let curves = QualityCurves::new(table);
    let mut names = Vec::new();
    for series in series {
        let is_it = |line: &&Line| line.team == series.name && line.baseline == series.baseline;
        let line = standings.lines.iter().find(is_it);
        let (Some(entrant), Some(line)) = (series.entrant(table), line) else {
            continue;
        };
        let points = corners(&curves.mean(entrant), limit);
        if series.baseline {
            chart.line(series.style, &points, MARKERS);
        } else {
            chart.area(series.style, &points, MARKERS);
        }
        let name = disclosure.shown_name(&series.name, series.baseline);
        let score = shown_score(line.score, Language::English);
        names.push(Label::Scored(truncated(&name, MAX_NAME), score));
    }
    chart.name_lines(&names);
    Figure::new(TITLE, chart, |language| {
        language.message("chart-integral-about").to_string()
    })
}

/// Returns the corners of a step function from 0 to the limit in seconds, as fractions of the full quality.
fn corners(steps: &[Step], limit: f64) -> Vec<DataPoint> {
    let mut points = vec![(0.0, 0.0)];
    let mut reached = 0.0;
    for (time, quality) in steps
        .iter()
        .map(|(ms, percent)| (ms / 1000.0, percent / 100.0))
    {
        if time >= limit {
            break;
        }
        points.push((time, reached));
        points.push((time, quality));
        reached = quality;
    }
    points.push((limit, reached));
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_steps_up_to_the_limit() {
        let points = corners(&[(500.0, 50.0), (1500.0, 75.0), (2500.0, 100.0)], 2.0);
        let expected = [
            (0.0, 0.0),
            (0.5, 0.0),
            (0.5, 0.5),
            (1.5, 0.5),
            (1.5, 0.75),
            (2.0, 0.75),
        ];
        assert_eq!(points, expected);
        assert_eq!(corners(&[], 2.0), [(0.0, 0.0), (2.0, 0.0)]);
    }
}
