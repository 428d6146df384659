//! The results as a matrix of entrants and instances, the input of every scoring rule.

use std::collections::HashMap;
use std::time::Duration;

use puzzles::{Goal, Value};

use crate::contest::{Contest, Failure, Round, Scale};
use crate::ids::EntrantId;
use crate::results::{Bounds, Conditions, Facts, InstanceFacts, Row};
use crate::snapshot::{Archive, Snapshot};
use crate::verdict::Verdict;

/// The results of a whole contest, or of one round.
#[derive(Clone, Copy, Debug)]
pub struct ScoringInput<'r> {
    pub contest: &'r Contest,
    pub facts: &'r Facts,
    /// One row per run, all made under the current conditions.
    pub rows: &'r [Row],
    pub bounds: &'r Bounds,
    /// The files of the runs, for rules that read traces.
    pub files: Option<&'r Archive>,
}

impl<'r> From<&'r Snapshot> for ScoringInput<'r> {
    fn from(snapshot: &'r Snapshot) -> Self {
        Self {
            contest: &snapshot.contest,
            facts: &snapshot.facts,
            rows: &snapshot.rows,
            bounds: &snapshot.bounds,
            files: Some(&snapshot.files),
        }
    }
}

/// A matrix of results.
#[derive(Debug)]
pub struct Table<'r> {
    pub goal: Goal,
    pub failure: Failure,
    pub entrants: Vec<EntrantId>,
    /// The columns for which every entrant has a result.
    pub columns: Vec<Column>,
    /// The number of instances of the contest, and of those for which all results are present.
    pub planned: usize,
    pub complete: usize,
    /// Per entrant, then per column.
    pub rows: Vec<Vec<&'r Row>>,
    /// The points and the weight of each round.
    pub rounds: Vec<RoundScale>,
    /// The time limit.
    pub time: Duration,
    pub bounds: &'r Bounds,
    pub files: Option<&'r Archive>,
}

/// One column of the matrix: one repetition of the runs on an instance.
#[derive(Clone, Debug)]
pub struct Column {
    pub instance: InstanceFacts,
    /// Counted from 1.
    pub repetition: u32,
    /// The index of its round.
    pub round: usize,
    /// The weight of the round divided by the number of repetitions.
    pub weight: f64,
}

/// Returns the number of instances of which all columns are complete.
fn complete_instances(planned: &[Column], complete: &[usize]) -> usize {
    let mut missing: HashMap<(&str, &str), u32> = HashMap::new();
    for &place in complete {
        let instance = &planned[place].instance;
        let left = missing.entry((&instance.round, &instance.name));
        *left.or_insert(instance.repeat) -= 1;
    }
    missing.values().filter(|&&left| left == 0).count()
}

/// What a round is worth.
#[derive(Clone, Copy, Debug)]
pub struct RoundScale {
    pub points: Scale,
    pub weight: f64,
}

impl<'r> Table<'r> {
    /// Arranges rows, which may be in any order.
    pub fn new(input: ScoringInput<'r>) -> Self {
        let ScoringInput {
            contest,
            facts,
            rows,
            bounds,
            files,
        } = input;
        let round = |name: &str| {
            contest
                .rounds
                .iter()
                .position(|r| r.name == name)
                .unwrap_or(0)
        };
        let main = facts.instance.iter().filter(|i| !i.tie_break);
        // A round of weight 0 that is ranked on its own counts.
        let counts = |instance: &InstanceFacts| contest.rounds[round(&instance.round)].weight > 0.0;
        let is_counted = main.clone().any(counts);
        let planned: Vec<Column> = main
            .flat_map(|instance| {
                let round = round(&instance.round);
                let weight = if is_counted {
                    contest.rounds[round].weight
                } else {
                    1.0
                };
                let weight = weight / f64::from(instance.repeat);
                (1..=instance.repeat).map(move |repetition| Column {
                    instance: instance.clone(),
                    repetition,
                    round,
                    weight,
                })
            })
            .collect();
        let mut entrants: Vec<EntrantId> = facts.team.iter().map(Conditions::entrant).collect();
        entrants.sort();
        let numbers: HashMap<&EntrantId, usize> = entrants.iter().zip(0..).collect();
        let places: HashMap<(&str, &str, u32), usize> = planned
            .iter()
            .map(|at| (&*at.instance.round, &*at.instance.name, at.repetition))
            .zip(0..)
            .collect();
        let mut found: Vec<Vec<Option<&'r Row>>> = vec![vec![None; planned.len()]; entrants.len()];
        for row in rows {
            let number = numbers.get(&row.entrant());
            let place = places.get(&(&*row.round, &*row.instance, row.repetition));
            let (Some(&number), Some(&place)) = (number, place) else {
                continue;
            };
            found[number][place] = Some(row);
        }
        let is_final = |row: &'r Row| row.verdict != Verdict::Interrupted;
        let complete = |place: &usize| found.iter().all(|row| row[*place].is_some_and(is_final));
        let complete: Vec<usize> = (0..planned.len()).filter(complete).collect();
        let complete_rows =
            |row: Vec<Option<&'r Row>>| complete.iter().filter_map(|&place| row[place]).collect();
        let scale = |round: &Round| RoundScale {
            points: round.scale,
            weight: if is_counted { round.weight } else { 1.0 },
        };
        Self {
            goal: contest.problem.goal(),
            rounds: contest.rounds.iter().map(scale).collect(),
            time: contest.limits.time,
            bounds,
            files,
            failure: contest.scoring.failure.clone(),
            rows: found.into_iter().map(complete_rows).collect(),
            planned: facts.instance.iter().filter(|i| !i.tie_break).count(),
            complete: complete_instances(&planned, &complete),
            columns: complete
                .iter()
                .map(|&place| planned[place].clone())
                .collect(),
            entrants,
        }
    }

