//! The analysis of the instances as a table, Markdown, CSV or JSON.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use puzzles::{EvidenceKind, Value};
use serde::Serialize;
use serde_json::json;

use super::{Format, csv_from_records, grid};
use crate::error::Result;
use crate::locale::Language;
use crate::results::Mark;
use crate::standings::{InstanceAnalysis, InstanceStatistics, MeanRanks, Outcome, VirtualBest};
use crate::terminal::{self, csv_field};

/// Teams whose mean ranks are listed in text.
const LISTED_TEAMS: usize = 30;

/// The key of the title of a column, and its text for an instance.
type Column = (&'static str, fn(&InstanceStatistics, Language) -> String);

const ROUND: &str = "instances-round";
const BEST: &str = "instances-best";
const GAP: &str = "instances-gap";
const COLUMNS: [Column; 9] = [
    (ROUND, |at, _| at.round.clone()),
    ("instances-instance", |at, _| {
        let mark = if at.counts { "" } else { " *" };
        format!("{}{mark}", at.instance)
    }),
    (BEST, |at, language| {
        let star = at.is_optimal().then(|| format!(" {}", at.mark.symbol()));
        let best = at.best.map(|best| language.number(&best.to_string()));
        best.map_or("–".to_owned(), |best| best + &star.unwrap_or_default())
    }),
    ("instances-best-team", leader),
    ("instances-separates", |at, language| {
        language.percent(at.separates, 0)
    }),
    ("instances-agrees", |at, language| {
        let agrees = at.agrees.map(|share| language.percent(share, 0));
        agrees.unwrap_or("–".to_owned())
    }),
    ("instances-failed", |at, _| {
        format!("{}/{}", at.failed, at.runs)
    }),
    (GAP, |at, language| {
        let gap = at.gap.map(|gap| language.percent(gap, 1));
        gap.unwrap_or("–".to_owned())
    }),
    ("instances-cpu", |at, language| language.duration(at.cpu)),
];

/// One instance as a record of CSV and JSON. Unknown values are empty or `null`.
#[derive(Serialize)]
struct Record<'a> {
    round: Cow<'a, str>,
    instance: Cow<'a, str>,
    counts: bool,
    best: Option<Value>,
    bound: Option<Value>,
    evidence: Option<&'static str>,
    best_teams: usize,
    best_team: Option<Cow<'a, str>>,
    separates: f64,
    agrees: Option<f64>,
    runs: usize,
    failed: usize,
    gap: Option<f64>,
    cpu_ms: u64,
}

impl<'a> From<&'a InstanceStatistics> for Record<'a> {
    fn from(at: &'a InstanceStatistics) -> Self {
        Self {
            round: Cow::Borrowed(&at.round),
            instance: Cow::Borrowed(&at.instance),
            counts: at.counts,
            best: at.best,
            bound: at.bound,
            evidence: at.evidence.map(EvidenceKind::name),
            best_teams: at.leaders.len(),
            best_team: at.single_leader().map(Cow::Borrowed),
            separates: at.separates,
            agrees: at.agrees,
            runs: at.runs,
            failed: at.failed,
            gap: at.gap,
            cpu_ms: at.cpu.as_millis() as u64,
        }
    }
}

/// Returns the analysis as text.
pub fn instances(analysis: &InstanceAnalysis, format: Format) -> Result<String> {
    let language = Language::English;
    let header = instance_header(analysis, language);
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let rows = analysis.instances.iter();
    let rows: Vec<Vec<String>> = rows
        .map(|at| instance_cells(analysis, at, language))
        .collect();
    match format {
        Format::Table => Ok(format!(
            "{}: what the instances say about the teams\n{}{}",
            analysis.contest,
            grid::table(&header, rows),
            terminal::fitted(&remarks(analysis))
        )),
        Format::Markdown => Ok(format!(
            "{}\n{}\n",
            grid::markdown(&header, rows),
            analysis.advice.show(language)
        )),
        Format::Csv => csv_from_records(analysis.instances.iter().map(|at| Record {
            round: csv_field(&at.round),
            instance: csv_field(&at.instance),
            best_team: at.single_leader().map(csv_field),
            ..Record::from(at)
        })),
        Format::Json => json(analysis),
    }
}

/// Returns the titles of the columns that have texts.
pub(super) fn instance_header(analysis: &InstanceAnalysis, language: Language) -> Vec<String> {
    let titles = columns(analysis).map(|(key, _)| language.message(key).to_string());
    titles.collect()
}

/// Returns the texts of an instance.
pub(super) fn instance_cells(
    analysis: &InstanceAnalysis,
    at: &InstanceStatistics,
    language: Language,
) -> Vec<String> {
    let texts = columns(analysis).map(|(_, text)| text(at, language));
    texts.collect()
}

fn columns(analysis: &InstanceAnalysis) -> impl Iterator<Item = Column> {
    let has_values = analysis.instances.iter().any(|at| at.best.is_some());
    // Where the names of instances tell them apart, the round would only take space.
    let names: BTreeSet<&str> = analysis.instances.iter().map(|at| &*at.instance).collect();
    let has_namesakes = names.len() < analysis.instances.len();
    COLUMNS.into_iter().filter(move |(key, _)| match *key {
        ROUND => has_namesakes,
        BEST | GAP => has_values,
        _ => true,
    })
}

