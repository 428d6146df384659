//! The results as a matrix of entrants and instances, the input of every scoring rule.

use std::collections::HashMap;
use std::time::Duration;

use ::puzzles::Goal;

use crate::contest::{Contest, Failure, Scale};
use crate::ids::EntrantId;
use crate::results::{Bounds, Conditions, Facts, InstanceFacts, Row};
use crate::snapshot::Snapshot;
use crate::verdict::Verdict;

/// The results of a whole contest, or of one round.
#[derive(Clone, Copy, Debug)]
pub struct ScoringInput<'r> {
    pub contest: &'r Contest,
    pub facts: &'r Facts,
    /// One row per run, all made under the current conditions.
    pub rows: &'r [Row],
    pub bounds: &'r Bounds,
}

impl<'r> From<&'r Snapshot> for ScoringInput<'r> {
    fn from(snapshot: &'r Snapshot) -> Self {
        Self {
            contest: &snapshot.contest,
            facts: &snapshot.facts,
            rows: &snapshot.rows,
            bounds: &snapshot.bounds,
        }
    }
}

/// A matrix of results.
#[derive(Debug)]
pub struct Table<'r> {
    pub goal: Goal,
    pub failure: Failure,
    pub entrants: Vec<EntrantId>,
    /// The instances for which every entrant has a result.
    pub instances: Vec<InstanceFacts>,
    /// The number of instances of the contest.
    pub planned: usize,
    /// Per entrant, then per instance.
    pub rows: Vec<Vec<&'r Row>>,
    /// The points of each round, and the index of the round of each instance.
    pub rounds: Vec<Scale>,
    pub round_of: Vec<usize>,
    /// The time limit.
    pub time: Duration,
    pub bounds: &'r Bounds,
}

impl<'r> Table<'r> {
    /// Arranges rows, which may be in any order.
    pub fn new(input: ScoringInput<'r>) -> Self {
        let ScoringInput {
            contest,
            facts,
            rows,
            bounds,
        } = input;
        let planned: Vec<&InstanceFacts> = facts.instance.iter().filter(|i| !i.tie_break).collect();
        let mut entrants: Vec<EntrantId> = facts.team.iter().map(Conditions::entrant).collect();
        entrants.sort();
        let numbers: HashMap<&EntrantId, usize> = entrants.iter().zip(0..).collect();
        let places: HashMap<(&str, &str), usize> = planned
            .iter()
            .enumerate()
            .map(|(i, at)| ((at.round.as_str(), at.name.as_str()), i))
            .collect();
        let mut found: Vec<Vec<Option<&'r Row>>> = vec![vec![None; planned.len()]; entrants.len()];
        for row in rows {
            let number = numbers.get(&row.entrant());
            let place = places.get(&(&*row.round, &*row.instance));
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
            rows: found.into_iter().map(complete_rows).collect(),
            instances: complete
                .iter()
                .map(|&place| planned[place].clone())
                .collect(),
            planned: planned.len(),
            entrants,
        }
    }

    /// Returns whether the judge failed, so that the run does not count.
    pub fn is_void(&self, entrant: usize, instance: usize) -> bool {
        self.rows[entrant][instance].verdict == Verdict::JudgeError
    }

    /// Returns the value of an accepted answer.
    pub fn accepted(&self, entrant: usize, instance: usize) -> Option<i64> {
        let row = &self.rows[entrant][instance];
        row.value.filter(|_| row.verdict == Verdict::Accepted)
    }

    /// Returns the value that counts: that of the accepted answer, or the one that replaces a failure.
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
    pub fn sort_key(&self, entrant: usize, instance: usize) -> (u8, i64) {
        match self.value(entrant, instance) {
            Some(value) if self.goal == Goal::Minimise => (0, value),
            Some(value) => (0, -value),
            None if self.rows[entrant][instance].verdict == Verdict::Rejected => (2, 0),
            None => (1, 0),
        }
    }

    /// Returns the accepted values of the teams, or of the baselines, on an instance.
    pub fn values(&self, instance: usize, baseline: bool) -> impl Iterator<Item = i64> {
        let numbers = (0..self.entrants.len())
            .filter(move |&number| self.entrants[number].baseline == baseline);
        numbers.filter_map(move |number| self.accepted(number, instance))
    }

    /// Returns the best of some values.
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
