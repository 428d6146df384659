//! A results folder that is open for writing.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use super::bounds::{self, BoundRow};
use super::facts::{Facts, JournalEnd};
use super::files::{PendingFiles, file_digests};
use super::lock::lock;
use super::row::Row;
use super::run_record::RunRecord;
use super::runs::{Runs, UnsealedRow};
use super::seal::{SealedRow, seal};
use super::superseded::{ReplacedRow, Superseded};
use crate::digest::Sha;
use crate::dir::Dir;
use crate::error::{Error, Result};
use crate::ids::{Name, RunId};
use crate::instances::Instance;
use crate::parallel;
use crate::results_dir::{ALL, INSTANCES, KINDS, LARGEST_INSTANCE, PROOFS, RunNames, names_below};
use crate::units::show_size;
use crate::verdict::Verdict;

/// An open and locked results folder.
#[derive(Debug)]
pub struct Store {
    dir: Dir,
    names: RunNames,
    state: Mutex<State>,
    /// Free space that must be left on the disk, in bytes.
    reserve: u64,
    /// Held as long as the store is open, so that no other process writes to the folder.
    _lock: File,
}

#[derive(Debug)]
struct State {
    runs: Runs,
    superseded: Superseded,
    rows: usize,
    /// Rows recorded since the last call of [`Store::take_new_rows`].
    new_rows: Vec<Row>,
    /// Per run, the seal of its last row.
    seals: HashMap<RunId, Sha>,
    /// Runs whose files do not match the seal of their last row.
    broken: HashSet<RunId>,
    /// Per team, the bytes of rejected answers that this process has kept.
    rejected: HashMap<Name, u64>,
}

/// The most bytes of rejected answers that one process keeps per team, so that a faulty program cannot fill the disk.
const MOST_REJECTED: u64 = 64 << 20;

/// Ends the detail of a row whose answer was not kept.
pub const NOT_KEPT: &str = " (the answer was not kept: too many rejected ones)";

impl Store {
    /// Opens the folder, or creates it; removes earlier results if `fresh` is set. Returns all rows, oldest first.
    /// Nothing is recorded while less than `reserve` bytes are free on the disk.
    pub fn open(
        folder: &Path,
        fresh: bool,
        reserve: u64,
        names: RunNames,
    ) -> Result<(Self, Vec<SealedRow>)> {
        let dir =
            Dir::create(folder).map_err(|error| Error::path("make the folder", folder, &error))?;
        let lock = lock(&dir)?;
        if fresh {
            for name in ALL {
                dir.remove_tree(name)
                    .map_err(|error| Error::path("remove", &folder.join(name), &error))?;
            }
        }
        // Younger files may belong to a `judge report` that is running.
        dir.remove_leftovers(Duration::from_secs(600));
        let (runs, rows) = Runs::open(&dir)?;
        let seals = rows.iter().map(|sealed| (sealed.row.id(), sealed.seal));
        let state = State {
            runs,
            superseded: Superseded::default(),
            rows: rows.len(),
            new_rows: Vec::new(),
            seals: seals.collect(),
            broken: HashSet::new(),
            rejected: HashMap::new(),
        };
        let store = Self {
            dir,
            names,
            state: Mutex::new(state),
            reserve,
            _lock: lock,
        };
        store.check_space()?;
        Ok((store, rows))
    }

    pub fn dir(&self) -> &Dir {
        &self.dir
    }

    /// Returns the rows that were recorded since the last call, oldest first.
    pub fn take_new_rows(&self) -> Vec<Row> {
        std::mem::take(&mut self.state().new_rows)
    }

