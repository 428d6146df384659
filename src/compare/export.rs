//! A comparison as CSV and JSON.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::summary::{PointSummary, SolverSummary};
use super::{Experiment, Point, Statistics, Summary};
use crate::error::Result;
use crate::report::csv_from_records;
use crate::terminal::{self, csv_field};

/// The columns of `compare.csv`.
#[derive(Serialize)]
struct Record<'a> {
    vary: Cow<'a, str>,
    point: Cow<'a, str>,
    solver: Cow<'a, str>,
    runs: usize,
    solved: usize,
    no_solution: usize,
    not_applicable: usize,
    out_of_time: usize,
    failed: usize,
    value_mean: Number,
    value_deviation: Number,
    value_min: Number,
    value_max: Number,
    relative_mean: Number,
    gap_mean: Number,
    gap_deviation: Number,
    gap_min: Number,
    gap_max: Number,
    cpu_ms_mean: Number,
    cpu_ms_deviation: Number,
    cpu_ms_min: Number,
    cpu_ms_max: Number,
    growth: Number,
    seeds: usize,
    time_ms: u64,
    note: Cow<'a, str>,
}

/// A number, written without a trailing `.0`; empty if unknown.
struct Number(Option<f64>);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self.0 {
            Some(number) => serializer.collect_str(&number),
            None => serializer.serialize_none(),
        }
    }
}

/// Returns the text of `compare.csv`: one record per solver and point.
pub(super) fn csv(experiment: &Experiment, summary: &Summary) -> Result<String> {
    let records = summary.solvers.iter().flat_map(|solver| {
        let points = experiment.points.iter().zip(&solver.points);
        points.map(move |(at, point)| Record::new(experiment, solver, at, point))
    });
    csv_from_records(records)
}

impl<'a> Record<'a> {
    fn new(
        experiment: &'a Experiment,
        solver: &'a SolverSummary,
        at: &'a Point,
        point: &'a PointSummary,
    ) -> Self {
        let number =
            |of: Option<Statistics>, statistic: fn(Statistics) -> f64| Number(of.map(statistic));
        Self {
            vary: csv_field(&experiment.keys),
            point: csv_field(&at.label),
            solver: csv_field(&solver.solver),
            runs: point.runs,
            solved: point.solved,
            no_solution: point.no_solution,
            not_applicable: point.not_applicable,
            out_of_time: point.out_of_time,
            failed: point.failed,
            value_mean: number(point.value, |s| s.mean),
            value_deviation: number(point.value, |s| s.deviation),
            value_min: number(point.value, |s| s.min),
            value_max: number(point.value, |s| s.max),
            relative_mean: number(point.relative, |s| s.mean),
            gap_mean: number(point.gap, |s| s.mean),
            gap_deviation: number(point.gap, |s| s.deviation),
            gap_min: number(point.gap, |s| s.min),
            gap_max: number(point.gap, |s| s.max),
            cpu_ms_mean: number(point.cpu_ms, |s| s.mean),
            cpu_ms_deviation: number(point.cpu_ms, |s| s.deviation),
            cpu_ms_min: number(point.cpu_ms, |s| s.min),
            cpu_ms_max: number(point.cpu_ms, |s| s.max),
            growth: Number(solver.growth),
            seeds: experiment.seeds.len(),
            time_ms: experiment.time.as_millis() as u64,
            note: csv_field(&point.note),
        }
    }
}

pub(super) fn json(experiment: &Experiment, summary: &Summary) -> Result<String> {
    /// A point with the value of what varies.
    #[derive(Serialize)]
    struct JsonPoint<'a> {
        point: f64,
        #[serde(flatten)]
        summary: &'a PointSummary,
    }
    let solver = |solver: &SolverSummary| {
        let points = experiment.points.iter().zip(&solver.points);
        let points = points.map(|(at, summary)| JsonPoint {
            point: at.value,
            summary,
        });
        json!({"solver": solver.solver, "growth": solver.growth, "points": points.collect::<Vec<_>>()})
    };
    let value = json!({
        "schema": 1,
        "problem": experiment.problem.name(),
        "vary": experiment.keys,
        "recipe": experiment.fixed,
        "seeds": experiment.seeds,
        "time_ms": experiment.time.as_millis() as u64,
        "solvers": summary.solvers.iter().map(solver).collect::<Vec<Value>>(),
    });
    terminal::json(&value)
}
