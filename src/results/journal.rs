//! An append-only CSV table: a killed process can leave at most one torn line, the last.

use std::io::{self, Read};
use std::marker::PhantomData;
use std::sync::Mutex;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::append::AppendFile;
use crate::dir::Dir;
use crate::error::{Error, Result};
use crate::parallel;

/// An open table.
#[derive(Debug)]
pub struct Journal<R> {
    name: &'static str,
    file: Mutex<AppendFile>,
    rows: PhantomData<fn(R)>,
}

impl<R: Serialize + DeserializeOwned + Send> Journal<R> {
    /// Opens the table, or creates it, and removes every row for which `keep` returns false. `columns` is its first
    /// line.
    pub fn open(
        dir: &Dir,
        name: &'static str,
        columns: &str,
        keep: impl Fn(&R) -> bool,
    ) -> Result<(Self, Vec<R>)> {
        let path = dir.path().join(name);
        let (rows, whole) = read(dir, name)?;
        let before = rows.len();
        let rows: Vec<R> = rows.into_iter().filter(keep).collect();
        if !whole || rows.len() < before {
            let mut text = columns.to_owned();
            for row in &rows {
                text += &line(row).map_err(|error| Error::fault("write a row", &error))?;
            }
            dir.replace(name, text.as_bytes())
                .map_err(|error| Error::path("write", &path, &error))?;
        }
        let length = dir.file(name).and_then(|file| Ok(file.metadata()?.len()));
        let file = length.and_then(|length| AppendFile::open(dir, name, length));
        let file = file.map_err(|error| Error::path("open", &path, &error))?;
        let journal = Self {
            name,
            file: Mutex::new(file),
            rows: PhantomData,
        };
        Ok((journal, rows))
    }

    /// Appends a row and syncs it to disk.
    pub fn append(&self, dir: &Dir, row: &R) -> Result<()> {
        let failed =
            |error: &dyn std::fmt::Display| Error::fault(&format!("write to {}", self.name), error);
        let line = line(row).map_err(|error| failed(&error))?;
        parallel::lock(&self.file)
            .append(dir, line.as_bytes())
            .map_err(|error| failed(&error))
    }
}

/// The largest table that is read, in bytes.
const LARGEST: u64 = 8 << 30;

/// Reads the rows; returns also whether the file exists and ends with a whole line. A torn last line is ignored.
fn read<R: DeserializeOwned + Send>(dir: &Dir, name: &str) -> Result<(Vec<R>, bool)> {
    let path = dir.path().join(name);
    let mut bytes = match dir.read(name, LARGEST) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((Vec::new(), false)),
        Err(error) => return Err(Error::path("read", &path, &error)),
    };
    let whole = bytes.ends_with(b"\n");
    let end = bytes
        .iter()
        .rposition(|&b| b == b'\n')
        .map_or(0, |newline| newline + 1);
    bytes.truncate(end);
    let header = memchr::memchr(b'\n', &bytes).map_or(0, |newline| newline + 1);
    let (header, body) = bytes.split_at(header);
    // Rows contain no line breaks, so the parts of the file can be parsed in parallel.
    let parts = split_lines(body, parallel::threads());
    let read = parallel::map(parts.len(), |number| parse(header, parts[number]));
    let mut rows = Vec::new();
    for part in read {
        let part_rows = part.map_err(|(line, error)| {
            let line = rows.len() + line;
            let shown = path.display();
            let error = Error::user(format!("{shown}:{line}: not a valid row: {error}"));
            error.with_help("restore the line, or start over with --fresh")
        })?;
        rows.extend(part_rows);
    }
    Ok((rows, whole))
}

/// Parses lines under a header. Fails with the number of the first malformed line; the header is line 1.
fn parse<R: DeserializeOwned>(
    header: &[u8],
    lines: &[u8],
) -> std::result::Result<Vec<R>, (usize, csv::Error)> {
    let mut reader = csv::Reader::from_reader(header.chain(lines));
    let rows = reader
        .deserialize()
        .collect::<std::result::Result<Vec<R>, csv::Error>>();
    rows.map_err(|error| {
        (
            error.position().map_or(0, csv::Position::line) as usize,
            error,
        )
    })
}

/// Splits a text into parts of about equal size at line boundaries.
fn split_lines(text: &[u8], parts: usize) -> Vec<&[u8]> {
    let mut rest = text;
    let size = text.len() / parts + 1;
    let mut split = Vec::new();
    while !rest.is_empty() {
        let from = size.min(rest.len()) - 1;
        let end =
            memchr::memchr(b'\n', &rest[from..]).map_or(rest.len(), |newline| from + newline + 1);
        let (part, more) = rest.split_at(end);
        split.push(part);
        rest = more;
    }
    split
}

/// Formats a row as a line of CSV.
fn line(row: &impl Serialize) -> std::result::Result<String, csv::Error> {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(Vec::new());
    writer.serialize(row)?;
    let bytes = writer
        .into_inner()
        .map_err(csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_split_at_line_boundaries() {
        let text = b"a\nbb\nccc\n\nd\n";
        for parts in 1..9 {
            let split = split_lines(text, parts);
            assert_eq!(split.concat(), text);
            assert!(split.iter().all(|part| part.ends_with(b"\n")));
            assert!(split.len() <= parts);
        }
        assert!(split_lines(b"", 3).is_empty());
    }
}
