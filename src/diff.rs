//! Compares two results folders run by run: what changed, and how sure a difference is.
//!
//! Runs are paired by the text of the instance, the entrant and the repetition, so that two contests can be compared
//! wherever they share instances.

mod page;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use puzzles::{Goal, Random, Value};
use serde::Serialize;

use crate::ids::EntrantId;
use crate::results::Row;
use crate::snapshot::Snapshot;
use crate::verdict::Verdict;

pub use self::page::page;
pub use self::text::text;

/// The differences between two results folders.
#[derive(Debug)]
pub struct Diff {
    /// The entrants that both have: teams, then baselines, those with changed values first.
    pub teams: Vec<TeamDiff>,
    /// Entrants that only one of the two has.
    pub only_before: Vec<String>,
    pub only_after: Vec<String>,
    /// Runs that only one of the two has, of entrants that both have.
    pub unpaired: usize,
}

/// The differences of one entrant.
#[derive(Debug, Serialize)]
pub struct TeamDiff {
    pub team: String,
    pub baseline: bool,
    /// Runs that are better, worse and equal after the change.
    pub better: usize,
    pub worse: usize,
    pub equal: usize,
    /// The mean over the runs of the change in quality, in per cent: 100 is the better value of the two, 0 a failure.
    pub change: f64,
    /// The probability that the entrant is better after the change: paired bootstrap over instances. `None` if no value
    /// changed.
    pub probability: Option<f64>,
    /// Changed runs, the most important change first.
    pub runs: Vec<RunDiff>,
}

impl TeamDiff {
    /// Returns the name; names of baselines are in brackets.
    fn shown_name(&self) -> String {
        if self.baseline {
            format!("[{}]", self.team)
        } else {
            self.team.clone()
        }
    }
}

/// The difference between two runs.
#[derive(Debug, Serialize)]
pub struct RunDiff {
    pub round: String,
    pub instance: String,
    pub repetition: u32,
    pub before: Side,
    pub after: Side,
    /// The change in quality, in per cent.
    pub change: f64,
}

/// One of two runs.
#[derive(Clone, Debug, Serialize)]
pub struct Side {
    pub verdict: Verdict,
    pub value: Option<Value>,
    pub cpu_ms: u64,
}

impl From<&Row> for Side {
    fn from(row: &Row) -> Self {
        Self {
            verdict: row.verdict,
            value: row.value.filter(|_| row.verdict == Verdict::Accepted),
            cpu_ms: row.cpu_ms,
        }
    }
}

/// The kinds of changes, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Verdict,
    Value,
    Time,
    None,
}

impl RunDiff {
    fn kind(&self) -> Kind {
        let (before, after) = (&self.before, &self.after);
        if before.verdict != after.verdict {
            Kind::Verdict
        } else if before.value != after.value {
            Kind::Value
        } else if is_slower(before.cpu_ms, after.cpu_ms) || is_slower(after.cpu_ms, before.cpu_ms) {
            Kind::Time
        } else {
            Kind::None
        }
    }
}

/// Returns whether a run took notably longer than another: by a tenth, and by 50 ms.
fn is_slower(time_ms: u64, other_ms: u64) -> bool {
    const LEAST: Duration = Duration::from_millis(50);
    time_ms > other_ms.saturating_add((other_ms / 10).max(LEAST.as_millis() as u64))
}

/// Compares two results folders; `team` restricts the comparison to one team.
pub fn compare(before: &Snapshot, after: &Snapshot, team: Option<&str>) -> Diff {
    let goal = after.contest.problem.goal();
    let is_chosen = |id: &EntrantId| team.is_none_or(|team| !id.baseline && *id.name == *team);
    let (mut old, new) = (Runs::of(before), Runs::of(after));
    old.rename_only_team(&new);
    let common: Vec<&EntrantId> = new.0.keys().filter(|id| old.0.contains_key(*id)).collect();
    let missing = |runs: &Runs, others: &Runs| -> Vec<String> {
        let names = runs.0.keys().filter(|id| !others.0.contains_key(*id));
        let names = names.filter(|id| is_chosen(id));
        names.map(|id| id.name.to_string()).collect()
    };
    let mut unpaired = 0;
    let mut teams = Vec::new();
    for id in common.into_iter().filter(|id| is_chosen(id)) {
        let (old, new) = (&old.0[id], &new.0[id]);
        let keys: BTreeSet<_> = old.keys().chain(new.keys()).collect();
        let pairs = keys
            .iter()
            .filter_map(|key| Some((old.get(*key)?, new.get(*key)?)));
        let pairs: Vec<(&Row, &Row)> = pairs.map(|(old, new)| (*old, *new)).collect();
        unpaired += keys.len() - pairs.len();
        if !pairs.is_empty() {
            teams.push(team_diff(id, goal, &pairs));
        }
    }
    // What changed comes first, and baselines, which hardly change, last.
    teams.sort_by_key(|team| (team.baseline, team.better + team.worse == 0));
    Diff {
        teams,
        only_before: missing(&old, &new),
        only_after: missing(&new, &old),
        unpaired,
    }
}

/// Per entrant, its runs by the digest of the instance and the repetition.
struct Runs<'r>(BTreeMap<EntrantId, BTreeMap<(&'r str, u32), &'r Row>>);

