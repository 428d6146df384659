//! The results as a matrix, which every rule reads.

use std::collections::HashMap;
use std::time::Duration;

use ::puzzles::Goal;

use crate::contest::{Contest, Failure, Scale};
use crate::ids::EntrantId;
use crate::results::{Bounds, Conditions, Facts, InstanceFacts, Row};
use crate::snapshot::Snapshot;
use crate::verdict::Verdict;

/// What a table is made of: a whole contest, or one round of it.
#[derive(Clone, Copy, Debug)]
pub struct Played<'r> {
    pub contest: &'r Contest,
    pub facts: &'r Facts,
    /// One row of each run, all made under the present conditions.
    pub rows: &'r [Row],
    pub bounds: &'r Bounds,
}

impl<'r> From<&'r Snapshot> for Played<'r> {
    fn from(snapshot: &'r Snapshot) -> Self {
        Self {
            contest: &snapshot.contest,
            facts: &snapshot.facts,
            rows: &snapshot.rows,
            bounds: &snapshot.bounds,
        }
    }
}

/// The results as a matrix of entrants and instances.
#[derive(Debug)]
pub struct Table<'r> {
    pub goal: Goal,
    pub failure: Failure,
    pub entrants: Vec<EntrantId>,
    /// Instances on which every entrant has a result.
    pub instances: Vec<InstanceFacts>,
    /// How many instances the contest has.
    pub planned: usize,
    /// Per entrant, then per instance.
    pub rows: Vec<Vec<&'r Row>>,
    /// What points are worth in each round, and per instance the round it belongs to.
    pub rounds: Vec<Scale>,
    pub round_of: Vec<usize>,
    /// The time limit.
    pub time: Duration,
    pub bounds: &'r Bounds,
}

impl<'r> Table<'r> {
    /// Arranges rows, in whatever order they come.
    pub fn new(played: Played<'r>) -> Self {
        let Played {
            contest,
            facts,
            rows,
            bounds,
        } = played;
        let planned: Vec<&InstanceFacts> = facts.instance.iter().filter(|i| !i.tie_break).collect();
        let mut entrants: Vec<EntrantId> = facts.team.iter().map(Conditions::entrant).collect();
        entrants.sort();
        let numbers: HashMap<&EntrantId, usize> = entrants.iter().zip(0..).collect();
        let places: HashMap<(&str, &str), usize> = planned
            .iter()
            .enumerate()
            .map(|(i, at)| ((at.round.as_str(), at.name.as_str()), i))
            .collect();
        let mut cells: Vec<Vec<Option<&'r Row>>> = vec![vec![None; planned.len()]; entrants.len()];
        for row in rows {
            let number = numbers.get(&row.entrant());
            let place = places.get(&(&*row.round, &*row.instance));
            let (Some(&number), Some(&place)) = (number, place) else {
                continue;
            };
            cells[number][place] = Some(row);
        }
        let settled = |row: &'r Row| row.verdict != Verdict::Interrupted;
        let complete = |place: &usize| cells.iter().all(|row| row[*place].is_some_and(settled));
        let complete: Vec<usize> = (0..planned.len()).filter(complete).collect();
        let pick =
            |row: Vec<Option<&'r Row>>| complete.iter().filter_map(|&place| row[place]).collect();
        let round_of = |place: &usize| {
            contest
                .rounds
                .iter()
                .position(|r| r.name == planned[*place].round)
        };
        Self {
            goal: contest.problem.goal(),
            rounds: contest.rounds.iter().map(|round| round.scale).collect(),
            round_of: complete
                .iter()
                .map(|place| round_of(place).unwrap_or(0))
                .collect(),
            time: contest.limits.time,
            bounds,
            failure: contest.scoring.failure.clone(),
            rows: cells.into_iter().map(pick).collect(),
            instances: complete
                .iter()
                .map(|&place| planned[place].clone())
                .collect(),
            planned: planned.len(),
            entrants,
        }
    }

    /// Whether the judge failed here, so that the run says nothing about the entrant.
    pub fn is_void(&self, entrant: usize, instance: usize) -> bool {
        self.rows[entrant][instance].verdict == Verdict::JudgeError
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
                let is_it = |who: &EntrantId| who.baseline && *who.name == **name;
                self.accepted(self.entrants.iter().position(is_it)?, instance)
            }),
        }
    }

    /// The numbers of the teams among the entrants.
    pub fn teams(&self) -> impl Iterator<Item = usize> {
        (0..self.entrants.len()).filter(|&number| !self.entrants[number].baseline)
    }

    /// Something to sort results of one instance by, best first: answers by their value, then those that are not
    /// there, then those that are wrong.
    pub fn place(&self, entrant: usize, instance: usize) -> (u8, i64) {
        match self.value(entrant, instance) {
            Some(value) if self.goal == Goal::Minimise => (0, value),
            Some(value) => (0, -value),
            None if self.rows[entrant][instance].verdict == Verdict::Rejected => (2, 0),
            None => (1, 0),
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
