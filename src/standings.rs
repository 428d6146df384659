//! The ranking: scores, ranks and their confidence intervals.

mod confidence;
mod instance_analysis;
mod machines;
mod pseudonym;
mod tie_break;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use puzzles::{Goal, Value};

pub use self::confidence::Needed;
use self::confidence::{Confidence, Design, Resamples};
pub use self::instance_analysis::{
    Advice, InstanceAnalysis, InstanceStatistics, MeanRanks, Outcome, VirtualBest,
};
pub use self::machines::Machines;
pub use self::tie_break::tie_break_ranks;
use crate::contest::{Contest, ScoringRule};
use crate::digest::Sha;
use crate::judgement;
use crate::results::Row;
use crate::sandbox::Isolation;
use crate::scoring::{self, Bonus, Column, Score, Scorer, ScoringInput, Table};
use crate::verdict::Verdict;

/// The standings of a contest, best first.
#[derive(Clone, Debug)]
pub struct Standings {
    pub contest: String,
    pub problem: &'static str,
    pub goal: Goal,
    pub rule: ScoringRule,
    pub digest: String,
    /// All isolations under which programs ran.
    pub isolations: Vec<Isolation>,
    /// The seal of the last row, if all rows are on disk.
    pub seal: Option<Sha>,
    pub lines: Vec<Line>,
    /// The number of instances for which every entrant has a result, of those of them that count, and of all instances.
    pub complete: usize,
    pub counted: usize,
    pub planned: usize,
    /// The rounds with results, in the order of [`Line::rounds`].
    pub rounds: Vec<String>,
    /// The largest number of repetitions of an instance.
    pub repetitions: usize,
    /// The rounds of weight 0.
    pub uncounted: Vec<String>,
    /// Set if the lead of the first team is not statistically significant.
    pub unsettled: Option<Unsettled>,
    /// The processors of the runs, as far as they are known.
    pub machines: Machines,
}

/// Why the lead of the first team is not statistically significant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsettled {
    /// The first two teams are tied.
    Tied,
    /// More instances or repetitions are needed.
    Needs(Needed),
}

/// The line of one entrant. Baselines have no rank, nor have teams with runs that could not be judged: a run that does
/// not count could otherwise improve the rank of a team whose answer makes the checker fail.
#[derive(Clone, Debug)]
pub struct Line {
    pub rank: Option<usize>,
    pub team: String,
    pub baseline: bool,
    /// `None` for baselines if the rule gives them no score.
    pub score: Option<f64>,
    /// The score of each round on its own.
    pub rounds: Vec<Option<f64>>,
    /// What it earns besides its runs.
    pub bonuses: Vec<Bonus>,
    /// The sum of its ranks on the tie-break instances, if it played them.
    pub tie_break: Option<f64>,
    /// How the runs without an accepted answer ended.
    pub failures: Option<Failures>,
    /// The number of instances on which no team has a better value.
    pub bests: usize,
    pub accepted: usize,
    pub failed: usize,
    /// The number of runs on which the judge failed.
    pub unjudged: usize,
    /// The number of accepted runs that may end differently in a rerun, see [`is_fragile`].
    pub fragile: usize,
    /// The mean relative distance of accepted values from the bound.
    pub gap: Option<f64>,
    /// The mean CPU time over all runs.
    pub cpu: Duration,
    /// Confidence intervals; `None` for baselines, and before any instance is complete.
    pub confidence: Option<Confidence>,
    /// The number of the group of statistically indistinguishable teams; `None` for a team that is alone.
    pub group: Option<usize>,
    order: Order,
}

impl Line {
    /// Returns whether the entrant is a team all of whose runs could be judged.
    fn can_have_rank(&self) -> bool {
        !self.baseline && self.unjudged == 0
    }
}

/// The failures of one entrant in runs that count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failures {
    /// Each verdict with its number of runs, most first.
    pub verdicts: Vec<(Verdict, usize)>,
    /// The first failed run, and the reason.
    pub first: String,
}

/// The sort key of lines, best first: both keys of the score, and the result of a tie-break.
type Order = (Reverse<i64>, Reverse<i64>, Reverse<i64>);

