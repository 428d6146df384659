//! `compare.html`: charts and tables in one HTML file.

use std::ops::Range;

use askama::Template;
use puzzles::Goal;

use super::report::{Table, notes, tables, title};
use super::summary::{PointSummary, SolverSummary};
use super::{Experiment, Summary};
use crate::error::{Error, Result};
use crate::locale::Language;
use crate::report::chart::{Axis, Chart, DataPoint, Label, SeriesStyle, is_whole};
use crate::report::html::BasePage;

/// The size of a chart, and the width of the names beside it, in pixels.
const SIZE: (i32, i32) = (720, 400);
const NAMES: i32 = 150;

#[derive(Template)]
#[template(path = "compare.html", config = "src/report/askama.toml")]
struct ComparePage {
    base: BasePage,
    problem: &'static str,
    /// Titles and charts; `None` if there is nothing to draw.
    charts: Vec<(String, Option<Chart>)>,
    tables: Vec<Table>,
    notes: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Scale {
    Linear,
    /// Both axes are logarithmic, so that power laws are straight lines.
    LogLog,
}

/// A statistic of a point.
type Statistic = dyn Fn(&PointSummary) -> Option<f64>;

/// Returns the page of an experiment.
pub fn page(experiment: &Experiment, summary: &Summary) -> Result<String> {
    let page = ComparePage {
        base: BasePage::fixed(title(experiment)),
        problem: experiment.problem.name(),
        charts: charts(experiment, summary),
        tables: tables(experiment, summary),
        notes: notes(summary),
    };
    page.render()
        .map_err(|error| Error::fault("write the page", &error))
}

fn charts(experiment: &Experiment, summary: &Summary) -> Vec<(String, Option<Chart>)> {
    let draw = |title: &str, y: &str, scale: Scale, statistic: &Statistic| {
        let chart = chart(experiment, summary, [title, y], scale, statistic);
        (title.to_owned(), chart)
    };
    let mut charts = Vec::new();
    if experiment.problem.goal() == Goal::Solve {
        charts.push(draw(
            "Share of instances solved",
            "solved",
            Scale::Linear,
            &|point| {
                let applicable = point.runs > point.not_applicable;
                applicable.then(|| point.solved as f64 / point.runs as f64)
            },
        ));
    } else {
        let unit = experiment.problem.unit();
        charts.push(draw(
            &format!("Mean {unit}"),
            unit,
            Scale::Linear,
            &|point| Some(point.value?.mean),
        ));
        let title = "Value relative to the best of these solvers, per instance";
        charts.push(draw(title, "value / best", Scale::Linear, &|point| {
            Some(point.relative?.mean)
        }));
        charts.push(draw(
            "Gap to the proven bound",
            "gap in %",
            Scale::Linear,
            &|point| Some(100.0 * point.gap?.mean),
        ));
    }
    let time = |point: &PointSummary| Some(point.cpu_ms?.mean);
    charts.push(draw("CPU time", "ms", Scale::Linear, &time));
    let title = "CPU time on logarithmic axes: power laws are straight lines";
    charts.push(draw(title, "ms", Scale::LogLog, &time));
    charts
}

/// Returns a chart with one line per solver, or `None` if there is no point to draw.
fn chart(
    experiment: &Experiment,
    summary: &Summary,
    [title, y_title]: [&str; 2],
    scale: Scale,
    statistic: &Statistic,
) -> Option<Chart> {
    let line = |solver: &SolverSummary| -> Vec<DataPoint> {
        let points = experiment.points.iter().zip(&solver.points);
        let points = points.filter_map(|(at, point)| Some((at.value, statistic(point)?)));
        match scale {
            Scale::Linear => points.collect(),
            Scale::LogLog => points
                .filter(|&(x, y)| x > 0.0 && y > 0.0)
                .map(|(x, y)| (x.log10(), y.log10()))
                .collect(),
        }
    };
    let lines: Vec<Vec<DataPoint>> = summary.solvers.iter().map(line).collect();
    let (low_x, high_x) = extent(lines.iter().flatten().map(|point| point.0))?;
    let (low_y, high_y) = extent(lines.iter().flatten().map(|point| point.1))?;
    let x_title = Label::text(experiment.keys.replace(',', " = "));
    let (x, y) = match scale {
        Scale::Linear => {
            // The axis starts at 0 unless that would squeeze all values into its upper half.
            let starts_at_zero = low_y >= 0.0 && low_y < 0.5 * high_y;
            let low = if starts_at_zero { 0.0 } else { low_y };
            let (margin_x, margin_y) = (0.04 * (high_x - low_x), 0.04 * (high_y - low));
            let bottom = if starts_at_zero { 0.0 } else { low - margin_y };
            let mut values = experiment.points.iter().map(|point| point.value);
            let x = axis_for(values.all(is_whole));
            let y = axis_for(lines.iter().flatten().all(|point| is_whole(point.1)));
            (
                x(low_x - margin_x..high_x + margin_x, x_title),
                y(bottom..high_y + margin_y, Label::text(y_title)),
            )
        }
        Scale::LogLog => {
            const MARGIN: f64 = 0.06;
            let values = experiment.points.iter().map(|point| point.value);
            let values: Vec<f64> = values.filter(|&value| value > 0.0).collect();
            (
                Axis::logarithmic_at(&values, low_x - MARGIN..high_x + MARGIN, x_title),
                Axis::logarithmic(low_y - MARGIN..high_y + MARGIN, Label::text(y_title)),
            )
        }
    };
    let mut chart = Chart::new(Label::text(title), SIZE, x, y).with_names_right(NAMES);
    for (number, line) in lines.iter().enumerate() {
        chart.line(SeriesStyle::cyclic(number), line, usize::MAX);
    }
    let name = |solver: &SolverSummary| match solver.growth {
        Some(growth) if scale == Scale::LogLog => {
            format!("{} x^{growth:.1}", shortened(&solver.solver))
        }
        _ => shortened(&solver.solver),
    };
    chart.name_lines(
        &summary
            .solvers
            .iter()
            .map(name)
            .map(Label::text)
            .collect::<Vec<_>>(),
    );
    Some(chart)
}

/// Returns the constructor of a linear axis for whole or for other numbers.
fn axis_for(whole: bool) -> fn(Range<f64>, Label) -> Axis {
    if whole { Axis::whole } else { Axis::linear }
}

/// Returns a name that fits beside a chart. The end of a path says more than its start.
fn shortened(name: &str) -> String {
    const LONGEST: usize = 16;
    let length = name.chars().count();
    if length <= LONGEST {
        return name.to_owned();
    }
    name.chars()
        .skip(length - LONGEST + 1)
        .fold("…".to_owned(), |mut kept, c| {
            kept.push(c);
            kept
        })
}

/// Returns the smallest and the largest of some numbers, or a range of positive length if they are equal.
fn extent(numbers: impl Iterator<Item = f64> + Clone) -> Option<(f64, f64)> {
    let min = numbers.clone().min_by(f64::total_cmp)?;
    let max = numbers.max_by(f64::total_cmp)?;
    let high = if max > min {
        max
    } else {
        min + min.abs().max(1.0) * 0.1
    };
    Some((min, high))
}
