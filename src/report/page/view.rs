//! The standings on the page: overall and for each round.

use std::borrow::Cow;

use super::audience::Disclosure;
use super::charts::{self, Figure, Series, ShownFigure};
use crate::contest::ScoringRule;
use crate::locale::Language;
use crate::report::remarks::{group_letter, remarks};
use crate::report::table::shown_score;
use crate::results::Facts;
use crate::scoring::{ScoringInput, Table};
use crate::snapshot::Snapshot;
use crate::standings::{self, Line, Standings};

/// A column of the standings.
pub(crate) struct Column {
    pub(crate) title: String,
    /// The class of its cells.
    pub(crate) class: &'static str,
    pub(crate) about: String,
    /// The order of the first click.
    pub(crate) first: &'static str,
}

const GAP: &str = "gap";

/// Returns the columns; that of the gaps only if there are any.
pub(crate) fn columns(has_gaps: bool, language: Language) -> Vec<Column> {
    let is_shown = |(class, ..): &(&str, &str, &str, &str)| has_gaps || *class != GAP;
    let column = |(class, first, title, about)| Column {
        title: language.message(title).to_string(),
        class,
        about: language.message(about).to_string(),
        first,
    };
    COLUMNS.into_iter().filter(is_shown).map(column).collect()
}

/// Class, order of the first click, and the keys of title and description.
const COLUMNS: [(&str, &str, &str, &str); 11] = [
    (
        "rank",
        "ascending",
        "standings-rank",
        "standings-rank-about",
    ),
    (
        "tied",
        "ascending",
        "standings-tied",
        "standings-tied-about",
    ),
    (
        "team",
        "ascending",
        "standings-team",
        "standings-team-about",
    ),
    (
        "score",
        "descending",
        "standings-score",
        "standings-score-about",
    ),
    (
        "interval",
        "ascending",
        "standings-interval",
        "standings-interval-about",
    ),
    (
        "first",
        "descending",
        "standings-first",
        "standings-first-about",
    ),
    (
        "bests",
        "descending",
        "standings-bests",
        "standings-bests-about",
    ),
    (GAP, "ascending", "standings-gap", "standings-gap-about"),
    (
        "accepted",
        "descending",
        "standings-accepted",
        "standings-accepted-about",
    ),
    (
        "failed",
        "descending",
        "standings-failed",
        "standings-failed-about",
    ),
    ("cpu", "ascending", "standings-cpu", "standings-cpu-about"),
];

/// The standings and charts of one round, or of all.
pub(super) struct View<'v> {
    key: String,
    standings: Cow<'v, Standings>,
    pub(super) figures: Vec<Figure>,
}

/// A view in a language, for the template.
pub(super) struct ShownView<'v> {
    pub(super) key: &'v str,
    pub(super) lines: Vec<ShownLine>,
    pub(super) remarks: Vec<String>,
    pub(super) figures: Vec<ShownFigure<'v>>,
}

impl View<'_> {
    pub(super) fn in_language(&self, language: Language, disclosure: &Disclosure) -> ShownView<'_> {
        let figures = self.figures.iter();
        ShownView {
            key: &self.key,
            lines: shown_lines(
                &self.standings,
                language,
                &|line| disclosure.shown_name(&line.team, line.baseline),
                &|line| disclosure.is_own(line),
            ),
            remarks: remarks(&self.standings, language),
            figures: figures.map(|figure| figure.in_language(language)).collect(),
        }
    }
}

/// A line for the template. A `_value` is a sort key, and empty if there is no value.
pub(crate) struct ShownLine {
    pub(crate) class: &'static str,
    pub(crate) rank: String,
    pub(crate) rank_shown: String,
    pub(crate) group: String,
    /// The class of the part of the group's bracket on this line.
    pub(crate) bracket: &'static str,
    pub(crate) team: String,
    pub(crate) score: String,
    pub(crate) score_value: String,
    pub(crate) bar: String,
    pub(crate) interval_bar: Option<(String, String)>,
    pub(crate) interval: String,
    pub(crate) interval_value: String,
    pub(crate) first: String,
    pub(crate) first_value: String,
    pub(crate) bests: usize,
    pub(crate) gap: String,
    pub(crate) gap_value: String,
    pub(crate) accepted: usize,
    pub(crate) fragile: bool,
    pub(crate) failed: usize,
    pub(crate) cpu: String,
    pub(crate) cpu_ms: u128,
    /// The corners of a line that shows the score over time, if it is known.
    pub(crate) trend: String,
}

/// Returns the view of all rounds.
pub(super) fn overall<'v>(
    results: &Snapshot,
    standings: &'v Standings,
    series: &[Series],
    disclosure: &Disclosure,
) -> View<'v> {
    let key = "all".to_owned();
    let standings = Cow::Borrowed(standings);
    view(key, results, &results.facts, standings, series, disclosure)
}

