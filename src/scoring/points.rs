//! `points`: the competition of La Grille. Points for the best and the second value of each instance, and two bonuses a
//! round. Ties share nothing and lose nothing: all tied teams get the points.

use ::puzzles::Goal;

use super::means::product;
use super::{Earned, Table, Tally};
use crate::contest::Scale;

pub(super) fn tally<'t>(table: &'t Table<'_>) -> Box<dyn Tally + 't> {
    let teams: Vec<usize> = table.teams().collect();
    let rounds = 0..table.rounds.len();
    Box::new(Competition {
        entrants: table.entrants.len(),
        rounds: rounds
            .map(|round| Round::new(table, round, &teams))
            .collect(),
        teams,
    })
}

struct Competition {
    entrants: usize,
    teams: Vec<usize>,
    rounds: Vec<Round>,
}

/// One round, with all that does not depend on how often an instance counts.
struct Round {
    scale: Scale,
    /// The round's instances, and on each who was best and who was second.
    instances: Vec<usize>,
    first: Vec<Vec<usize>>,
    second: Vec<Vec<usize>>,
    /// Per team, its values on these instances, with more being better, and the instances it has no answer for.
    values: Vec<Vec<f64>>,
    missing: Vec<Vec<usize>>,
}

impl Round {
    fn new(table: &Table, round: usize, teams: &[usize]) -> Self {
        let instances: Vec<usize> = (0..table.instances.len())
            .filter(|&i| table.round_of[i] == round)
            .collect();
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for &instance in &instances {
            let value = |team: &usize| table.accepted(*team, instance);
            let holders = |wanted: Option<i64>| -> Vec<usize> {
                let reached = |team: &&usize| wanted.is_some() && value(team) == wanted;
                teams.iter().filter(reached).copied().collect()
            };
            let best = table.best(teams.iter().filter_map(value));
            let next = table.best(
                teams
                    .iter()
                    .filter_map(value)
                    .filter(|&value| Some(value) != best),
            );
            let winners = holders(best);
            second.push(if winners.len() == 1 {
                holders(next)
            } else {
                Vec::new()
            });
            first.push(winners);
        }
        let sign = if table.goal == Goal::Minimise {
            -1.0
        } else {
            1.0
        };
        let value = |team: usize, instance: usize| {
            table
                .accepted(team, instance)
                .map(|value| sign * value as f64)
        };
        let values = |&team: &usize| {
            instances
                .iter()
                .map(|&i| value(team, i).unwrap_or(0.0))
                .collect()
        };
        let missing = |&team: &usize| {
            let places = 0..instances.len();
            places
                .filter(|&place| value(team, instances[place]).is_none())
                .collect()
        };
        Self {
            scale: table.rounds[round],
            values: teams.iter().map(values).collect(),
            missing: teams.iter().map(missing).collect(),
            instances,
            first,
            second,
        }
    }

    fn add(&self, teams: &[usize], weights: &[f64], points: &mut [f64]) {
        let weights: Vec<f64> = self
            .instances
            .iter()
            .map(|&instance| weights[instance])
            .collect();
        if weights.iter().sum::<f64>() <= 0.0 {
            return;
        }
        let mut bests = vec![0.0; points.len()];
        for (place, weight) in weights.iter().enumerate() {
            for &team in &self.first[place] {
                points[team] += weight * self.scale.best;
                bests[team] += weight;
            }
            for &team in &self.second[place] {
                points[team] += weight * self.scale.second;
            }
        }
        let counts = teams
            .iter()
            .map(|&team| Some(bests[team]).filter(|&bests| bests > 0.0));
        give(self.scale.most_bests, teams, counts, points);
        // The sum decides as well as the mean; only those with an answer everywhere have one.
        let sums = self
            .values
            .iter()
            .zip(&self.missing)
            .map(|(values, missing)| {
                let complete = missing.iter().all(|&place| weights[place] <= 0.0);
                complete.then(|| product(values, &weights))
            });
        give(self.scale.best_mean, teams, sums, points);
    }
}

/// Gives a bonus to all teams that have the largest number.
fn give(
    bonus: f64,
    teams: &[usize],
    numbers: impl Iterator<Item = Option<f64>>,
    points: &mut [f64],
) {
    let numbers: Vec<Option<f64>> = numbers.collect();
    let Some(largest) = numbers.iter().flatten().copied().reduce(f64::max) else {
        return;
    };
    for (&team, number) in teams.iter().zip(&numbers) {
        if number.is_some_and(|number| (number - largest).abs() < 1e-9) {
            points[team] += bonus;
        }
    }
}

impl Tally for Competition {
    fn earned(&self, weights: &[f64]) -> Vec<Earned> {
        let mut points = vec![0.0; self.entrants];
        for round in &self.rounds {
            round.add(&self.teams, weights, &mut points);
        }
        points.into_iter().map(Earned::more).collect()
    }
}
