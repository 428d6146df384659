//! The layout of a results folder: the only module that defines the names of its files. Nothing here writes.
//!
//! ```text
//! run.toml          contest, instances, entrants, and the provenance of every row
//! runs.csv          one row per run, append-only, with a hash chain over rows and files
//! superseded.csv    digests of replaced files, so that all seals can be checked
//! bounds.csv        the proven bound of each instance
//! answers/ traces/ stderr/<round>/<instance>/<team>    (<team>.<repetition> in rounds with `repeat` above 1)
//! instances/<round>/<instance>.txt
//! proofs/<round>/<instance>.proof    of the bounds that have one
//! standings.csv report.html build-logs/<team> builds/<team>/ cluster/
//! ```

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::FileType;

use crate::dir::Dir;
use crate::error::{Error, Result};
use crate::ids::RunId;

pub const FACTS: &str = "run.toml";
pub const RUNS: &str = "runs.csv";
pub const SUPERSEDED: &str = "superseded.csv";
pub const BOUNDS: &str = "bounds.csv";
pub const STANDINGS: &str = "standings.csv";
pub const REPORT: &str = "report.html";
pub const INSTANCES: &str = "instances";
pub const PROOFS: &str = "proofs";
pub const BUILDS: &str = "builds";
pub const CLUSTER: &str = "cluster";
pub const LOCK: &str = ".lock";
const BUILD_LOGS: &str = "build-logs";

/// The folders of the files of runs, in the order in which seals cover them.
pub const KINDS: [&str; 3] = [ANSWERS, TRACES, "stderr"];
const ANSWERS: &str = "answers";
const TRACES: &str = "traces";

/// All files and folders that `judge run` writes.
pub const ALL: [&str; 14] = [
    RUNS, FACTS, BOUNDS, SUPERSEDED, STANDINGS, REPORT, KINDS[0], KINDS[1], KINDS[2], INSTANCES,
    PROOFS, BUILDS, BUILD_LOGS, CLUSTER,
];

/// The largest answer that is read, in bytes.
pub const LARGEST_ANSWER: u64 = 1 << 30;
/// The largest instance that is read, in bytes.
pub const LARGEST_INSTANCE: u64 = 1 << 30;
/// The largest trace that is read, in bytes.
const LARGEST_TRACE: u64 = 64 << 20;

/// The largest build log that is read, in bytes.
const LARGEST_BUILD_LOG: u64 = 16 << 20;

/// The part of the layout that depends on the contest: the names of runs in rounds that repeat them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunNames {
    repeated_rounds: Arc<BTreeSet<String>>,
}

impl RunNames {
    /// Creates the names for a contest whose `repeated_rounds` run programs more than once per instance.
    pub fn new(repeated_rounds: impl Iterator<Item = String>) -> Self {
        Self {
            repeated_rounds: Arc::new(repeated_rounds.collect()),
        }
    }

    /// Returns the path of a file of a run below the folder; `kind` is one of [`KINDS`].
    pub fn file(&self, kind: &str, run: &RunId) -> PathBuf {
        let folder = Path::new(kind).join(&*run.round).join(&*run.instance);
        if self.repeated_rounds.contains(&*run.round) {
            folder.join(format!("{}.{}", run.entrant.name, run.repetition))
        } else {
            folder.join(&*run.entrant.name)
        }
    }
}

/// Returns the path of the answer file of an instance of a problem folder.
pub fn answer_file(round: &str, name: &str) -> PathBuf {
    Path::new(INSTANCES).join(round).join(format!("{name}.ans"))
}

/// Returns the path of an instance within the folder.
pub fn instance_file(round: &str, name: &str) -> PathBuf {
    Path::new(INSTANCES).join(round).join(format!("{name}.txt"))
}

/// Returns the path of the proof of an instance's bound within the folder, as `bounds.csv` names it.
pub fn proof_file(round: &str, name: &str) -> String {
    format!("{PROOFS}/{round}/{name}.proof")
}

/// Returns the path of a team's build log within the folder.
pub fn build_log(team: &str) -> PathBuf {
    Path::new(BUILD_LOGS).join(team)
}

/// A results folder that is open for reading.
#[derive(Clone, Debug)]
pub struct ResultsDir {
    dir: Arc<Dir>,
    names: RunNames,
}

impl ResultsDir {
    /// Opens a folder given by the user. Fails if it is not a results folder.
    pub fn open(folder: &Path) -> Result<Self> {
        let dir = Dir::open(folder).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => not_results(folder),
            _ => Error::path("open", folder, &error),
        })?;
        Ok(Self {
            dir: Arc::new(dir),
            names: RunNames::default(),
        })
    }

    pub fn dir(&self) -> &Arc<Dir> {
        &self.dir
    }

    /// Returns the folder with the names of its contest's runs.
    #[must_use]
    pub fn with_names(self, names: RunNames) -> Self {
        Self { names, ..self }
    }

    pub fn names(&self) -> &RunNames {
        &self.names
    }

    /// Returns the path of a file of a run below the folder; `kind` is one of [`KINDS`].
    pub fn run_file(&self, kind: &str, run: &RunId) -> PathBuf {
        self.names.file(kind, run)
    }

    /// Reads the answer of a run; an empty answer has no file.
    pub fn answer(&self, run: &RunId) -> io::Result<Vec<u8>> {
        self.dir.read(self.run_file(ANSWERS, run), LARGEST_ANSWER)
    }

    /// Returns the size of a run's answer, if there is one.
    pub fn answer_size(&self, run: &RunId) -> Option<u64> {
        let file = self.dir.file(self.run_file(ANSWERS, run)).ok()?;
        Some(file.metadata().ok()?.len())
    }

    /// Reads the trace of a run: the time and the value of each answer.
    pub fn trace(&self, run: &RunId) -> io::Result<String> {
        self.dir
            .read_to_string(self.run_file(TRACES, run), LARGEST_TRACE)
    }

    /// Returns the last lines of a team's build log, if there is one.
    pub fn last_build_lines(&self, team: &str, count: usize) -> Option<String> {
        let log = self.dir.read(build_log(team), LARGEST_BUILD_LOG).ok()?;
        let log = String::from_utf8_lossy(&log);
        let lines: Vec<&str> = log.trim_end().lines().collect();
        Some(lines[lines.len().saturating_sub(count)..].join("\n"))
    }

    /// Reads the answer file of an instance; most have none.
    pub fn instance_answer(&self, round: &str, name: &str) -> Vec<u8> {
        let file = answer_file(round, name);
        self.dir.read(file, LARGEST_INSTANCE).unwrap_or_default()
    }

    /// Reads the text of an instance.
    pub fn instance(&self, round: &str, name: &str) -> io::Result<Vec<u8>> {
        self.dir.read(instance_file(round, name), LARGEST_INSTANCE)
    }
}

/// Lists the files below one of the folders recursively, sorted by path.
pub fn names_below(dir: &Dir, folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::from(folder)];
    while let Some(path) = open.pop() {
        let entries = dir.dir(&path).and_then(|dir| dir.entries());
        for entry in entries.unwrap_or_default() {
            let path = path.join(&entry.name);
            if entry.kind == FileType::Directory {
                open.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns the error for a folder that `judge run` did not write.
pub fn not_results(folder: &Path) -> Error {
    let error = Error::user(format!("{} is not a results folder", folder.display()));
    error.with_help("name the folder that `judge run` wrote, such as results/spring")
}
