//! The matrix of entrants and instances: the result of every run, as entries of a heat map.

use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Deref;
use std::time::Duration;

use puzzles::{AnyProblem, Goal, Value};

use super::audience::Disclosure;
use super::blocks::Block;
use super::colour_scale::ColourScale;
use super::earnings::{Earnings, Places};
use super::instance_ranks::InstanceRanks;
use crate::problems;
use crate::results::{Bounds, InstanceFacts, Row};
use crate::snapshot::Snapshot;
use crate::standings::{Standings, gap};
use crate::units::{show_duration, show_size};
use crate::verdict::Verdict;

/// The rows are in the order of the standings, the columns in that of the contest.
pub(super) struct Matrix<'r> {
    pub(super) entrants: Vec<Entrant>,
    pub(super) instances: Vec<ShownInstance<'r>>,
    /// Per entrant, then per instance; `None` if there is no run yet.
    pub(super) rows: Vec<Vec<Option<&'r Row>>>,
    disclosure: &'r Disclosure<'r>,
    problem: &'static dyn AnyProblem,
    /// The best value on each instance.
    bests: Vec<Option<Value>>,
    bounds: &'r Bounds,
    ranks: Option<InstanceRanks>,
    earnings: &'r Earnings<'r>,
    places: Places,
}

/// An entrant, with the keys that the script reads.
#[derive(serde::Serialize)]
pub(super) struct Entrant {
    /// The name in the results.
    #[serde(skip)]
    pub(super) team: String,
    /// The name or pseudonym on the page.
    pub(super) name: String,
    pub(super) baseline: bool,
}

/// One row for the template.
pub(super) struct MatrixRow {
    pub(super) entrant: usize,
    pub(super) team: String,
    pub(super) baseline: bool,
    pub(super) entries: Vec<Entry>,
}

/// The result of an entrant on an instance, for the template.
pub(super) struct Entry {
    pub(super) class: String,
    pub(super) round: String,
    pub(super) text: String,
    pub(super) verdict: String,
    pub(super) detail: String,
    /// The description of the run, in several lines.
    pub(super) about: String,
}

/// One repetition of an instance: a column of the matrix.
pub(super) struct ShownInstance<'r> {
    facts: &'r InstanceFacts,
    pub(super) repetition: u32,
}

impl<'r> ShownInstance<'r> {
    /// Returns all repetitions of an instance.
    fn all(facts: &'r InstanceFacts) -> impl Iterator<Item = Self> {
        (1..=facts.repeat).map(move |repetition| Self { facts, repetition })
    }

    /// Returns the name of the instance, with the repetition if there are several.
    pub(super) fn label(&self) -> String {
        self.facts.label(self.repetition)
    }
}

impl Deref for ShownInstance<'_> {
    type Target = InstanceFacts;

    fn deref(&self) -> &InstanceFacts {
        self.facts
    }
}

impl<'r> Matrix<'r> {
    pub(super) fn new(
        results: &'r Snapshot,
        standings: &Standings,
        disclosure: &'r Disclosure<'r>,
        earnings: &'r Earnings<'r>,
    ) -> Self {
        let shown = standings
            .lines
            .iter()
            .filter(|line| disclosure.shows_runs_of(line));
        let entrants: Vec<Entrant> = shown
            .map(|line| Entrant {
                team: line.team.clone(),
                name: disclosure.name(&line.team, line.baseline).to_owned(),
                baseline: line.baseline,
            })
            .collect();
        let instances = results.facts.instance.iter();
        let instances: Vec<ShownInstance> = instances
            .filter(|at| disclosure.shows_instance(at))
            .flat_map(ShownInstance::all)
            .collect();
        let mut found: HashMap<_, &Row> = HashMap::new();
        for row in &results.rows {
            let run = (&*row.round, &*row.instance, row.repetition);
            found.insert((&*row.team, row.baseline, run), row);
        }
        let row = |who: &Entrant, at: &ShownInstance| {
            let run = (&*at.round, &*at.name, at.repetition);
            let row = found.get(&(&*who.team, who.baseline, run));
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
            ranks: InstanceRanks::new(earnings.table(), disclosure, &instances),
            places: earnings.places(&entrants, &instances),
            earnings,
            entrants,
            instances,
            rows,
            disclosure,
            problem,
            bounds: &results.bounds,
        }
    }

