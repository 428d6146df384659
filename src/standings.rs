//! The ranking: scores, ranks, and how sure they are.

mod confidence;
mod machines;
mod pseudonym;
mod tie_break;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use puzzles::Goal;

use self::confidence::{Confidence, Resamples};
pub use self::machines::Machines;
use crate::contest::ScoringRule;
use crate::digest::Sha;
use crate::results::Row;
use crate::sandbox::Isolation;
use crate::scoring::{self, Earned, Played, Table};
use crate::verdict::Verdict;

/// The standings of a contest, best first.
#[derive(Clone, Debug)]
pub struct Standings {
    pub contest: String,
    pub problem: &'static str,
    pub rule: ScoringRule,
    pub digest: String,
    /// Every isolation under which runs were made.
    pub isolations: Vec<Isolation>,
    /// The seal of the last row, where all rows are on the disk.
    pub seal: Option<Sha>,
    pub lines: Vec<Line>,
    /// Instances on which everybody has a result, and instances in all.
    pub complete: usize,
    pub planned: usize,
    /// What would settle the first place, where it is not settled.
    pub unsettled: Option<Unsettled>,
    /// What the runs were made on, as far as it was noted.
    pub machines: Machines,
}

/// The first place is not settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsettled {
    /// The first two are level.
    Level,
    /// Probably settled by this many more instances.
    More(usize),
}

/// One entrant's line; baselines have no rank.
#[derive(Clone, Debug)]
pub struct Line {
    pub rank: Option<usize>,
    pub team: String,
    pub baseline: bool,
    pub score: f64,
    /// Instances on which no team did better.
    pub bests: usize,
    pub accepted: usize,
    pub failed: usize,
    /// Runs within 5 % of the time limit, which might end otherwise another time.
    pub fragile: usize,
    /// Mean of how far accepted values lie from the bound, as a share of it.
    pub gap: Option<f64>,
    /// Mean over all runs.
    pub cpu: Duration,
    /// The ranks between which the true one probably lies, and the probability of being first.
    pub confidence: Option<Confidence>,
    /// Teams of one group are statistically tied; `None` for a team that is alone.
    pub group: Option<usize>,
    order: Order,
}

/// What lines are sorted by, best first: two parts of the score, and the result of a tie-break.
type Order = (Reverse<i64>, Reverse<i64>, Reverse<i64>);

/// Ranks the rows of a contest.
pub fn rank(played: Played, rule: ScoringRule) -> Standings {
    let contest = played.contest;
    let table = Table::new(played);
    let tally = scoring::tally(rule, &table);
    let instances = table.instances.len();
    let earned = tally.earned(&vec![1.0; instances]);
    let teams: Vec<usize> = table.teams().collect();
    let resamples = Resamples::draw(&*tally, &teams, instances);
    let confidence = resamples.confidence();
    let tie_breaks = tie_break::merits(played, &table);
    let bests: Vec<_> = (0..instances)
        .map(|i| table.best(table.values(i, false)))
        .collect();

    let mut numbered: Vec<(usize, Line)> = (0..earned.len())
        .map(|entrant| (entrant, line(&table, entrant, &bests, earned[entrant])))
        .collect();
    break_ties(&mut numbered, &tie_breaks);
    for (number, &team) in teams.iter().enumerate() {
        numbered[team].1.confidence = Some(confidence[number]);
    }
    numbered.sort_by(|(_, a), (_, b)| {
        a.order
            .cmp(&b.order)
            .then_with(|| (a.baseline, &a.team).cmp(&(b.baseline, &b.team)))
    });
    let place_of = |entrant: usize| teams.iter().position(|&team| team == entrant).unwrap_or(0);
    let ranked: Vec<usize> = numbered
        .iter()
        .filter(|(_, line)| !line.baseline)
        .map(|&(entrant, _)| place_of(entrant))
        .collect();
    let mut lines: Vec<Line> = numbered.into_iter().map(|(_, line)| line).collect();
    set_ranks(&mut lines);
    set_groups(&mut lines, &ranked, &resamples);
    Standings {
        contest: contest.name.clone(),
        problem: contest.problem.name(),
        rule,
        digest: played.facts.digest.clone(),
        isolations: isolations(played),
        seal: None,
        lines,
        complete: instances,
        planned: table.planned,
        unsettled: unsettled(&ranked, &resamples, instances),
        machines: Machines::of(played),
    }
}

/// Every isolation that the rows were made under, in the order of their descriptions.
fn isolations(played: Played) -> Vec<Isolation> {
    let mut known = played.facts.provenance.iter().map(|entry| entry.isolation);
    if let Some(first) = known.next()
        && known.all(|other| other == first)
    {
        return vec![first];
    }
    let ids: BTreeSet<&str> = played.rows.iter().map(|row| &*row.provenance).collect();
    let provenances = played.facts.provenance.iter();
    let met = provenances.filter(|provenance| ids.contains(provenance.id.as_str()));
    let mut met: Vec<Isolation> = met.map(|provenance| provenance.isolation).collect();
    met.sort_by_key(ToString::to_string);
    met.dedup();
    met
}

