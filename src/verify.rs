//! Audits a results folder: replays answers, recomputes seals, bounds and standings, and compares. Does not trust the
//! folder, and does not write to it.

mod bounds;
mod chain;
mod derived;
mod instances;
mod plan;
pub mod problem;
mod proofs;
mod rows;

use std::collections::HashMap;
use std::fmt;

use serde::Serialize;

use self::instances::Cases;
use crate::contest::Contest;
use crate::digest::Sha;
use crate::dir::Dir;
use crate::error::Result;
use crate::ids::RunId;
use crate::results::{self, BoundRow, Bounds, Facts, Provenance, Row, SealedRow};
use crate::results_dir::ResultsDir;
use crate::snapshot::{Archive, Snapshot};

/// A value that differs from what it should be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Mismatch {
    /// The file within the folder.
    pub file: String,
    /// The place in the file: a line, a row, a key.
    pub place: String,
    pub is: String,
    pub should: String,
}

impl Mismatch {
    pub fn new(
        file: impl Into<String>,
        place: impl Into<String>,
        is: impl Into<String>,
        should: impl Into<String>,
    ) -> Self {
        Self {
            file: file.into(),
            place: place.into(),
            is: is.into(),
            should: should.into(),
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            file,
            place,
            is,
            should,
        } = self;
        let place = if place.is_empty() {
            String::new()
        } else {
            format!(" {place}:")
        };
        write!(f, "{file}:{place} is {is}, should be {should}")
    }
}

/// The result of an audit.
#[derive(Debug, Default, Serialize)]
pub struct Findings {
    pub mismatches: Vec<Mismatch>,
    /// What was not checked, and why.
    pub notes: Vec<String>,
    pub instances: usize,
    pub rows: usize,
    /// The number of answers that were replayed.
    pub answers: usize,
    /// The number of bounds that were proved again or have a proof.
    pub bounds: usize,
    pub seal: Option<Sha>,
    pub evidence: Evidence,
}

impl Findings {
    fn report(
        &mut self,
        file: impl Into<String>,
        place: impl Into<String>,
        is: impl Into<String>,
        should: impl Into<String>,
    ) {
        self.mismatches.push(Mismatch::new(file, place, is, should));
    }
}

/// The claims of the folder, by the evidence for them.
#[derive(Debug, Default, Serialize)]
pub struct Evidence {
    pub replay: Vec<String>,
    pub recomputation: Vec<String>,
    /// What cannot be recomputed.
    pub seal: Vec<String>,
}

/// A results folder under audit.
struct Folder {
    files: ResultsDir,
    contest: Contest,
    facts: Facts,
    /// All rows, oldest first.
    rows: Vec<SealedRow>,
    /// Per run, the index of its last row.
    owners: HashMap<RunId, usize>,
    bounds: Vec<BoundRow>,
}

impl Folder {
    fn dir(&self) -> &Dir {
        self.files.dir()
    }

    /// Returns whether the last session was complete.
    fn is_finished(&self) -> bool {
        let end = self.facts.end.map(|end| end.rows);
        end == Some(self.rows.len())
    }

    /// Returns whether the row is the last one of its run, to which the run's files belong.
    fn is_owner(&self, number: usize) -> bool {
        self.owners.get(&self.rows[number].row.id()) == Some(&number)
    }

    fn provenance(&self, row: &Row) -> Option<&Provenance> {
        let mut entries = self.facts.provenance.iter();
        entries.find(|entry| *entry.id == *row.provenance)
    }

    /// Returns the input of standings and pages.
    fn snapshot(&self, seal: Option<Sha>) -> Result<Snapshot> {
        Ok(Snapshot {
            contest: self.facts.read_contest()?,
            facts: self.facts.clone(),
            rows: self.current(),
            bounds: Bounds::new(&self.bounds),
            seal,
            files: Archive::new(self.files.clone(), Vec::new()),
        })
    }

    /// Returns one valid row of each run.
    fn current(&self) -> Vec<Row> {
        let mut rows = self.rows.iter().map(|sealed| sealed.row.clone()).collect();
        self.facts.validity().keep_current(&mut rows);
        rows
    }
}

/// Formats the place of a row; the header is line 1.
fn line(number: usize) -> String {
    format!("line {}", number + 2)
}

/// Audits a folder. `expected_seal` is a seal that was published or noted. With `proofs_only`, bounds are checked by their
/// proofs and not proved again. `progress` is called with the number of proved bounds and the number of all bounds.
pub fn examine(
    dir: &ResultsDir,
    expected_seal: Option<Sha>,
    proofs_only: bool,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Findings> {
    let recorded = results::read_results(dir.dir())?;
    let (contest, unchecked) = problem::contest(&recorded.facts, dir.dir().path())?;
    let rows = results::read_sealed(dir.dir())?;
    let owners = rows.iter().enumerate();
    let owners = owners
        .map(|(number, sealed)| (sealed.row.id(), number))
        .collect();
    let folder = Folder {
        files: dir.clone().with_names(contest.run_names()),
        contest,
        facts: recorded.facts,
        rows,
        owners,
        bounds: recorded.bounds,
    };
    let mut findings = Findings {
        instances: folder.facts.instance.len(),
        rows: folder.rows.len(),
        seal: folder.rows.last().map(|last| last.seal),
        notes: unchecked.into_iter().collect(),
        ..Findings::default()
    };
    let cases: Cases = instances::check(&folder, &mut findings);
    plan::check(&folder, &mut findings);
    let suspects = rows::check(&folder, &cases, &mut findings);
    chain::check(&folder, expected_seal, &suspects, &mut findings)?;
    bounds::check(&folder, &cases, proofs_only, progress, &mut findings);
    derived::check(&folder, &mut findings)?;
    findings.mismatches.sort();
    findings.mismatches.dedup();
    Ok(findings)
}
