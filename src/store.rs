//! The results folder: every finished cell is on disk before the next thing happens, and nothing is lost.

mod journal;
mod machines;
mod parcel;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fs::FlockOperation;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::instances::Instance;
use crate::remove::remove_tree;
use crate::verdict::Verdict;

pub use self::journal::Journal;
pub use self::machines::Whereabouts;
pub use self::parcel::{Judged, Kept};

/// One row of `runs.csv`: what became of one entrant on one instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    pub round: String,
    pub instance: String,
    /// Of the instance's canonical text.
    pub digest: String,
    pub team: String,
    pub baseline: bool,
    pub verdict: Verdict,
    pub value: Option<i64>,
    pub bound: Option<i64>,
    pub cpu_ms: u64,
    pub wall_ms: u64,
    pub memory_kib: u64,
    /// How many answers the program wrote.
    pub answers: usize,
    pub detail: String,
}

/// `run.toml`: all that is needed to rank the rows again, and to see whether they still hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    pub judge: String,
    pub digest: String,
    pub machine: String,
    /// What stood between the programs and the machine.
    pub isolation: String,
    /// Where the contest file was, and its text.
    pub contest_file: PathBuf,
    pub contest: String,
    #[serde(default)]
    pub instance: Vec<InstanceFacts>,
    #[serde(default)]
    pub team: Vec<TeamFacts>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstanceFacts {
    pub round: String,
    pub name: String,
    pub digest: String,
    /// Whether only teams that are level play it.
    #[serde(default)]
    pub tie_break: bool,
}

