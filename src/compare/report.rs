//! A comparison written down: tables for people, CSV and JSON for programs.

use std::fmt::Write;

use puzzles::Goal;
use serde_json::{Value, json};

use super::summary::{Cell, Series};
use super::{Experiment, Spread, Summary};
use crate::error::Result;
use crate::report::Format;
use crate::report::grid;
use crate::terminal;
use crate::units::show_duration;

/// The comparison as text for standard output.
pub fn text(experiment: &Experiment, summary: &Summary, format: Format) -> Result<String> {
    let written = |draw: fn(&Table) -> String| {
        let tables: String = tables(experiment, summary).iter().map(draw).collect();
        let (title, notes) = (title(experiment), notes(summary));
        format!("{title}\n\n{tables}{notes}")
    };
    match format {
        Format::Table => Ok(written(Table::text)),
        Format::Markdown => Ok(written(Table::markdown)),
        Format::Csv => csv(experiment, summary),
        Format::Json => json(experiment, summary),
    }
}

/// What was compared, in one line.
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
        "{}{fixed}, {} from {} to {}: {instances} a point (seeds {}), {} for each algorithm",
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

pub(super) struct Table {
    pub(super) title: String,
    pub(super) header: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Table {
    /// In as many parts as it takes for lines to fit, each with the names of the algorithms.
    fn text(&self) -> String {
        let room = usize::from(grid::width());
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| &row[column]);
            let widths = cells
                .chain([&self.header[column]])
                .map(|cell| cell.chars().count());
            widths.max().unwrap_or(0) + 2
        };
        let mut text = format!("{}\n", self.title);
        let mut first = 1;
        while first < self.header.len() {
            let mut used = width(0);
            let fits = |&column: &usize| {
                used += width(column);
                used <= room
            };
            let fitting = (first..self.header.len()).take_while(fits).count().max(1);
            let part = |cells: &[String]| -> Vec<String> {
                let columns = cells[first..first + fitting].iter();
                cells[..1].iter().chain(columns).cloned().collect()
            };
            let header = part(&self.header);
            let header: Vec<&str> = header.iter().map(String::as_str).collect();
            text += &grid::table(&header, self.rows.iter().map(|row| part(row)).collect());
            first += fitting;
        }
        text + "\n"
    }

    fn markdown(&self) -> String {
        let header: Vec<&str> = self.header.iter().map(String::as_str).collect();
        let table = grid::markdown(&header, self.rows.clone());
        format!("**{}**\n\n{table}\n", self.title)
    }
}

/// One table a quantity: a line for every algorithm, a column for every point.
pub(super) fn tables(experiment: &Experiment, summary: &Summary) -> Vec<Table> {
    let mut tables = Vec::new();
    let mut add = |title: String, more: Option<&str>, entry: &dyn Fn(&Cell) -> String| {
        let mut header = vec!["solver".to_owned()];
        header.extend(experiment.points.iter().map(|point| point.label.clone()));
        header.extend(more.map(str::to_owned));
        let row = |series: &Series| {
            let mut row = vec![series.solver.to_owned()];
            row.extend(series.cells.iter().map(entry));
            if more.is_some() {
                row.push(
                    series
                        .growth
                        .map_or("–".to_owned(), |growth| format!("{growth:.2}")),
                );
            }
            row
        };
        tables.push(Table {
            title,
            header,
            rows: summary.series.iter().map(row).collect(),
        });
    };
    if experiment.problem.goal() == Goal::Solve {
        add("solved".to_owned(), None, &|cell| match cell.runs {
            runs if runs == cell.not_applicable => "–".to_owned(),
            runs => format!("{}/{runs}", cell.solved),
        });
    } else {
        let unit = experiment.problem.unit();
        add(format!("{unit}: mean ± deviation"), None, &|cell| {
            shown(cell, cell.value.as_ref(), |spread| {
                format!("{} ±{:.0}", rounded(spread.mean), spread.deviation)
            })
        });
        add("gap to the bound: mean".to_owned(), None, &|cell| {
            shown(cell, cell.gap.as_ref(), |gap| {
                format!("{:.2} %", 100.0 * gap.mean)
            })
        });
    }
    let title = "CPU time in ms: mean; growth b of time ~ x^b".to_owned();
    add(title, Some("growth"), &|cell| {
        shown(cell, cell.cpu_ms.as_ref(), |time| milliseconds(time.mean))
    });
    tables
}