    /// Returns a block of the matrix for the template. `can_open` returns whether an instance can be opened, `round` the
    /// key of a round.
    pub(super) fn table(
        &self,
        block: &Block,
        can_open: impl Fn(usize) -> bool,
        round: impl Fn(&str) -> String,
    ) -> Vec<MatrixRow> {
        let entry = |entrant: usize, instance: usize| {
            let at = &self.instances[instance];
            let mut entry = self.entry(entrant, instance);
            let who = &self.entrants[entrant];
            entry.about = format!("{} on {}\n{}", shown_name(who), at.label(), entry.about);
            entry.round = round(&at.round);
            if can_open(instance) {
                entry.class.push_str(" replay");
            }
            entry
        };
        let row = |entrant: usize| MatrixRow {
            entrant,
            team: shown_name(&self.entrants[entrant]),
            baseline: self.entrants[entrant].baseline,
            entries: block
                .instances
                .clone()
                .map(|instance| entry(entrant, instance))
                .collect(),
        };
        block.entrants.clone().map(row).collect()
    }

    pub(super) fn entry(&self, entrant: usize, instance: usize) -> Entry {
        let Some(row) = self.rows[entrant][instance] else {
            return Entry {
                class: "absent-entry".to_owned(),
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
                "absent-entry".to_owned()
            }
            _ => "failed-entry".to_owned(),
        };
        let who = &self.entrants[entrant];
        let detail = self.disclosure.detail(who, row);
        let mut about = self.about(row, &detail);
        about.push_str(&self.earnings.line(&self.places, entrant, instance));
        if let Some(ranks) = self.ranks.as_ref().filter(|_| !who.baseline) {
            about.push_str(&ranks.line(instance));
        }
        Entry {
            class,
            round: String::new(),
            text: self.text(row),
            verdict: row.verdict.to_string(),
            detail: detail.into_owned(),
            about,
        }
    }

    /// Returns what the colours of the entries mean.
    pub(super) fn scale(&self) -> ColourScale {
        let mut rows = self.rows.iter().flatten().flatten();
        if self.problem.goal() == Goal::Solve {
            ColourScale::Solved
        } else if !rows.any(|row| self.bounds.of(row).is_some()) {
            ColourScale::Best
        } else if problems::of(self.problem).is_some() {
            ColourScale::ClaimedBound
        } else {
            ColourScale::ProvenBound
        }
    }

    /// Returns the short text of an entry.
    fn text(&self, row: &Row) -> String {
        let symbol = match row.verdict {
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
        symbol.to_owned()
    }

    fn is_optimal(&self, row: &Row) -> bool {
        let (value, bound) = (row.value, self.bounds.of(row));
        value
            .zip(bound)
            .is_some_and(|(value, bound)| !self.problem.goal().better(bound, value))
    }

    /// Returns verdict, value, resource usage and detail, one line each.
    fn about(&self, row: &Row, detail: &str) -> String {
        let mut text = row.verdict.to_string();
        let unit = self.problem.unit();
        if let Some(value) = row.value.filter(|_| self.problem.goal() != Goal::Solve) {
            let _ = write!(text, ": {value} {unit}");
            match self.bounds.of(row) {
                Some(_) if self.is_optimal(row) => {
                    let words = self.scale().star().unwrap_or_default();
                    let _ = write!(text, ", {words} ★");
                }
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
            let _ = write!(text, "\n{cpu} CPU time, {wall} wall time, {memory}");
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

/// Returns the name of an entrant; names of baselines are in brackets.
pub(super) fn shown_name(who: &Entrant) -> String {
    if who.baseline {
        format!("[{}]", who.name)
    } else {
        who.name.clone()
    }
}

/// Returns the quality of a value relative to the bound, or to the best value if there is no bound: from 0 to 1, which
/// means that the value reaches it.
pub(super) fn quality(
    goal: Goal,
    value: Value,
    bound: Option<Value>,
    best: Option<Value>,
) -> Option<f64> {
    let target = bound.or(best)?;
    if goal == Goal::Solve || !goal.better(target, value) {
        return Some(1.0);
    }
    let gap = gap(value, target);
    Some(match goal {
        Goal::Minimise => 1.0 / (1.0 + gap),
        Goal::Maximise | Goal::Solve => (1.0 - gap).max(0.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quality_is_relative_to_the_bound() {
        let near = |goal, value, bound| quality(goal, value, Some(bound), None).unwrap();
        assert!((near(Goal::Minimise, Value::from(200), 100.into()) - 0.5).abs() < 1e-9);
        assert!((near(Goal::Minimise, Value::from(100), 100.into()) - 1.0).abs() < 1e-9);
        assert!((near(Goal::Maximise, Value::from(75), 100.into()) - 0.75).abs() < 1e-9);
        assert!(near(Goal::Maximise, Value::from(-300), 100.into()).abs() < 1e-9);
        assert!((near(Goal::Solve, Value::from(1), 1.into()) - 1.0).abs() < 1e-9);
        assert_eq!(quality(Goal::Minimise, 3.into(), None, None), None);
    }
}
