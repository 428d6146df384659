//! The results folder: every finished run is on the disk, with its files, before its row is.

mod append;
mod bounds;
mod facts;
mod journal;
mod provenance;
mod row;
mod run_record;
mod runs;
mod seal;
mod superseded;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::fs::FlockOperation;

use self::runs::Runs;
use self::superseded::Superseded;
use crate::digest::Sha;
use crate::dir::Dir;
use crate::error::{Error, Result};
use crate::ids::{Name, RunId};
use crate::instances::Instance;
use crate::results_dir::{
    self, INSTANCES, KINDS, LARGEST_ANSWER, LARGEST_INSTANCE, names_below, not_results, run_file,
};
use crate::units::show_size;
use crate::verdict::Verdict;

pub use self::bounds::{BoundRow, Bounds, read as read_bounds, text as bounds_text};
pub use self::facts::{End, Facts, InstanceFacts, Validity};
pub use self::journal::Journal;
pub use self::provenance::{Conditions, Here, Provenance, WantedIsolation};
pub use self::row::{COLUMNS, Row};
pub use self::run_record::{RunFiles, RunRecord};
pub use self::seal::{FileDigests, seal};
pub use self::superseded::{ReplacedFiles, read as read_superseded};

#[cfg(test)]
pub(crate) use self::provenance::tests::sample as sample_provenance;

/// An open results folder.
#[derive(Debug)]
pub struct Store {
    dir: Dir,
    state: Mutex<State>,
    /// Free space that must be left on the disk, in bytes.
    reserve: u64,
    /// Held as long as the store is open, so that no second run writes here.
    _lock: File,
}

#[derive(Debug)]
struct State {
    runs: Runs,
    superseded: Superseded,
    rows: usize,
    /// Rows that were recorded since somebody asked for them.
    new_rows: Vec<Row>,
    /// The seal of the last row of each run that has one.
    sealed: HashMap<RunId, Sha>,
    /// Runs whose files are not those of their last row.
    broken: HashSet<RunId>,
    /// Bytes of rejected answers that were kept of each team.
    rejected: HashMap<Name, u64>,
}

/// So many bytes of rejected answers are kept of each team: they are of no use but to the team.
const MOST_REJECTED: u64 = 64 << 20;

/// Ends the detail of a row whose answer was not kept.
pub const NOT_KEPT: &str = " (the answer was not kept: too many rejected ones)";

