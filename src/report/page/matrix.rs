//! What became of every entrant on every instance, as cells of the page's heat map.

use std::collections::HashMap;
use std::fmt::Write;
use std::time::Duration;

use puzzles::{AnyProblem, Goal};

use super::audience::Disclosure;
use super::blocks::Block;
use super::places::Places;
use crate::results::Bounds;
use crate::results::{InstanceFacts, Row};
use crate::snapshot::Snapshot;
use crate::standings::{Standings, gap};
use crate::units::{show_duration, show_size};
use crate::verdict::Verdict;

/// The rows in the order of the standings, the columns in that of the contest.
pub(super) struct Matrix<'r> {
    pub(super) entrants: Vec<Entrant>,
    pub(super) instances: Vec<&'r InstanceFacts>,
    /// Per entrant, then per instance; `None` where nothing has been run.
    pub(super) rows: Vec<Vec<Option<&'r Row>>>,
    disclosure: &'r Disclosure<'r>,
    problem: &'static dyn AnyProblem,
    /// Per instance.
    bests: Vec<Option<i64>>,
    bounds: &'r Bounds,
    places: Option<Places>,
}

#[derive(serde::Serialize)]
pub(super) struct Entrant {
    /// Its name in the results.
    #[serde(skip)]
    pub(super) team: String,
    /// Its name on the page, which may be a pseudonym.
    pub(super) name: String,
    pub(super) baseline: bool,
}

/// One row as the template shows it.
pub(super) struct MatrixRow {
    pub(super) entrant: usize,
    pub(super) team: String,
    pub(super) baseline: bool,
    pub(super) cells: Vec<Cell>,
}

pub(super) struct Cell {
    pub(super) class: String,
    pub(super) round: String,
    pub(super) text: String,
    pub(super) verdict: String,
    pub(super) detail: String,
    /// What happened, in several lines.
    pub(super) about: String,
}

impl<'r> Matrix<'r> {
    pub(super) fn new(
        results: &'r Snapshot,
        standings: &Standings,
        disclosure: &'r Disclosure<'r>,
    ) -> Self {
        let told = standings
            .lines
            .iter()
            .filter(|line| disclosure.tells_runs_of(line));
        let entrants: Vec<Entrant> = told
            .map(|line| Entrant {
                team: line.team.clone(),
                name: disclosure.name(&line.team, line.baseline).to_owned(),
                baseline: line.baseline,
            })
            .collect();
        let instances = results.facts.instance.iter();
        let instances: Vec<&InstanceFacts> = instances
            .filter(|at| disclosure.tells_instance(at))
            .collect();
        let mut found: HashMap<_, &Row> = HashMap::new();
        for row in &results.rows {
            let key = (&*row.team, row.baseline, &*row.round, &*row.instance);
            found.insert(key, row);
        }
        let row = |who: &Entrant, at: &InstanceFacts| {
            let row = found.get(&(&*who.team, who.baseline, &*at.round, &*at.name));
            row.copied().filter(|row| *row.digest == *at.digest)
        };
        let rows: Vec<Vec<_>> = entrants
            .iter()
            .map(|who| instances.iter().map(|at| row(who, at)).collect())
            .collect();
        let problem = results.contest.problem;
        let best = |instance: usize| {
            let values = rows.iter().filter_map(|row| row[instance]?.value);
            values.reduce(|a, b| if problem.goal().better(b, a) { b } else { a })
        };
        Self {
            bests: (0..instances.len()).map(best).collect(),
            places: Places::new(results, disclosure, &instances),
            entrants,
            instances,
            rows,
            disclosure,
            problem,
            bounds: &results.bounds,
        }
    }

    /// A block of the matrix for the template; `can_show` tells which instances can be opened, `round` how rounds are
    /// called there.
    pub(super) fn table(
        &self,
        block: &Block,
        can_show: impl Fn(usize) -> bool,
        round: impl Fn(&str) -> String,
    ) -> Vec<MatrixRow> {
        let cell = |entrant: usize, instance: usize| {
            let at = self.instances[instance];
            let mut cell = self.cell(entrant, instance);
            let who = &self.entrants[entrant];
            cell.about = format!("{} on {}\n{}", shown_name(who), at.name, cell.about);
            cell.round = round(&at.round);
            if can_show(instance) {
                cell.class.push_str(" replay");
            }
            cell
        };
        let row = |entrant: usize| MatrixRow {
            entrant,
            team: shown_name(&self.entrants[entrant]),
            baseline: self.entrants[entrant].baseline,
            cells: block
                .instances
                .clone()
                .map(|instance| cell(entrant, instance))
                .collect(),
        };
        block.entrants.clone().map(row).collect()
    }

