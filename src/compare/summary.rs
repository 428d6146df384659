//! Means, deviations and ranges per point and algorithm, and how fast time grows.

use std::collections::BTreeMap;

use puzzles::Goal;

use super::runner::{BOUND, Measurements};
use super::{Experiment, Measurement, Status};
use crate::standings::gap;

/// What is known of one number over the instances of a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    pub mean: f64,
    /// The standard deviation of the sample.
    pub deviation: f64,
    pub least: f64,
    pub most: f64,
}

impl Spread {
    fn of(numbers: &[f64]) -> Option<Self> {
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        let least = numbers.iter().copied().min_by(f64::total_cmp)?;
        let most = numbers.iter().copied().max_by(f64::total_cmp)?;
        Some(Self {
            mean,
            deviation: (squares / (count - 1.0).max(1.0)).sqrt(),
            least,
            most,
        })
    }
}

/// One algorithm at one point.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    pub runs: usize,
    pub solved: usize,
    pub no_solution: usize,
    pub not_applicable: usize,
    pub out_of_time: usize,
    pub failed: usize,
    pub value: Option<Spread>,
    /// Against the best value that any of the algorithms found on the same instance; 1 is the best.
    pub relative: Option<Spread>,
    /// Distance to the bound, as a share of it.
    pub gap: Option<Spread>,
    pub cpu_ms: Option<Spread>,
    /// Why a run gave nothing, in the words of the first.
    pub note: String,
}

/// The results of one algorithm.
#[derive(Clone, Debug)]
pub struct Series {
    pub solver: &'static str,
    /// One a point.
    pub cells: Vec<Cell>,
    /// The exponent b of the law `time = a · x^b` that fits best.
    pub growth: Option<f64>,
}

/// All results.
#[derive(Clone, Debug)]
pub struct Summary {
    pub series: Vec<Series>,
}

impl Summary {
    pub fn new(experiment: &Experiment, measurements: &Measurements) -> Self {
        let series = experiment.solvers.iter().map(|&solver| {
            let cells: Vec<Cell> = (0..experiment.points.len())
                .map(|point| cell(experiment, measurements, point, solver))
                .collect();
            let growth = growth(experiment, &cells);
            Series {
                solver,
                cells,
                growth,
            }
        });
        Self {
            series: series.collect(),
        }
    }
}

fn cell(experiment: &Experiment, measurements: &Measurements, point: usize, solver: &str) -> Cell {
    let goal = experiment.problem.goal();
    let mut cell = Cell::default();
    let (mut values, mut relatives, mut gaps, mut times) = (vec![], vec![], vec![], vec![]);
    let instances = (0..experiment.seeds.len()).filter_map(|seed| measurements.get(&(point, seed)));
    for runs in instances {
        let Some(run) = runs.get(solver) else {
            continue;
        };
        cell.runs += 1;
        *match run.status {
            Status::Solved => &mut cell.solved,
            Status::NoSolution => &mut cell.no_solution,
            Status::NotApplicable => &mut cell.not_applicable,
            Status::OutOfTime => &mut cell.out_of_time,
            Status::Failed => &mut cell.failed,
        } += 1;
        if cell.note.is_empty() {
            cell.note.clone_from(&run.detail);
        }
        if matches!(run.status, Status::Solved | Status::NoSolution) {
            times.push(run.cpu_ns as f64 / 1e6);
        }
        let Some(value) = run.value else { continue };
        values.push(value as f64);
        if let Some(bound) = runs.get(BOUND).and_then(|bound| bound.value) {
            gaps.push(gap(value, bound));
        }
        relatives.extend(relative(goal, value, best(goal, experiment, runs)));
    }
    cell.value = Spread::of(&values);
    cell.relative = Spread::of(&relatives).filter(|_| relatives.len() == values.len());
    cell.gap = Spread::of(&gaps);
    cell.cpu_ms = Spread::of(&times);
    cell
}

/// The best value of the experiment's algorithms on one instance.
fn best(goal: Goal, experiment: &Experiment, runs: &BTreeMap<String, Measurement>) -> Option<i64> {
    let values = experiment
        .solvers
        .iter()
        .filter_map(|&solver| runs.get(solver)?.value);
    match goal {
        Goal::Minimise => values.min(),
        Goal::Maximise | Goal::Solve => values.max(),
    }
}

/// `None` where a ratio would say nothing: beside values that are not positive.
fn relative(goal: Goal, value: i64, best: Option<i64>) -> Option<f64> {
    let best = best?;
    match goal {
        _ if value == best => Some(1.0),
        Goal::Minimise | Goal::Maximise if best > 0 => Some(value as f64 / best as f64),
        _ => None,
    }
}

/// Runs below this are mostly clock and cache.
const TOO_SHORT_MS: f64 = 0.02;

/// The slope of the straight line through the logarithms that leaves the least squares.
fn growth(experiment: &Experiment, cells: &[Cell]) -> Option<f64> {
    let points: Vec<(f64, f64)> = experiment
        .points
        .iter()
        .zip(cells)
        .filter_map(|(point, cell)| {
            let time = cell.cpu_ms.filter(|time| time.mean >= TOO_SHORT_MS)?;
            let complete = cell.out_of_time == 0 && point.value > 0.0;
            complete.then(|| (point.value.ln(), time.mean.ln()))
        })
        .collect();
    let count = points.len() as f64;
    let (mean_x, mean_y) = (
        points.iter().map(|point| point.0).sum::<f64>() / count,
        points.iter().map(|point| point.1).sum::<f64>() / count,
    );
    let both: f64 = points
        .iter()
        .map(|(x, y)| (x - mean_x) * (y - mean_y))
        .sum();
    let spread: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    (points.len() >= 3 && spread > 0.0).then(|| both / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads() {
        let spread = Spread::of(&[2.0, 4.0, 6.0]).expect("numbers");
        assert_eq!((spread.mean, spread.deviation), (4.0, 2.0));
        assert_eq!((spread.least, spread.most), (2.0, 6.0));
        let alone = Spread::of(&[5.0]).expect("a number");
        assert!(alone.deviation.abs() < 1e-12);
        assert_eq!(Spread::of(&[]), None);
    }

    #[test]
    fn ratios_only_where_they_say_something() {
        assert_eq!(relative(Goal::Minimise, 12, Some(10)), Some(1.2));
        assert_eq!(relative(Goal::Minimise, 0, Some(0)), Some(1.0));
        assert_eq!(relative(Goal::Minimise, 1, Some(0)), None);
        assert_eq!(relative(Goal::Maximise, -4, Some(-2)), None);
        assert_eq!(relative(Goal::Maximise, 1, Some(2)), Some(0.5));
    }
}
