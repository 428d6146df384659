//! A comparison as text: tables, Markdown, CSV or JSON.

use puzzles::Goal;

use super::summary::{PointSummary, SolverSummary};
use super::{Experiment, Statistics, Summary, export};
use crate::error::Result;
use crate::report::{Format, grid};
use crate::terminal;
use crate::units::show_duration;

/// Returns the comparison in a format.
pub fn text(experiment: &Experiment, summary: &Summary, format: Format) -> Result<String> {
    let written = |draw: fn(&Table) -> String| {
        let tables: String = tables(experiment, summary).iter().map(draw).collect();
        let notes = notes(summary);
        let notes: String = notes.iter().flat_map(|note| [note, "\n"]).collect();
        format!(
            "{}\n\n{tables}{}",
            title(experiment),
            terminal::fitted(&notes)
        )
    };
    match format {
        Format::Table => Ok(written(Table::text)),
        Format::Markdown => Ok(written(Table::markdown)),
        Format::Csv => export::csv(experiment, summary),
        Format::Json => export::json(experiment, summary),
    }
}

/// Returns the text of `compare.csv`.
pub fn csv(experiment: &Experiment, summary: &Summary) -> Result<String> {
    export::csv(experiment, summary)
}

/// Returns what was compared, in one line.
pub(super) fn title(experiment: &Experiment) -> String {
    let seeds = &experiment.seeds;
    let fixed = match experiment.fixed.join(" ") {
        fixed if fixed.is_empty() => fixed,
        fixed => format!(", {fixed}"),
    };
    let instances = match seeds.len() {
        1 => "1 instance".to_owned(),
        count => format!("{count} instances"),
    };
    format!(
        "{}{fixed}, {} from {} to {}: {instances} per point (seeds {}), time limit {}",
        experiment.problem.name(),
        experiment.keys.replace(',', " = "),
        experiment.points.first().map_or("", |point| &point.label),
        experiment.points.last().map_or("", |point| &point.label),
        match seeds.as_slice() {
            [only] => only.to_string(),
            [first, .., last] if *last as usize == *first as usize + seeds.len() - 1 =>
                format!("{first}..{last}"),
            several => several
                .iter()
                .map(u64::to_string)
                .collect::<Vec<_>>()
                .join(","),
        },
        show_duration(experiment.time),
    )
}

/// A table of text.
pub(super) struct Table {
    pub(super) title: String,
    pub(super) header: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Table {
    fn text(&self) -> String {
        let header: Vec<&str> = self.header.iter().map(String::as_str).collect();
        format!(
            "{}\n{}\n",
            self.title,
            grid::table(&header, self.rows.clone())
        )
    }

    fn markdown(&self) -> String {
        let header: Vec<&str> = self.header.iter().map(String::as_str).collect();
        let table = grid::markdown(&header, self.rows.clone());
        format!("**{}**\n\n{table}\n", self.title)
    }
}

/// Returns one table per statistic, with one row per solver and one column per point.
pub(super) fn tables(experiment: &Experiment, summary: &Summary) -> Vec<Table> {
    let mut tables = Vec::new();
    let mut add = |title: String, growth: Option<&str>, text: &dyn Fn(&PointSummary) -> String| {
        let mut header = vec!["solver".to_owned()];
        header.extend(experiment.points.iter().map(|point| point.label.clone()));
        header.extend(growth.map(str::to_owned));
        let row = |solver: &SolverSummary| {
            let mut row = vec![solver.solver.clone()];
            row.extend(solver.points.iter().map(text));
            if growth.is_some() {
                row.push(
                    solver
                        .growth
                        .map_or("–".to_owned(), |growth| format!("{growth:.2}")),
                );
            }
            row
        };
        tables.push(Table {
            title,
            header,
            rows: summary.solvers.iter().map(row).collect(),
        });
    };
    if experiment.problem.goal() == Goal::Solve {
        add("solved".to_owned(), None, &|point| match point.runs {
            runs if runs == point.not_applicable => "–".to_owned(),
            runs => format!("{}/{runs}", point.solved),
        });
    } else {
        let unit = experiment.problem.unit();
        add(
            format!("{unit}: mean ± standard deviation"),
            None,
            &|point| {
                shown(point, point.value, |value| {
                    format!("{} ±{:.0}", rounded(value.mean), value.deviation)
                })
            },
        );
        add("gap to the bound: mean".to_owned(), None, &|point| {
            shown(point, point.gap, |gap| format!("{:.2} %", 100.0 * gap.mean))
        });
    }
    let title = "CPU time in ms: mean; growth b of time ~ x^b".to_owned();
    add(title, Some("growth"), &|point| {
        shown(point, point.cpu_ms, |time| milliseconds(time.mean))
    });
    tables
}

/// Returns a statistic, with the number of runs that it covers if that is not all, or the reason why there is none.
fn shown(
    point: &PointSummary,
    statistics: Option<Statistics>,
    text: impl Fn(Statistics) -> String,
) -> String {
    let ended = point.solved + point.no_solution;
    match statistics {
        Some(statistics) if ended == point.runs => text(statistics),
        Some(statistics) => format!("{} ({ended}/{})", text(statistics), point.runs),
        None if point.runs == 0 => "–".to_owned(),
        None if point.not_applicable == point.runs => "– n/a".to_owned(),
        None if point.no_solution > 0 => "– no solution".to_owned(),
        None if point.failed > 0 => "– failed".to_owned(),
        None => "– time".to_owned(),
    }
}

fn rounded(number: f64) -> String {
    match number.abs() {
        size if size >= 1e5 => format!("{number:.0}"),
        _ => format!("{number:.1}"),
    }
}

fn milliseconds(time: f64) -> String {
    match time {
        time if time < 1.0 => format!("{time:.3}"),
        time if time < 100.0 => format!("{time:.1}"),
        time => format!("{time:.0}"),
    }
}

/// Returns why solvers have no results at some points, at most two reasons per solver.
pub(super) fn notes(summary: &Summary) -> Vec<String> {
    let mut notes = Vec::new();
    for SolverSummary { solver, points, .. } in &summary.solvers {
        let reasons = points.iter().map(|point| point.note.as_str());
        let mut reasons: Vec<&str> = reasons.filter(|note| !note.is_empty()).collect();
        reasons.dedup();
        let reasons = reasons.into_iter().take(2);
        notes.extend(reasons.map(|reason| format!("{solver}: {reason}")));
        let runs: usize = points.iter().map(|point| point.runs).sum();
        let stopped: usize = points.iter().map(|point| point.out_of_time).sum();
        let failed: usize = points.iter().map(|point| point.failed).sum();
        for (what, count) in [("out of time", stopped), ("failed", failed)] {
            if count > 0 {
                notes.push(format!("{solver}: {what} in {count} of {runs} runs"));
            }
        }
    }
    notes
}