/// Returns the view of each round, ranked as if it were the whole contest.
pub(super) fn by_round(
    results: &Snapshot,
    rounds: &[&str],
    rule: ScoringRule,
    series: &[Series],
    disclosure: &Disclosure,
) -> Vec<View<'static>> {
    let view = |(number, round): (usize, &&str)| {
        let mut facts = results.facts.clone();
        facts.instance.retain(|instance| instance.round == *round);
        let standings = standings::rank(scoring_input(results, &facts), rule);
        let standings = disclosure.redacted(&standings, &results.facts.instance);
        let standings = Cow::Owned(standings.into_owned());
        let key = number.to_string();
        view(key, results, &facts, standings, series, disclosure)
    };
    rounds.iter().enumerate().map(view).collect()
}

/// Returns the results with the facts of a part of the contest.
fn scoring_input<'r>(results: &'r Snapshot, facts: &'r Facts) -> ScoringInput<'r> {
    ScoringInput {
        facts,
        ..ScoringInput::from(results)
    }
}

fn view<'v>(
    key: String,
    results: &Snapshot,
    facts: &Facts,
    standings: Cow<'v, Standings>,
    series: &[Series],
    disclosure: &Disclosure,
) -> View<'v> {
    let table = Table::new(scoring_input(results, facts));
    View {
        key,
        figures: charts::all(results, &table, &standings, series, disclosure),
        standings,
    }
}

/// Returns the lines of a table of standings. `name` returns the name that is shown, and `is_own` whether the page is
/// for this team.
pub(crate) fn shown_lines(
    standings: &Standings,
    language: Language,
    name: &dyn Fn(&Line) -> String,
    is_own: &dyn Fn(&Line) -> bool,
) -> Vec<ShownLine> {
    let largest = standings
        .lines
        .iter()
        .filter_map(|line| {
            let high = line.confidence.map(|c| c.score_high);
            Some(line.score?.max(high.unwrap_or(f64::MIN)))
        })
        .fold(0.0, f64::max);
    let brackets = brackets(&standings.lines);
    standings
        .lines
        .iter()
        .zip(brackets)
        .map(|(line, bracket)| ShownLine {
            team: name(line),
            ..shown(line, language, bracket, largest, is_own(line))
        })
        .collect()
}

fn shown(
    line: &Line,
    language: Language,
    bracket: &'static str,
    largest: f64,
    is_own: bool,
) -> ShownLine {
    let percent = |score: f64| {
        let share = if largest > 0.0 { score / largest } else { 0.0 };
        format!("{:.1}", 100.0 * share.clamp(0.0, 1.0))
    };
    let letter = line.group.map(group_letter);
    let or_empty = |text: Option<String>| text.unwrap_or_default();
    let or_dash = |text: Option<String>| text.unwrap_or("–".to_owned());
    let rank = line.rank.map(|rank| rank.to_string());
    let confidence = line.confidence;
    ShownLine {
        class: match (line.baseline, line.rank) {
            (true, _) => "baseline",
            _ if is_own => "own",
            (false, Some(1)) => "first-place",
            _ => "",
        },
        rank: or_empty(rank.clone()),
        rank_shown: or_dash(rank),
        group: or_empty(letter),
        bracket,
        team: String::new(),
        score: shown_score(line.score, language),
        score_value: or_empty(line.score.map(|score| score.to_string())),
        bar: percent(line.score.unwrap_or(0.0)),
        interval_bar: confidence.map(|c| (percent(c.score_low), percent(c.score_high))),
        interval: or_empty(confidence.map(|c| match (c.rank_low, c.rank_high) {
            (low, high) if low == high => low.to_string(),
            (low, high) => format!("{low}–{high}"),
        })),
        interval_value: or_empty(confidence.map(|c| format!("{}", c.rank_low + c.rank_high))),
        first: or_empty(confidence.map(|c| language.percent(c.first, 0))),
        first_value: or_empty(confidence.map(|c| c.first.to_string())),
        bests: line.bests,
        gap: or_dash(line.gap.map(|gap| language.percent(gap, 1))),
        gap_value: or_empty(line.gap.map(|gap| gap.to_string())),
        accepted: line.accepted,
        fragile: line.fragile > 0,
        failed: line.failed,
        cpu: language.duration(line.cpu),
        cpu_ms: line.cpu.as_millis(),
        trend: String::new(),
    }
}

/// Returns the class of the bracket on each line. A bracket extends from the first to the last team of a group, across
/// the baselines between them.
fn brackets(lines: &[Line]) -> Vec<&'static str> {
    let mut brackets = vec![""; lines.len()];
    let groups = lines.iter().filter_map(|line| line.group).max();
    for group in 0..groups.map_or(0, |last| last + 1) {
        let belongs = |line: &Line| line.group == Some(group);
        let first = lines.iter().position(belongs);
        let last = lines.iter().rposition(belongs);
        if let (Some(first), Some(last)) = (first, last) {
            brackets[first..=last].fill("continues");
            brackets[first] = "begins";
            brackets[last] = "ends";
        }
    }
    brackets
}
