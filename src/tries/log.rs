//! The list of a program's tries.

use serde_json::json;

use super::record::Record;
use crate::error::Result;
use crate::report::{Format, grid};
use crate::terminal;

/// Returns the tries as text, oldest first.
pub fn log(tries: &[Record], format: Format) -> Result<String> {
    let header = [
        "try",
        "time (UTC)",
        "score",
        "95 %",
        "accepted",
        "commit",
        "note",
    ];
    let rows = || tries.iter().map(|record| row(record, tries)).collect();
    match format {
        Format::Table => {
            let legend = "*: the best score among tries with the same instances and rule\n";
            Ok(grid::table(&header, rows()) + legend)
        }
        Format::Markdown => Ok(grid::markdown(&header, rows())),
        Format::Csv => {
            let header = [
                "try",
                "time",
                "contest",
                "rule",
                "score",
                "score_low",
                "score_high",
                "accepted",
                "runs",
                "best",
                "commit",
                "note",
            ];
            let row = |record: &Record| {
                let [low, high] = record.interval.map_or([None; 2], |ends| ends.map(Some));
                let number = |number: Option<f64>| number.map_or(String::new(), |n| n.to_string());
                vec![
                    record.number.to_string(),
                    record.time.to_string(),
                    record.contest.clone(),
                    record.rule.clone(),
                    record.score.to_string(),
                    number(low),
                    number(high),
                    record.accepted().to_string(),
                    record.run.len().to_string(),
                    is_best(record, tries).to_string(),
                    record.commit.clone().unwrap_or_default(),
                    record.note.clone().unwrap_or_default(),
                ]
            };
            grid::csv(&header, &tries.iter().map(row).collect::<Vec<_>>())
        }
        Format::Json => {
            let entry = |record: &Record| {
                json!({
                    "try": record.number,
                    "time": record.time,
                    "contest": record.contest,
                    "rule": record.rule,
                    "score": record.score,
                    "interval": record.interval,
                    "accepted": record.accepted(),
                    "runs": record.run.len(),
                    "best": is_best(record, tries),
                    "commit": record.commit,
                    "note": record.note,
                })
            };
            let tries: Vec<_> = tries.iter().map(entry).collect();
            terminal::json(&json!({"schema": 1, "tries": tries}))
        }
    }
}

fn row(record: &Record, tries: &[Record]) -> Vec<String> {
    /// As many digits as git shows.
    const DIGITS: usize = 7;
    let time: String = record.time.to_string().chars().take(16).collect();
    let mark = if is_best(record, tries) { "*" } else { "" };
    let interval = record
        .interval
        .map(|[low, high]| format!("{low:.2} to {high:.2}"));
    let commit = record.commit.as_deref().unwrap_or_default();
    let note = record.note.as_deref().unwrap_or_default();
    vec![
        record.number.to_string(),
        time.replace('T', " "),
        format!("{:.2}{mark}", record.score),
        interval.unwrap_or_default(),
        format!("{} of {}", record.accepted(), record.run.len()),
        commit.chars().take(DIGITS).collect(),
        note.replace(char::is_control, " "),
    ]
}

/// Returns whether no comparable try is better, and there is one to compare with.
fn is_best(record: &Record, tries: &[Record]) -> bool {
    let is_other = |other: &&Record| other.number != record.number && other.is_comparable(record);
    let others: Vec<&Record> = tries.iter().filter(is_other).collect();
    !others.is_empty() && !others.iter().any(|other| other.is_better(record))
}
