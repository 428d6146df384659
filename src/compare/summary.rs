//! Summary statistics per solver and point, and the growth of the running time.

use std::collections::BTreeMap;

use puzzles::{Goal, Value};
use serde::Serialize;

use super::runner::{BOUND, Measurements};
use super::{Experiment, Measurement, Status};
use crate::standings::gap;

/// Statistics of a quantity over the instances of a point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Statistics {
    pub mean: f64,
    /// The sample standard deviation.
    pub deviation: f64,
    pub min: f64,
    pub max: f64,
}

impl Statistics {
    fn of(numbers: &[f64]) -> Option<Self> {
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        let min = numbers.iter().copied().min_by(f64::total_cmp)?;
        let max = numbers.iter().copied().max_by(f64::total_cmp)?;
        Some(Self {
            mean,
            deviation: (squares / (count - 1.0).max(1.0)).sqrt(),
            min,
            max,
        })
    }
}

/// The runs of one solver at one point, with the keys of the JSON output.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PointSummary {
    pub runs: usize,
    pub solved: usize,
    pub no_solution: usize,
    pub not_applicable: usize,
    pub out_of_time: usize,
    pub failed: usize,
    pub value: Option<Statistics>,
    /// Ratio to the best value of these solvers on the same instance.
    pub relative: Option<Statistics>,
    /// Distance from the bound relative to the bound.
    pub gap: Option<Statistics>,
    pub cpu_ms: Option<Statistics>,
    /// The detail of the first run that has one.
    pub note: String,
}

/// The results of one solver.
#[derive(Clone, Debug)]
pub struct SolverSummary {
    /// Its name.
    pub solver: String,
    /// One per point of the experiment.
    pub points: Vec<PointSummary>,
    /// The exponent b of the power law `time = a · x^b` fitted by least squares.
    pub growth: Option<f64>,
}

/// All results.
#[derive(Clone, Debug)]
pub struct Summary {
    pub solvers: Vec<SolverSummary>,
}

impl Summary {
    pub fn new(experiment: &Experiment, measurements: &Measurements) -> Self {
        let solvers = experiment.solvers.iter().map(|solver| {
            let points: Vec<PointSummary> = (0..experiment.points.len())
                .map(|point| point_summary(experiment, measurements, point, &solver.key))
                .collect();
            let growth = growth(experiment, &points);
            SolverSummary {
                solver: solver.name.clone(),
                points,
                growth,
            }
        });
        Self {
            solvers: solvers.collect(),
        }
    }
}

fn point_summary(
    experiment: &Experiment,
    measurements: &Measurements,
    point: usize,
    key: &str,
) -> PointSummary {
    let goal = experiment.problem.goal();
    let mut summary = PointSummary::default();
    let (mut values, mut relatives, mut gaps, mut times) = (vec![], vec![], vec![], vec![]);
    let instances = (0..experiment.seeds.len()).filter_map(|seed| measurements.get(&(point, seed)));
    for runs in instances {
        let Some(run) = runs.get(key) else {
            continue;
        };
        summary.runs += 1;
        *match run.status {
            Status::Solved => &mut summary.solved,
            Status::NoSolution => &mut summary.no_solution,
            Status::NotApplicable => &mut summary.not_applicable,
            Status::OutOfTime => &mut summary.out_of_time,
            Status::Failed => &mut summary.failed,
        } += 1;
        if summary.note.is_empty() {
            summary.note.clone_from(&run.detail);
        }
        if matches!(run.status, Status::Solved | Status::NoSolution) {
            times.push(run.cpu_ns as f64 / 1e6);
        }
        let Some(value) = run.value else { continue };
        values.push(value.as_f64());
        if let Some(bound) = runs.get(BOUND).and_then(|bound| bound.value) {
            gaps.push(gap(value, bound));
        }
        relatives.extend(relative(goal, value, best(goal, experiment, runs)));
    }
    summary.value = Statistics::of(&values);
    summary.relative = Statistics::of(&relatives).filter(|_| relatives.len() == values.len());
    summary.gap = Statistics::of(&gaps);
    summary.cpu_ms = Statistics::of(&times);
    summary
}

/// Returns the best value of the experiment's solvers on one instance.
fn best(
    goal: Goal,
    experiment: &Experiment,
    runs: &BTreeMap<String, Measurement>,
) -> Option<Value> {
    let values = experiment
        .solvers
        .iter()
        .filter_map(|solver| runs.get(&solver.key)?.value);
    match goal {
        Goal::Minimise => values.min(),
        Goal::Maximise | Goal::Solve => values.max(),
    }
}

/// Returns the ratio to the best value, or `None` if the best value is not positive.
fn relative(goal: Goal, value: Value, best: Option<Value>) -> Option<f64> {
    let best = best?;
    match goal {
        _ if value == best => Some(1.0),
        Goal::Minimise | Goal::Maximise if best > 0 => Some(value.as_f64() / best.as_f64()),
        _ => None,
    }
}

/// Shorter runs are dominated by clock resolution and cache misses.
const MIN_MEASURABLE_MS: f64 = 0.02;

/// Returns the slope of the least-squares line through the logarithms of value and time.
fn growth(experiment: &Experiment, summaries: &[PointSummary]) -> Option<f64> {
    let points: Vec<(f64, f64)> = experiment
        .points
        .iter()
        .zip(summaries)
        .filter_map(|(point, measured)| {
            let time = measured
                .cpu_ms
                .filter(|time| time.mean >= MIN_MEASURABLE_MS)?;
            let complete = measured.out_of_time == 0 && point.value > 0.0;
            complete.then(|| (point.value.ln(), time.mean.ln()))
        })
        .collect();
    let count = points.len() as f64;
    let (mean_x, mean_y) = (
        points.iter().map(|point| point.0).sum::<f64>() / count,
        points.iter().map(|point| point.1).sum::<f64>() / count,
    );
    let covariance: f64 = points
        .iter()
        .map(|(x, y)| (x - mean_x) * (y - mean_y))
        .sum();
    let variance: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    (points.len() >= 3 && variance > 0.0).then(|| covariance / variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics() {
        let several = Statistics::of(&[2.0, 4.0, 6.0]).expect("numbers");
        assert_eq!((several.mean, several.deviation), (4.0, 2.0));
        assert_eq!((several.min, several.max), (2.0, 6.0));
        let alone = Statistics::of(&[5.0]).expect("a number");
        assert!(alone.deviation.abs() < 1e-12);
        assert_eq!(Statistics::of(&[]), None);
    }

    #[test]
    fn ratios_need_a_positive_best_value() {
        assert_eq!(
            relative(Goal::Minimise, Value::from(12), Some(10.into())),
            Some(1.2)
        );
        assert_eq!(
            relative(Goal::Minimise, Value::from(0), Some(0.into())),
            Some(1.0)
        );
        assert_eq!(
            relative(Goal::Minimise, Value::from(1), Some(0.into())),
            None
        );
        assert_eq!(
            relative(Goal::Maximise, Value::from(-4), Some(Value::from(-2))),
            None
        );
        assert_eq!(
            relative(Goal::Maximise, Value::from(1), Some(2.into())),
            Some(0.5)
        );
    }
}
