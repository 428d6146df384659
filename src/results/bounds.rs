//! `bounds.csv`: the proven bound of each instance.

use std::collections::HashMap;
use std::io;

use puzzles::{EvidenceKind, Value};
use serde::{Deserialize, Serialize};

use super::row::Row;
use super::{InstanceFacts, evidence};
use crate::dir::{self, Dir};
use crate::error::{Error, Result};
use crate::results_dir::BOUNDS;

/// The largest table of bounds that is read, in bytes.
const LARGEST: u64 = 256 << 20;

/// One row of `bounds.csv`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoundRow {
    pub round: String,
    pub instance: String,
    pub digest: String,
    /// Empty if the problem has no bounds, or if none was found.
    pub bound: Option<Value>,
    /// The name of the proof method, with the kind of evidence in brackets; without a bound, the reason if the computation
    /// failed.
    pub method: String,
    /// The path of the proof within the results folder; empty if there is none.
    pub proof: String,
}

impl BoundRow {
    /// Returns whether the computation of the bound failed.
    pub fn has_failed(&self) -> bool {
        self.bound.is_none() && !self.method.is_empty()
    }

    /// Returns how the bound can be checked; `None` for problem folders and results of older versions.
    pub fn evidence(&self) -> Option<EvidenceKind> {
        evidence::split(&self.method).1
    }

    /// Returns the name of the proof method alone.
    pub fn plain_method(&self) -> &str {
        evidence::split(&self.method).0
    }

    /// Returns whether the bound belongs to this instance.
    pub fn is_of(&self, instance: &InstanceFacts) -> bool {
        (&self.round, &self.instance, &self.digest)
            == (&instance.round, &instance.name, &instance.digest)
    }
}

/// Reads the table; a missing file has no rows.
pub fn read(dir: &Dir) -> Result<Vec<BoundRow>> {
    let path = dir.path().join(BOUNDS);
    let text = match dir.read(BOUNDS, LARGEST) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::path("read", &path, &error)),
    };
    let mut reader = csv::Reader::from_reader(&*text);
    let mut rows = Vec::new();
    for (line, row) in (2..).zip(reader.deserialize()) {
        let bad = |reason: &dyn std::fmt::Display| {
            let error = Error::user(format!("{}:{line}: not a bound: {reason}", path.display()));
            error.with_help("remove the file, and run the contest again to prove all bounds")
        };
        let row: BoundRow = row.map_err(|error| bad(&error))?;
        for name in [&row.round, &row.instance] {
            dir::component(name).map_err(|error| bad(&error))?;
        }
        rows.push(row);
    }
    Ok(rows)
}

/// Replaces the table atomically.
pub(super) fn write(dir: &Dir, rows: &[BoundRow]) -> Result<()> {
    let text = text(rows)?;
    dir.replace(BOUNDS, text.as_bytes())
        .map_err(|error| Error::path("write", &dir.path().join(BOUNDS), &error))
}

/// Formats the table as CSV.
pub fn text(rows: &[BoundRow]) -> Result<String> {
    let failed = |error: &dyn std::fmt::Display| Error::fault("write CSV", error);
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).map_err(|error| failed(&error))?;
    }
    let bytes = writer.into_inner().map_err(|error| failed(&error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Proven bounds by the digest of the instance.
#[derive(Clone, Debug, Default)]
pub struct Bounds(HashMap<String, BoundRow>);

impl Bounds {
    pub fn new(rows: &[BoundRow]) -> Self {
        let known = rows.iter().filter(|row| row.bound.is_some());
        Self(known.map(|row| (row.digest.clone(), row.clone())).collect())
    }

    /// Returns the bound of the instance of a row.
    pub fn of(&self, row: &Row) -> Option<Value> {
        self.row(&row.digest)?.bound
    }

    /// Returns the row of the bound of the instance with this digest.
    pub fn row(&self, digest: &str) -> Option<&BoundRow> {
        self.0.get(digest)
    }
}
