//! Reads results folders. Nothing here writes.

use super::bounds::{self, BoundRow};
use super::facts::Facts;
use super::row::Row;
use super::runs;
use super::seal::SealedRow;
use crate::digest::Sha;
use crate::dir::Dir;
use crate::error::{Error, Result};
use crate::results_dir::{RUNS, not_results};

/// The tables of a results folder.
#[derive(Debug)]
pub struct Recorded {
    pub facts: Facts,
    /// All rows, oldest first.
    pub rows: Vec<Row>,
    pub bounds: Vec<BoundRow>,
    /// The seal of the last row.
    pub seal: Sha,
}

/// Reads the tables of a results folder.
pub fn read_results(dir: &Dir) -> Result<Recorded> {
    let facts = Facts::read(dir)?.ok_or_else(|| not_results(dir.path()))?;
    let read = runs::read(dir, |sealed| sealed.row)?;
    Ok(Recorded {
        facts,
        rows: read.rows,
        bounds: bounds::read(dir)?,
        seal: read.last,
    })
}

/// Reads all rows with their seals, oldest first.
pub fn read_sealed(dir: &Dir) -> Result<Vec<SealedRow>> {
    Ok(runs::read(dir, |sealed| sealed)?.rows)
}

/// Reads the lines of `runs.csv`, without the header and a torn last line.
pub fn read_lines(dir: &Dir) -> Result<Vec<String>> {
    const LARGEST: u64 = 8 << 30;
    let text = dir
        .read_to_string(RUNS, LARGEST)
        .map_err(|error| Error::path("read", &dir.path().join(RUNS), &error))?;
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    Ok(whole.split('\n').skip(1).map(str::to_owned).collect())
}

/// Returns whether a results folder has rows.
pub fn has_rows(dir: &Dir) -> bool {
    runs::read(dir, drop).is_ok_and(|read| !read.rows.is_empty())
}
