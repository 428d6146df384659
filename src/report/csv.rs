//! Tables as CSV.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::record::Record;
use crate::error::{Error, Result};
use crate::standings::Standings;
use crate::terminal::csv_field;

/// Returns the standings as CSV. A contest with several rounds has a column `score_<round>` for each.
pub fn csv(standings: &Standings) -> Result<String> {
    let rounds: &[String] = match standings.rounds.as_slice() {
        [_] => &[],
        several => several,
    };
    let records = standings.lines.iter().map(|line| {
        let mut record = fields(&Record::from(line))?;
        let scores = rounds.iter().zip(&line.rounds);
        record.extend(scores.map(|(round, score)| (format!("score_{round}"), json!(score))));
        Ok(record)
    });
    from_fields(records)
}

/// Returns the CSV text of records with texts that a spreadsheet must not interpret.
pub(super) fn from_untrusted(records: impl Iterator<Item = impl Serialize>) -> Result<String> {
    from_fields(records.map(|record| fields(&record)))
}

fn fields(record: &impl Serialize) -> Result<Map<String, Value>> {
    match serde_json::to_value(record) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Err(Error::fault("write CSV", &"a record has no fields")),
        Err(error) => Err(Error::fault("write CSV", &error)),
    }
}

/// Returns the CSV text of records with equal names of fields, which are the header. Null is empty.
fn from_fields(records: impl Iterator<Item = Result<Map<String, Value>>>) -> Result<String> {
    let failed = |error: csv::Error| Error::fault("write CSV", &error);
    let mut writer = csv::Writer::from_writer(Vec::new());
    for (number, record) in records.enumerate() {
        let record = record?;
        if number == 0 {
            writer.write_record(record.keys()).map_err(failed)?;
        }
        let values = record.values().map(|value| match value {
            Value::Null => String::new(),
            Value::String(text) => csv_field(text).into_owned(),
            other => other.to_string(),
        });
        writer.write_record(values).map_err(failed)?;
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
