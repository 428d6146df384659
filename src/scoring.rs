//! Scoring rules: pure functions from the table of results to scores, so that a contest can be ranked again at once.

mod reference_rule;

use std::collections::HashMap;
use std::fmt;

use ::reference::Goal;

use crate::contest::{Contest, Failure};
use crate::store::{InstanceFacts, Row};
use crate::verdict::Verdict;

/// Every rule there is; the first is the default.
static RULES: &[&dyn Rule] = &[&reference_rule::Reference];

/// A way to turn results into scores; more is better.
pub trait Rule: fmt::Debug + Sync {
    fn name(&self) -> &'static str;
    fn needs_baselines(&self) -> bool;
    /// Per entrant, its score on each instance; its score in the contest is their mean.
    fn scores(&self, table: &Table) -> Vec<Vec<f64>>;
}

pub fn default_rule() -> &'static dyn Rule {
    RULES[0]
}

pub fn rule(name: &str) -> Option<&'static dyn Rule> {
    RULES.iter().copied().find(|rule| rule.name() == name)
}

pub fn names() -> Vec<&'static str> {
    RULES.iter().map(|rule| rule.name()).collect()
}

/// The results as a matrix of entrants and instances.
#[derive(Debug)]
pub struct Table {
    pub goal: Goal,
    pub failure: Failure,
    pub entrants: Vec<Who>,
    /// Instances on which every entrant has a result.
    pub instances: Vec<InstanceFacts>,
    /// How many instances the contest has.
    pub planned: usize,
    /// Per entrant, then per instance.
    pub rows: Vec<Vec<Row>>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Who {
    pub name: String,
    pub baseline: bool,
}

impl Table {
    /// Arranges rows, in whatever order they come. Of several rows of one cell the last that is final counts.
    pub fn new(contest: &Contest, planned: &[InstanceFacts], rows: &[Row]) -> Self {
        let mut entrants: Vec<Who> = Vec::new();
        let mut numbers: HashMap<(&str, bool), usize> = HashMap::new();
        let places: HashMap<(&str, &str), usize> = planned
            .iter()
            .enumerate()
            .map(|(i, at)| ((at.round.as_str(), at.name.as_str()), i))
            .collect();
        let mut cells: Vec<Vec<Option<&Row>>> = Vec::new();
        for row in rows {
            let Some(&place) = places.get(&(row.round.as_str(), row.instance.as_str())) else {
                continue;
            };
            if planned[place].digest != row.digest {
                continue;
            }
            let number = *numbers.entry((&row.team, row.baseline)).or_insert_with(|| {
                entrants.push(Who {
                    name: row.team.clone(),
                    baseline: row.baseline,
                });
                cells.push(vec![None; planned.len()]);
                entrants.len() - 1
            });
            let cell = &mut cells[number][place];
            if row.verdict.is_final() || cell.is_none() {
                *cell = Some(row);
            }
        }
        let settled = |place: &usize| {
            cells
                .iter()
                .all(|row| row[*place].is_some_and(|r| r.verdict.is_final()))
        };
        let complete: Vec<usize> = (0..planned.len()).filter(settled).collect();
        let mut order: Vec<usize> = (0..entrants.len()).collect();
        order.sort_by(|&a, &b| entrants[a].cmp(&entrants[b]));
        let pick = |number: &usize| {
            complete
                .iter()
                .filter_map(|&place| cells[*number][place].cloned())
                .collect()
        };
        Self {
            goal: contest.problem.goal(),
            failure: contest.scoring.failure.clone(),
            rows: order.iter().map(pick).collect(),
            entrants: order
                .iter()
                .map(|&number| entrants[number].clone())
                .collect(),
            instances: complete
                .iter()
                .map(|&place| planned[place].clone())
                .collect(),
            planned: planned.len(),
        }
    }

    /// The value of an accepted answer.
    pub fn accepted(&self, entrant: usize, instance: usize) -> Option<i64> {
        let row = &self.rows[entrant][instance];
        row.value.filter(|_| row.verdict == Verdict::Accepted)
    }

    /// The value that counts: of the accepted answer, or what a failure is worth.
    pub fn value(&self, entrant: usize, instance: usize) -> Option<i64> {
        let own = self.accepted(entrant, instance);
        match &self.failure {
            Failure::Zero => own,
            Failure::Baseline(name) => own.or_else(|| {
                let is_it = |who: &Who| who.baseline && who.name == *name;
                self.accepted(self.entrants.iter().position(is_it)?, instance)
            }),
        }
    }

    /// The values that entrants of one kind reached on an instance.
    pub fn values(&self, instance: usize, baseline: bool) -> impl Iterator<Item = i64> {
        let numbers = (0..self.entrants.len())
            .filter(move |&number| self.entrants[number].baseline == baseline);
        numbers.filter_map(move |number| self.accepted(number, instance))
    }

    /// The best of some values.
    pub fn best(&self, values: impl Iterator<Item = i64>) -> Option<i64> {
        values.reduce(|best, value| {
            if self.goal.better(value, best) {
                value
            } else {
                best
            }
        })
    }
}
