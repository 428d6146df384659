//! `runs.csv`: the append-only journal of all runs, with a hash chain over its rows.

use std::fmt::Write as _;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;

use super::append::AppendFile;
use super::row::{COLUMNS, Row};
use super::row_reader::RowReader;
use super::seal::{FileDigests, SealedRow, seal};
use crate::digest::Sha;
use crate::dir::Dir;
use crate::error::{Error, Result};
use crate::parallel;
use crate::results_dir::RUNS;

/// A row to be appended, with the digests of its files.
#[derive(Debug)]
pub(super) struct UnsealedRow<'r> {
    pub(super) row: &'r Row,
    pub(super) files: FileDigests,
}

/// The journal, open for appending.
#[derive(Debug)]
pub(super) struct Runs {
    file: AppendFile,
    /// The seal of the last row.
    last: Sha,
}

impl Runs {
    /// Opens the journal, or creates it. Returns all rows, oldest first.
    pub(super) fn open(dir: &Dir) -> Result<(Self, Vec<SealedRow>)> {
        let read = read(dir, |sealed| sealed)?;
        let file = AppendFile::open(dir, RUNS, read.length);
        let mut file = file.map_err(|error| Error::path("open", &dir.path().join(RUNS), &error))?;
        if file.is_empty() {
            let header = header() + "\n";
            let created = file
                .append(dir, header.as_bytes())
                .and_then(|()| dir.sync());
            created.map_err(|error| Error::path("write", &dir.path().join(RUNS), &error))?;
        }
        let last = read.last;
        Ok((Self { file, last }, read.rows))
    }

    /// Appends rows and syncs them to disk. Returns their seals.
    pub(super) fn append(&mut self, dir: &Dir, rows: &[UnsealedRow]) -> io::Result<Vec<Sha>> {
        let mut text = String::new();
        let mut seals = Vec::new();
        let mut last = self.last;
        for UnsealedRow { row, files } in rows {
            let line = row.line();
            last = seal(last, line.as_bytes(), files);
            seals.push(last);
            let _ = writeln!(text, "{line},{last}");
        }
        self.file.append(dir, text.as_bytes())?;
        self.last = last;
        Ok(seals)
    }

    pub(super) fn last_seal(&self) -> Sha {
        self.last
    }
}

/// The content of a journal.
#[derive(Debug)]
pub(super) struct ReadRuns<T> {
    /// Oldest first.
    pub(super) rows: Vec<T>,
    /// The seal of the last row.
    pub(super) last: Sha,
    /// The length of the file up to its last whole line.
    length: u64,
}

impl<T> ReadRuns<T> {
    const EMPTY: Self = Self {
        rows: Vec::new(),
        last: Sha::GENESIS,
        length: 0,
    };
}

pub(super) fn header() -> String {
    COLUMNS.join(",")
}

/// Reads all rows and applies `keep` to each, since most callers do not need the seals in memory. A torn last line is
/// ignored, and a missing file has no rows.
pub(super) fn read<T: Send>(
    dir: &Dir,
    keep: impl Fn(SealedRow) -> T + Sync,
) -> Result<ReadRuns<T>> {
    let path = dir.path().join(RUNS);
    let failed = |error: io::Error| Error::path("read", &path, &error);
    let file = match dir.file(RUNS) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(ReadRuns::EMPTY),
        Err(error) => return Err(failed(error)),
    };
    let length = whole_lines(&file).map_err(failed)?;
    if length == 0 {
        return Ok(ReadRuns::EMPTY);
    }
    let expected = header();
    let mut first = vec![0; expected.len() + 1];
    let found = file.read_at(&mut first, 0).map_err(failed)?;
    let is_header = found == first.len() && first == (expected.clone() + "\n").into_bytes();
    if !is_header {
        let error = Error::user(format!(
            "{}:1: unknown columns; expected {expected}",
            path.display()
        ));
        return Err(error.with_help(
            "the file was damaged or made by another version: restore it, or start over with --fresh",
        ));
    }
    let parts = parts(&file, first.len() as u64, length).map_err(failed)?;
    let read = parallel::map(parts.len(), |number| {
        read_part(&file, parts[number].clone(), &keep)
    });
    let mut rows = Vec::new();
    let mut last = Sha::GENESIS;
    for part in read {
        match part {
            Ok(part) => {
                last = part.last;
                if rows.is_empty() {
                    rows = part.rows;
                } else {
                    rows.extend(part.rows);
                }
            }
            Err(PartError::Io(error)) => return Err(failed(error)),
            Err(PartError::Line { number, reason }) => {
                let line = rows.len() + number + 2;
                let error = Error::user(format!(
                    "{}:{line}: not a valid row: {reason}",
                    path.display()
                ));
                return Err(error.with_help(
                    "the file was changed by hand or by another program: its results cannot be trusted",
                ));
            }
        }
    }
    Ok(ReadRuns { rows, last, length })
}