/// Orders teams with equal scores by a tie-break, where all of them have played it.
fn break_ties(lines: &mut [(usize, Line)], tie_breaks: &[Option<f64>]) {
    let mut level: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (index, (_, line)) in lines.iter().enumerate() {
        if !line.baseline {
            level.entry(line.order).or_default().push(index);
        }
    }
    for group in level.into_values() {
        let merits: Option<Vec<f64>> = group.iter().map(|&at| tie_breaks[lines[at].0]).collect();
        for (at, merit) in group.into_iter().zip(merits.unwrap_or_default()) {
            lines[at].1.order.2 = ordered(merit);
        }
    }
}

/// Equal teams share a rank, and the next ones are behind all of them.
fn set_ranks(lines: &mut [Line]) {
    let mut last: Option<(usize, Order)> = None;
    for (above, line) in lines.iter_mut().filter(|line| !line.baseline).enumerate() {
        let rank = match last {
            Some((rank, order)) if order == line.order => rank,
            _ => above + 1,
        };
        line.rank = Some(rank);
        last = Some((rank, line.order));
    }
}

/// From the top, each group reaches down to the first team that its leader is surely ahead of.
fn set_groups(lines: &mut [Line], ranked: &[usize], resamples: &Resamples) {
    let mut groups = vec![0; ranked.len()];
    let mut leader = 0;
    for place in 1..ranked.len() {
        if resamples.surely_ahead(ranked[leader], ranked[place]) {
            leader = place;
        }
        groups[place] = groups[place - 1] + usize::from(leader == place);
    }
    // Only groups of several teams get a number to show.
    let is_shared = |group: &usize| groups.iter().filter(|&other| other == group).count() > 1;
    let shared: BTreeSet<usize> = groups.iter().copied().filter(is_shared).collect();
    for (line, group) in lines.iter_mut().filter(|line| !line.baseline).zip(&groups) {
        line.group = shared.iter().position(|other| other == group);
    }
}

fn unsettled(ranked: &[usize], resamples: &Resamples, instances: usize) -> Option<Unsettled> {
    let (&first, &second) = (ranked.first()?, ranked.get(1)?);
    if instances == 0 || resamples.surely_ahead(first, second) {
        return None;
    }
    let needed = resamples.instances_needed(first, second, instances);
    Some(needed.map_or(Unsettled::Level, |needed| {
        Unsettled::More((needed.saturating_sub(instances)).max(1))
    }))
}

/// A number as an integer, so that numbers equal but for rounding errors are equal.
fn ordered(number: f64) -> Reverse<i64> {
    Reverse((number * 1e9).round() as i64)
}

fn line(table: &Table, entrant: usize, bests: &[Option<i64>], earned: Earned) -> Line {
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
        // What is solved or not is never nearly solved.
        .filter(|_| table.goal != Goal::Solve)
        .filter_map(|row| Some(gap(row.value?, table.bounds.of(row)?)))
        .collect();
    let cpu: u64 = rows.iter().map(|row| row.cpu_ms).sum();
    Line {
        rank: None,
        team: table.entrants[entrant].name.to_string(),
        baseline: table.entrants[entrant].baseline,
        score: earned.score,
        bests: (0..rows.len()).filter(is_best).count(),
        accepted,
        failed: rows.len() - accepted - count(Verdict::JudgeError),
        fragile: rows
            .iter()
            .filter(|row| is_fragile(row, table.time))
            .count(),
        gap: (!gaps.is_empty()).then(|| gaps.iter().sum::<f64>() / gaps.len() as f64),
        cpu: Duration::from_millis(cpu / rows.len().max(1) as u64),
        confidence: None,
        group: None,
        order: (ordered(earned.merit), ordered(earned.second), Reverse(0)),
    }
}

/// Whether a run came so close to the time limit that it might end otherwise another time.
pub fn is_fragile(row: &Row, limit: Duration) -> bool {
    let limit = limit.as_millis() as u64;
    let close = row.cpu_ms * 100 >= limit * 95 && row.cpu_ms * 100 <= limit * 105;
    close && matches!(row.verdict, Verdict::Accepted | Verdict::TimeLimit)
}

/// How far a value lies from the bound, as a share of the bound.
pub fn gap(value: i64, bound: i64) -> f64 {
    value.abs_diff(bound) as f64 / bound.abs().max(1) as f64
}

impl Standings {
    /// The teams that share their rank with others, once all is played.
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

    /// The pseudonym of every team, by its name.
    pub fn pseudonyms(&self, salt: &str) -> BTreeMap<String, String> {
        let teams = self.lines.iter().filter(|line| !line.baseline);
        let teams: Vec<&str> = teams.map(|line| line.team.as_str()).collect();
        let names = pseudonym::names(salt, teams.iter().copied());
        teams.into_iter().map(str::to_owned).zip(names).collect()
    }

    /// Puts pseudonyms in place of the teams' names: the same ones every time for one salt.
    pub fn anonymise(&mut self, salt: &str) {
        let names = self.pseudonyms(salt);
        for line in self.lines.iter_mut().filter(|line| !line.baseline) {
            line.team.clone_from(&names[&line.team]);
        }
        self.sort_ties_by(|line| line.team.clone());
    }

    /// Sorts lines that are equal by the names they are shown with: the order of the real ones would tell something.
    pub fn sort_ties_by(&mut self, name: impl Fn(&Line) -> String) {
        let key = |line: &Line| (line.order, line.baseline, name(line));
        self.lines.sort_by_cached_key(key);
    }

    /// Leaves only the first teams, and the baselines that stand among them.
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