/// Ranks the rows of a contest.
pub fn rank(input: ScoringInput, rule: ScoringRule) -> Standings {
    let contest = input.contest;
    let table = Table::new(input);
    let scorer = scoring::scorer(rule, &table);
    let design = Design {
        instances: table.counted_instances(),
        weights: table.weights(),
    };
    let scores = scorer.scores(&design.weights);
    let is_judged = |&team: &usize| table.unjudged(team) == 0;
    let teams: Vec<usize> = table.teams().filter(is_judged).collect();
    let resamples = Resamples::draw(&*scorer, &teams, &design);
    let confidence = resamples.confidence();
    let tie_breaks = tie_break_ranks(input, &table);
    let bests: Vec<_> = (0..table.columns.len())
        .map(|i| table.best(table.values(i, false)))
        .collect();

    let mut numbered: Vec<(usize, Line)> = (0..scores.len())
        .map(|entrant| {
            let is_scored = rule.scores_baselines() || !table.entrants[entrant].baseline;
            let score = Some(scores[entrant]).filter(|_| is_scored);
            (entrant, line(&table, entrant, &bests, score))
        })
        .collect();
    let (rounds, by_round) = scores_by_round(contest, &table, &*scorer);
    for (entrant, line) in &mut numbered {
        line.bonuses = scorer.bonuses(*entrant);
        line.tie_break = tie_breaks[*entrant];
        line.rounds = by_round
            .iter()
            .map(|scores| line.score.and(Some(scores[*entrant].value)))
            .collect();
    }
    break_ties(&mut numbered);
    // Without a complete instance there is nothing to rank by.
    let is_ranked = !design.instances.is_empty();
    for (number, &team) in teams.iter().enumerate().filter(|_| is_ranked) {
        numbered[team].1.confidence = Some(confidence[number]);
    }
    numbered.sort_by(|(_, a), (_, b)| {
        a.order
            .cmp(&b.order)
            .then_with(|| (a.baseline, &a.team).cmp(&(b.baseline, &b.team)))
    });
    let index_of = |entrant: usize| teams.iter().position(|&team| team == entrant).unwrap_or(0);
    let ranked: Vec<usize> = numbered
        .iter()
        .filter(|(_, line)| line.can_have_rank())
        .map(|&(entrant, _)| index_of(entrant))
        .collect();
    let mut lines: Vec<Line> = numbered.into_iter().map(|(_, line)| line).collect();
    if is_ranked {
        set_ranks(&mut lines);
        set_groups(&mut lines, &ranked, &resamples);
    }
    Standings {
        contest: contest.name.clone(),
        problem: contest.problem.name(),
        goal: contest.problem.goal(),
        rule,
        digest: input.facts.digest.clone(),
        isolations: isolations(input),
        seal: None,
        lines,
        rounds,
        repetitions: design.repetitions(),
        uncounted: uncounted(input),
        complete: table.complete,
        counted: design.instances.len(),
        planned: table.planned,
        unsettled: unsettled(&ranked, &resamples, &*scorer, &teams, &design),
        machines: Machines::of(input),
    }
}

/// Returns the rounds with results, and the scores of all entrants in each of them.
fn scores_by_round(
    contest: &Contest,
    table: &Table,
    scorer: &dyn Scorer,
) -> (Vec<String>, Vec<Vec<Score>>) {
    // A round of weight 0 is scored as if it counted.
    let weight = |round: usize, column: &Column| {
        if column.round != round {
            0.0
        } else if column.weight > 0.0 {
            column.weight
        } else {
            1.0 / f64::from(column.instance.repeat)
        }
    };
    let played = |&round: &usize| table.columns.iter().any(|column| column.round == round);
    let rounds: Vec<usize> = (0..contest.rounds.len()).filter(played).collect();
    let scores = |&round: &usize| {
        let columns = table.columns.iter();
        scorer.scores(
            &columns
                .map(|column| weight(round, column))
                .collect::<Vec<_>>(),
        )
    };
    let names = rounds
        .iter()
        .map(|&round| contest.rounds[round].name.clone());
    (names.collect(), rounds.iter().map(scores).collect())
}

