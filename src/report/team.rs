//! One team, instance by instance: what it reached, how far from the best that is, and why.

use std::time::Duration;

use serde_json::json;

use super::Format;
use super::grid;
use crate::error::{Diagnostic, Error, Result};
use crate::results::Row;
use crate::scoring::{Played, Table};
use crate::standings::{gap, is_fragile};
use crate::terminal;
use crate::units::show_duration;

/// What one instance was for the team.
struct Entry<'a> {
    row: &'a Row,
    rank: usize,
    teams: usize,
    /// The best value of any team.
    best: Option<i64>,
    bound: Option<i64>,
    fragile: bool,
}

pub fn team(played: Played, name: &str, format: Format) -> Result<String> {
    let table = Table::new(played);
    let names: Vec<&str> = table.entrants.iter().map(|who| &*who.name).collect();
    let Some(entrant) = names.iter().position(|&other| other == name) else {
        return Err(unknown_team(name, &names));
    };
    let teams: Vec<usize> = table.teams().collect();
    let entries: Vec<Entry> = (0..table.instances.len())
        .map(|instance| {
            let own = table.place(entrant, instance);
            let row = &table.rows[entrant][instance];
            Entry {
                row,
                rank: 1 + teams
                    .iter()
                    .filter(|&&team| table.place(team, instance) < own)
                    .count(),
                teams: teams.len(),
                best: table.best(table.values(instance, false)),
                bound: table.bounds.of(row),
                fragile: is_fragile(row, table.time),
            }
        })
        .collect();
    let header = [
        "instance", "value", "rank", "to best", "to bound", "CPU", "verdict",
    ];
    let cells: Vec<Vec<String>> = entries.iter().map(cells).collect();
    match format {
        Format::Table => Ok(format!(
            "{name}\n{}{}",
            grid::table(&header, cells),
            reasons(&entries)
        )),
        Format::Markdown => Ok(grid::markdown(&header, cells)),
        Format::Csv => grid::csv(&header, &cells),
        Format::Json => {
            let entries: Vec<_> = entries.iter().map(object).collect();
            let value = json!({"schema": 1, "contest": played.contest.name, "team": name, "instances": entries});
            terminal::json(&value)
        }
    }
}

/// The error for a team that is not in the results.
pub fn unknown_team(name: &str, names: &[&str]) -> Error {
    let unknown =
        Diagnostic::new(format!("there is no team `{name}` in these results")).suggest(name, names);
    unknown
        .with_help(format!("teams: {}", names.join(", ")))
        .into()
}

fn cells(entry: &Entry) -> Vec<String> {
    let Entry {
        row, rank, teams, ..
    } = entry;
    let share = |other: Option<i64>| {
        let distance = row.value.zip(other).map(|(value, other)| gap(value, other));
        distance.map_or("–".to_owned(), |gap| format!("{:.1} %", 100.0 * gap))
    };
    vec![
        row.instance.to_string(),
        row.value.map_or("–".to_owned(), |value| value.to_string()),
        format!("{rank}/{teams}"),
        share(entry.best),
        if row.value.is_some() && row.value == entry.bound {
            "optimal".to_owned()
        } else {
            share(entry.bound)
        },
        show_duration(Duration::from_millis(row.cpu_ms)) + if entry.fragile { " !" } else { "" },
        row.verdict.to_string(),
    ]
}

fn reasons(entries: &[Entry]) -> String {
    let told = entries.iter().filter(|entry| !entry.row.detail.is_empty());
    told.map(|entry| format!("{}: {}", entry.row.instance, entry.row.detail) + "\n")
        .collect()
}

fn object(entry: &Entry) -> serde_json::Value {
    let Entry { row, .. } = entry;
    json!({
        "round": row.round,
        "instance": row.instance,
        "verdict": row.verdict,
        "value": row.value,
        "rank": entry.rank,
        "best": entry.best,
        "bound": entry.bound,
        "optimal": row.value.is_some() && row.value == entry.bound,
        "cpu_ms": row.cpu_ms,
        "wall_ms": row.wall_ms,
        "fragile": entry.fragile,
        "detail": row.detail,
    })
}
