//! `points`: points for the best and the second best value of each instance, and two bonuses per round, as in the
//! competition of La Grille. All tied teams get the full points.

use ::puzzles::Goal;

use super::means::dot_product;
use super::{Score, Scorer, Table};
use crate::contest::Scale;

pub(super) fn scorer<'t>(table: &'t Table<'_>) -> Box<dyn Scorer + 't> {
    let teams: Vec<usize> = table.teams().collect();
    let rounds = 0..table.rounds.len();
    Box::new(Points {
        entrants: table.entrants.len(),
        rounds: rounds
            .map(|round| RoundPoints::new(table, round, &teams))
            .collect(),
        teams,
    })
}

struct Points {
    entrants: usize,
    teams: Vec<usize>,
    rounds: Vec<RoundPoints>,
}

/// The part of a round that does not depend on the weights of the instances.
struct RoundPoints {
    scale: Scale,
    weight: f64,
    /// The instances of the round, and the best and second best teams on each.
    instances: Vec<usize>,
    first: Vec<Vec<usize>>,
    second: Vec<Vec<usize>>,
    /// Per team, its values on these instances, negated if less is better, and the instances without an answer.
    values: Vec<Vec<f64>>,
    missing: Vec<Vec<usize>>,
}

impl RoundPoints {
    fn new(table: &Table, round: usize, teams: &[usize]) -> Self {
        let instances: Vec<usize> = (0..table.columns.len())
            .filter(|&i| table.columns[i].round == round)
            .collect();
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for &instance in &instances {
            let value = |team: &usize| table.accepted(*team, instance);
            let teams_with = |wanted: Option<i64>| -> Vec<usize> {
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
            let best_teams = teams_with(best);
            second.push(if best_teams.len() == 1 {
                teams_with(next)
            } else {
                Vec::new()
            });
            first.push(best_teams);
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
            scale: table.rounds[round].points,
            weight: table.rounds[round].weight,
            values: teams.iter().map(values).collect(),
            missing: teams.iter().map(missing).collect(),
            instances,
            first,
            second,
        }
    }

    /// Adds the points of the round.
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
        award(self.weight * self.scale.most_bests, teams, counts, points);
        // Comparing sums is equivalent to comparing means. Teams without an answer to an instance have no mean.
        let sums = self
            .values
            .iter()
            .zip(&self.missing)
            .map(|(values, missing)| {
                let complete = missing.iter().all(|&place| weights[place] <= 0.0);
                complete.then(|| dot_product(values, &weights))
            });
        award(self.weight * self.scale.best_mean, teams, sums, points);
    }
}

/// Adds a bonus to the points of all teams that have the largest number.
fn award(
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

impl Scorer for Points {
    fn scores(&self, weights: &[f64]) -> Vec<Score> {
        let mut points = vec![0.0; self.entrants];
        for round in &self.rounds {
            round.add(&self.teams, weights, &mut points);
        }
        points.into_iter().map(Score::more_is_better).collect()
    }
}