impl InstanceFacts {
    pub fn new(instance: &Instance, tie_break: bool) -> Self {
        Self {
            round: instance.round.clone(),
            name: instance.name.clone(),
            digest: instance.digest.clone(),
            tie_break,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamFacts {
    pub name: String,
    pub baseline: bool,
    /// A digest of what its rows depend on: program, limits, and the judge's version.
    pub conditions: String,
}

impl TeamFacts {
    pub fn is(&self, name: &str, baseline: bool) -> bool {
        self.name == name && self.baseline == baseline
    }
}

/// An open results folder.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    runs: Journal<Row>,
    machines: Journal<Whereabouts>,
    /// Held as long as the store is open, so that no second run writes here.
    _lock: File,
}

/// All that a run writes.
const FILES: [&str; 12] = [
    RUNS,
    MACHINES,
    FACTS,
    "standings.csv",
    "report.html",
    "answers",
    "stderr",
    "traces",
    "instances",
    "builds",
    "build-logs",
    "cluster",
];

const RUNS: &str = "runs.csv";
const FACTS: &str = "run.toml";
const MACHINES: &str = "machines.csv";
const COLUMNS: &str = "round,instance,digest,team,baseline,verdict,value,bound,cpu_ms,wall_ms,memory_kib,answers,detail\n";

impl Store {
    /// Opens the folder, making it where it is not there, and forgets every row that `keep` refuses, or all there is.
    pub fn open(
        folder: &Path,
        fresh: bool,
        keep: impl Fn(&Row) -> bool,
    ) -> Result<(Self, Vec<Row>)> {
        let failed = |error: &io::Error| Error::path("make the folder", folder, error);
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        let lock = lock(folder)?;
        if fresh {
            for name in FILES {
                let path = folder.join(name);
                remove_tree(&path).map_err(|error| Error::path("remove", &path, &error))?;
            }
        }
        let (runs, rows) = Journal::open(folder, RUNS, COLUMNS, keep)?;
        let (machines, _) = Journal::open(folder, MACHINES, machines::COLUMNS, |_| true)?;
        let folder = folder.to_owned();
        Ok((
            Self {
                folder,
                runs,
                machines,
                _lock: lock,
            },
            rows,
        ))
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// All rows so far.
    pub fn rows(&self) -> Result<Vec<Row>> {
        journal::read(&self.folder.join(RUNS)).map(|(rows, _)| rows)
    }

    /// Writes down what came of a cell; it is on its way to the disk when this returns. The row comes last, so that
    /// what has a row has all the rest.
    pub fn record(&self, judged: &Judged) -> Result<()> {
        let Judged { row, kept, machine } = judged;
        for (kind, content) in kept.by_kind() {
            let file = cell_file(kind, row);
            if content.is_empty() {
                self.remove(&file);
            } else {
                self.write(&file, content)?;
            }
        }
        if let Some(machine) = machine {
            self.machines.append(&Whereabouts::new(row, machine))?;
        }
        self.runs.append(row)
    }

    /// Writes a file below the folder, whole or not at all.
    pub fn write(&self, name: &Path, content: &[u8]) -> Result<()> {
        let path = self.folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)
                .map_err(|error| Error::path("make the folder", parent, &error))?;
        }
        replace(&self.folder, &path, content)
    }

    /// Removes a folder of an earlier run, whose files may not be those of this one.
    pub fn remove_folder(&self, name: &str) -> Result<()> {
        let path = self.folder.join(name);
        remove_tree(&path).map_err(|error| Error::path("remove", &path, &error))
    }

    /// Removes a file of an earlier run, if there is one.
    pub fn remove(&self, name: &Path) {
        let _ = fs::remove_file(self.folder.join(name));
    }

    pub fn write_facts(&self, facts: &Facts) -> Result<()> {
        let text =
            toml::to_string(facts).map_err(|error| Error::fault("write run.toml", &error))?;
        self.write(Path::new(FACTS), text.as_bytes())
    }
}

/// Where something of a cell lies below the folder; `kind` is `answers`, `stderr` or `traces`.
fn cell_file(kind: &str, row: &Row) -> PathBuf {
    Path::new(kind)
        .join(&row.round)
        .join(&row.instance)
        .join(&row.team)
}

/// Where the cells of a results folder ran, as far as it was written down.
pub fn read_machines(folder: &Path) -> Result<Vec<Whereabouts>> {
    let path = folder.join(MACHINES);
    if path.exists() {
        journal::read(&path).map(|(rows, _)| rows)
    } else {
        Ok(Vec::new())
    }
}

/// The facts of a results folder, if it has any yet.
pub fn read_facts(folder: &Path) -> Result<Option<Facts>> {
    let path = folder.join(FACTS);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::path("read", &path, &error)),
    };
    toml::from_str(&text).map(Some).map_err(|error| {
        let error = Error::user(format!("{}: {}", path.display(), error.message()));
        error.with_help(
            "the file was made by another version or by hand: use --fresh or another --out",
        )
    })
}

/// The rows of a results folder.
pub fn read_results(folder: &Path) -> Result<(Facts, Vec<Row>)> {
    let missing = || {
        let error = Error::user(format!("{} is not a results folder", folder.display()));
        error.with_help("name the folder that `judge run` wrote, such as results/spring")
    };
    let facts = read_facts(folder)?.ok_or_else(missing)?;
    let path = folder.join(RUNS);
    let rows = if path.exists() {
        journal::read(&path)?.0
    } else {
        Vec::new()
    };
    Ok((facts, rows))
}

/// Writes a new file and puts it in the old one's place, so that no reader ever sees half of it. New files lie at the
/// top, under a name that no team can have.
pub fn replace(folder: &Path, path: &Path, content: &[u8]) -> Result<()> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let temporary = folder.join(format!(".new-{number}"));
    let write = || {
        let mut file = File::create(&temporary)?;
        file.write_all(content)?;
        fs::rename(&temporary, path)
    };
    write().map_err(|error| Error::path("write", path, &error))
}

/// Makes sure that no other run uses the folder.
pub fn lock(folder: &Path) -> Result<File> {
    let path = folder.join(".lock");
    let file = File::create(&path).map_err(|error| Error::path("write", &path, &error))?;
    rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive).map_err(|_| {
        let error = Error::user(format!("another run is at work in {}", folder.display()));
        error.with_help("wait for it, or choose another folder with --out")
    })?;
    Ok(file)
}
