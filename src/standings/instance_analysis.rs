//! What each instance contributes to the order of the teams: who leads on it, whether it tells teams apart, and how hard
//! it was.

mod advice;
mod mean_ranks;
mod virtual_best;

use std::collections::BTreeMap;
use std::time::Duration;

use puzzles::{AnyProblem, EvidenceKind, Goal, Value};

pub use self::advice::Advice;
pub use self::mean_ranks::MeanRanks;
pub use self::virtual_best::VirtualBest;
use super::{Standings, gap};
use crate::contest::ScoringRule;
use crate::results::{BoundRow, Mark};
use crate::scoring::{ScoringInput, Table};
use crate::verdict::Verdict;

/// The instances of a contest, compared by how they order the teams.
#[derive(Clone, Debug)]
pub struct InstanceAnalysis {
    pub contest: String,
    pub rule: ScoringRule,
    pub instances: Vec<InstanceStatistics>,
    /// `None` if there is no team or no instance that counts.
    pub virtual_best: Option<VirtualBest>,
    /// `None` if there are fewer than two teams or instances that count.
    pub mean_ranks: Option<MeanRanks>,
    /// A suggestion for the next contest.
    pub advice: Advice,
}

/// The results of the teams on one instance, over all repetitions.
#[derive(Clone, Debug)]
pub struct InstanceStatistics {
    pub round: String,
    pub instance: String,
    /// Whether the instance counts towards the scores.
    pub counts: bool,
    /// The best value of a team.
    pub best: Option<Value>,
    pub bound: Option<Value>,
    /// How the bound can be checked, if that is recorded.
    pub evidence: Option<EvidenceKind>,
    /// The mark of values that meet the bound.
    pub mark: Mark,
    /// The teams with the best result; with repetitions, those with the best mean rank.
    pub leaders: Vec<String>,
    /// The share of the pairs of teams whose results differ.
    pub separates: f64,
    /// The share of these pairs that are in the order of the standings; `None` if there are none.
    pub agrees: Option<f64>,
    pub runs: usize,
    pub failed: usize,
    /// The mean relative distance of the accepted values from the bound, or from the best value if there is no bound.
    pub gap: Option<f64>,
    /// The mean CPU time of the teams.
    pub cpu: Duration,
}

/// How an instance distinguishes the teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// At least two teams have different results.
    Separated,
    AllEqual,
    AllFailed,
}

impl InstanceStatistics {
    pub fn outcome(&self) -> Outcome {
        if self.separates > 0.0 {
            Outcome::Separated
        } else if self.failed == self.runs {
            Outcome::AllFailed
        } else {
            Outcome::AllEqual
        }
    }

    /// Returns whether a team reached the bound.
    pub fn is_optimal(&self) -> bool {
        self.best.is_some() && self.best == self.bound
    }

    /// Returns the team that alone has the best result.
    pub fn single_leader(&self) -> Option<&str> {
        match self.leaders.as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }
}

impl InstanceAnalysis {
    /// Analyses the complete instances of a contest that is ranked as in `standings`.
    pub fn new(input: ScoringInput, standings: &Standings) -> Self {
        let table = Table::new(input);
        let teams: Vec<usize> = table.teams().collect();
        let groups = table.instances();
        let ranks: Vec<Vec<f64>> = groups
            .iter()
            .map(|columns| mean_ranks_on(&table, &teams, columns))
            .collect();
        let places = places(&table, &teams, standings);
        let instances: Vec<InstanceStatistics> = groups
            .iter()
            .zip(&ranks)
            .map(|(columns, ranks)| {
                statistics(
                    &table,
                    input.contest.problem,
                    &teams,
                    columns,
                    ranks,
                    &places,
                )
            })
            .collect();
        let counted = ranks.iter().zip(&instances).filter(|(_, at)| at.counts);
        let counted: Vec<&[f64]> = counted.map(|(ranks, _)| ranks.as_slice()).collect();
        let name = |&team: &usize| table.entrants[team].name.to_string();
        Self {
            contest: standings.contest.clone(),
            rule: standings.rule,
            virtual_best: VirtualBest::new(input, standings),
            mean_ranks: MeanRanks::new(teams.iter().map(name).collect(), &counted),
            advice: advice::advice(&instances, teams.len(), standings.unsettled),
            instances,
        }
    }

    /// Returns the number of instances that count on which each team alone is best, most first.
    pub fn single_leaders(&self) -> Vec<(&str, usize)> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for at in self.instances.iter().filter(|at| at.counts) {
            if let Some(team) = at.single_leader() {
                *counts.entry(team).or_default() += 1;
            }
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        counts
    }

    /// Replaces the names of the teams. Equal teams are sorted by the new names, because the order of the real names would
    /// reveal something about them.
    pub fn rename(&mut self, name: impl Fn(&str) -> String) {
        let leaders = self.instances.iter_mut().flat_map(|at| &mut at.leaders);
        let ranked = self
            .mean_ranks
            .iter_mut()
            .flat_map(|ranks| &mut ranks.teams);
        for team in leaders.chain(ranked.map(|(team, _)| team)) {
            *team = name(team);
        }
        self.instances.iter_mut().for_each(|at| at.leaders.sort());
        if let Some(ranks) = &mut self.mean_ranks {
            ranks.sort();
        }
    }
}

