//! The performance profile: on which share of the instances an entrant is within a factor of the best.

use puzzles::Goal;

use super::Chart;
use super::canvas::{self, Axis, SIZE, Series};
use crate::error::Result;
use crate::ids::EntrantId;
use crate::scoring::Table;
use crate::standings::gap;

/// Beyond this factor nobody looks; times differ more than values do.
const FARTHEST_VALUE: f64 = 8.0;
const FARTHEST_TIME: f64 = 64.0;

pub(super) fn draw(table: &Table, series: &[Series]) -> Result<Chart> {
    let title = "Performance profile";
    let factors: Vec<(&Series, Vec<f64>)> = series
        .iter()
        .filter_map(|series| Some((series, factors(table, number(table, series)?))))
        .collect();
    let limit = match table.goal {
        Goal::Solve => FARTHEST_TIME,
        Goal::Minimise | Goal::Maximise => FARTHEST_VALUE,
    };
    let all = factors
        .iter()
        .flat_map(|(_, factors)| factors.iter().copied());
    let farthest = all.fold(1.2, f64::max).min(limit).log2();
    let instances = table.instances.len() as f64;
    let svg = canvas::svg(title, SIZE, |area| {
        let x = Axis {
            range: 0.0..farthest,
            numbers: round_factors(farthest),
            label: &|factor| format!("×{}", (100.0 * factor.exp2()).round() / 100.0),
            title: "factor of the best",
        };
        let mut chart = canvas::axes(area, x, canvas::share_axis("instances"))?;
        for (series, factors) in &factors {
            canvas::line(&mut chart, series, &steps(factors, farthest, instances), 7)?;
        }
        Ok(())
    })?;
    let what = match table.goal {
        Goal::Solve => "CPU time is within this factor of the fastest entrant's",
        Goal::Minimise | Goal::Maximise => "value is within this factor of the best entrant's",
    };
    Ok(Chart {
        title,
        about: format!(
            "Share of the instances on which the {what}. Higher and further left is better."
        ),
        svg,
    })
}

/// The logarithms of round factors, about half a dozen of them.
fn round_factors(farthest: f64) -> Vec<f64> {
    let reach = farthest.exp2();
    let step = [0.02, 0.05, 0.1, 0.2]
        .into_iter()
        .find(|step| (reach - 1.0) / step <= 7.0);
    let factors: Vec<f64> = match step {
        Some(step) => (0..8)
            .map(|number| 1.0 + step * f64::from(number))
            .collect(),
        None if reach <= 8.0 => vec![1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0],
        None => vec![1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0],
    };
    factors
        .into_iter()
        .map(f64::log2)
        .filter(|&factor| factor <= farthest + 1e-9)
        .collect()
}

/// Where an entrant stands in the table.
pub(super) fn number(table: &Table, series: &Series) -> Option<usize> {
    let is_it = |who: &EntrantId| *who.name == *series.name && who.baseline == series.baseline;
    table.entrants.iter().position(is_it)
}

/// How many times worse than the best an entrant is, on the instances it has an answer for, least first.
fn factors(table: &Table, entrant: usize) -> Vec<f64> {
    let everybody = 0..table.entrants.len();
    let time = |entrant: usize, instance: usize| {
        let row = table.rows[entrant][instance];
        table
            .accepted(entrant, instance)
            .map(|_| row.cpu_ms.max(1) as f64)
    };
    let factor = |instance: usize| match table.goal {
        Goal::Solve => {
            let fastest = everybody.clone().filter_map(|other| time(other, instance));
            Some(time(entrant, instance)? / fastest.fold(f64::INFINITY, f64::min))
        }
        Goal::Minimise | Goal::Maximise => {
            let values = everybody
                .clone()
                .filter_map(|other| table.accepted(other, instance));
            Some(1.0 + gap(table.accepted(entrant, instance)?, table.best(values)?))
        }
    };
    let mut factors: Vec<f64> = (0..table.instances.len()).filter_map(factor).collect();
    factors.sort_by(f64::total_cmp);
    factors
}

/// A staircase that goes up where an instance comes within the factor.
fn steps(factors: &[f64], farthest: f64, instances: f64) -> Vec<(f64, f64)> {
    let mut points = vec![(0.0, 0.0)];
    for (number, factor) in factors.iter().map(|factor| factor.log2()).enumerate() {
        if factor > farthest + 1e-9 {
            break;
        }
        points.push((factor, number as f64 / instances));
        points.push((factor, (number + 1) as f64 / instances));
    }
    let reached = points.last().map_or(0.0, |&(_, share)| share);
    points.push((farthest, reached));
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn staircases_end_at_the_border() {
        let points = steps(&[1.0, 2.0, 16.0], 3.0, 4.0);
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
