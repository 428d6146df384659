//! Tables as CSV.

use serde::Serialize;

use super::record::Record;
use crate::error::{Error, Result};
use crate::standings::Standings;
use crate::terminal::csv_field;

/// Returns the standings as CSV.
pub fn csv(standings: &Standings) -> Result<String> {
    let records = standings.lines.iter().map(|line| {
        let mut record = Record::from(line);
        record.team = csv_field(&line.team);
        record
    });
    from_records(records)
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
