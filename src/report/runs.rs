//! Every run with its bound, as raw numbers.

use std::borrow::Cow;

use puzzles::Value;
use serde::Serialize;
use serde_json::json;

use super::{Format, csv_from_records, grid};
use crate::contest::ScoringRule;
use crate::error::Result;
use crate::results::Row;
use crate::scoring::{self, ScoringInput, Table};
use crate::standings::gap;
use crate::terminal::{self, csv_field};
use crate::timestamp::Timestamp;
use crate::verdict::Verdict;

/// The columns of CSV and the keys of JSON. Unknown values are empty or `null`.
#[derive(Serialize)]
struct Run<'r> {
    round: Cow<'r, str>,
    instance: Cow<'r, str>,
    repetition: u32,
    team: String,
    baseline: bool,
    verdict: Verdict,
    value: Option<Value>,
    bound: Option<Value>,
    /// The relative distance from the bound.
    gap: Option<f64>,
    /// What the run earns by the scoring rule, and its weight.
    earned: f64,
    weight: f64,
    cpu_ms: u64,
    wall_ms: u64,
    memory_kib: u64,
    answers: u64,
    /// `None` if names are replaced: the order of the runs follows that of the real names.
    time: Option<Timestamp>,
    detail: String,
}

/// Returns all runs on instances that are complete. `name` returns the name or pseudonym of a team.
pub fn runs(
    input: ScoringInput,
    rule: ScoringRule,
    name: impl Fn(&str) -> String,
    format: Format,
) -> Result<String> {
    let table = Table::new(input);
    let scorer = scoring::scorer(rule, &table);
    let run = |entrant: usize, column: usize| {
        let row: &Row = table.rows[entrant][column];
        let bound = table.bounds.of(row);
        let who = &table.entrants[entrant];
        let team = if who.baseline {
            who.name.to_string()
        } else {
            name(&who.name)
        };
        // A compiler's message may contain the name of the team's folder.
        let is_hidden = team != *who.name;
        Run {
            round: Cow::Borrowed(&row.round),
            instance: Cow::Borrowed(&row.instance),
            repetition: row.repetition,
            team,
            baseline: who.baseline,
            verdict: row.verdict,
            value: row.value,
            bound,
            gap: row.value.zip(bound).map(|(value, bound)| gap(value, bound)),
            earned: scorer.earned(entrant, column),
            weight: table.columns[column].weight,
            cpu_ms: row.cpu_ms,
            wall_ms: row.wall_ms,
            memory_kib: row.memory_kib,
            answers: row.answers,
            time: (!is_hidden).then_some(row.time),
            detail: if is_hidden {
                String::new()
            } else {
                row.detail.to_string()
            },
        }
    };
    // By the names that are shown: the order of the real ones would reveal something about them.
    let mut entrants: Vec<usize> = (0..table.entrants.len()).collect();
    let shown = |entrant: &usize| {
        let who = &table.entrants[*entrant];
        (
            who.baseline,
            if who.baseline {
                who.name.to_string()
            } else {
                name(&who.name)
            },
        )
    };
    entrants.sort_by_cached_key(shown);
    let runs: Vec<Run> = (0..table.columns.len())
        .flat_map(|column| entrants.iter().map(move |&entrant| (entrant, column)))
        .map(|(entrant, column)| run(entrant, column))
        .collect();
    match format {
        Format::Csv => csv_from_records(runs.iter().map(|run| Run {
            round: csv_field(&run.round),
            instance: csv_field(&run.instance),
            team: csv_field(&run.team).into_owned(),
            detail: csv_field(&run.detail).into_owned(),
            ..*run
        })),
        Format::Json => terminal::json(&json!({
            "schema": 1,
            "contest": input.contest.name,
            "scoring": rule.name(),
            "runs": runs,
        })),
        Format::Table | Format::Markdown => {
            let header = [
                "round", "instance", "team", "verdict", "value", "bound", "earned", "CPU ms",
            ];
            let number =
                |value: Option<Value>| value.map_or("–".to_owned(), |value| value.to_string());
            let cells = |run: &Run| {
                let repetition = match run.repetition {
                    1 => String::new(),
                    other => format!(" ({other})"),
                };
                vec![
                    run.round.to_string(),
                    format!("{}{repetition}", run.instance),
                    if run.baseline {
                        format!("[{}]", run.team)
                    } else {
                        run.team.clone()
                    },
                    run.verdict.to_string(),
                    number(run.value),
                    number(run.bound),
                    format!("{:.2}", run.earned),
                    run.cpu_ms.to_string(),
                ]
            };
            let rows: Vec<Vec<String>> = runs.iter().map(cells).collect();
            Ok(match format {
                Format::Markdown => grid::markdown(&header, rows),
                _ => grid::table(&header, rows),
            })
        }
    }
}