fn leader(at: &InstanceStatistics, language: Language) -> String {
    let message = match (at.outcome(), at.leaders.as_slice()) {
        (Outcome::AllFailed, _) => language.message("instances-all-failed"),
        (_, [one]) => return one.clone(),
        (Outcome::AllEqual, _) => language.message("instances-all-equal"),
        (Outcome::Separated, several) => language
            .message("instances-leaders")
            .with("count", several.len()),
    };
    message.to_string()
}

/// Returns what the table does not say.
fn remarks(analysis: &InstanceAnalysis) -> String {
    let mut text = String::from(
        "separates: pairs of teams with different results\n\
         agrees: those of them that are in the order of the standings\n\
         gap: mean distance of accepted answers from the bound\n",
    );
    for (mark, about) in [
        (Mark::Proved, "★: nobody can do better, which is proved\n"),
        (
            Mark::Searched,
            "☆: nobody can do better, by an exhaustive search\n",
        ),
        (
            Mark::Claimed,
            "=: at the bound that the bound program of the problem claims\n",
        ),
    ] {
        let is_marked = |at: &InstanceStatistics| at.is_optimal() && at.mark == mark;
        if analysis.instances.iter().any(is_marked) {
            text.push_str(about);
        }
    }
    if analysis.instances.iter().any(|at| !at.counts) {
        text.push_str("*: not counted (weight 0)\n");
    }
    let leaders = analysis.single_leaders().into_iter();
    let leaders: Vec<String> = leaders
        .map(|(team, count)| format!("{team} on {count}"))
        .collect();
    if !leaders.is_empty() {
        let _ = writeln!(text, "alone best: {}", leaders.join(", "));
    }
    if let Some(best) = &analysis.virtual_best {
        let _ = writeln!(text, "{}", virtual_best(best, Language::English));
    }
    if let Some(ranks) = &analysis.mean_ranks {
        text.push_str(&mean_ranks(ranks));
    }
    let _ = writeln!(text, "{}", analysis.advice.show(Language::English));
    text
}

/// Describes the virtual best team in one line.
pub(super) fn virtual_best(best: &VirtualBest, language: Language) -> String {
    let message = match best.gap {
        Some(gap) => {
            let message = language.message("instances-virtual-best-gap");
            message.with("gap", language.percent(gap, 1))
        }
        None => language.message("instances-virtual-best"),
    };
    let score = language.decimal(best.score, 2);
    message.with("score", score).to_string()
}

/// Explains the mean ranks in one line.
pub(super) fn about_mean_ranks(ranks: &MeanRanks, language: Language) -> String {
    let message = language.message("instances-mean-ranks");
    let difference = language.decimal(ranks.critical_difference, 2);
    message.with("difference", difference).to_string()
}

/// Draws the mean ranks; a vertical line connects the teams of a group.
fn mean_ranks(ranks: &MeanRanks) -> String {
    let mut text = format!(
        "mean ranks: {}; a line joins teams without\na significant difference\n",
        about_mean_ranks(ranks, Language::English)
    );
    let shown = &ranks.teams[..ranks.teams.len().min(LISTED_TEAMS)];
    let width = shown.iter().map(|(team, _)| team.chars().count()).max();
    let width = width.unwrap_or(0);
    for (place, (team, rank)) in shown.iter().enumerate() {
        let line = |group: &std::ops::RangeInclusive<usize>| {
            if group.contains(&place) { "│" } else { " " }
        };
        let lines: String = ranks.groups.iter().map(line).collect();
        let line = format!("  {rank:>6.2}  {team:<width$}  {lines}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if ranks.teams.len() > shown.len() {
        let _ = writeln!(text, "  and {} more", ranks.teams.len() - shown.len());
    }
    text
}

fn json(analysis: &InstanceAnalysis) -> Result<String> {
    let instance = |at: &InstanceStatistics| {
        let mut value = json!(Record::from(at));
        value["best_teams"] = json!(at.leaders);
        value
    };
    let ranks = |ranks: &MeanRanks| {
        let teams = ranks.teams.iter();
        let teams: Vec<_> = teams
            .map(|(team, rank)| json!({"team": team, "mean_rank": rank}))
            .collect();
        let groups = ranks.groups.iter().map(|group| {
            let teams = &ranks.teams[group.clone()];
            teams.iter().map(|(team, _)| team).collect::<Vec<_>>()
        });
        json!({
            "critical_difference": ranks.critical_difference,
            "teams": teams,
            "groups": groups.collect::<Vec<_>>(),
        })
    };
    let best = |best: &VirtualBest| json!({"score": best.score, "accepted": best.accepted, "gap": best.gap, "first": best.first});
    terminal::json(&json!({
        "schema": 1,
        "contest": analysis.contest,
        "scoring": analysis.rule.name(),
        "instances": analysis.instances.iter().map(instance).collect::<Vec<_>>(),
        "virtual_best": analysis.virtual_best.as_ref().map(best),
        "mean_ranks": analysis.mean_ranks.as_ref().map(ranks),
        "advice": analysis.advice.show(Language::English),
    }))
}
