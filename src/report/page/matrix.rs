//! The matrix of entrants and instances: the result of every run, as entries of a heat map.

use std::collections::HashMap;
use std::ops::Deref;
use std::time::Duration;

use puzzles::{AnyProblem, Goal, Value};

use super::audience::Disclosure;
use super::blocks::Block;
use super::colour_scale::ColourScale;
use super::earnings::{Earnings, Places};
use super::evidence::{kind_words, star_words};
use super::instance_ranks::InstanceRanks;
use crate::locale::Language;
use crate::problems;
use crate::results::{BoundRow, Bounds, InstanceFacts, Mark, Row};
use crate::snapshot::Snapshot;
use crate::standings::{Standings, gap};
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

/// What an entry says in a language.
pub(super) struct Words {
    pub(super) text: String,
    pub(super) detail: String,
    /// The description of the run, in several lines, without its title.
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
        language: Language,
        can_open: impl Fn(usize) -> bool,
        round: impl Fn(&str) -> String,
    ) -> Vec<MatrixRow> {
        let entry = |entrant: usize, instance: usize| {
            let at = &self.instances[instance];
            let mut class = self.class(entrant, instance);
            if can_open(instance) {
                class.push_str(" replay");
            }
            let words = self.words(entrant, instance, language);
            let who = shown_name(&self.entrants[entrant]);
            let title = language.message("run-title").with("entrant", who);
            let title = title.with("instance", at.label());
            Entry {
                class,
                round: round(&at.round),
                verdict: self.verdict(entrant, instance),
                text: words.text,
                about: format!("{title}\n{}", words.about),
                detail: words.detail,
            }
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

    /// Returns the class of an entry.
    pub(super) fn class(&self, entrant: usize, instance: usize) -> String {
        let Some(row) = self.rows[entrant][instance] else {
            return "absent-entry".to_owned();
        };
        let quality = row.value.and_then(|value| {
            quality(
                self.problem.goal(),
                value,
                self.bounds.of(row),
                self.bests[instance],
            )
        });
        match (row.verdict, quality) {
            (Verdict::Accepted, quality) => {
                format!("q{}", (quality.unwrap_or(0.0) * 10.0).floor())
            }
            (Verdict::Missing | Verdict::Interrupted | Verdict::JudgeError, _) => {
                "absent-entry".to_owned()
            }
            _ => "failed-entry".to_owned(),
        }
    }

    /// Returns the verdict as in files.
    pub(super) fn verdict(&self, entrant: usize, instance: usize) -> String {
        let row = self.rows[entrant][instance];
        row.map_or("not run".to_owned(), |row| row.verdict.to_string())
    }

    /// Returns the texts of an entry.
    pub(super) fn words(&self, entrant: usize, instance: usize, language: Language) -> Words {
        let Some(row) = self.rows[entrant][instance] else {
            return Words {
                text: String::new(),
                detail: String::new(),
                about: language.message("verdict-not-run").to_string(),
            };
        };
        let who = &self.entrants[entrant];
        let detail = self.disclosure.detail(who, row, language);
        let mut about = self.about(row, &detail, language);
        about.push_str(
            &self
                .earnings
                .line(&self.places, entrant, instance, language),
        );
        if let Some(ranks) = self.ranks.as_ref().filter(|_| !who.baseline) {
            about.push_str(&ranks.line(instance, language));
        }
        Words {
            text: self.text(row, language),
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

    /// Returns the stars of the matrix, each with what it means. Without bounds there are none.
    pub(super) fn stars(&self, language: Language) -> Vec<(&'static str, String)> {
        if self.problem.goal() == Goal::Solve {
            return Vec::new();
        }
        let rows = self.rows.iter().flatten().flatten();
        let marks: Vec<Mark> = rows
            .filter(|row| self.bounds.of(row).is_some())
            .map(|row| self.mark(row))
            .collect();
        [Mark::Proved, Mark::Claimed, Mark::Searched]
            .into_iter()
            .filter(|mark| marks.contains(mark))
            .map(|mark| (mark.symbol(), star_words(mark, language)))
            .collect()
    }

    /// Returns the mark of a value that meets the bound of its instance.
    fn mark(&self, row: &Row) -> Mark {
        Mark::new(self.problem, self.bounds.row(&row.digest))
    }

    /// Returns the short text of an entry.
    fn text(&self, row: &Row, language: Language) -> String {
        let key = match row.verdict {
            Verdict::Accepted => {
                let value = row.value.unwrap_or_default().to_string();
                let value = language.number(&value);
                return match self.problem.goal() {
                    Goal::Solve => language.number(&format!("{} ms", row.cpu_ms)),
                    _ if self.is_optimal(row) => format!("{value} {}", self.mark(row).symbol()),
                    _ => value,
                };
            }
            Verdict::Rejected => return "✗".to_owned(),
            Verdict::TimeLimit => "run-short-time-limit",
            Verdict::MemoryLimit => "run-short-memory-limit",
            Verdict::OutputLimit => "run-short-output-limit",
            Verdict::Crashed => "run-short-crashed",
            Verdict::BuildFailed => "run-short-build-failed",
            Verdict::Missing => return "–".to_owned(),
            Verdict::Interrupted | Verdict::JudgeError => return "?".to_owned(),
        };
        language.message(key).to_string()
    }

    fn is_optimal(&self, row: &Row) -> bool {
        let (value, bound) = (row.value, self.bounds.of(row));
        value
            .zip(bound)
            .is_some_and(|(value, bound)| !self.problem.goal().better(bound, value))
    }

    /// Returns verdict, value, resource usage and detail, one line each.
    fn about(&self, row: &Row, detail: &str, language: Language) -> String {
        let mut lines = vec![self.result(row, language)];
        let bound = self.bounds.of(row).filter(|_| !self.is_optimal(row));
        let compared = row.value.filter(|_| self.problem.goal() != Goal::Solve);
        if let Some((value, bound)) = compared.zip(bound) {
            let gap = language.percent(gap(value, bound), 1);
            let bound = language.number(&bound.to_string());
            let message = language.message("run-bound").with("bound", bound);
            lines.push(message.with("gap", gap).to_string());
        }
        if row.wall_ms > 0 {
            let time = |ms| language.duration(Duration::from_millis(ms));
            let message = language.message("run-usage");
            let message = message.with("cpu", time(row.cpu_ms));
            let message = message.with("wall", time(row.wall_ms));
            let memory = language.size(row.memory_kib << 10);
            lines.push(message.with("memory", memory).to_string());
        }
        if row.answers > 1 {
            let message = language.message("run-answers");
            lines.push(message.with("count", row.answers).to_string());
        }
        if !detail.is_empty() {
            lines.push(detail.to_owned());
        }
        lines.join("\n")
    }

    /// Returns the verdict and the value.
    fn result(&self, row: &Row, language: Language) -> String {
        let verdict = row.verdict.word(language);
        let Some(value) = row.value.filter(|_| self.problem.goal() != Goal::Solve) else {
            return verdict;
        };
        let message = if self.is_optimal(row) {
            let mark = self.mark(row);
            let bound = self.bounds.row(&row.digest);
            let message = match bound.and_then(BoundRow::evidence) {
                Some(kind) => language
                    .message("run-value-evidence")
                    .with("evidence", kind_words(kind, language)),
                None => language.message("run-value-star"),
            };
            let message = message.with("words", star_words(mark, language));
            message.with("star", mark.symbol())
        } else {
            language.message("run-value")
        };
        let message = message.with("verdict", verdict);
        let message = message.with("value", language.number(&value.to_string()));
        let unit = problems::unit(self.problem, language);
        message.with("unit", unit).to_string()
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
