//! The results folder: every finished cell is on disk before the next thing happens, and nothing is lost.

mod journal;
mod machines;
mod parcel;
mod results_dir;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustix::fs::FlockOperation;
use serde::{Deserialize, Serialize};

use crate::dir::{self, Dir};
use crate::error::{Error, Result};
use crate::instances::Instance;
use crate::sandbox::Isolation;
use crate::verdict::Verdict;

pub use self::journal::Journal;
pub use self::machines::Whereabouts;
pub use self::parcel::{Judged, Kept};
pub use self::results_dir::ResultsDir;

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
    pub isolation: Isolation,
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
    dir: Dir,
    runs: Journal<Row>,
    machines: Journal<Whereabouts>,
    /// Bytes of rejected answers that were kept of each team.
    rejected: Mutex<HashMap<String, u64>>,
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

/// So many bytes of rejected answers are kept of each team: they are of no use but to the team.
const MOST_REJECTED: u64 = 64 << 20;

/// Ends the detail of a row whose answer was not kept.
pub const NOT_KEPT: &str = " (the answer was not kept: too many rejected ones)";

/// The largest files that are read from a results folder, in bytes.
const LARGEST_FACTS: u64 = 256 << 20;
pub const LARGEST_ANSWER: u64 = 1 << 30;
pub const LARGEST_INSTANCE: u64 = 1 << 30;

impl Store {
    /// Opens the folder, making it where it is not there, and forgets every row that `keep` refuses, or all there is.
    pub fn open(
        folder: &Path,
        fresh: bool,
        keep: impl Fn(&Row) -> bool,
    ) -> Result<(Self, Vec<Row>)> {
        let dir =
            Dir::create(folder).map_err(|error| Error::path("make the folder", folder, &error))?;
        let lock = lock(&dir)?;
        if fresh {
            for name in FILES {
                dir.remove_tree(name)
                    .map_err(|error| Error::path("remove", &folder.join(name), &error))?;
            }
        }
        let (runs, rows) = Journal::open(&dir, RUNS, COLUMNS, keep)?;
        let (machines, _) = Journal::open(&dir, MACHINES, machines::COLUMNS, |_| true)?;
        let store = Self {
            dir,
            runs,
            machines,
            rejected: Mutex::default(),
            _lock: lock,
        };
        Ok((store, rows))
    }

    pub fn dir(&self) -> &Dir {
        &self.dir
    }

    /// All rows so far.
    pub fn rows(&self) -> Result<Vec<Row>> {
        read_rows(&self.dir)
    }

    /// Writes down what came of a cell; it is on its way to the disk when this returns. The row comes last, so that
    /// what has a row has all the rest.
    pub fn record(&self, judged: &Judged) -> Result<()> {
        let judged = self.without_surplus(judged);
        let Judged { row, kept, machine } = &*judged;
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

    /// The result without its answer, where that was rejected and the team's rejected answers fill the disk.
    fn without_surplus<'j>(&self, judged: &'j Judged) -> Cow<'j, Judged> {
        if judged.row.verdict != Verdict::Rejected {
            return Cow::Borrowed(judged);
        }
        let mut rejected = self.rejected.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = rejected.entry(judged.row.team.clone()).or_default();
        *kept += judged.kept.answer.len() as u64;
        if *kept <= MOST_REJECTED {
            return Cow::Borrowed(judged);
        }
        let mut without = judged.clone();
        without.kept.answer.clear();
        without.row.detail += NOT_KEPT;
        Cow::Owned(without)
    }

    /// Writes a file below the folder, whole or not at all.
    pub fn write(&self, name: &Path, content: &[u8]) -> Result<()> {
        self.dir
            .replace(name, content)
            .map_err(|error| Error::path("write", &self.dir.path().join(name), &error))
    }

    /// Removes a folder of an earlier run, whose files may not be those of this one.
    pub fn remove_folder(&self, name: &str) -> Result<()> {
        self.dir
            .remove_tree(name)
            .map_err(|error| Error::path("remove", &self.dir.path().join(name), &error))
    }

    /// Removes a file of an earlier run, if there is one.
    pub fn remove(&self, name: &Path) {
        let _ = self.dir.remove_file(name);
    }

    pub fn write_facts(&self, facts: &Facts) -> Result<()> {
        let text =
            toml::to_string(facts).map_err(|error| Error::fault("write run.toml", &error))?;
        self.write(Path::new(FACTS), text.as_bytes())
    }
}

/// Where something of a cell lies below the folder; `kind` is `answers`, `stderr` or `traces`.
pub fn cell_file(kind: &str, row: &Row) -> PathBuf {
    Path::new(kind)
        .join(&row.round)
        .join(&row.instance)
        .join(&row.team)
}

/// Where an instance lies below the folder.
pub fn instance_file(round: &str, name: &str) -> PathBuf {
    Path::new("instances")
        .join(round)
        .join(format!("{name}.txt"))
}

/// Opens a results folder that the user named, to read it.
pub fn open_results(folder: &Path) -> Result<Dir> {
    Dir::open(folder).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => not_results(folder),
        _ => Error::path("open", folder, &error),
    })
}

fn not_results(folder: &Path) -> Error {
    let error = Error::user(format!("{} is not a results folder", folder.display()));
    error.with_help("name the folder that `judge run` wrote, such as results/spring")
}

/// Where the cells of a results folder ran, as far as it was written down.
pub fn read_machines(dir: &Dir) -> Result<Vec<Whereabouts>> {
    journal::read(dir, MACHINES).map(|(rows, _)| rows)
}

fn read_rows(dir: &Dir) -> Result<Vec<Row>> {
    let (rows, _) = journal::read::<Row>(dir, RUNS)?;
    for (line, row) in (2..).zip(&rows) {
        check_names([&row.round, &row.instance, &row.team])
            .map_err(|error| damaged(dir, &format!("{RUNS}:{line}"), &error))?;
    }
    Ok(rows)
}

/// Names in a results folder become paths.
fn check_names<'n>(names: impl IntoIterator<Item = &'n String>) -> io::Result<()> {
    names
        .into_iter()
        .try_for_each(|name| dir::component(name).map(drop))
}

fn damaged(dir: &Dir, place: &str, error: &dyn std::fmt::Display) -> Error {
    let place = dir.path().join(place);
    Error::user(format!("{}: {error}", place.display()))
        .with_help("the file was changed by hand or made by another program: do not trust it")
}

/// The facts of a results folder, if it has any yet.
pub fn read_facts(dir: &Dir) -> Result<Option<Facts>> {
    let path = dir.path().join(FACTS);
    let text = match dir.read_to_string(FACTS, LARGEST_FACTS) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::path("read", &path, &error)),
    };
    let facts: Facts = toml::from_str(&text).map_err(|error| {
        let error = Error::user(format!("{}: {}", path.display(), error.message()));
        error.with_help(
            "the file was made by another version or by hand: use --fresh or another --out",
        )
    })?;
    let instances = facts.instance.iter().flat_map(|i| [&i.round, &i.name]);
    let teams = facts.team.iter().map(|team| &team.name);
    check_names(instances.chain(teams)).map_err(|error| damaged(dir, FACTS, &error))?;
    Ok(Some(facts))
}

/// The rows of a results folder.
pub fn read_results(dir: &Dir) -> Result<(Facts, Vec<Row>)> {
    let facts = read_facts(dir)?.ok_or_else(|| not_results(dir.path()))?;
    Ok((facts, read_rows(dir)?))
}

/// Makes sure that no other run uses the folder.
pub fn lock(dir: &Dir) -> Result<File> {
    let name = ".lock";
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