/// Returns the mean over these columns of each team's rank; equal results share the average of their ranks.
fn mean_ranks_on(table: &Table, teams: &[usize], columns: &[usize]) -> Vec<f64> {
    let mut sums = vec![0.0; teams.len()];
    for &column in columns {
        // By value only: how a run failed does not matter here.
        let key = |&team: &usize| match table.sort_key(team, column) {
            (0, value) => (0, value),
            _ => (1, Value::default()),
        };
        let keys: Vec<(u8, Value)> = teams.iter().map(key).collect();
        let mut sorted = keys.clone();
        sorted.sort_unstable();
        for (sum, key) in sums.iter_mut().zip(&keys) {
            let better = sorted.partition_point(|other| other < key);
            let up_to_own = sorted.partition_point(|other| other <= key);
            *sum += (better + up_to_own + 1) as f64 / 2.0;
        }
    }
    sums.iter().map(|sum| sum / columns.len() as f64).collect()
}

/// Returns the rank of each team in the standings.
fn places(table: &Table, teams: &[usize], standings: &Standings) -> Vec<Option<usize>> {
    let lines = standings.lines.iter().filter(|line| !line.baseline);
    let ranks: BTreeMap<&str, Option<usize>> =
        lines.map(|line| (line.team.as_str(), line.rank)).collect();
    let rank = |&team: &usize| ranks.get(&*table.entrants[team].name).copied().flatten();
    teams.iter().map(rank).collect()
}

fn statistics(
    table: &Table,
    problem: &dyn AnyProblem,
    teams: &[usize],
    columns: &[usize],
    ranks: &[f64],
    places: &[Option<usize>],
) -> InstanceStatistics {
    let at = &table.columns[columns[0]];
    let cells = || {
        let of_team = move |&team: &usize| columns.iter().map(move |&column| (team, column));
        teams.iter().flat_map(of_team)
    };
    let rows: Vec<_> = cells()
        .map(|(team, column)| table.rows[team][column])
        .collect();
    let accepted: Vec<Value> = cells()
        .filter_map(|(team, column)| table.accepted(team, column))
        .collect();
    let best = table.best(accepted.iter().copied());
    let proved = table
        .rows
        .first()
        .and_then(|rows| table.bounds.row(&rows[columns[0]].digest));
    let bound = proved.and_then(|row| row.bound);
    let target = bound.or(best).filter(|_| table.goal != Goal::Solve);
    let gaps = accepted
        .iter()
        .filter_map(|&value| Some(gap(value, target?)));
    let lowest = ranks.iter().copied().fold(f64::MAX, f64::min);
    let leads = |place: &usize| best.is_some() && ranks[*place] - lowest < 1e-9;
    let leaders = (0..teams.len()).filter(leads);
    let (separates, agrees) = separation(ranks, places);
    let cpu = mean(rows.iter().map(|row| row.cpu_ms as f64)).unwrap_or(0.0);
    InstanceStatistics {
        round: at.instance.round.clone(),
        instance: at.instance.name.clone(),
        counts: at.weight > 0.0,
        best: best.filter(|_| table.goal != Goal::Solve),
        bound: bound.filter(|_| table.goal != Goal::Solve),
        evidence: proved.and_then(BoundRow::evidence),
        mark: Mark::new(problem, proved),
        leaders: leaders
            .map(|place| table.entrants[teams[place]].name.to_string())
            .collect(),
        separates,
        agrees,
        runs: rows.len(),
        failed: rows
            .iter()
            .filter(|row| row.verdict != Verdict::Accepted)
            .count(),
        gap: mean(gaps),
        cpu: Duration::from_millis(cpu as u64),
    }
}

/// Returns the share of pairs of teams with different ranks, and the share of these that are ordered as in the standings.
fn separation(ranks: &[f64], places: &[Option<usize>]) -> (f64, Option<f64>) {
    let (mut pairs, mut separated, mut ordered, mut agreeing) = (0, 0, 0, 0);
    for a in 0..ranks.len() {
        for b in a + 1..ranks.len() {
            pairs += 1;
            let difference = ranks[a] - ranks[b];
            if difference.abs() < 1e-9 {
                continue;
            }
            separated += 1;
            if places[a] != places[b] {
                ordered += 1;
                agreeing += usize::from((difference < 0.0) == (places[a] < places[b]));
            }
        }
    }
    let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
    (
        share(separated, pairs),
        (ordered > 0).then(|| share(agreeing, ordered)),
    )
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / f64::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separation_counts_pairs_of_teams() {
        // Of three pairs, two differ; one of these is in the order of the standings.
        let (separates, agrees) = separation(&[1.0, 2.5, 2.5], &[Some(2), Some(1), Some(3)]);
        assert!((separates - 2.0 / 3.0).abs() < 1e-9);
        assert_eq!(agrees, Some(0.5));
        assert_eq!(separation(&[1.0], &[Some(1)]), (0.0, None));
        // Teams that share a rank have no order to agree with.
        assert_eq!(separation(&[1.0, 2.0], &[Some(1), Some(1)]), (1.0, None));
    }
}