fn failures(rows: &[&Row]) -> Option<Failures> {
    let is_failure = |row: &&&Row| !matches!(row.verdict, Verdict::Accepted | Verdict::JudgeError);
    let mut counts: Vec<(Verdict, usize)> = Vec::new();
    for row in rows.iter().filter(is_failure) {
        match counts
            .iter_mut()
            .find(|(verdict, _)| *verdict == row.verdict)
        {
            Some((_, count)) => *count += 1,
            None => counts.push((row.verdict, 1)),
        }
    }
    counts.sort_by_key(|&(_, count)| Reverse(count));
    let first = rows.iter().find(is_failure)?;
    let place = format!("{}/{}", first.round, first.instance);
    Some(Failures {
        verdicts: counts,
        first: match &*first.detail {
            "" => place,
            detail => format!("{place}: {detail}"),
        },
    })
}

/// Returns the rounds that are shown and not counted, unless there are no others.
fn uncounted(input: ScoringInput) -> Vec<String> {
    let has_instances = |name: &str| input.facts.instance.iter().any(|i| i.round == name);
    let rounds = input.contest.rounds.iter();
    let shown: Vec<_> = rounds
        .filter(|round| !round.tie_break && has_instances(&round.name))
        .collect();
    if shown.iter().all(|round| round.weight == 0.0) {
        return Vec::new();
    }
    let uncounted = shown.iter().filter(|round| round.weight == 0.0);
    uncounted.map(|round| round.name.clone()).collect()
}

/// Returns all isolations of the rows, sorted by description.
fn isolations(input: ScoringInput) -> Vec<Isolation> {
    let mut known = input.facts.provenance.iter().map(|entry| entry.isolation);
    if let Some(first) = known.next()
        && known.all(|other| other == first)
    {
        return vec![first];
    }
    let ids: BTreeSet<&str> = input.rows.iter().map(|row| &*row.provenance).collect();
    let provenances = input.facts.provenance.iter();
    let used = provenances.filter(|provenance| ids.contains(provenance.id.as_str()));
    let mut used: Vec<Isolation> = used.map(|provenance| provenance.isolation).collect();
    used.sort_by_key(ToString::to_string);
    used.dedup();
    used
}

/// Orders tied teams by the tie-break, if all of them have results there.
fn break_ties(lines: &mut [(usize, Line)]) {
    let mut tied: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (index, (_, line)) in lines.iter().enumerate() {
        if !line.baseline {
            tied.entry(line.order).or_default().push(index);
        }
    }
    for group in tied.into_values() {
        let keys: Option<Vec<f64>> = group.iter().map(|&at| lines[at].1.tie_break).collect();
        for (at, key) in group.into_iter().zip(keys.unwrap_or_default()) {
            lines[at].1.order.2 = sort_key(-key);
        }
    }
}

/// Sets the ranks. Tied teams share a rank, and the following ranks are skipped (standard competition ranking).
fn set_ranks(lines: &mut [Line]) {
    let mut last: Option<(usize, Order)> = None;
    for (above, line) in lines
        .iter_mut()
        .filter(|line| line.can_have_rank())
        .enumerate()
    {
        let rank = match last {
            Some((rank, order)) if order == line.order => rank,
            _ => above + 1,
        };
        line.rank = Some(rank);
        last = Some((rank, line.order));
    }
}

/// Divides the teams into groups, from the top: a group ends before the first team that is significantly worse than the
/// first of the group.
fn set_groups(lines: &mut [Line], ranked: &[usize], resamples: &Resamples) {
    let mut groups = vec![0; ranked.len()];
    let mut first = 0;
    for place in 1..ranked.len() {
        if resamples.is_significantly_better(ranked[first], ranked[place]) {
            first = place;
        }
        groups[place] = groups[place - 1] + usize::from(first == place);
    }
    // Only groups of several teams are numbered.
    let is_shared = |group: &usize| groups.iter().filter(|&other| other == group).count() > 1;
    let shared: BTreeSet<usize> = groups.iter().copied().filter(is_shared).collect();
    for (line, group) in lines
        .iter_mut()
        .filter(|line| line.can_have_rank())
        .zip(&groups)
    {
        line.group = shared.iter().position(|other| other == group);
    }
}

fn unsettled(
    ranked: &[usize],
    resamples: &Resamples,
    scorer: &dyn Scorer,
    teams: &[usize],
    design: &Design,
) -> Option<Unsettled> {
    let (&first, &second) = (ranked.first()?, ranked.get(1)?);
    if design.instances.is_empty() || resamples.is_significantly_better(first, second) {
        return None;
    }
    let needed = resamples.needed(scorer, (first, second), teams, design);
    Some(needed.map_or(Unsettled::Tied, Unsettled::Needs))
}

