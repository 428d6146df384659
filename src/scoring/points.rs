//! `points`: the competition of La Grille. Points for the best and the second value of each instance, and two bonuses a
//! round. Ties share nothing and lose nothing: all tied teams get the points.

use super::{Earned, Rule, Table, Tally};

#[derive(Debug)]
pub(super) struct Points;

impl Rule for Points {
    fn name(&self) -> &'static str {
        "points"
    }

    fn about(&self) -> &'static str {
        "points for bests, seconds and the two bonuses of each round"
    }

    fn tally<'t>(&self, table: &'t Table) -> Box<dyn Tally + 't> {
        Box::new(Competition {
            table,
            teams: table.teams().collect(),
        })
    }
}

struct Competition<'t> {
    table: &'t Table,
    teams: Vec<usize>,
}

impl Tally for Competition<'_> {
    fn earned(&self, weights: &[f64]) -> Vec<Earned> {
        let mut points = vec![0.0; self.table.entrants.len()];
        for round in 0..self.table.rounds.len() {
            self.add_round(round, weights, &mut points);
        }
        points.into_iter().map(Earned::more).collect()
    }
}

impl Competition<'_> {
    fn add_round(&self, round: usize, weights: &[f64], points: &mut [f64]) {
        let table = self.table;
        let scale = &table.rounds[round];
        let played = (0..table.instances.len())
            .filter(|&i| table.round_of[i] == round && weights[i] > 0.0)
            .collect::<Vec<_>>();
        let mut bests = vec![0.0; points.len()];
        for &instance in &played {
            let value = |team: &usize| table.accepted(*team, instance);
            let Some(best) = table.best(self.teams.iter().filter_map(value)) else {
                continue;
            };
            let first: Vec<usize> = self.holders(instance, best).collect();
            for &team in &first {
                points[team] += weights[instance] * scale.best;
                bests[team] += weights[instance];
            }
            let others = self
                .teams
                .iter()
                .filter_map(value)
                .filter(|&value| value != best);
            if let (1, Some(second)) = (first.len(), table.best(others)) {
                for team in self.holders(instance, second) {
                    points[team] += weights[instance] * scale.second;
                }
            }
        }
        if played.is_empty() {
            return;
        }
        let most = self
            .teams
            .iter()
            .map(|&team| bests[team])
            .fold(0.0, f64::max);
        for &team in &self.teams {
            if most > 0.0 && (bests[team] - most).abs() < 1e-9 {
                points[team] += scale.most_bests;
            }
        }
        for team in self.best_means(&played, weights) {
            points[team] += scale.best_mean;
        }
    }

    /// The teams that reached exactly this value.
    fn holders(&self, instance: usize, value: i64) -> impl Iterator<Item = usize> {
        let reached = move |team: &usize| self.table.accepted(*team, instance) == Some(value);
        self.teams.iter().copied().filter(reached)
    }

    /// The teams with the best mean value, of those that have an answer everywhere.
    fn best_means(&self, played: &[usize], weights: &[f64]) -> Vec<usize> {
        let sum = |team: usize| -> Option<f64> {
            let values = played
                .iter()
                .map(|&i| Some(weights[i] * self.table.accepted(team, i)? as f64));
            values.sum()
        };
        let sums: Vec<(usize, f64)> = self
            .teams
            .iter()
            .filter_map(|&team| Some((team, sum(team)?)))
            .collect();
        let better = |a: f64, b: f64| {
            if self.table.goal == reference::Goal::Minimise {
                a.min(b)
            } else {
                a.max(b)
            }
        };
        let Some(best) = sums.iter().map(|&(_, sum)| sum).reduce(better) else {
            return Vec::new();
        };
        sums.into_iter()
            .filter(|(_, sum)| (sum - best).abs() < 1e-9)
            .map(|(team, _)| team)
            .collect()
    }
}
