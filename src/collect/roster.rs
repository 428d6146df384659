//! `roster.csv`: who is in which team, what they handed in and when. A hidden file beside it remembers which hand-in
//! each folder was made of.

use std::collections::BTreeMap;

use super::hand_in::HandIn;
use crate::dir::Dir;
use crate::entrants::ROSTER;
use crate::error::{Error, Result};
use crate::terminal::csv_field;

/// Per team, the digest of the folder as it was written.
const RECORD: &str = ".collected.csv";

const COLUMNS: [&str; 5] = ["team", "people", "source", "time", "late"];

/// The largest file that is read.
const LARGEST: u64 = 16 << 20;

/// The rows by team. Columns that somebody added are kept.
#[derive(Debug, Default)]
pub(super) struct Roster {
    columns: Vec<String>,
    rows: BTreeMap<String, BTreeMap<String, String>>,
    digests: BTreeMap<String, String>,
}

impl Roster {
    pub(super) fn read(target: &Dir) -> Result<Self> {
        let (mut columns, rows) = read_table(target, ROSTER)?;
        for column in COLUMNS {
            if !columns.iter().any(|known| known == column) {
                columns.push(column.to_owned());
            }
        }
        let (_, digests) = read_table(target, RECORD)?;
        let by_team = |row: BTreeMap<String, String>| {
            let team = row
                .get("team")
                .map(|team| team.trim_start_matches('\'').to_owned());
            Some((team.filter(|team| !team.is_empty())?, row))
        };
        let digests = digests.into_iter().filter_map(by_team);
        Ok(Self {
            columns,
            rows: rows.into_iter().filter_map(by_team).collect(),
            digests: digests
                .filter_map(|(team, mut row)| Some((team, row.remove("digest")?)))
                .collect(),
        })
    }

    /// Returns the team that handed in a source before, if its name begins with `name`.
    pub(super) fn team_of(&self, source: &str, name: &str) -> Option<String> {
        let source = csv_field(source);
        let mut rows = self.rows.iter().filter(|(team, row)| {
            team.starts_with(name) && row.get("source").is_some_and(|known| **known == *source)
        });
        rows.next().map(|(team, _)| team.clone())
    }

    pub(super) fn has(&self, team: &str) -> bool {
        self.rows.contains_key(team)
    }

    pub(super) fn set(&mut self, hand_in: &HandIn, late: Option<bool>) {
        let row = self.rows.entry(hand_in.team.clone()).or_default();
        let late = match late {
            Some(true) => "yes",
            Some(false) => "no",
            // Without a deadline an earlier decision stands.
            None => row.get("late").map_or("", String::as_str),
        };
        let late = late.to_owned();
        // To the second: archives know no more.
        let time = hand_in
            .time
            .map(|time| format!("{time:.0}"))
            .unwrap_or_default();
        let cells = [
            ("team", hand_in.team.clone()),
            ("people", hand_in.people.join("; ")),
            ("source", hand_in.source.clone()),
            ("time", time),
            ("late", late),
        ];
        for (column, value) in cells {
            row.insert(column.to_owned(), csv_field(&value).into_owned());
        }
    }

    /// Remembers which content the folder of a team was written with.
    pub(super) fn record(&mut self, team: &str, digest: &str) {
        self.digests.insert(team.to_owned(), digest.to_owned());
    }

    pub(super) fn is_recorded(&self, team: &str, digest: &str) -> bool {
        self.digests.get(team).is_some_and(|known| known == digest)
    }

    pub(super) fn write(&self, target: &Dir) -> Result<()> {
        let rows = self.rows.values().map(|row| {
            let cell = |column: &String| row.get(column).cloned().unwrap_or_default();
            self.columns.iter().map(cell).collect()
        });
        write_table(target, ROSTER, &self.columns, rows)?;
        let columns = ["team".to_owned(), "digest".to_owned()];
        let rows = self
            .digests
            .iter()
            .map(|(team, digest)| vec![team.clone(), digest.clone()]);
        write_table(target, RECORD, &columns, rows)
    }
}

type Table = (Vec<String>, Vec<BTreeMap<String, String>>);

/// Reads a table with a header; an absent one is empty.
fn read_table(target: &Dir, name: &str) -> Result<Table> {
    let path = target.path().join(name);
    if !target.exists(name) {
        return Ok(Table::default());
    }
    let bytes = target.read(name, LARGEST);
    let bytes = bytes.map_err(|error| Error::path("read", &path, &error))?;
    let failed = |error: csv::Error| {
        let error = Error::user(format!("{} cannot be read: {error}", path.display()));
        error.with_help("repair the table, or move it away")
    };
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .from_reader(bytes.as_slice());
    let header: Vec<String> = reader
        .headers()
        .map_err(failed)?
        .iter()
        .map(str::to_owned)
        .collect();
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(failed)?;
        let cells = record.iter().map(str::to_owned);
        rows.push(header.iter().cloned().zip(cells).collect());
    }
    Ok((header, rows))
}

fn write_table(
    target: &Dir,
    name: &str,
    columns: &[String],
    rows: impl Iterator<Item = Vec<String>>,
) -> Result<()> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: &dyn std::fmt::Display| Error::fault(&format!("write {name}"), error);
    writer
        .write_record(columns)
        .map_err(|error| failed(&error))?;
    for row in rows {
        writer.write_record(row).map_err(|error| failed(&error))?;
    }
    let bytes = writer.into_inner().map_err(|error| failed(&error))?;
    let written = target.replace(name, &bytes);
    written.map_err(|error| Error::path("write", &target.path().join(name), &error))
}
