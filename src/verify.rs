//! Holds a results folder against itself, the rules and the proofs. Nothing in the folder is believed, and nothing is
//! written to it.

mod bounds;
mod chain;
mod derived;
mod instances;
mod plan;
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
use crate::results::{self, BoundRow, Bounds, Facts, Provenance, Row};
use crate::results_dir::ResultsDir;
use crate::snapshot::{Archive, Snapshot};

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Mismatch {
    /// The file within the folder.
    pub file: String,
    /// The place in it: a line, a row, a key.
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

/// What came of it.
#[derive(Debug, Default, Serialize)]
pub struct Findings {
    pub mismatches: Vec<Mismatch>,
    /// What could not be checked, and why.
    pub notes: Vec<String>,
    pub instances: usize,
    pub rows: usize,
    /// Answers that were replayed.
    pub answers: usize,
    /// Bounds that were proved again.
    pub bounds: usize,
    pub seal: Option<Sha>,
    /// What the claims of the folder rest on.
    pub rests_on: RestsOn,
}

/// Which claims rest on what.
#[derive(Debug, Default, Serialize)]
pub struct RestsOn {
    pub replay: Vec<String>,
    pub recomputation: Vec<String>,
    /// What nobody can compute again.
    pub seal: Vec<String>,
}

/// What is known of a folder that is being examined.
struct Folder {
    files: ResultsDir,
    contest: Contest,
    facts: Facts,
    /// All rows with their seals, oldest first.
    sealed: Vec<(Row, Sha)>,
    /// The place of the last row of each run.
    owners: HashMap<RunId, usize>,
    bounds: Vec<BoundRow>,
}

impl Folder {
    fn dir(&self) -> &Dir {
        self.files.dir()
    }

    /// Whether nothing was done since the last run that came to its end.
    fn is_finished(&self) -> bool {
        let end = self.facts.end.map(|end| end.rows);
        end == Some(self.sealed.len())
    }

    /// Whether the row is the last one of its run, to which the files of the run belong.
    fn is_owner(&self, number: usize) -> bool {
        self.owners.get(&self.sealed[number].0.id()) == Some(&number)
    }

    fn provenance(&self, row: &Row) -> Option<&Provenance> {
        let mut entries = self.facts.provenance.iter();
        entries.find(|entry| *entry.id == *row.provenance)
    }

    /// Returns the folder as tables and pages see it.
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

    /// One row of each run, as tables show it.
    fn current(&self) -> Vec<Row> {
        let mut rows = self.sealed.iter().map(|(row, _)| row.clone()).collect();
        self.facts.validity().keep_current(&mut rows);
        rows
    }
}

/// The place of a row, for messages.
fn line(number: usize) -> String {
    format!("line {}", number + 2)
}

/// Examines a folder. `written_down` is the seal that somebody noted; `progress` hears of every proof.
pub fn examine(
    dir: &ResultsDir,
    written_down: Option<Sha>,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Findings> {
    let recorded = results::read_results(dir.dir())?;
    let contest = recorded.facts.read_contest()?;
    let sealed = results::read_sealed(dir.dir())?;
    let owners = sealed.iter().enumerate();
    let owners = owners
        .map(|(number, (row, _))| (row.id(), number))
        .collect();
    let folder = Folder {
        files: dir.clone(),
        contest,
        facts: recorded.facts,
        sealed,
        owners,
        bounds: recorded.bounds,
    };
    let mut findings = Findings {
        instances: folder.facts.instance.len(),
        rows: folder.sealed.len(),
        seal: folder.sealed.last().map(|(_, seal)| *seal),
        ..Findings::default()
    };
    let cases: Cases = instances::check(&folder, &mut findings);
    plan::check(&folder, &mut findings);
    let suspects = rows::check(&folder, &cases, &mut findings);
    chain::check(&folder, written_down, &suspects, &mut findings)?;
    bounds::check(&folder, &cases, progress, &mut findings);
    derived::check(&folder, &mut findings)?;
    findings.mismatches.sort();
    findings.mismatches.dedup();
    Ok(findings)
}
