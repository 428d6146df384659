//! Collects the results that workers have committed and records them as rows.

use std::collections::{BTreeSet, HashSet};
use std::io;
use std::sync::Arc;

use super::coordination::{Coordination, done_name};
use super::manifest::{Manifest, ManifestEntrant};
use crate::dir::Dir;
use crate::error::{Error, Result};
use crate::ids::RunId;
use crate::plan::PlannedRun;
use crate::results::{Facts, InstanceFacts, Provenance, Row, RunRecord, Store};
use crate::verdict::Verdict;

/// The largest run record that is read, in bytes.
const LARGEST: u64 = 2 << 30;

/// Records of at most this many bytes in all are held in memory before they become rows.
const MOST_AT_ONCE: usize = 64 << 20;

/// The state of collecting the results of one manifest.
#[derive(Debug)]
pub(crate) struct Collector {
    manifest: Manifest,
    coordination: Coordination,
    /// Per instance, the entrants whose results were collected.
    collected: Vec<BTreeSet<usize>>,
    /// The runs that have a final row.
    settled: HashSet<RunId>,
    /// Per entrant, whether its conditions still hold.
    valid: Vec<bool>,
}

/// A result of a worker with its provenance.
#[derive(Debug)]
pub struct WorkerResult {
    pub record: RunRecord,
    pub provenance: Provenance,
    run: PlannedRun,
}

impl Collector {
    /// `rows` are the rows recorded so far; `facts` decide which of them are valid.
    pub(crate) fn new(
        manifest: Manifest,
        coordination: Coordination,
        facts: &Facts,
        rows: &[Row],
    ) -> Self {
        let is_valid = |planned: &ManifestEntrant| {
            let now = facts.conditions(&planned.provenance.conditions.entrant());
            now.is_some_and(|now| planned.provenance.conditions.hold_under(now))
        };
        let validity = facts.validity();
        let settled = rows
            .iter()
            .filter(|row| row.verdict.is_final() && validity.is_valid(row));
        Self {
            collected: vec![BTreeSet::new(); manifest.instances.len()],
            valid: manifest.entrants.iter().map(is_valid).collect(),
            settled: settled.map(Row::id).collect(),
            manifest,
            coordination,
        }
    }

    /// Returns how many runs have not been collected.
    pub(crate) fn left(&self) -> usize {
        let collected: usize = self.collected.iter().map(BTreeSet::len).sum();
        self.manifest.count() - collected
    }

    /// Returns new results that count. Fails on a result that the manifest does not plan: another program may have
    /// written to the folder.
    pub(crate) fn new_results(&mut self) -> Result<Vec<WorkerResult>> {
        let failed = |error: &io::Error| Error::fault("collect results", error);
        let mut found = Vec::new();
        let mut size = 0;
        for instance in 0..self.manifest.instances.len() {
            if self.collected[instance].len() == self.manifest.runs[instance].len() {
                continue;
            }
            let listing = self
                .coordination
                .list(instance)
                .map_err(|error| failed(&error))?;
            let folder = self
                .coordination
                .instance(instance)
                .map_err(|error| failed(&error))?;
            for entrant in self.manifest.runs[instance].clone() {
                if !listing.done.contains(&entrant) || !self.collected[instance].insert(entrant) {
                    continue;
                }
                let bytes = folder.read(done_name(entrant), LARGEST);
                let bytes = bytes.map_err(|error| failed(&error))?;
                // Empty: already collected.
                if bytes.is_empty() {
                    continue;
                }
                size += bytes.len();
                let decoded = RunRecord::from_bytes(&bytes);
                let (record, provenance) =
                    decoded.map_err(|reason| Error::fault("read a result", &reason))?;
                let result = WorkerResult {
                    record,
                    provenance,
                    run: self.manifest.run(instance, entrant),
                };
                self.check_identity(&result)?;
                let row = &result.record.row;
                let counts = self.valid[entrant] && row.verdict != Verdict::Interrupted;
                if counts && self.settled.insert(row.id()) {
                    found.push(result);
                }
                if size > MOST_AT_ONCE {
                    return Ok(found);
                }
            }
        }
        Ok(found)
    }

    fn check_identity(&self, result: &WorkerResult) -> Result<()> {
        let PlannedRun {
            instance,
            entrant,
            repetition,
        } = result.run;
        let InstanceFacts {
            round,
            name,
            digest,
            ..
        } = &self.manifest.instances[instance];
        let planned = &self.manifest.entrants[entrant];
        let row = &result.record.row;
        let expected = (
            &**round,
            &**name,
            &**digest,
            planned.name(),
            planned.is_baseline(),
            repetition,
        );
        let found = (
            &*row.round,
            &*row.instance,
            &*row.digest,
            &*row.team,
            row.baseline,
            row.repetition,
        );
        let has_provenance = result.provenance.is_of_worker_for(&planned.provenance);
        if expected == found && has_provenance {
            return Ok(());
        }
        Err(Error::user(format!(
            "{}: runs/{instance}/{entrant}.done is not the result of {} on {name}",
            self.coordination.path().display(),
            planned.name(),
        ))
        .with_help(
            "the folder was changed by hand or by another program: its results cannot be trusted",
        ))
    }

    /// Records new results as rows.
    pub(crate) fn collect(
        &mut self,
        store: &Store,
        facts: &mut Facts,
        notify: &dyn Fn(&Row),
    ) -> Result<()> {
        let failed = |error: io::Error| Error::fault("collect results", &error);
        loop {
            let new = self.new_results()?;
            if new.is_empty() {
                return Ok(());
            }
            if facts.add_provenances(new.iter().map(|result| &result.provenance)) {
                store.write_facts(facts)?;
            }
            let runs: Vec<PlannedRun> = new.iter().map(|result| result.run).collect();
            let records: Vec<RunRecord> = new.into_iter().map(|result| result.record).collect();
            store.record(&records)?;
            for (run, record) in runs.into_iter().zip(&records) {
                notify(&record.row);
                // The file stays, so that a worker presumed dead cannot commit another result.
                let folder = self.coordination.instance(run.instance).map_err(failed)?;
                folder
                    .replace(done_name(run.entrant), b"")
                    .map_err(failed)?;
            }
        }
    }
}

/// Records the results that workers have committed since the last call, unless another process is doing so.
pub fn collect(results: &Arc<Dir>, facts: &mut Facts) -> Result<()> {
    let Some(manifest) = Manifest::read(results)? else {
        return Ok(());
    };
    let coordination = manifest.coordination(results);
    if coordination.is_gone() {
        return Ok(());
    }
    let names = facts.read_contest()?.run_names();
    // The process that has the folder open collects them.
    let Ok((store, rows)) = Store::open(results.path(), false, 0, names) else {
        return Ok(());
    };
    let rows: Vec<Row> = rows.into_iter().map(|sealed| sealed.row).collect();
    Collector::new(manifest, coordination, facts, &rows).collect(&store, facts, &|_| {})
}

/// Returns the results of workers that have not been collected yet, without writing anything.
pub fn uncollected(results: &Arc<Dir>, facts: &Facts, rows: &[Row]) -> Result<Vec<WorkerResult>> {
    let Some(manifest) = Manifest::read(results)? else {
        return Ok(Vec::new());
    };
    let coordination = manifest.read_only_coordination(results);
    if coordination.is_gone() {
        return Ok(Vec::new());
    }
    let mut collector = Collector::new(manifest, coordination, facts, rows);
    let mut found = Vec::new();
    loop {
        let more = collector.new_results()?;
        if more.is_empty() {
            return Ok(found);
        }
        found.extend(more);
    }
}
