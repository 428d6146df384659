//! A comparison as a web page.

use askama::Template;

use super::Diff;
use super::text::{SUMMARY_HEADER, describe, remarks, summary};
use crate::error::{Error, Result};
use crate::report::html::BasePage;

/// Longer lists of changed runs would make the page slow; the CSV output has all.
const MAX_RUNS: usize = 500;

#[derive(Template)]
#[template(path = "diff.html", config = "src/report/askama.toml")]
struct DiffPage {
    base: BasePage,
    header: [&'static str; 6],
    teams: Vec<Vec<String>>,
    changes: Vec<TeamChanges>,
    remarks: Vec<String>,
}

/// The changed runs of one entrant.
struct TeamChanges {
    team: String,
    runs: Vec<Change>,
    omitted: usize,
}

/// A changed run, with its change as a bar to the left or right of 50.
struct Change {
    text: String,
    class: &'static str,
    from: String,
    width: String,
}

/// Returns the page of a comparison; `before` and `after` are the names of the two.
pub fn page(diff: &Diff, before: &str, after: &str) -> Result<String> {
    let runs = diff.teams.iter().flat_map(|team| &team.runs);
    let largest = runs.map(|run| run.change.abs()).fold(1.0, f64::max);
    let change = |run: &super::RunDiff| {
        let half = 50.0 * run.change.abs() / largest;
        let is_gain = run.change >= 0.0;
        Change {
            text: describe(run),
            class: if is_gain { "gain" } else { "loss" },
            from: format!("{:.1}", if is_gain { 50.0 } else { 50.0 - half }),
            width: format!("{half:.1}"),
        }
    };
    let changes = |team: &super::TeamDiff| TeamChanges {
        team: team.shown_name(),
        runs: team.runs.iter().take(MAX_RUNS).map(change).collect(),
        omitted: team.runs.len().saturating_sub(MAX_RUNS),
    };
    let changed = diff.teams.iter().filter(|team| !team.runs.is_empty());
    let page = DiffPage {
        base: BasePage::fixed(format!("{before} → {after}")),
        header: SUMMARY_HEADER,
        teams: diff.teams.iter().map(summary).collect(),
        changes: changed.map(changes).collect(),
        remarks: remarks(diff),
    };
    page.render()
        .map_err(|error| Error::fault("write the page", &error))
}