/// A number with how many runs it stands for, where that is not all, or why there is none.
fn shown(cell: &Cell, spread: Option<&Spread>, text: impl Fn(&Spread) -> String) -> String {
    let ended = cell.solved + cell.no_solution;
    match spread {
        Some(spread) if ended == cell.runs => text(spread),
        Some(spread) => format!("{} ({ended}/{})", text(spread), cell.runs),
        None if cell.runs == 0 => "–".to_owned(),
        None if cell.not_applicable == cell.runs => "– n/a".to_owned(),
        None if cell.no_solution > 0 => "– no solution".to_owned(),
        None if cell.failed > 0 => "– failed".to_owned(),
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

/// Why algorithms gave nothing somewhere, each reason once.
pub(super) fn notes(summary: &Summary) -> String {
    let mut notes = String::new();
    for series in &summary.series {
        let reasons = series.cells.iter().filter(|cell| !cell.note.is_empty());
        let mut reasons: Vec<&str> = reasons.map(|cell| cell.note.as_str()).collect();
        reasons.dedup();
        for reason in reasons.into_iter().take(2) {
            let _ = writeln!(notes, "{}: {reason}", series.solver);
        }
        let stopped: usize = series.cells.iter().map(|cell| cell.out_of_time).sum();
        if stopped > 0 {
            let _ = writeln!(notes, "{}: out of time in {stopped} runs", series.solver);
        }
    }
    notes
}

const COLUMNS: [&str; 26] = [
    "vary",
    "point",
    "solver",
    "runs",
    "solved",
    "no_solution",
    "not_applicable",
    "out_of_time",
    "failed",
    "value_mean",
    "value_deviation",
    "value_min",
    "value_max",
    "relative_mean",
    "gap_mean",
    "gap_deviation",
    "gap_min",
    "gap_max",
    "cpu_ms_mean",
    "cpu_ms_deviation",
    "cpu_ms_min",
    "cpu_ms_max",
    "growth",
    "seeds",
    "time_ms",
    "note",
];

/// `compare.csv`: one row for every point and algorithm.
pub fn csv(experiment: &Experiment, summary: &Summary) -> Result<String> {
    let mut rows = Vec::new();
    for series in &summary.series {
        for (point, cell) in experiment.points.iter().zip(&series.cells) {
            let mut row = vec![
                experiment.keys.clone(),
                point.label.clone(),
                series.solver.to_owned(),
            ];
            let counts = [
                cell.runs,
                cell.solved,
                cell.no_solution,
                cell.not_applicable,
                cell.out_of_time,
                cell.failed,
            ];
            row.extend(counts.iter().map(usize::to_string));
            row.extend(numbers(cell.value.as_ref()));
            row.push(
                cell.relative
                    .map(|relative| relative.mean.to_string())
                    .unwrap_or_default(),
            );
            row.extend(numbers(cell.gap.as_ref()));
            row.extend(numbers(cell.cpu_ms.as_ref()));
            row.push(
                series
                    .growth
                    .map(|growth| growth.to_string())
                    .unwrap_or_default(),
            );
            row.push(experiment.seeds.len().to_string());
            row.push(experiment.time.as_millis().to_string());
            row.push(cell.note.clone());
            rows.push(row);
        }
    }
    grid::csv(&COLUMNS, &rows)
}

fn numbers(spread: Option<&Spread>) -> [String; 4] {
    spread.map_or_else(Default::default, |spread| {
        [spread.mean, spread.deviation, spread.least, spread.most].map(|number| number.to_string())
    })
}

fn json(experiment: &Experiment, summary: &Summary) -> Result<String> {
    let spread = |spread: Option<Spread>| {
        spread.map(|spread| {
            json!({"mean": spread.mean, "deviation": spread.deviation, "min": spread.least, "max": spread.most})
        })
    };
    let cell = |(point, cell): (&super::Point, &Cell)| {
        json!({
            "point": point.value,
            "runs": cell.runs,
            "solved": cell.solved,
            "no_solution": cell.no_solution,
            "not_applicable": cell.not_applicable,
            "out_of_time": cell.out_of_time,
            "failed": cell.failed,
            "value": spread(cell.value),
            "relative": spread(cell.relative),
            "gap": spread(cell.gap),
            "cpu_ms": spread(cell.cpu_ms),
            "note": cell.note,
        })
    };
    let series = |series: &Series| {
        let points = experiment.points.iter().zip(&series.cells).map(cell);
        json!({"solver": series.solver, "growth": series.growth, "points": points.collect::<Vec<_>>()})
    };
    let value = json!({
        "schema": 1,
        "problem": experiment.problem.name(),
        "vary": experiment.keys,
        "recipe": experiment.fixed,
        "seeds": experiment.seeds,
        "time_ms": experiment.time.as_millis() as u64,
        "solvers": summary.series.iter().map(series).collect::<Vec<Value>>(),
    });
    terminal::json(&value)
}
