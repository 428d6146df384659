//! The performance profile (Dolan and Moré): the share of the instances on which an entrant is within a factor of the
//! best.

use puzzles::Goal;

use super::{Figure, Series};
use crate::report::chart::{Axis, Chart, DataPoint, Label, SIZE};
use crate::scoring::Table;
use crate::standings::gap;

/// The key of the title.
const TITLE: &str = "chart-profile";
/// The largest factor on the axis. Times differ by larger factors than values.
const LARGEST_VALUE_FACTOR: f64 = 8.0;
const LARGEST_TIME_FACTOR: f64 = 64.0;
/// The number of markers on a line.
const MARKERS: usize = 7;

pub(super) fn draw(table: &Table, series: &[Series]) -> Figure {
    let factors: Vec<(&Series, Vec<f64>)> = series
        .iter()
        .filter_map(|series| Some((series, factors(table, series.entrant(table)?))))
        .collect();
    let limit = match table.goal {
        Goal::Solve => LARGEST_TIME_FACTOR,
        Goal::Minimise | Goal::Maximise => LARGEST_VALUE_FACTOR,
    };
    let all = factors
        .iter()
        .flat_map(|(_, factors)| factors.iter().copied());
    let end = all.fold(1.2, f64::max).min(limit).log2();
    let x = Axis {
        range: 0.0..end,
        ticks: round_factors(end),
        label: |factor| format!("×{}", (100.0 * factor.exp2()).round() / 100.0),
        title: Label::Message("chart-factor"),
    };
    let mut chart = Chart::new(
        Label::Message(TITLE),
        SIZE,
        x,
        Axis::proportion(Label::Message("chart-instances")),
    );
    for (series, factors) in &factors {
        let points = cumulative_distribution(factors, end, table.columns.len() as f64);
        chart.line(series.style, &points, MARKERS);
    }
    let about = match table.goal {
        Goal::Solve => "chart-profile-times",
        Goal::Minimise | Goal::Maximise => "chart-profile-values",
    };
    Figure::new(TITLE, chart, |language| language.message(about).to_string())
}

/// Returns the binary logarithms of about six round factors.
fn round_factors(end: f64) -> Vec<f64> {
    let largest = end.exp2();
    let step = [0.02, 0.05, 0.1, 0.2]
        .into_iter()
        .find(|step| (largest - 1.0) / step <= 7.0);
    let factors: Vec<f64> = match step {
        Some(step) => (0..8)
            .map(|number| 1.0 + step * f64::from(number))
            .collect(),
        None if largest <= 8.0 => vec![1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0],
        None => vec![1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0],
    };
    factors
        .into_iter()
        .map(f64::log2)
        .filter(|&factor| factor <= end + 1e-9)
        .collect()
}

/// Returns the entrant's ratio to the best on each instance for which it has an answer, in ascending order.
fn factors(table: &Table, entrant: usize) -> Vec<f64> {
    let entrants = 0..table.entrants.len();
    let time = |entrant: usize, instance: usize| {
        let row = table.rows[entrant][instance];
        table
            .accepted(entrant, instance)
            .map(|_| row.cpu_ms.max(1) as f64)
    };
    let factor = |instance: usize| match table.goal {
        Goal::Solve => {
            let fastest = entrants.clone().filter_map(|other| time(other, instance));
            Some(time(entrant, instance)? / fastest.fold(f64::INFINITY, f64::min))
        }
        Goal::Minimise | Goal::Maximise => {
            let values = entrants
                .clone()
                .filter_map(|other| table.accepted(other, instance));
            Some(1.0 + gap(table.accepted(entrant, instance)?, table.best(values)?))
        }
    };
    let mut factors: Vec<f64> = (0..table.columns.len()).filter_map(factor).collect();
    factors.sort_by(f64::total_cmp);
    factors
}

/// Returns the corners of the empirical cumulative distribution of sorted factors, up to the end of the axis.
fn cumulative_distribution(factors: &[f64], end: f64, instances: f64) -> Vec<DataPoint> {
    let mut points = vec![(0.0, 0.0)];
    for (number, factor) in factors.iter().map(|factor| factor.log2()).enumerate() {
        if factor > end + 1e-9 {
            break;
        }
        points.push((factor, number as f64 / instances));
        points.push((factor, (number + 1) as f64 / instances));
    }
    let reached = points.last().map_or(0.0, |&(_, share)| share);
    points.push((end, reached));
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distribution_ends_at_the_border() {
        let points = cumulative_distribution(&[1.0, 2.0, 16.0], 3.0, 4.0);
        let expected = [
            (0.0, 0.0),
            (0.0, 0.0),
            (0.0, 0.25),
            (1.0, 0.25),
            (1.0, 0.5),
            (3.0, 0.5),
        ];
        assert_eq!(points, expected);
    }
}
