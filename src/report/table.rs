//! The leaderboard as a table, with the remarks that belong below it.

use std::fmt::Write;

use super::grid;
use crate::standings::{Line, Standings};
use crate::units::show_duration;

const HEADER: [&str; 8] = [
    "rank", "team", "score", "bests", "accepted", "failed", "gap", "CPU",
];

pub(super) fn table(standings: &Standings) -> String {
    format!(
        "{}\n{}{}",
        title(standings),
        grid::table(&HEADER, rows(standings)),
        remarks(standings)
    )
}

pub(super) fn markdown(standings: &Standings) -> String {
    let remarks = remarks(standings);
    format!(
        "**{}**\n\n{}\n{remarks}",
        title(standings),
        grid::markdown(&HEADER, rows(standings))
    )
}

/// Title, header, rows and remarks, for formats with a layout of their own.
pub(super) fn parts(standings: &Standings) -> (String, Vec<String>, Vec<Vec<String>>, String) {
    let header = HEADER.map(str::to_owned).to_vec();
    (
        title(standings),
        header,
        rows(standings),
        remarks(standings),
    )
}

fn title(standings: &Standings) -> String {
    let plural = if standings.complete == 1 { "" } else { "s" };
    let Standings {
        contest,
        problem,
        rule,
        complete,
        ..
    } = standings;
    format!("{contest}: {problem}, {complete} instance{plural}, scoring by {rule}")
}

fn rows(standings: &Standings) -> Vec<Vec<String>> {
    standings.lines.iter().map(row).collect()
}

fn row(line: &Line) -> Vec<String> {
    vec![
        line.rank.map_or("–".to_owned(), |rank| rank.to_string()),
        if line.baseline {
            format!("[{}]", line.team)
        } else {
            line.team.clone()
        },
        format!("{:.2}", line.score),
        line.bests.to_string(),
        line.accepted.to_string(),
        line.failed.to_string(),
        line.gap
            .map_or("–".to_owned(), |gap| format!("{:.1} %", 100.0 * gap)),
        show_duration(line.cpu),
    ]
}

fn remarks(standings: &Standings) -> String {
    let mut text = String::new();
    if standings.lines.iter().any(|line| line.baseline) {
        text.push_str("[in brackets]: bundled baselines, shown but not ranked\n");
    }
    text.push_str(
        "gap: mean distance of accepted answers from the proven bound; CPU: mean per run\n",
    );
    if standings.complete < standings.planned {
        let Standings {
            complete, planned, ..
        } = standings;
        let _ = writeln!(
            text,
            "unfinished: ranked on the {complete} of {planned} instances that everybody has done"
        );
    }
    text
}
