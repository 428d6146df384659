//! The leaderboard as a table for terminals and for Markdown.

use super::grid::{self, Emphasis};
use super::remarks::{failures, group_letter, has_gaps, remarks, summary};
use crate::locale::Language;
use crate::standings::{Line, Standings};
use crate::terminal::{self, printable};
use crate::units::show_duration;

/// The title of a column and its text for a line.
type Column = (&'static str, fn(&Line, &Standings) -> String);

const RANK: Column = ("rank", |line, _| {
    line.rank.map_or("–".to_owned(), |rank| rank.to_string())
});
const TEAM: Column = ("team", |line, _| {
    if line.baseline {
        format!("[{}]", line.team)
    } else {
        line.team.clone()
    }
});
const SCORE: Column = ("score", |line, _| {
    shown_score(line.score, Language::English)
});
const BAR: Column = ("", bar);
const INTERVAL: Column = ("95 %", |line, _| {
    let letter = line
        .group
        .map_or(String::new(), |group| format!(" {}", group_letter(group)));
    line.confidence
        .map_or(String::new(), |c| match (c.rank_low, c.rank_high) {
            (low, high) if low == high => format!("{low}{letter}"),
            (low, high) => format!("{low}–{high}{letter}"),
        })
});
const FIRST: Column = ("first", |line, _| {
    line.confidence
        .map_or(String::new(), |c| format!("{:.0} %", 100.0 * c.first))
});
const BESTS: Column = ("bests", |line, _| line.bests.to_string());
const ACCEPTED: Column = ("accepted", |line, _| {
    format!(
        "{}{}",
        line.accepted,
        if line.fragile > 0 { "!" } else { "" }
    )
});
const FAILED: Column = ("failed", |line, _| line.failed.to_string());
const GAP: Column = ("gap", |line, _| {
    line.gap
        .map_or("–".to_owned(), |gap| format!("{:.1} %", 100.0 * gap))
});
const CPU: Column = ("CPU", |line, _| show_duration(line.cpu));

const NARROW: [Column; 9] = [
    RANK, TEAM, SCORE, INTERVAL, BESTS, ACCEPTED, FAILED, GAP, CPU,
];
const WIDE: [Column; 11] = [
    RANK, TEAM, SCORE, BAR, INTERVAL, FIRST, BESTS, ACCEPTED, FAILED, GAP, CPU,
];

/// The terminal width from which on all columns are shown.
const WIDE_WIDTH: u16 = 100;
/// The terminal width from which on the scores of each round are shown.
const WITH_ROUNDS_WIDTH: u16 = 120;

/// The columns that are left out first if the terminal is narrow.
const OPTIONAL: [&str; 4] = ["bests", "CPU", "gap", "failed"];

pub(super) fn table(standings: &Standings) -> String {
    let columns: &[Column] = if terminal::width() >= WIDE_WIDTH {
        &WIDE
    } else {
        &NARROW
    };
    let (mut header, mut rows) = cells(standings, columns);
    let rounds: &[String] = match standings.rounds.as_slice() {
        several if several.len() > 1 && terminal::width() >= WITH_ROUNDS_WIDTH => several,
        _ => &[],
    };
    header.extend(rounds.iter().map(String::as_str));
    for (row, line) in rows.iter_mut().zip(&standings.lines) {
        row.extend(
            line.rounds
                .iter()
                .take(rounds.len())
                .map(|score| shown_score(*score, Language::English)),
        );
    }
    let mut left_out = Vec::new();
    for title in OPTIONAL {
        if grid::fits(&header, &rows) {
            break;
        }
        let Some(column) = header.iter().position(|&other| other == title) else {
            continue;
        };
        header.remove(column);
        for row in &mut rows {
            row.remove(column);
        }
        left_out.push(title);
    }
    let emphasis = standings
        .lines
        .iter()
        .map(|line| match (line.baseline, line.rank) {
            (true, _) => Emphasis::Dim,
            (false, Some(1)) => Emphasis::Bold,
            _ => Emphasis::Plain,
        });
    let table = grid::styled_table(&header, rows, emphasis);
    let mut remarks = [failures(standings), remarks(standings, Language::English)].concat();
    if !left_out.is_empty() {
        let columns = left_out.join(", ");
        remarks.push(format!(
            "left out in this width: {columns}; --format csv has them"
        ));
    }
    let remarks = lines(&remarks);
    let title = title(standings);
    format!(
        "{}\n{table}{}",
        printable(&title),
        terminal::fitted(&printable(&remarks))
    )
}

pub(super) fn markdown(standings: &Standings) -> String {
    let (header, rows) = cells(standings, &NARROW);
    let (title, table) = (title(standings), grid::markdown(&header, rows));
    format!(
        "**{title}**\n\n{table}\n{}",
        lines(&remarks(standings, Language::English))
    )
}

fn title(standings: &Standings) -> String {
    format!(
        "{}: {}",
        standings.contest,
        summary(standings, Language::English)
    )
}

fn lines(texts: &[String]) -> String {
    texts.iter().flat_map(|text| [text, "\n"]).collect()
}

fn cells<'s>(standings: &'s Standings, columns: &[Column]) -> (Vec<&'s str>, Vec<Vec<String>>) {
    let is_shown = |(title, _): &&Column| *title != GAP.0 || has_gaps(standings);
    let columns: Vec<&Column> = columns.iter().filter(is_shown).collect();
    let row = |line: &Line| {
        columns
            .iter()
            .map(|(_, show)| show(line, standings))
            .collect()
    };
    (
        columns.iter().map(|(title, _)| *title).collect(),
        standings.lines.iter().map(row).collect(),
    )
}

/// Returns a score with two decimals, or a dash if there is none.
pub(super) fn shown_score(score: Option<f64>, language: Language) -> String {
    score.map_or("–".to_owned(), |score| language.decimal(score, 2))
}

/// Returns the score as a bar with a resolution of an eighth of a character; the largest score is a full bar.
fn bar(line: &Line, standings: &Standings) -> String {
    const LENGTH: f64 = 8.0;
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let largest = standings
        .lines
        .iter()
        .filter_map(|line| line.score)
        .fold(0.0, f64::max);
    let share = if largest > 0.0 {
        (line.score.unwrap_or(0.0) / largest).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let eighths = (share * LENGTH * 8.0).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}