    /// Returns the end of the journal.
    pub fn end(&self) -> JournalEnd {
        let state = self.state();
        JournalEnd {
            rows: state.rows,
            seal: state.runs.last_seal(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        parallel::lock(&self.state)
    }

    /// Records runs. Syncs their files to disk before it appends their rows, so that a row never lacks its files, even
    /// after a power cut. Several runs share one sync.
    pub fn record(&self, records: &[RunRecord]) -> Result<()> {
        self.check_space()?;
        let mut state = self.state();
        let records: Vec<Cow<RunRecord>> = records
            .iter()
            .map(|record| state.trim_rejected(record))
            .collect();
        let failed = |error: io::Error| Error::path("write to", self.dir.path(), &error);
        state
            .supersede(
                &self.dir,
                &self.names,
                records.iter().map(|record| &record.row),
            )
            .map_err(failed)?;
        let mut pending = PendingFiles::default();
        for record in &records {
            let replaces = state.seals.contains_key(&record.row.id());
            for (kind, content) in KINDS.iter().zip(record.files.parts()) {
                let name = self.names.file(kind, &record.row.id());
                let written = pending.write(&self.dir, &name, content, replaces);
                written
                    .map_err(|error| Error::path("write", &self.dir.path().join(&name), &error))?;
            }
        }
        pending.sync(&self.dir).map_err(failed)?;
        let unsealed = records.iter().map(|record| UnsealedRow {
            row: &record.row,
            files: record.files.digests(),
        });
        let unsealed: Vec<_> = unsealed.collect();
        state.append(&self.dir, &unsealed).map_err(failed)?;
        let new = records.iter().map(|record| record.row.clone());
        state.new_rows.extend(new);
        Ok(())
    }

    /// Appends a row for a run whose files stay the same, because the provenance that the row refers to has changed.
    pub fn affirm(&self, row: &Row) -> Result<()> {
        let failed = |error: io::Error| Error::path("write to", self.dir.path(), &error);
        let mut state = self.state();
        let files = file_digests(&self.dir, &self.names, row).map_err(failed)?;
        state
            .supersede(&self.dir, &self.names, [row].into_iter())
            .map_err(failed)?;
        let unsealed = UnsealedRow { row, files };
        state.append(&self.dir, &[unsealed]).map_err(failed)
    }

    /// Returns the runs whose files are missing or damaged, for example by a faulty disk. Checks the seals of the newest
    /// rows, at most 20,000 rows or 64 MiB of answers; of older rows, only those that lack an answer they should have.
    pub fn broken(&self, rows: &[SealedRow]) -> Result<HashSet<RunId>> {
        const MOST_BYTES: u64 = 64 << 20;
        const MOST_ROWS: usize = 20_000;
        let failed = |error: io::Error| Error::path("read", self.dir.path(), &error);
        let mut state = self.state();
        let mut broken = HashSet::new();
        let mut read = 0;
        for (number, sealed) in rows.iter().enumerate().rev() {
            let row = &sealed.row;
            let is_recent = rows.len() - number <= MOST_ROWS && read <= MOST_BYTES;
            let has_answer = matches!(row.verdict, Verdict::Accepted | Verdict::Rejected);
            if !is_recent && !has_answer {
                continue;
            }
            let id = row.id();
            if state.seals.get(&id) != Some(&sealed.seal) {
                continue;
            }
            let before = number.checked_sub(1).map_or(Sha::GENESIS, |n| rows[n].seal);
            let name = self.names.file(KINDS[0], &id);
            let size = self.dir.stat(&name).map_or(0, |found| found.st_size as u64);
            let is_whole = if is_recent || size == 0 {
                read += size;
                match file_digests(&self.dir, &self.names, row) {
                    Ok(files) => seal(before, row.line().as_bytes(), &files) == sealed.seal,
                    Err(error) if error.kind() == io::ErrorKind::InvalidData => false,
                    Err(error) => return Err(failed(error)),
                }
            } else {
                true
            };
            if !is_whole {
                broken.insert(id);
            }
        }
        state.broken.clone_from(&broken);
        Ok(broken)
    }

    /// Fails if the disk has less free space than the reserve, which the results of runs in progress need.
    fn check_space(&self) -> Result<()> {
        let Ok(space) = rustix::fs::fstatvfs(&self.dir) else {
            return Ok(());
        };
        let free = space.f_bavail * space.f_frsize;
        if free >= self.reserve {
            return Ok(());
        }
        let error = Error::user(format!(
            "the disk of {} is nearly full: {} free, {} reserved for results",
            self.dir.path().display(),
            show_size(free),
            show_size(self.reserve),
        ));
        Err(error.with_help(
            "free some space, then run the same command again: all finished runs are recorded",
        ))
    }

    /// Writes a file below the folder atomically.
    pub fn write(&self, name: &Path, content: &[u8]) -> Result<()> {
        self.dir
            .replace(name, content)
            .map_err(|error| Error::path("write", &self.dir.path().join(name), &error))
    }

    /// Writes the instances, and removes the files of all others.
    pub fn write_instances(&self, instances: &[&Instance]) -> Result<()> {
        let files: Vec<(PathBuf, &[u8])> = instances.iter().flat_map(|at| at.files()).collect();
        let names: BTreeSet<&PathBuf> = files.iter().map(|(name, _)| name).collect();
        for name in names_below(&self.dir, INSTANCES) {
            if !names.contains(&name) {
                self.dir
                    .remove_file(&name)
                    .map_err(|error| Error::path("remove", &self.dir.path().join(&name), &error))?;
            }
        }
        for (name, content) in files {
            let written = self.dir.read(&name, LARGEST_INSTANCE);
            if !written.is_ok_and(|written| written == content) {
                self.write(&name, content)?;
            }
        }
        Ok(())
    }

    pub fn write_facts(&self, facts: &Facts) -> Result<()> {
        facts.write(&self.dir)
    }

    pub fn write_bounds(&self, rows: &[BoundRow]) -> Result<()> {
        bounds::write(&self.dir, rows)
    }

    /// Writes the proof that a row names, so that it survives a power cut.
    pub fn write_proof(&self, row: &BoundRow, text: &str) -> Result<()> {
        self.write(Path::new(&row.proof), text.as_bytes())?;
        // The folders may be new as well.
        let folders = self.dir.dir(PROOFS).and_then(|proofs| proofs.sync());
        folders
            .and_then(|()| self.dir.sync())
            .map_err(|error| Error::path("write", &self.dir.path().join(PROOFS), &error))
    }

    /// Removes the proofs that no row names.
    pub fn remove_other_proofs(&self, rows: &[BoundRow]) -> Result<()> {
        let named: BTreeSet<&Path> = rows.iter().map(|row| Path::new(&row.proof)).collect();
        for name in names_below(&self.dir, PROOFS) {
            if !named.contains(&*name) {
                self.dir
                    .remove_file(&name)
                    .map_err(|error| Error::path("remove", &self.dir.path().join(&name), &error))?;
            }
        }
        Ok(())
    }
}

impl State {
    /// Returns the record, without its answer if that was rejected and the team has exceeded [`MOST_REJECTED`].
    fn trim_rejected<'r>(&mut self, record: &'r RunRecord) -> Cow<'r, RunRecord> {
        if record.row.verdict != Verdict::Rejected {
            return Cow::Borrowed(record);
        }
        let kept = self.rejected.entry(record.row.team.clone()).or_default();
        *kept += record.files.answer.len() as u64;
        if *kept <= MOST_REJECTED {
            return Cow::Borrowed(record);
        }
        let mut trimmed = record.clone();
        trimmed.files.answer.clear();
        trimmed.row.detail = format!("{}{NOT_KEPT}", trimmed.row.detail).into();
        Cow::Owned(trimmed)
    }

    /// Records the digests of files that are about to be replaced: the seals of their rows cover them.
    fn supersede<'r>(
        &mut self,
        dir: &Dir,
        names: &RunNames,
        rows: impl Iterator<Item = &'r Row>,
    ) -> io::Result<()> {
        let mut replaced = Vec::new();
        for row in rows {
            let id = row.id();
            let Some(&seal) = self.seals.get(&id) else {
                continue;
            };
            let files = if self.broken.remove(&id) {
                None
            } else {
                Some(file_digests(dir, names, row)?)
            };
            replaced.push(ReplacedRow { seal, files });
        }
        self.superseded.append(dir, &replaced)
    }

    fn append(&mut self, dir: &Dir, rows: &[UnsealedRow]) -> io::Result<()> {
        let seals = self.runs.append(dir, rows)?;
        self.rows += rows.len();
        for (unsealed, seal) in rows.iter().zip(seals) {
            self.seals.insert(unsealed.row.id(), seal);
        }
        Ok(())
    }
}