/// Returns the length of a file up to its last line feed.
fn whole_lines(file: &File) -> io::Result<u64> {
    const STEP: u64 = 1 << 16;
    let mut end = file.metadata()?.len();
    let mut buffer = vec![0; STEP as usize];
    while end > 0 {
        let start = end.saturating_sub(STEP);
        let part = &mut buffer[..(end - start) as usize];
        file.read_exact_at(part, start)?;
        if let Some(at) = memchr::memrchr(b'\n', part) {
            return Ok(start + at as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

/// Splits a file into parts of about equal size at line boundaries, one per processor.
fn parts(file: &File, start: u64, end: u64) -> io::Result<Vec<Range<u64>>> {
    const SMALLEST: u64 = 1 << 20;
    let count = parallel::threads() as u64;
    let size = ((end - start) / count + 1).max(SMALLEST);
    let mut parts = Vec::new();
    let mut from = start;
    while from < end {
        let mut to = (from + size).min(end);
        if to < end {
            let mut buffer = vec![0; SMALLEST as usize];
            let found = file.read_at(&mut buffer, to - 1)?;
            to = memchr::memchr(b'\n', &buffer[..found]).map_or(end, |at| to + at as u64);
        }
        parts.push(from..to.min(end));
        from = to;
    }
    Ok(parts)
}

/// Why a part could not be read.
enum PartError {
    Io(io::Error),
    /// A line of the part, counted from 0, is not a row.
    Line {
        number: usize,
        reason: String,
    },
}

impl From<io::Error> for PartError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The rows of a part.
struct Part<T> {
    rows: Vec<T>,
    /// The seal of the last row.
    last: Sha,
}

/// Reads the rows of a part in blocks, so that the file is never in memory as a whole.
fn read_part<T>(
    file: &File,
    part: Range<u64>,
    keep: &impl Fn(SealedRow) -> T,
) -> std::result::Result<Part<T>, PartError> {
    const BLOCK: usize = 1 << 20;
    let mut reader = RowReader::default();
    let mut rows = Vec::new();
    let mut last = Sha::GENESIS;
    let mut at = part.start;
    let mut block: Vec<u8> = Vec::new();
    while at < part.end {
        let kept = block.len();
        let length = BLOCK.min((part.end - at) as usize);
        block.resize(kept + length, 0);
        file.read_exact_at(&mut block[kept..], at)?;
        at += length as u64;
        let whole = memchr::memrchr(b'\n', &block).map_or(0, |last| last + 1);
        for line in Lines(&block[..whole]) {
            let number = rows.len();
            let bad = |reason| PartError::Line { number, reason };
            let text = str::from_utf8(line).map_err(|_| bad("it is not UTF-8 text".to_owned()))?;
            let sealed = reader.read(text).map_err(bad)?;
            last = sealed.seal;
            rows.push(keep(sealed));
        }
        block.drain(..whole);
    }
    Ok(Part { rows, last })
}

/// Iterates over the lines of a text that ends with a line feed.
struct Lines<'t>(&'t [u8]);

impl<'t> Iterator for Lines<'t> {
    type Item = &'t [u8];

    fn next(&mut self) -> Option<&'t [u8]> {
        let end = memchr::memchr(b'\n', self.0)?;
        let (line, rest) = self.0.split_at(end);
        self.0 = &rest[1..];
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::row::tests::sample;
    use super::*;

    #[test]
    fn rows_are_read_in_order_with_an_intact_hash_chain() {
        let world = tempfile::tempdir().unwrap();
        let dir = Dir::open(world.path()).unwrap();
        let (mut runs, rows) = Runs::open(&dir).unwrap();
        assert!(rows.is_empty());
        let files = [Sha::of(b""); 3];
        let many: Vec<Row> = (0..20_000)
            .map(|number| Row {
                instance: format!("i{number}").into(),
                detail: "a, \"b\"".into(),
                ..sample()
            })
            .collect();
        for batch in many.chunks(7000) {
            let batch: Vec<_> = batch.iter().map(|row| UnsealedRow { row, files }).collect();
            runs.append(&dir, &batch).unwrap();
        }
        let last = runs.last_seal();
        drop(runs);
        let mut file = fs::OpenOptions::new()
            .append(true)
            .open(world.path().join(RUNS))
            .unwrap();
        io::Write::write_all(&mut file, b"known,torn").unwrap();
        let (runs, read) = Runs::open(&dir).unwrap();
        assert_eq!(runs.last_seal(), last);
        let mut before = Sha::GENESIS;
        for (sealed, expected) in read.iter().zip(&many) {
            assert_eq!(sealed.row, *expected);
            before = seal(before, expected.line().as_bytes(), &files);
            assert_eq!(sealed.seal, before);
        }
        assert_eq!(read.len(), many.len());
    }

    #[test]
    fn unknown_columns_and_malformed_rows_are_errors() {
        let world = tempfile::tempdir().unwrap();
        let dir = Dir::open(world.path()).unwrap();
        fs::write(
            world.path().join(RUNS),
            header().replace("team", "tram") + "\n",
        )
        .unwrap();
        assert!(Runs::open(&dir).is_err());
        let text = format!("{}\nx\n", header());
        fs::write(world.path().join(RUNS), text).unwrap();
        let error = Runs::open(&dir).unwrap_err().to_string();
        assert!(error.contains("runs.csv:2"), "{error}");
    }
}