impl<'r> Runs<'r> {
    fn of(snapshot: &'r Snapshot) -> Self {
        let mut runs: BTreeMap<EntrantId, BTreeMap<(&str, u32), &Row>> = BTreeMap::new();
        // What the judge did not finish says nothing about the entrant.
        for row in snapshot.rows.iter().filter(|row| row.verdict.is_final()) {
            let own = runs.entry(row.entrant()).or_default();
            own.insert((&*row.digest, row.repetition), row);
        }
        Self(runs)
    }

    /// Gives the only team the name of the only team of `other`: two tries may be of two programs, or of one that was
    /// renamed.
    fn rename_only_team(&mut self, other: &Self) {
        let only = |runs: &Self| {
            let mut teams = runs.0.keys().filter(|id| !id.baseline);
            let first = teams.next().cloned();
            first.filter(|_| teams.next().is_none())
        };
        if let (Some(own), Some(name)) = (only(self), only(other))
            && let Some(runs) = self.0.remove(&own)
        {
            self.0.insert(name, runs);
        }
    }
}

fn team_diff(id: &EntrantId, goal: Goal, pairs: &[(&Row, &Row)]) -> TeamDiff {
    let mut runs: Vec<RunDiff> = pairs
        .iter()
        .map(|&(before, after)| run_diff(goal, before, after))
        .collect();
    let count = |is: fn(f64) -> bool| runs.iter().filter(|run| is(run.change)).count();
    let (better, worse) = (count(|change| change > 0.0), count(|change| change < 0.0));
    let mut by_instance: BTreeMap<(&str, &str), Vec<f64>> = BTreeMap::new();
    for run in &runs {
        let place = (run.round.as_str(), run.instance.as_str());
        by_instance.entry(place).or_default().push(run.change);
    }
    let means: Vec<f64> = by_instance.values().map(|changes| mean(changes)).collect();
    let diff = TeamDiff {
        team: id.name.to_string(),
        baseline: id.baseline,
        better,
        worse,
        equal: runs.len() - better - worse,
        change: mean(&means),
        probability: (better + worse > 0).then(|| probability_of_gain(&means)),
        runs: Vec::new(),
    };
    runs.retain(|run| run.kind() != Kind::None);
    runs.sort_by(|a, b| {
        let size = |run: &RunDiff| run.change.abs();
        a.kind()
            .cmp(&b.kind())
            .then(size(b).total_cmp(&size(a)))
            .then_with(|| {
                (&a.round, &a.instance, a.repetition).cmp(&(&b.round, &b.instance, b.repetition))
            })
    });
    TeamDiff { runs, ..diff }
}

fn run_diff(goal: Goal, before: &Row, after: &Row) -> RunDiff {
    let sides: [Side; 2] = [before.into(), after.into()];
    let [old, new] = qualities(goal, sides[0].value, sides[1].value);
    let [before_side, after_side] = sides;
    RunDiff {
        round: after.round.to_string(),
        instance: after.instance.to_string(),
        repetition: after.repetition,
        before: before_side,
        after: after_side,
        change: new - old,
    }
}

/// Returns the quality of two values in per cent of the better one; a failure has none.
fn qualities(goal: Goal, before: Option<Value>, after: Option<Value>) -> [f64; 2] {
    let values = [before, after];
    let best = values
        .into_iter()
        .flatten()
        .reduce(|a, b| if goal.better(b, a) { b } else { a });
    values.map(|value| match (value, best) {
        (Some(value), Some(best)) if goal == Goal::Minimise => {
            100.0 * (best.as_f64() + 1.0).max(1.0) / (value.as_f64() + 1.0).max(1.0)
        }
        (Some(value), Some(best)) => {
            let scale = best.as_f64().abs().max(1.0);
            (100.0 * (1.0 - (best.as_f64() - value.as_f64()) / scale)).max(0.0)
        }
        _ => 0.0,
    })
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Returns the share of bootstrap resamples in which the mean change is a gain; no change counts half.
fn probability_of_gain(changes: &[f64]) -> f64 {
    const RESAMPLES: usize = 2000;
    const SEED: u64 = 20_270_321;
    let mut random = Random::new(SEED);
    let gains: f64 = (0..RESAMPLES)
        .map(|_| {
            let drawn = (0..changes.len()).map(|_| changes[random.below(changes.len())]);
            match drawn.sum::<f64>() {
                sum if sum > 1e-9 => 1.0,
                sum if sum < -1e-9 => 0.0,
                _ => 0.5,
            }
        })
        .sum();
    gains / RESAMPLES as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn qualities_are_shares_of_the_better_value() {
        for (goal, before, after, expected) in [
            (Goal::Minimise, Some(9), Some(19), [100, 50]),
            (Goal::Maximise, Some(50), Some(100), [50, 100]),
            (Goal::Maximise, Some(-5), None, [100, 0]),
            (Goal::Solve, None, None, [0, 0]),
        ] {
            let [before, after] = [before, after].map(|value| value.map(Value::from));
            let found = qualities(goal, before, after).map(|quality| quality.round() as i64);
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn a_gain_everywhere_is_sure_and_no_change_is_a_coin() {
        assert!((probability_of_gain(&[1.0, 2.0, 3.0]) - 1.0).abs() < 1e-9);
        assert!((probability_of_gain(&[0.0; 5]) - 0.5).abs() < 1e-9);
        assert!(probability_of_gain(&[-1.0, -2.0]) < 1e-9);
        let mixed = probability_of_gain(&[3.0, -1.0, 2.0, -1.5, 2.5]);
        assert!((0.75..0.999).contains(&mixed), "{mixed}");
    }
}
