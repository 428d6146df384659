//! `judge collect`: makes team folders of hand-ins.

use std::fmt::Write;

use serde::Serialize;

use crate::cli::{Collect, TextOrJson};
use crate::collect::{self, Outcome, Request, State};
use crate::error::Result;
use crate::terminal::{self, say};

#[derive(Serialize)]
struct Report {
    schema: u32,
    teams: Vec<Outcome>,
}

pub(super) fn collect(arguments: &Collect) -> Result<()> {
    let outcomes = collect::collect(&Request {
        sources: arguments.sources.clone(),
        git: arguments.git.clone(),
        submissions: arguments.output.clone(),
        deadline: arguments.deadline,
        replace: arguments.replace.clone(),
    })?;
    let summary = summary(&outcomes);
    match arguments.format {
        TextOrJson::Text => terminal::print(&outcomes.iter().map(describe).collect::<String>())?,
        TextOrJson::Json => terminal::print_json(&Report {
            schema: 1,
            teams: outcomes,
        })?,
    }
    say(&summary);
    Ok(())
}

/// One line for a team, and one for each thing that a person has to look at.
fn describe(outcome: &Outcome) -> String {
    let mut parts: Vec<&str> = outcome.program.as_deref().into_iter().collect();
    match outcome.state {
        State::Kept if outcome.look_at.is_empty() => {
            parts.push("changed by hand since it was collected; the hand-in is the same");
        }
        // The remarks below say why.
        State::Kept | State::Missing => {}
        _ if parts.is_empty() => parts.push("nothing to run"),
        _ => {}
    }
    parts.extend(outcome.done.iter().map(String::as_str));
    if outcome.late == Some(true) {
        parts.push("late");
    }
    let mut text = format!("{:9}  {}", outcome.state.name(), outcome.team);
    if !parts.is_empty() {
        let _ = write!(text, ": {}", parts.join("; "));
    }
    text.push('\n');
    for look_at in &outcome.look_at {
        // The name of a member may hold a line break, and with it a line about another team.
        let look_at = look_at.replace(char::is_control, "\u{fffd}");
        let _ = writeln!(text, "{:11}look at: {look_at}", "");
    }
    text
}

fn summary(outcomes: &[Outcome]) -> String {
    let states = [
        State::Added,
        State::Replaced,
        State::Unchanged,
        State::Kept,
        State::Missing,
    ];
    let counts = states.into_iter().map(|state| {
        let count = outcomes
            .iter()
            .filter(|outcome| outcome.state == state)
            .count();
        (state.name(), count)
    });
    let look = outcomes
        .iter()
        .filter(|outcome| !outcome.look_at.is_empty())
        .count();
    let counts: Vec<String> = counts
        .chain([("to look at", look)])
        .filter(|(_, count)| *count > 0)
        .map(|(name, count)| format!("{count} {name}"))
        .collect();
    let teams = outcomes.len();
    let plural = if teams == 1 { "" } else { "s" };
    format!(
        "{teams} hand-in{plural}: {}; next: judge lint CONTEST",
        counts.join(", ")
    )
}
