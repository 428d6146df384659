//! `points`: points for the best and the second best value of each instance, and two bonuses per round, as in the
//! competition of La Grille. All tied teams get the full points.

use puzzles::{Goal, Value};

use super::means::dot_product;
use super::{Basis, Bonus, BonusReason, Score, Scorer, Table};
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
        weights: table.weights(),
    })
}

struct Points {
    entrants: usize,
    teams: Vec<usize>,
    rounds: Vec<RoundPoints>,
    /// Per column.
    weights: Vec<f64>,
}

impl Points {
    /// Returns the round of a column and the column's place in it.
    fn place(&self, column: usize) -> Option<(&RoundPoints, usize)> {
        self.rounds.iter().find_map(|round| {
            let place = round.columns.iter().position(|&other| other == column)?;
            Some((round, place))
        })
    }
}

/// The part of a round that does not depend on the weights of the instances.
struct RoundPoints {
    scale: Scale,
    weight: f64,
    /// The columns of the round, and the best and second best teams in each.
    columns: Vec<usize>,
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
            let teams_with = |wanted: Option<Value>| -> Vec<usize> {
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
                .map(|value| sign * value.as_f64())
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
            columns: instances,
            first,
            second,
        }
    }

    /// Returns the weights of the round's columns; `None` if none counts.
    fn own_weights(&self, weights: &[f64]) -> Option<Vec<f64>> {
        let own: Vec<f64> = self.columns.iter().map(|&column| weights[column]).collect();
        (own.iter().sum::<f64>() > 0.0).then_some(own)
    }

    /// Returns what an entrant earns in a column.
    fn earned(&self, team: usize, place: usize) -> f64 {
        if self.first[place].contains(&team) {
            self.scale.best
        } else if self.second[place].contains(&team) {
            self.scale.second
        } else {
            0.0
        }
    }

    /// Adds the points of the round.
    fn add(&self, teams: &[usize], weights: &[f64], points: &mut [f64]) {
        let Some(own) = self.own_weights(weights) else {
            return;
        };
        for (place, weight) in own.iter().enumerate() {
            for &team in self.first[place].iter().chain(&self.second[place]) {
                points[team] += weight * self.earned(team, place);
            }
        }
        for (bonus, winners) in self.winners(teams, &own) {
            for team in winners {
                points[team] += self.weight * bonus.1;
            }
        }
    }

    /// Returns the bonuses, by reason and points, with the teams that get them.
    fn winners(&self, teams: &[usize], own: &[f64]) -> [((BonusReason, f64), Vec<usize>); 2] {
        let bests = |team: &usize| {
            let first = self.first.iter().zip(own);
            let first = first.filter(|(first, _)| first.contains(team));
            Some(first.map(|(_, weight)| weight).sum()).filter(|&bests: &f64| bests > 0.0)
        };
        // Comparing sums is equivalent to comparing means. Teams without an answer to an instance have no mean.
        let sums = self.values.iter().zip(&self.missing);
        let sums = sums.map(|(values, missing)| {
            let complete = missing.iter().all(|&place| own[place] <= 0.0);
            complete.then(|| dot_product(values, own))
        });
        [
            (
                (BonusReason::MostBests, self.scale.most_bests),
                largest(teams, teams.iter().map(bests)),
            ),
            (
                (BonusReason::BestMean, self.scale.best_mean),
                largest(teams, sums),
            ),
        ]
    }
}

/// Returns the teams that have the largest number.
fn largest(teams: &[usize], numbers: impl Iterator<Item = Option<f64>>) -> Vec<usize> {
    let numbers: Vec<Option<f64>> = numbers.collect();
    let Some(largest) = numbers.iter().flatten().copied().reduce(f64::max) else {
        return Vec::new();
    };
    let has_largest = |number: &f64| (number - largest).abs() < 1e-9;
    let pairs = teams.iter().zip(&numbers);
    let winners = pairs.filter(|(_, number)| number.as_ref().is_some_and(has_largest));
    winners.map(|(&team, _)| team).collect()
}

impl Scorer for Points {
    fn scores(&self, weights: &[f64]) -> Vec<Score> {
        let mut points = vec![0.0; self.entrants];
        for round in &self.rounds {
            round.add(&self.teams, weights, &mut points);
        }
        points.into_iter().map(Score::more_is_better).collect()
    }

    fn earned(&self, entrant: usize, column: usize) -> f64 {
        let found = self.place(column);
        found.map_or(0.0, |(round, place)| round.earned(entrant, place))
    }

    fn basis(&self, entrant: usize, column: usize) -> Basis {
        match self.place(column) {
            Some((round, place)) if round.first[place].contains(&entrant) => Basis::Best,
            Some((round, place)) if round.second[place].contains(&entrant) => Basis::Second,
            _ => Basis::Result,
        }
    }

    fn bonuses(&self, entrant: usize) -> Vec<Bonus> {
        let rounds = self.rounds.iter().enumerate();
        let of_round = |(number, round): (usize, &RoundPoints)| {
            let own = round.own_weights(&self.weights).unwrap_or_default();
            let winners = if own.is_empty() {
                Vec::new()
            } else {
                round.winners(&self.teams, &own).to_vec()
            };
            let won = winners
                .into_iter()
                .filter(|(_, teams)| teams.contains(&entrant));
            let bonus = |((reason, points), _)| Bonus {
                round: number,
                reason,
                points: round.weight * points,
            };
            won.map(bonus).collect::<Vec<_>>()
        };
        rounds.flat_map(of_round).collect()
    }
}