    pub(super) fn cell(&self, entrant: usize, instance: usize) -> Cell {
        let Some(row) = self.rows[entrant][instance] else {
            return Cell {
                class: "absent-cell".to_owned(),
                round: String::new(),
                text: String::new(),
                verdict: "not run".to_owned(),
                detail: String::new(),
                about: "not run".to_owned(),
            };
        };
        let quality = row.value.and_then(|value| {
            quality(
                self.problem.goal(),
                value,
                self.bounds.of(row),
                self.bests[instance],
            )
        });
        let class = match (row.verdict, quality) {
            (Verdict::Accepted, quality) => {
                format!("q{}", (quality.unwrap_or(0.0) * 10.0).floor())
            }
            (Verdict::Missing | Verdict::Interrupted | Verdict::JudgeError, _) => {
                "absent-cell".to_owned()
            }
            _ => "failed-cell".to_owned(),
        };
        let who = &self.entrants[entrant];
        let detail = self.disclosure.detail(who, &row.detail);
        let mut about = self.about(row, &detail);
        if let Some(place) = self.places.as_ref().filter(|_| !who.baseline) {
            about.push_str(&place.of(instance));
        }
        Cell {
            class,
            round: String::new(),
            text: self.text(row),
            verdict: row.verdict.to_string(),
            detail: detail.into_owned(),
            about,
        }
    }

    /// Whether the cells tell how near a value is to a bound.
    pub(super) fn has_bounds(&self) -> bool {
        let mut rows = self.rows.iter().flatten().flatten();
        self.problem.goal() != Goal::Solve && rows.any(|row| self.bounds.of(row).is_some())
    }

    fn text(&self, row: &Row) -> String {
        let sign = match row.verdict {
            Verdict::Accepted => {
                let star = if self.is_optimal(row) { " ★" } else { "" };
                return match (self.problem.goal(), row.value) {
                    (Goal::Solve, _) => format!("{} ms", row.cpu_ms),
                    (_, value) => format!("{}{star}", value.unwrap_or_default()),
                };
            }
            Verdict::Rejected => "✗",
            Verdict::TimeLimit => "time",
            Verdict::MemoryLimit => "mem",
            Verdict::OutputLimit => "out",
            Verdict::Crashed => "crash",
            Verdict::BuildFailed => "build",
            Verdict::Missing => "–",
            Verdict::Interrupted | Verdict::JudgeError => "?",
        };
        sign.to_owned()
    }

    fn is_optimal(&self, row: &Row) -> bool {
        let (value, bound) = (row.value, self.bounds.of(row));
        value
            .zip(bound)
            .is_some_and(|(value, bound)| !self.problem.goal().better(bound, value))
    }

    /// Verdict, value, time and reason, a line each.
    fn about(&self, row: &Row, detail: &str) -> String {
        let mut text = row.verdict.to_string();
        let unit = self.problem.unit();
        if let Some(value) = row.value.filter(|_| self.problem.goal() != Goal::Solve) {
            let _ = write!(text, ": {value} {unit}");
            match self.bounds.of(row) {
                Some(_) if self.is_optimal(row) => text.push_str(", proved optimal ★"),
                Some(bound) => {
                    let gap = 100.0 * gap(value, bound);
                    let _ = write!(text, "\nbound {bound}, gap {gap:.1} %");
                }
                None => {}
            }
        }
        if row.wall_ms > 0 {
            let cpu = show_duration(Duration::from_millis(row.cpu_ms));
            let wall = show_duration(Duration::from_millis(row.wall_ms));
            let memory = show_size(row.memory_kib << 10);
            let _ = write!(text, "\n{cpu} of CPU time, {wall} in all, {memory}");
        }
        if row.answers > 1 {
            let _ = write!(text, "\n{} answers, the last one counts", row.answers);
        }
        if !detail.is_empty() {
            let _ = write!(text, "\n{detail}");
        }
        text
    }
}

/// Baselines stand in brackets, as in the terminal.
pub(super) fn shown_name(who: &Entrant) -> String {
    if who.baseline {
        format!("[{}]", who.name)
    } else {
        who.name.clone()
    }
}

/// How near a value is to the bound, or to the best value where no bound is known: from 0 to 1, which is reaching it.
pub(super) fn quality(
    goal: Goal,
    value: i64,
    bound: Option<i64>,
    best: Option<i64>,
) -> Option<f64> {
    let mark = bound.or(best)?;
    if goal == Goal::Solve || !goal.better(mark, value) {
        return Some(1.0);
    }
    let gap = gap(value, mark);
    Some(match goal {
        Goal::Minimise => 1.0 / (1.0 + gap),
        Goal::Maximise | Goal::Solve => (1.0 - gap).max(0.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quality_is_a_share_of_the_bound() {
        let near = |goal, value, bound| quality(goal, value, Some(bound), None).unwrap();
        assert!((near(Goal::Minimise, 200, 100) - 0.5).abs() < 1e-9);
        assert!((near(Goal::Minimise, 100, 100) - 1.0).abs() < 1e-9);
        assert!((near(Goal::Maximise, 75, 100) - 0.75).abs() < 1e-9);
        assert!(near(Goal::Maximise, -300, 100).abs() < 1e-9);
        assert!((near(Goal::Solve, 1, 1) - 1.0).abs() < 1e-9);
        assert_eq!(quality(Goal::Minimise, 3, None, None), None);
    }
}
