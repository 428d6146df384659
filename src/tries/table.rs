//! A try as a table or Markdown.

use std::fmt::Write as _;
use std::time::Duration;

use super::summary::{Change, Summary};
use crate::error::Result;
use crate::ids::EntrantId;
use crate::judgement::UNREADABLE;
use crate::report::{Format, grid};
use crate::results::{Conditions, InstanceFacts, Row};
use crate::standings::gap;
use crate::terminal;
use crate::units::show_duration;
use crate::verdict::Verdict;
use puzzles::Value;

/// A column of the table: its header and its cells.
type Column = (String, Vec<String>);

impl Summary<'_> {
    /// Returns the try as text. `with_errors` adds the standard error of all runs of the program.
    pub fn text(&self, format: Format, with_errors: bool) -> Result<String> {
        match format {
            Format::Table => Ok(self.table(with_errors)),
            Format::Markdown => {
                let (header, rows) = cells(self.columns(false, self.shown_changes()));
                let header: Vec<&str> = header.iter().map(String::as_str).collect();
                Ok(grid::markdown(&header, rows))
            }
            Format::Csv => self.csv(),
            Format::Json => self.json(with_errors),
        }
    }

    fn table(&self, with_errors: bool) -> String {
        if let Some(log) = &self.outcome.build_log {
            return self.build_failure(log);
        }
        let mut columns = self.columns(false, self.shown_changes());
        let mut legend = format!("values are {}", self.unit());
        let baselines = self.baselines();
        if width(&columns) > usize::from(terminal::width()) && baselines.len() > 1 {
            columns = self.columns(true, self.shown_changes());
            let names: Vec<&str> = baselines.iter().map(|id| &*id.name).collect();
            let _ = write!(legend, "; [baselines]: the best of {}", names.join(", "));
        } else if !baselines.is_empty() {
            legend += "; [in brackets]: baselines";
        }
        let (header, rows) = cells(columns);
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        let prose = legend + "\n" + &self.score_line() + &self.details();
        let mut text = grid::table(&header, rows) + &terminal::fitted(&prose);
        if with_errors {
            text += &self.errors();
        } else if self.has_crashed() {
            text += "--stderr prints what the program wrote to standard error\n";
        }
        text
    }

    fn unit(&self) -> &'static str {
        self.outcome.snapshot.contest.problem.unit()
    }

    pub(super) fn instances(&self) -> &[InstanceFacts] {
        &self.outcome.snapshot.facts.instance
    }

    pub(super) fn baselines(&self) -> Vec<EntrantId> {
        let teams = self.outcome.snapshot.facts.team.iter();
        let baselines = teams.filter(|conditions| conditions.baseline);
        baselines.map(Conditions::entrant).collect()
    }

    /// Returns the other version of the program, if they are compared.
    pub fn other(&self) -> Option<EntrantId> {
        let teams = self.outcome.snapshot.facts.team.iter();
        let mut others = teams.map(Conditions::entrant);
        others.find(|id| !id.baseline && *id != self.outcome.team)
    }

    /// Describes by how much the score is below that of the other version, if it is by more than `tolerance`.
    pub fn fall(&self, tolerance: f64) -> Option<String> {
        let other = self.outcome.line(&self.other()?)?;
        let own = self.outcome.line(&self.outcome.team)?;
        let (score, other_score) = (own.score?, other.score?);
        let has_fallen = own.rank > other.rank && (score - other_score).abs() > tolerance;
        has_fallen.then(|| {
            let name = &other.team;
            format!("the score {score:.2} is worse than that of `{name}`, {other_score:.2}")
        })
    }

    fn columns(&self, is_narrow: bool, changes: Vec<Column>) -> Vec<Column> {
        let column = |header: &str, cell: &dyn Fn(&InstanceFacts) -> String| -> Column {
            (
                header.to_owned(),
                self.instances().iter().map(cell).collect(),
            )
        };
        let number =
            |value: Option<Value>| value.map_or("–".to_owned(), |value| value.to_string());
        let value = |id: &EntrantId, instance: &InstanceFacts| {
            let row = self.outcome.row(id, instance)?;
            row.value.filter(|_| row.verdict == Verdict::Accepted)
        };
        let own = |instance: &InstanceFacts| self.outcome.row(&self.outcome.team, instance);
        let mut columns = vec![
            column("instance", &|i| i.name.clone()),
            column("yours", &|i| number(value(&self.outcome.team, i))),
        ];
        if let Some(other) = self.other() {
            columns.push(column(&other.name, &|i| number(value(&other, i))));
        }
        columns.extend(changes);
        let baselines = self.baselines();
        if is_narrow {
            let goal = self.outcome.snapshot.contest.problem.goal();
            let best = |i: &InstanceFacts| {
                let values = baselines.iter().filter_map(|id| value(id, i));
                number(values.reduce(|a, b| if goal.better(b, a) { b } else { a }))
            };
            columns.push(column("[baselines]", &best));
        } else {
            for id in &baselines {
                let header = format!("[{}]", id.name);
                columns.push(column(&header, &|i| number(value(id, i))));
            }
        }
        let bound = |row: &Row| self.outcome.snapshot.bounds.of(row);
        let distance = |row: &Row| Some(gap(row.value?, bound(row)?));
        columns.extend([
            column("bound", &|i| number(own(i).and_then(bound))),
            column("gap", &|i| {
                let distance = own(i).and_then(distance);
                distance.map_or("–".to_owned(), |gap| format!("{:.1} %", 100.0 * gap))
            }),
            column("CPU", &|i| {
                own(i).map_or("–".to_owned(), |row| {
                    show_duration(Duration::from_millis(row.cpu_ms))
                })
            }),
            column("verdict", &|i| {
                own(i).map_or("not run".to_owned(), |row| row.verdict.to_string())
            }),
        ]);
        columns
    }

    /// Returns the changes since the last try and since the best one.
    fn changes(&self) -> [Column; 2] {
        let column = |header: &str, change: &dyn Fn(&str) -> Option<Change>| -> Column {
            let cell = |i: &InstanceFacts| {
                change(&i.digest).map_or("–".to_owned(), |change| change.to_string())
            };
            (
                header.to_owned(),
                self.instances().iter().map(cell).collect(),
            )
        };
        [
            column("since last", &|digest| self.since_last(digest)),
            column("since best", &|digest| self.since_best(digest)),
        ]
    }

    /// Returns the changes that say something: those since the best try only if they differ, and none beside another
    /// version of the program.
    fn shown_changes(&self) -> Vec<Column> {
        let [last, best] = self.changes();
        let is_empty = |column: &Column| column.1.iter().all(|cell| cell == "–");
        match (is_empty(&last), is_empty(&best)) {
            _ if self.other().is_some() => Vec::new(),
            (true, true) => Vec::new(),
            (false, _) if last.1 == best.1 => vec![last],
            (true, false) => vec![best],
            _ => vec![last, best],
        }
    }

    /// Returns the score, and how it compares with earlier tries.
    fn score_line(&self) -> String {
        let record = &self.record;
        let mut text = format!("score {:.2}", record.score);
        if let Some([low, high]) = record.interval {
            let _ = write!(text, " (95 %: {low:.2} to {high:.2})");
        }
        let _ = write!(text, " by rule {}", record.rule);
        if self.is_kept {
            let _ = write!(text, ", kept as try {}", record.number);
        }
        text.push('\n');
        let other = self.other();
        if let Some(other) = other.and_then(|other| self.outcome.line(&other)) {
            let score = other.score.unwrap_or_default();
            let failures = other.failures.as_ref().map_or(String::new(), |failures| {
                format!("; {} of its runs failed: {}", other.failed, failures.first)
            });
            let _ = writeln!(text, "score of {}: {score:.2}{failures}", other.team);
        }
        if let (Some(last), Some(diff)) = (self.earlier.last(), &self.since_last) {
            let _ = write!(text, "since try {}: ", last.number);
            let _ = match (diff.better, diff.worse) {
                (0, 0) => write!(text, "no value changed"),
                (better, worse) => write!(
                    text,
                    "better on {better}, worse on {worse}, equal on {}; better with {:.0} %",
                    diff.equal,
                    100.0 * diff.probability.unwrap_or(0.5)
                ),
            };
            text.push('\n');
        }
        if let Some(best) = self.better_try() {
            let _ = writeln!(
                text,
                "best so far: try {} with {:.2}",
                best.number, best.score
            );
        }
        text
    }

    /// Returns the details of the program's own runs.
    fn details(&self) -> String {
        let rows = self.instances().iter();
        let rows = rows.filter_map(|i| self.outcome.row(&self.outcome.team, i));
        let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
        for row in rows.filter(|row| !row.detail.is_empty()) {
            match reasons
                .iter_mut()
                .find(|(reason, _)| *reason == &*row.detail)
            {
                Some((_, instances)) => instances.push(&row.instance),
                None => reasons.push((&row.detail, vec![&row.instance])),
            }
        }
        let mut text = String::new();
        for (reason, instances) in &reasons {
            let _ = writeln!(text, "{}: {reason}", instances.join(", "));
        }
        if reasons
            .iter()
            .any(|(reason, _)| reason.starts_with(UNREADABLE))
        {
            text.push_str("  help: print debug output to standard error, and only the answer to standard output\n");
        }
        text
    }

    /// Returns whether the program crashed and said more than what the details quote.
    fn has_crashed(&self) -> bool {
        let mut rows = self.outcome.own_rows();
        let says_more = |row: &Row| self.outcome.errors(row).trim_end().contains('\n');
        rows.any(|row| row.verdict == Verdict::Crashed && says_more(row))
    }

    /// Returns the standard error of the program's own runs.
    fn errors(&self) -> String {
        let mut text = String::new();
        for row in self.outcome.own_rows() {
            let errors = self.outcome.errors(row);
            let _ = match errors.trim_end() {
                "" => writeln!(text, "\nstandard error on {}: nothing", row.instance),
                errors => writeln!(text, "\nstandard error on {}:\n{errors}", row.instance),
            };
        }
        text
    }

    fn build_failure(&self, log: &str) -> String {
        let reason = self.outcome.own_rows().next().map(|row| row.detail.clone());
        let reason = reason.unwrap_or_default();
        match log.trim_end() {
            "" => format!("build failed: {reason}\n"),
            log => format!("build failed: {reason}\n\n{log}\n"),
        }
    }
}

/// Returns the header and the rows of a table.
fn cells(columns: Vec<Column>) -> (Vec<String>, Vec<Vec<String>>) {
    let count = columns.first().map_or(0, |(_, cells)| cells.len());
    let (header, columns): (Vec<String>, Vec<Vec<String>>) = columns.into_iter().unzip();
    let row = |index: usize| columns.iter().map(|cells| cells[index].clone()).collect();
    (header, (0..count).map(row).collect())
}

/// Returns the width that a table needs, in characters.
fn width(columns: &[Column]) -> usize {
    const BETWEEN: usize = 2;
    let width = |(header, cells): &Column| {
        let texts = cells.iter().chain([header]);
        texts.map(|text| text.chars().count()).max().unwrap_or(0) + BETWEEN
    };
    columns.iter().map(width).sum()
}
