//! The standings of the page: of all rounds, and of each by itself.

use super::super::table;
use super::audience::Disclosure;
use super::charts::{self, Chart, Series};
use crate::contest::ScoringRule;
use crate::error::Result;
use crate::results::Facts;
use crate::scoring::{Played, Table};
use crate::snapshot::Snapshot;
use crate::standings::{self, Line, Standings};
use crate::units::show_duration;

/// A column's title, what it says, and which order comes first.
pub(super) type Column = (&'static str, &'static str, &'static str);

const GAP: &str = "gap";

/// The columns; gaps are told only where there are any.
pub(super) fn columns(has_gaps: bool) -> Vec<Column> {
    let told = |column: &Column| has_gaps || column.0 != GAP;
    COLUMNS.into_iter().filter(told).collect()
}

const COLUMNS: [Column; 11] = [
    ("rank", "the place among the teams", "ascending"),
    (
        "tied",
        "teams with the same letter are statistically tied",
        "ascending",
    ),
    ("team", "bundled baselines stand in brackets", "ascending"),
    (
        "score",
        "the thin line is where the score probably lies",
        "descending",
    ),
    (
        "95 %",
        "the ranks between which the true one probably lies",
        "ascending",
    ),
    ("first", "the probability of being first", "descending"),
    (
        "bests",
        "instances on which no team did better",
        "descending",
    ),
    (
        GAP,
        "mean distance of accepted answers from the proven bound",
        "ascending",
    ),
    (
        "accepted",
        "accepted answers; ! marks runs close to the time limit",
        "descending",
    ),
    ("failed", "runs without an accepted answer", "descending"),
    ("CPU", "mean CPU time of a run", "ascending"),
];

/// One round, or all of them.
pub(super) struct View {
    pub(super) key: String,
    pub(super) lines: Vec<ShownLine>,
    pub(super) remarks: Vec<String>,
    pub(super) charts: Vec<Chart>,
}

/// A line as the template shows it; a `_value` is what to sort by, and empty where there is nothing.
pub(super) struct ShownLine {
    pub(super) class: &'static str,
    pub(super) rank: String,
    pub(super) rank_shown: String,
    pub(super) group_mark: String,
    pub(super) group_shown: String,
    /// The part of a bracket that stands beside this line.
    pub(super) bracket: &'static str,
    pub(super) team: String,
    pub(super) score: String,
    pub(super) bar: String,
    pub(super) whisker: Option<(String, String)>,
    pub(super) interval: String,
    pub(super) interval_value: String,
    pub(super) first: String,
    pub(super) first_value: String,
    pub(super) bests: usize,
    pub(super) gap: String,
    pub(super) gap_value: String,
    pub(super) accepted: usize,
    pub(super) fragile: bool,
    pub(super) failed: usize,
    pub(super) cpu: String,
    pub(super) cpu_ms: u128,
}

/// The view of all rounds.
pub(super) fn whole(
    results: &Snapshot,
    standings: &Standings,
    series: &[Series],
    disclosure: &Disclosure,
) -> Result<View> {
    let key = "all".to_owned();
    view(key, results, &results.facts, standings, series, disclosure)
}

/// The view of each round, ranked as if it had been the whole contest.
pub(super) fn by_round(
    results: &Snapshot,
    rounds: &[&str],
    rule: ScoringRule,
    series: &[Series],
    disclosure: &Disclosure,
) -> Result<Vec<View>> {
    let view = |(number, round): (usize, &&str)| {
        let mut facts = results.facts.clone();
        facts.instance.retain(|instance| instance.round == *round);
        let standings = standings::rank(played(results, &facts), rule);
        let standings = disclosure.edited(&standings, &results.facts.instance);
        let key = number.to_string();
        view(key, results, &facts, &standings, series, disclosure)
    };
    rounds.iter().enumerate().map(view).collect()
}

/// What was played of a part of the contest.
fn played<'r>(results: &'r Snapshot, facts: &'r Facts) -> Played<'r> {
    Played {
        facts,
        ..Played::from(results)
    }
}

fn view(
    key: String,
    results: &Snapshot,
    facts: &Facts,
    standings: &Standings,
    series: &[Series],
    disclosure: &Disclosure,
) -> Result<View> {
    let table = Table::new(played(results, facts));
    Ok(View {
        key,
        lines: shown_lines(standings, disclosure),
        remarks: table::remarks(standings)
            .lines()
            .map(str::to_owned)
            .collect(),
        charts: charts::all(results, &table, standings, series, disclosure)?,
    })
}

fn shown_lines(standings: &Standings, disclosure: &Disclosure) -> Vec<ShownLine> {
    let largest = standings
        .lines
        .iter()
        .map(|line| {
            line.confidence
                .map_or(line.score, |c| c.score_high.max(line.score))
        })
        .fold(0.0, f64::max);
    let brackets = brackets(&standings.lines);
    standings
        .lines
        .iter()
        .zip(brackets)
        .map(|(line, bracket)| shown(line, bracket, largest, disclosure))
        .collect()
}

fn shown(line: &Line, bracket: &'static str, largest: f64, disclosure: &Disclosure) -> ShownLine {
    let percent = |score: f64| {
        let share = if largest > 0.0 { score / largest } else { 0.0 };
        format!("{:.1}", 100.0 * share.clamp(0.0, 1.0))
    };
    let mark = line
        .group
        .map_or(String::new(), |group| table::mark(group).to_string());
    let or_nothing = |text: Option<String>| text.unwrap_or_default();
    let dash = |text: Option<String>| text.unwrap_or("–".to_owned());
    let rank = line.rank.map(|rank| rank.to_string());
    let confidence = line.confidence;
    ShownLine {
        class: match (line.baseline, line.rank) {
            (true, _) => "baseline",
            _ if disclosure.is_own(line) => "own",
            (false, Some(1)) => "first-place",
            _ => "",
        },
        rank: or_nothing(rank.clone()),
        rank_shown: dash(rank),
        group_shown: mark.clone(),
        group_mark: mark,
        bracket,
        team: disclosure.shown_name(&line.team, line.baseline),
        score: format!("{:.2}", line.score),
        bar: percent(line.score),
        whisker: confidence.map(|c| (percent(c.score_low), percent(c.score_high))),
        interval: or_nothing(confidence.map(|c| match (c.rank_low, c.rank_high) {
            (low, high) if low == high => low.to_string(),
            (low, high) => format!("{low}–{high}"),
        })),
        interval_value: or_nothing(confidence.map(|c| format!("{}", c.rank_low + c.rank_high))),
        first: or_nothing(confidence.map(|c| format!("{:.0} %", 100.0 * c.first))),
        first_value: or_nothing(confidence.map(|c| c.first.to_string())),
        bests: line.bests,
        gap: dash(line.gap.map(|gap| format!("{:.1} %", 100.0 * gap))),
        gap_value: or_nothing(line.gap.map(|gap| gap.to_string())),
        accepted: line.accepted,
        fragile: line.fragile > 0,
        failed: line.failed,
        cpu: show_duration(line.cpu),
        cpu_ms: line.cpu.as_millis(),
    }
}

/// A bracket reaches from the first to the last team of a group, past the baselines that stand between them.
fn brackets(lines: &[Line]) -> Vec<&'static str> {
    let mut brackets = vec![""; lines.len()];
    let groups = lines.iter().filter_map(|line| line.group).max();
    for group in 0..groups.map_or(0, |last| last + 1) {
        let belongs = |line: &Line| line.group == Some(group);
        let first = lines.iter().position(belongs);
        let last = lines.iter().rposition(belongs);
        if let (Some(first), Some(last)) = (first, last) {
            brackets[first..=last].fill("goes-on");
            brackets[first] = "begins";
            brackets[last] = "ends";
        }
    }
    brackets
}
