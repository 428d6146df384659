//! The ranking: scores, ranks, and how sure they are.

mod confidence;

use std::time::Duration;

use crate::contest::Contest;
use crate::scoring::{Rule, Table};
use crate::store::{Facts, Row};
use crate::verdict::Verdict;

/// The standings of a contest, best first.
#[derive(Debug)]
pub struct Standings {
    pub contest: String,
    pub problem: &'static str,
    pub rule: &'static str,
    pub digest: String,
    pub lines: Vec<Line>,
    /// Instances on which everybody has a result, and instances in all.
    pub complete: usize,
    pub planned: usize,
}

/// One entrant's line; baselines have no rank.
#[derive(Debug)]
pub struct Line {
    pub rank: Option<usize>,
    pub team: String,
    pub baseline: bool,
    pub score: f64,
    /// Instances on which no team did better.
    pub bests: usize,
    pub accepted: usize,
    pub failed: usize,
    rejected: usize,
    /// Mean of how far accepted values lie from the bound, as a share of it.
    pub gap: Option<f64>,
    /// Mean over all runs.
    pub cpu: Duration,
    /// The ranks between which the true one probably lies, and the probability of being first.
    pub confidence: Option<confidence::Confidence>,
}

/// Ranks the rows of a contest.
pub fn rank(contest: &Contest, facts: &Facts, rows: &[Row], rule: &'static dyn Rule) -> Standings {
    let table = Table::new(contest, facts, rows);
    let mut scores = rule.scores(&table);
    for (entrant, scores) in scores.iter_mut().enumerate() {
        for (instance, score) in scores.iter_mut().enumerate() {
            if table.is_void(entrant, instance) {
                *score = f64::NAN;
            }
        }
    }
    let teams: Vec<usize> = (0..scores.len())
        .filter(|&entrant| !table.entrants[entrant].baseline)
        .collect();
    let confidence = confidence::estimate(
        &teams
            .iter()
            .map(|&team| scores[team].as_slice())
            .collect::<Vec<_>>(),
    );
    let mut confidence = confidence.into_iter();
    let instances = 0..table.instances.len();
    let bests: Vec<_> = instances
        .map(|instance| table.best(table.values(instance, false)))
        .collect();
    let mut lines: Vec<Line> = (0..scores.len())
        .map(|entrant| {
            let baseline = table.entrants[entrant].baseline;
            let confidence = if baseline { None } else { confidence.next() };
            line(&table, entrant, &bests, mean(&scores[entrant]), confidence)
        })
        .collect();
    // Ties go to who handed in fewer wrong answers, as a missing answer is better than a false one.
    let key = |line: &Line| (std::cmp::Reverse(ordered(line.score)), line.rejected);
    lines.sort_by(|a, b| {
        key(a)
            .cmp(&key(b))
            .then_with(|| (a.baseline, &a.team).cmp(&(b.baseline, &b.team)))
    });
    let mut last = None;
    for (above, line) in lines.iter_mut().filter(|line| !line.baseline).enumerate() {
        let own = key(line);
        let rank = match last {
            Some((rank, previous)) if previous == own => rank,
            _ => above + 1,
        };
        line.rank = Some(rank);
        last = Some((rank, own));
    }
    Standings {
        contest: contest.name.clone(),
        problem: contest.problem.name(),
        rule: rule.name(),
        digest: facts.digest.clone(),
        lines,
        complete: table.instances.len(),
        planned: table.planned,
    }
}

/// A score as an integer, so that scores equal but for rounding errors are equal.
fn ordered(score: f64) -> i64 {
    (score * 1e9).round() as i64
}

fn line(
    table: &Table,
    entrant: usize,
    bests: &[Option<i64>],
    score: f64,
    confidence: Option<confidence::Confidence>,
) -> Line {
    let rows = &table.rows[entrant];
    let count = |verdict: Verdict| rows.iter().filter(|row| row.verdict == verdict).count();
    let accepted = count(Verdict::Accepted);
    let is_best = |&instance: &usize| {
        let own = table.accepted(entrant, instance);
        own.is_some_and(|own| bests[instance].is_none_or(|best| !table.goal.better(best, own)))
    };
    let gaps: Vec<f64> = rows
        .iter()
        .filter(|row| row.verdict == Verdict::Accepted)
        .filter_map(|row| Some(gap(row.value?, row.bound?)))
        .collect();
    let cpu: u64 = rows.iter().map(|row| row.cpu_ms).sum();
    Line {
        rank: None,
        team: table.entrants[entrant].name.clone(),
        baseline: table.entrants[entrant].baseline,
        score,
        bests: (0..rows.len()).filter(is_best).count(),
        accepted,
        failed: rows.len() - accepted - count(Verdict::JudgeError),
        rejected: count(Verdict::Rejected),
        gap: (!gaps.is_empty()).then(|| mean(&gaps)),
        cpu: Duration::from_millis(cpu / rows.len().max(1) as u64),
        confidence,
    }
}

/// How far a value lies from the bound, as a share of the bound.
pub fn gap(value: i64, bound: i64) -> f64 {
    value.abs_diff(bound) as f64 / bound.abs().max(1) as f64
}

/// Of the values that are known.
fn mean(values: &[f64]) -> f64 {
    let known = values.iter().filter(|value| !value.is_nan());
    let (sum, count) = known.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    sum / f64::from(count.max(1))
}