impl Store {
    /// Opens the folder and creates it where it is missing; with `fresh`, earlier results are removed. Gives all rows
    /// with their seals, oldest first. `reserve` is the free space without which nothing is recorded.
    pub fn open(folder: &Path, fresh: bool, reserve: u64) -> Result<(Self, Vec<(Row, Sha)>)> {
        let dir =
            Dir::create(folder).map_err(|error| Error::path("make the folder", folder, &error))?;
        let lock = lock(&dir)?;
        if fresh {
            for name in results_dir::ALL {
                dir.remove_tree(name)
                    .map_err(|error| Error::path("remove", &folder.join(name), &error))?;
            }
        }
        // Another command may be writing a page at this moment.
        dir.remove_leftovers(Duration::from_secs(600));
        let (runs, rows) = Runs::open(&dir)?;
        let state = State {
            runs,
            superseded: Superseded::default(),
            rows: rows.len(),
            new_rows: Vec::new(),
            sealed: rows.iter().map(|(row, seal)| (row.id(), *seal)).collect(),
            broken: HashSet::new(),
            rejected: HashMap::new(),
        };
        let store = Self {
            dir,
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

    /// Where the journal stands.
    pub fn end(&self) -> End {
        let state = self.state();
        End {
            rows: state.rows,
            seal: state.runs.last_seal(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records runs. When this returns, their files and then their rows are on the disk: what has a row has all the
    /// rest, also after a power cut. Runs that finish together share the waiting for the disk.
    pub fn record(&self, runs: &[RunRecord]) -> Result<()> {
        self.check_space()?;
        let mut state = self.state();
        let runs: Vec<Cow<RunRecord>> = runs.iter().map(|judged| state.trimmed(judged)).collect();
        let failed = |error: io::Error| Error::path("write to", self.dir.path(), &error);
        state
            .supersede(&self.dir, runs.iter().map(|judged| &judged.row))
            .map_err(failed)?;
        let mut pending = Pending::default();
        for judged in &runs {
            let replaces = state.sealed.contains_key(&judged.row.id());
            for (kind, content) in KINDS.iter().zip(judged.files.parts()) {
                let name = run_file(kind, &judged.row.id());
                let written = pending.write(&self.dir, &name, content, replaces);
                written
                    .map_err(|error| Error::path("write", &self.dir.path().join(&name), &error))?;
            }
        }
        pending.sync(&self.dir).map_err(failed)?;
        let digests = runs.iter().map(|judged| judged.files.digests());
        let rows: Vec<_> = runs.iter().map(|judged| &judged.row).zip(digests).collect();
        state.append(&self.dir, &rows).map_err(failed)?;
        let new = runs.iter().map(|judged| judged.row.clone());
        state.new_rows.extend(new);
        Ok(())
    }

    /// Appends a row again, with its files as they are: what the row refers to has changed, not the run.
    pub fn affirm(&self, row: &Row) -> Result<()> {
        let failed = |error: io::Error| Error::path("write to", self.dir.path(), &error);
        let mut state = self.state();
        let digests = file_digests(&self.dir, row).map_err(failed)?;
        state
            .supersede(&self.dir, [row].into_iter())
            .map_err(failed)?;
        state.append(&self.dir, &[(row, digests)]).map_err(failed)
    }

    /// The runs whose last row is not whole: a file is missing or damaged, by a faulty disk for example. The newest rows
    /// are held against their seals; of older ones, where there are very many, only those that should have an answer
    /// and have none.
    pub fn broken(&self, sealed: &[(Row, Sha)]) -> Result<HashSet<RunId>> {
        const MOST_BYTES: u64 = 64 << 20;
        const MOST_ROWS: usize = 20_000;
        let failed = |error: io::Error| Error::path("read", self.dir.path(), &error);
        let mut state = self.state();
        let mut broken = HashSet::new();
        let mut read = 0;
        for (number, (row, seal)) in sealed.iter().enumerate().rev() {
            let is_recent = sealed.len() - number <= MOST_ROWS && read <= MOST_BYTES;
            let has_answer = matches!(row.verdict, Verdict::Accepted | Verdict::Rejected);
            if !is_recent && !has_answer {
                continue;
            }
            let id = row.id();
            if state.sealed.get(&id) != Some(seal) {
                continue;
            }
            let before = number.checked_sub(1).map_or(Sha::GENESIS, |n| sealed[n].1);
            let name = run_file(KINDS[0], &row.id());
            let size = self.dir.stat(&name).map_or(0, |found| found.st_size as u64);
            let is_whole = if is_recent || size == 0 {
                read += size;
                match file_digests(&self.dir, row) {
                    Ok(files) => self::seal(before, row.line().as_bytes(), &files) == *seal,
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

    /// Fails while there is still room to write the results of the runs that are going on.
    fn check_space(&self) -> Result<()> {
        let Ok(space) = rustix::fs::fstatvfs(&self.dir) else {
            return Ok(());
        };
        let free = space.f_bavail * space.f_frsize;
        if free >= self.reserve {
            return Ok(());
        }
        let error = Error::user(format!(
            "the disk of {} is nearly full: {} left, and {} are kept free for results",
            self.dir.path().display(),
            show_size(free),
            show_size(self.reserve),
        ));
        Err(error.with_help(
            "make room, then run the same command again: all finished runs are recorded",
        ))
    }

    /// Writes a file below the folder, whole or not at all.
    pub fn write(&self, name: &Path, content: &[u8]) -> Result<()> {
        self.dir
            .replace(name, content)
            .map_err(|error| Error::path("write", &self.dir.path().join(name), &error))
    }

    /// Makes the folder of instances hold these and no others.
    pub fn write_instances(&self, instances: &[&Instance]) -> Result<()> {
        let names: BTreeSet<PathBuf> = instances.iter().map(|instance| instance.file()).collect();
        for name in names_below(&self.dir, INSTANCES) {
            if !names.contains(&name) {
                self.dir
                    .remove_file(&name)
                    .map_err(|error| Error::path("remove", &self.dir.path().join(&name), &error))?;
            }
        }
        for instance in instances {
            let name = instance.file();
            let there = self.dir.read(&name, LARGEST_INSTANCE);
            if !there.is_ok_and(|text| text == instance.text.as_bytes()) {
                self.write(&name, instance.text.as_bytes())?;
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
}

impl State {
    /// The run without its answer, where that was rejected and the team's rejected answers fill the disk.
    fn trimmed<'j>(&mut self, judged: &'j RunRecord) -> Cow<'j, RunRecord> {
        if judged.row.verdict != Verdict::Rejected {
            return Cow::Borrowed(judged);
        }
        let kept = self.rejected.entry(judged.row.team.clone()).or_default();
        *kept += judged.files.answer.len() as u64;
        if *kept <= MOST_REJECTED {
            return Cow::Borrowed(judged);
        }
        let mut without = judged.clone();
        without.files.answer.clear();
        without.row.detail = format!("{}{NOT_KEPT}", without.row.detail).into();
        Cow::Owned(without)
    }

    /// Writes down the digests of files that are about to be replaced: the seals of their rows cover them.
    fn supersede<'r>(&mut self, dir: &Dir, rows: impl Iterator<Item = &'r Row>) -> io::Result<()> {
        let mut replaced = Vec::new();
        for row in rows {
            let id = row.id();
            let Some(&seal) = self.sealed.get(&id) else {
                continue;
            };
            let files = if self.broken.remove(&id) {
                None
            } else {
                Some(file_digests(dir, row)?)
            };
            replaced.push((seal, files));
        }
        self.superseded.append(dir, &replaced)
    }

    fn append(&mut self, dir: &Dir, rows: &[(&Row, FileDigests)]) -> io::Result<()> {
        let seals = self.runs.append(dir, rows)?;
        self.rows += rows.len();
        for ((row, _), seal) in rows.iter().zip(seals) {
            self.sealed.insert(row.id(), seal);
        }
        Ok(())
    }
}

/// Files that were written and are not yet known to be on the disk.
#[derive(Default)]
struct Pending {
    files: Vec<File>,
    folders: BTreeSet<PathBuf>,
}

impl Pending {
    /// Writes a file of a run; an empty one is removed. A reader never sees half of a file that replaces another.
    fn write(&mut self, dir: &Dir, name: &Path, content: &[u8], replaces: bool) -> io::Result<()> {
        if content.is_empty() {
            if replaces {
                dir.remove_file(name)?;
            }
            return Ok(());
        }
        let created = if replaces {
            Err(io::ErrorKind::AlreadyExists.into())
        } else {
            create_below(dir, name)
        };
        let mut file = match created {
            // Also what was left by a judge that was killed between a file and its row.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if let Some(folder) = name.parent() {
                    dir.create_dir(folder)?.remove_leftovers(Duration::ZERO);
                }
                return dir.replace(name, content);
            }
            created => created?,
        };
        io::Write::write_all(&mut file, content)?;
        self.files.push(file);
        // New folders are entries of their parents.
        let folders = name.ancestors().skip(1);
        self.folders.extend(
            folders
                .filter(|f| !f.as_os_str().is_empty())
                .map(Path::to_owned),
        );
        Ok(())
    }

    /// Returns once everything is on the disk.
    fn sync(self, dir: &Dir) -> io::Result<()> {
        for file in &self.files {
            file.sync_data()?;
        }
        for folder in &self.folders {
            dir.dir(folder)?.sync()?;
        }
        if self.folders.is_empty() {
            return Ok(());
        }
        dir.sync()
    }
}

/// Creates a new file, and the folders on the way where they are missing.
fn create_below(dir: &Dir, name: &Path) -> io::Result<File> {
    match dir.create_new(name, 0o666) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            dir.create_dir(name.parent().unwrap_or(name))?;
            dir.create_new(name, 0o666)
        }
        created => created,
    }
}

/// The digests of the files of a run as they are now.
pub fn file_digests(dir: &Dir, row: &Row) -> io::Result<FileDigests> {
    let mut digests = [Sha::of(b""); 3];
    for (digest, kind) in digests.iter_mut().zip(KINDS) {
        match dir.read(run_file(kind, &row.id()), LARGEST_ANSWER) {
            Ok(content) => *digest = Sha::of(&content),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(digests)
}

/// A results folder without what is behind its rows.
#[derive(Debug)]
pub struct Recorded {
    pub facts: Facts,
    /// All rows, oldest first.
    pub rows: Vec<Row>,
    pub bounds: Vec<BoundRow>,
    /// The seal of the last row.
    pub seal: Sha,
}

/// Reads a results folder.
pub fn read_results(dir: &Dir) -> Result<Recorded> {
    let facts = Facts::read(dir)?.ok_or_else(|| not_results(dir.path()))?;
    let read = runs::read(dir, |row, _| row)?;
    Ok(Recorded {
        facts,
        rows: read.rows,
        bounds: bounds::read(dir)?,
        seal: read.last,
    })
}

/// All rows with their seals, oldest first.
pub fn read_sealed(dir: &Dir) -> Result<Vec<(Row, Sha)>> {
    Ok(runs::read(dir, |row, seal| (row, seal))?.rows)
}

/// The rows as they stand in the file, without the header and a torn last line.
pub fn read_lines(dir: &Dir) -> Result<Vec<String>> {
    const LARGEST: u64 = 8 << 30;
    let failed = |error| Error::path("read", &dir.path().join(results_dir::RUNS), &error);
    let text = dir
        .read_to_string(results_dir::RUNS, LARGEST)
        .map_err(failed)?;
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    Ok(whole.split('\n').skip(1).map(str::to_owned).collect())
}

/// Whether a results folder has rows.
pub fn has_rows(dir: &Dir) -> bool {
    runs::read(dir, |_, _| ()).is_ok_and(|read| !read.rows.is_empty())
}

/// Makes sure that no other run uses the folder.
pub fn lock(dir: &Dir) -> Result<File> {
    let name = results_dir::LOCK;
    let file = dir
        .append(name)
        .map_err(|error| Error::path("write", &dir.path().join(name), &error))?;
    rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive).map_err(|_| {
        let error = Error::user(format!(
            "another run is at work in {}",
            dir.path().display()
        ));
        error.with_help("wait for it, or choose another folder with --out")
    })?;
    Ok(file)
}
