//! `compare.html`: the plots and the tables on a page that opens from disk.

use std::fmt::Write;

use puzzles::Goal;

use super::plot::{Axes, Labels, Line, chart};
use super::report::{notes, tables, title};
use super::summary::{Cell, Series};
use super::{Experiment, Summary};
use crate::error::Result;
use crate::report::escape;

pub fn page(experiment: &Experiment, summary: &Summary) -> Result<String> {
    let charts = Charts {
        experiment,
        summary,
        x: experiment.keys.replace(',', " = "),
    };
    Ok(include_str!("page.html")
        .replace("{title}", &escape(&title(experiment)))
        .replace("{charts}", &charts.all()?)
        .replace("{tables}", &written_tables(experiment, summary))
        .replace("{notes}", &elements("p", notes(summary).lines())))
}

/// Each text in an element of its own.
fn elements<'t>(tag: &str, texts: impl Iterator<Item = &'t str>) -> String {
    texts.fold(String::new(), |mut html, text| {
        let _ = write!(html, "<{tag}>{}</{tag}>", escape(text));
        html
    })
}

fn written_tables(experiment: &Experiment, summary: &Summary) -> String {
    let mut html = String::new();
    for table in tables(experiment, summary) {
        let row = |tag: &str, cells: &[String]| elements(tag, cells.iter().map(String::as_str));
        let (title, header) = (escape(&table.title), row("th", &table.header));
        let _ = write!(
            html,
            "<h2>{title}</h2>\n<div class=\"wide\"><table><tr>{header}</tr>"
        );
        for cells in &table.rows {
            let _ = write!(html, "<tr>{}</tr>", row("td", cells));
        }
        html.push_str("</table></div>\n");
    }
    html
}

struct Charts<'a> {
    experiment: &'a Experiment,
    summary: &'a Summary,
    /// What stands below every chart.
    x: String,
}

impl Charts<'_> {
    fn all(&self) -> Result<String> {
        let unit = self.experiment.problem.unit();
        let mut charts = Vec::new();
        if self.experiment.problem.goal() == Goal::Solve {
            let share = |cell: &Cell| {
                let tried = cell.runs > cell.not_applicable;
                tried.then(|| cell.solved as f64 / cell.runs as f64)
            };
            charts.push(self.linear("Share of instances solved", "solved", &share)?);
        } else {
            let value = |cell: &Cell| Some(cell.value?.mean);
            let relative = |cell: &Cell| Some(cell.relative?.mean);
            let gap = |cell: &Cell| Some(100.0 * cell.gap?.mean);
            charts.push(self.linear(&format!("Mean {unit}"), unit, &value)?);
            let title = "Value against the best of these algorithms, instance by instance";
            charts.push(self.linear(title, "value / best", &relative)?);
            charts.push(self.linear("Gap to the proven bound", "gap in %", &gap)?);
        }
        let time = |cell: &Cell| Some(cell.cpu_ms?.mean);
        charts.push(self.linear("CPU time", "ms", &time)?);
        let title = "CPU time on logarithmic axes: powers are straight lines";
        charts.push(self.chart(title, "ms", Axes::Logarithmic, &time)?);
        Ok(charts.concat())
    }

    fn linear(
        &self,
        title: &str,
        y: &str,
        number: &dyn Fn(&Cell) -> Option<f64>,
    ) -> Result<String> {
        self.chart(title, y, Axes::Linear, number)
    }

    fn chart(
        &self,
        title: &str,
        y: &str,
        axes: Axes,
        number: &dyn Fn(&Cell) -> Option<f64>,
    ) -> Result<String> {
        let line = |series: &Series| {
            let points = self.experiment.points.iter().zip(&series.cells);
            let points = points.filter_map(|(point, cell)| Some((point.value, number(cell)?)));
            let drawable = |&(x, y): &(f64, f64)| axes == Axes::Linear || (x > 0.0 && y > 0.0);
            let growth = series.growth.filter(|_| axes == Axes::Logarithmic);
            Line {
                name: growth.map_or(series.solver.to_owned(), |growth| {
                    format!("{} x^{growth:.1}", series.solver)
                }),
                points: points.filter(drawable).collect(),
            }
        };
        let lines: Vec<Line> = self.summary.series.iter().map(line).collect();
        let svg = chart(&Labels { x: &self.x, y }, &lines, axes)?;
        let title = escape(title);
        Ok(format!(
            "<figure><figcaption>{title}</figcaption>{svg}</figure>\n"
        ))
    }
}
