//! A read-only view of a results folder: the input of standings, reports and pages.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use crate::cluster;
use crate::contest::Contest;
use crate::digest::Sha;
use crate::error::{Diagnostic, Result};
use crate::ids::RunId;
use crate::results::{self, Bounds, Facts, Recorded, Row, RunFiles, RunRecord};
use crate::results_dir::ResultsDir;
use puzzles::Value;

/// A contest with its results.
#[derive(Debug)]
pub struct Snapshot {
    /// The contest as it was when it was run.
    pub contest: Contest,
    pub facts: Facts,
    /// One valid row of each run.
    pub rows: Vec<Row>,
    pub bounds: Bounds,
    /// The seal of the last row, if all rows are recorded.
    pub seal: Option<Sha>,
    pub files: Archive,
}

impl Snapshot {
    /// Reads a results folder, including results of cluster workers that have not been collected yet.
    pub fn read(folder: &Path) -> Result<Self> {
        let dir = ResultsDir::open(folder)?;
        let Recorded {
            mut facts,
            mut rows,
            bounds,
            seal,
        } = results::read_results(dir.dir())?;
        let uncollected = cluster::uncollected(dir.dir(), &facts, &rows)?;
        facts.add_provenances(uncollected.iter().map(|result| &result.provenance));
        let seal = (!rows.is_empty() && uncollected.is_empty()).then_some(seal);
        let records: Vec<RunRecord> = uncollected.into_iter().map(|r| r.record).collect();
        rows.extend(records.iter().map(|record| record.row.clone()));
        facts.validity().keep_current(&mut rows);
        let contest = facts.read_contest()?;
        let dir = dir.with_names(contest.run_names());
        Ok(Self {
            contest,
            facts,
            rows,
            bounds: Bounds::new(&bounds),
            seal,
            files: Archive::new(dir, records),
        })
    }
}

impl Snapshot {
    /// Keeps only the instances of these rounds. Fails if the contest has no such round.
    pub fn keep_rounds(&mut self, rounds: &[String]) -> Result<()> {
        let known: Vec<&str> = self
            .contest
            .rounds
            .iter()
            .map(|r| r.name.as_str())
            .collect();
        if let Some(unknown) = rounds.iter().find(|round| !known.contains(&round.as_str())) {
            let error = Diagnostic::new(format!("there is no round `{unknown}` in these results"));
            let error = error.suggest(unknown, &known);
            return Err(error
                .with_help(format!("rounds: {}", known.join(", ")))
                .into());
        }
        if !rounds.is_empty() {
            self.facts.instance.retain(|i| rounds.contains(&i.round));
        }
        Ok(())
    }
}

/// The files of runs: those that are recorded, and those of results that have not been collected yet.
#[derive(Debug)]
pub struct Archive {
    dir: ResultsDir,
    uncollected: HashMap<RunId, RunFiles>,
}

impl Archive {
    pub fn new(dir: ResultsDir, uncollected: Vec<RunRecord>) -> Self {
        let records = uncollected.into_iter();
        Self {
            dir,
            uncollected: records
                .map(|record| (record.row.id(), record.files))
                .collect(),
        }
    }

    pub fn dir(&self) -> &ResultsDir {
        &self.dir
    }

    /// Reads the text of an instance.
    pub fn instance(&self, round: &str, name: &str) -> io::Result<Vec<u8>> {
        self.dir.instance(round, name)
    }

    /// Reads the answer of a run; an empty answer has no file.
    pub fn answer(&self, row: &Row) -> io::Result<Vec<u8>> {
        let run = row.id();
        match self.uncollected.get(&run) {
            Some(files) => Ok(files.answer.clone()),
            None => self.dir.answer(&run),
        }
    }

    /// Returns the size of a run's answer, if there is one.
    pub fn answer_size(&self, row: &Row) -> Option<u64> {
        let run = row.id();
        match self.uncollected.get(&run) {
            Some(files) => Some(files.answer.len() as u64),
            None => self.dir.answer_size(&run),
        }
    }

    /// Reads the time in milliseconds and the value of each valid answer of a run; `None` if the run has no trace.
    pub fn answers(&self, row: &Row) -> Option<Vec<(f64, Value)>> {
        let answer = |line: &str| {
            let (time, value) = line.split_once(',')?;
            Some((time.parse().ok()?, value.parse().ok()?))
        };
        Some(self.trace(row).ok()?.lines().filter_map(answer).collect())
    }

    /// Reads the trace of a run: the time and the value of each answer.
    fn trace(&self, row: &Row) -> io::Result<String> {
        let run = row.id();
        match self.uncollected.get(&run) {
            Some(files) if files.trace.is_empty() => Err(io::ErrorKind::NotFound.into()),
            Some(files) => Ok(String::from_utf8_lossy(&files.trace).into_owned()),
            None => self.dir.trace(&run),
        }
    }
}