    /// Returns the weight of each column.
    pub fn weights(&self) -> Vec<f64> {
        self.columns.iter().map(|column| column.weight).collect()
    }

    /// Returns the columns that count, instance by instance.
    pub fn counted_instances(&self) -> Vec<Vec<usize>> {
        let mut instances = self.instances();
        // All columns of an instance have the same weight.
        instances.retain(|columns| self.columns[columns[0]].weight > 0.0);
        instances
    }

    /// Returns all columns, instance by instance.
    pub fn instances(&self) -> Vec<Vec<usize>> {
        let is_same = |a: &Column, b: &Column| {
            (&a.instance.round, &a.instance.name) == (&b.instance.round, &b.instance.name)
        };
        let mut start = 0;
        self.columns
            .chunk_by(is_same)
            .map(|columns| {
                let range = start..start + columns.len();
                start = range.end;
                range.collect()
            })
            .collect()
    }

    /// Returns whether the judge failed, so that the run does not count.
    pub fn is_void(&self, entrant: usize, instance: usize) -> bool {
        self.rows[entrant][instance].verdict == Verdict::JudgeError
    }

    /// Returns the number of runs that count and on which the judge failed.
    pub fn unjudged(&self, entrant: usize) -> usize {
        let columns = 0..self.columns.len();
        let counted = columns.filter(|&column| self.columns[column].weight > 0.0);
        counted
            .filter(|&column| self.is_void(entrant, column))
            .count()
    }

    /// Returns the value of an accepted answer.
    pub fn accepted(&self, entrant: usize, instance: usize) -> Option<Value> {
        let row = &self.rows[entrant][instance];
        row.value.filter(|_| row.verdict == Verdict::Accepted)
    }

    /// Returns the value that counts: that of the accepted answer, or the one that replaces a failure.
    pub fn value(&self, entrant: usize, instance: usize) -> Option<Value> {
        let own = self.accepted(entrant, instance);
        match &self.failure {
            Failure::Zero => own,
            Failure::Baseline(name) => own.or_else(|| {
                let is_it = |who: &EntrantId| who.baseline && *who.name == **name;
                self.accepted(self.entrants.iter().position(is_it)?, instance)
            }),
        }
    }

    /// Returns the indices of the teams among the entrants.
    pub fn teams(&self) -> impl Iterator<Item = usize> {
        (0..self.entrants.len()).filter(|&number| !self.entrants[number].baseline)
    }

    /// Returns the rank of an entrant on an instance among the teams.
    pub fn rank_on(&self, entrant: usize, instance: usize) -> usize {
        let own = self.sort_key(entrant, instance);
        let better = |&team: &usize| self.sort_key(team, instance) < own;
        1 + self.teams().filter(better).count()
    }

    /// Returns a key that sorts the results on one instance, best first: by value, then missing answers, then rejected
    /// ones.
    pub fn sort_key(&self, entrant: usize, instance: usize) -> (u8, Value) {
        match self.value(entrant, instance) {
            Some(value) if self.goal == Goal::Minimise => (0, value),
            Some(value) => (0, value.negated()),
            None if self.rows[entrant][instance].verdict == Verdict::Rejected => {
                (2, Value::default())
            }
            None => (1, Value::default()),
        }
    }

    /// Returns the accepted values of the teams, or of the baselines, on an instance.
    pub fn values(&self, instance: usize, baseline: bool) -> impl Iterator<Item = Value> {
        let numbers = (0..self.entrants.len())
            .filter(move |&number| self.entrants[number].baseline == baseline);
        numbers.filter_map(move |number| self.accepted(number, instance))
    }

    /// Returns the best of some values.
    pub fn best(&self, values: impl Iterator<Item = Value>) -> Option<Value> {
        values.reduce(|best, value| {
            if self.goal.better(value, best) {
                value
            } else {
                best
            }
        })
    }
}
