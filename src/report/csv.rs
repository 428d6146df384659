//! Tables as CSV.

use serde::Serialize;

use super::record::Record;
use crate::error::{Error, Result};
use crate::standings::Standings;
use crate::terminal::csv_field;

/// Returns the standings as CSV. A contest with several rounds has a column `score_<round>` for each.
pub fn csv(standings: &Standings) -> Result<String> {
    let failed = |error: &dyn std::fmt::Display| Error::fault("write CSV", error);
    let rounds: &[String] = match standings.rounds.as_slice() {
        [_] => &[],
        several => several,
    };
    let mut writer = csv::Writer::from_writer(Vec::new());
    for (number, line) in standings.lines.iter().enumerate() {
        let mut record = Record::from(line);
        record.team = csv_field(&line.team);
        let fields = serde_json::to_value(record).map_err(|error| failed(&error))?;
        let fields = fields.as_object().cloned().unwrap_or_default();
        if number == 0 {
            let names = fields.keys().cloned();
            let names = names.chain(rounds.iter().map(|round| format!("score_{round}")));
            writer.write_record(names).map_err(|error| failed(&error))?;
        }
        let shown = |value: &serde_json::Value| match value {
            serde_json::Value::Null => String::new(),
            serde_json::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let scores = line.rounds.iter().take(rounds.len());
        let scores = scores.map(|score| score.map_or(String::new(), |score| score.to_string()));
        let row = fields.values().map(shown).chain(scores);
        writer.write_record(row).map_err(|error| failed(&error))?;
    }
    text(writer)
}

/// Returns the CSV text of records; the names of their fields are the header.
pub(crate) fn from_records(records: impl Iterator<Item = impl Serialize>) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut records = records;
    let written = records.try_for_each(|record| writer.serialize(record));
    written.map_err(|error| Error::fault("write CSV", &error))?;
    text(writer)
}

/// Returns what a writer has written.
pub(super) fn text(writer: csv::Writer<Vec<u8>>) -> Result<String> {
    let bytes = writer
        .into_inner()
        .map_err(|error| Error::fault("write CSV", &error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