/// Returns a score without rounding errors of binary fractions such as 1/3.
fn rounded(score: f64) -> f64 {
    (score * 1e9).round() / 1e9
}

/// Returns a number as an integer, so that numbers that differ by rounding errors are equal.
fn sort_key(number: f64) -> Reverse<i64> {
    Reverse((number * 1e9).round() as i64)
}

fn line(table: &Table, entrant: usize, bests: &[Option<Value>], score: Option<Score>) -> Line {
    // Rounds of weight 0 are not counted.
    let counted: Vec<usize> = (0..table.columns.len())
        .filter(|&column| table.columns[column].weight > 0.0)
        .collect();
    let rows: Vec<&Row> = counted
        .iter()
        .map(|&column| table.rows[entrant][column])
        .collect();
    let count = |verdict: Verdict| rows.iter().filter(|row| row.verdict == verdict).count();
    let accepted = count(Verdict::Accepted);
    let is_best = |column: &&usize| {
        let own = table.accepted(entrant, **column);
        own.is_some_and(|own| bests[**column].is_none_or(|best| !table.goal.better(best, own)))
    };
    let gaps: Vec<f64> = rows
        .iter()
        .filter(|row| row.verdict == Verdict::Accepted)
        // For decision problems the distance from the bound has no meaning.
        .filter(|_| table.goal != Goal::Solve)
        .filter_map(|row| Some(gap(row.value?, table.bounds.of(row)?)))
        .collect();
    let cpu: f64 = rows.iter().map(|row| row.cpu_ms as f64).sum();
    Line {
        rank: None,
        team: table.entrants[entrant].name.to_string(),
        baseline: table.entrants[entrant].baseline,
        score: score.map(|score| rounded(score.value)),
        rounds: Vec::new(),
        bonuses: Vec::new(),
        tie_break: None,
        failures: failures(&rows),
        bests: counted.iter().filter(is_best).count(),
        accepted,
        failed: rows.len() - accepted - table.unjudged(entrant),
        unjudged: table.unjudged(entrant),
        fragile: rows
            .iter()
            .filter(|row| is_fragile(row, table.time))
            .count(),
        gap: (!gaps.is_empty()).then(|| gaps.iter().sum::<f64>() / gaps.len() as f64),
        cpu: Duration::from_millis((cpu / rows.len().max(1) as f64) as u64),
        confidence: None,
        group: None,
        // Lines without a score come last.
        order: score.map_or((Reverse(i64::MIN), Reverse(0), Reverse(0)), |score| {
            let keys = (sort_key(score.primary), sort_key(score.secondary));
            (keys.0, keys.1, Reverse(0))
        }),
    }
}

/// Returns whether an accepted run may end differently in a rerun: its CPU time is within 5 % of the limit, or it waited
/// for a busy machine.
pub fn is_fragile(row: &Row, limit: Duration) -> bool {
    let limit = limit.as_millis() as u64;
    let (used, limit) = (row.cpu_ms as f64, limit as f64);
    let close = used >= limit * 0.95 && used <= limit * 1.05;
    row.verdict == Verdict::Accepted && (close || row.detail.ends_with(judgement::BUSY_MACHINE))
}

/// Returns the distance of a value from the bound relative to the bound.
pub fn gap(value: Value, bound: Value) -> f64 {
    let scale = match bound.as_f64().abs() {
        0.0 => 1.0,
        scale => scale,
    };
    value.distance(bound).as_f64() / scale
}

impl Standings {
    /// Returns the teams that share their rank with others, or none while results are missing.
    pub fn level_teams(&self) -> Vec<String> {
        let shares = |line: &&Line| {
            let same = self.lines.iter().filter(|other| other.rank == line.rank);
            line.rank.is_some() && same.count() > 1
        };
        if self.complete < self.planned {
            return Vec::new();
        }
        self.lines
            .iter()
            .filter(shares)
            .map(|line| line.team.clone())
            .collect()
    }

    /// Keeps only the first teams and the baselines among them.
    pub fn keep_top(&mut self, count: usize) {
        let mut teams = self
            .lines
            .iter()
            .enumerate()
            .filter(|(_, line)| !line.baseline);
        if let Some((next, _)) = teams.nth(count) {
            self.lines.truncate(next);
        }
    }
}
