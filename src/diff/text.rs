//! A comparison as a table, CSV, Markdown or JSON.

use std::fmt::Write as _;
use std::time::Duration;

use puzzles::Value;
use serde_json::json;

use super::{Diff, RunDiff, Side, TeamDiff};
use crate::error::Result;
use crate::report::{Format, grid};
use crate::terminal;
use crate::units::show_duration;

/// Changed runs that are listed for each of several teams.
const LISTED: usize = 5;

pub(super) const SUMMARY_HEADER: [&str; 6] =
    ["team", "better", "worse", "equal", "change", "better with"];

/// Returns the comparison as text.
pub fn text(diff: &Diff, format: Format) -> Result<String> {
    let summary: Vec<Vec<String>> = diff.teams.iter().map(summary).collect();
    match format {
        Format::Table => {
            let prose = format!("{}\n{}\n", changes(diff), remarks(diff).join("\n"));
            Ok(grid::table(&SUMMARY_HEADER, summary) + &terminal::fitted(&prose))
        }
        Format::Markdown => Ok(format!(
            "{}\n{}",
            grid::markdown(&SUMMARY_HEADER, summary),
            changes(diff).replace("\n  ", "\n- ")
        )),
        Format::Csv => csv(diff),
        Format::Json => {
            let value = json!({
                "schema": 1,
                "teams": diff.teams,
                "only_before": diff.only_before,
                "only_after": diff.only_after,
                "unpaired": diff.unpaired,
            });
            terminal::json(&value)
        }
    }
}

pub(super) fn summary(team: &TeamDiff) -> Vec<String> {
    vec![
        team.shown_name(),
        team.better.to_string(),
        team.worse.to_string(),
        team.equal.to_string(),
        format!("{:+.1} %", team.change),
        team.probability.map_or("–".to_owned(), |probability| {
            format!("{:.0} %", 100.0 * probability)
        }),
    ]
}

/// Lists the changed runs, verdicts first.
fn changes(diff: &Diff) -> String {
    let listed = if diff.teams.len() == 1 {
        usize::MAX
    } else {
        LISTED
    };
    let mut text = String::new();
    for team in diff.teams.iter().filter(|team| !team.runs.is_empty()) {
        let _ = writeln!(text, "\n{}:", team.team);
        for run in team.runs.iter().take(listed) {
            let _ = writeln!(text, "  {}", describe(run));
        }
        if team.runs.len() > listed {
            let more = team.runs.len() - listed;
            let _ = writeln!(text, "  and {more} more: judge diff … --team {}", team.team);
        }
    }
    text
}

/// Describes a changed run in one line.
pub(super) fn describe(run: &RunDiff) -> String {
    let repetition = match run.repetition {
        1 => String::new(),
        other => format!(" (repetition {other})"),
    };
    let RunDiff {
        round,
        instance,
        before,
        after,
        change,
        ..
    } = run;
    let place = format!("{round}/{instance}{repetition}");
    if before.verdict == after.verdict && before.value == after.value {
        let time = |side: &Side| show_duration(Duration::from_millis(side.cpu_ms));
        return format!("{place}: {} → {} of CPU time", time(before), time(after));
    }
    let shown = |side: &Side| match side.value {
        Some(value) => value.to_string(),
        None => side.verdict.to_string(),
    };
    format!(
        "{place}: {} → {} ({change:+.1} %)",
        shown(before),
        shown(after)
    )
}

/// Returns the legend and what could not be compared, one line each.
pub(super) fn remarks(diff: &Diff) -> Vec<String> {
    let mut remarks = vec![
        "change: mean quality in per cent of the better value of the two; a failure has 0"
            .to_owned(),
        "better with: probability of a gain (paired bootstrap over instances)".to_owned(),
    ];
    for (names, which) in [(&diff.only_before, "first"), (&diff.only_after, "second")] {
        if !names.is_empty() {
            remarks.push(format!("only in the {which}: {}", names.join(", ")));
        }
    }
    if diff.unpaired > 0 {
        remarks.push(format!("{} runs are only in one of the two", diff.unpaired));
    }
    remarks
}

/// Every changed run as raw numbers.
fn csv(diff: &Diff) -> Result<String> {
    let header = [
        "team",
        "baseline",
        "round",
        "instance",
        "repetition",
        "verdict_before",
        "verdict_after",
        "value_before",
        "value_after",
        "cpu_ms_before",
        "cpu_ms_after",
        "change",
    ];
    let number = |value: Option<Value>| value.map_or(String::new(), |value| value.to_string());
    let rows = diff.teams.iter().flat_map(|team| {
        team.runs.iter().map(move |run| {
            vec![
                team.team.clone(),
                team.baseline.to_string(),
                run.round.clone(),
                run.instance.clone(),
                run.repetition.to_string(),
                run.before.verdict.to_string(),
                run.after.verdict.to_string(),
                number(run.before.value),
                number(run.after.value),
                run.before.cpu_ms.to_string(),
                run.after.cpu_ms.to_string(),
                format!("{:.4}", run.change),
            ]
        })
    });
    let rows: Vec<Vec<String>> = rows.collect();
    grid::csv(&header, &rows)
}
