//! The results folder: every finished cell is on disk before the next thing happens, and nothing is lost.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fs::FlockOperation;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::instances::Instance;
use crate::remove::remove_tree;
use crate::verdict::Verdict;

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
    runs: Mutex<File>,
    /// Held as long as the store is open, so that no second run writes here.
    _lock: File,
}

/// All that a run writes.
const FILES: [&str; 10] = [
    RUNS,
    FACTS,
    "standings.csv",
    "report.html",
    "answers",
    "stderr",
    "traces",
    "instances",
    "builds",
    "build-logs",
];

const RUNS: &str = "runs.csv";
const FACTS: &str = "run.toml";
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
        let path = folder.join(RUNS);
        let (rows, whole) = if path.exists() {
            read_rows(&path)?
        } else {
            (Vec::new(), false)
        };
        let before = rows.len();
        let rows: Vec<Row> = rows.into_iter().filter(keep).collect();
        if !whole || rows.len() < before {
            let mut text = COLUMNS.to_owned();
            for row in &rows {
                text += &line(row).map_err(|error| Error::fault("write a row", &error))?;
            }
            replace(folder, &path, text.as_bytes())?;
        }
        let open = || {
            let mut file = OpenOptions::new().append(true).open(&path)?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        let file = open().map_err(|error: io::Error| Error::path("open", &path, &error))?;
        Ok((
            Self {
                folder: folder.to_owned(),
                runs: Mutex::new(file),
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
        read_rows(&self.folder.join(RUNS)).map(|(rows, _)| rows)
    }

    /// Appends a row; it is on its way to the disk when this returns.
    pub fn append(&self, row: &Row) -> Result<()> {
        let doing = |error: &dyn std::fmt::Display| Error::fault("write to runs.csv", error);
        let line = line(row).map_err(|error| doing(&error))?;
        let mut file = self
            .runs
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        // One write, so that a kill can tear a line but never mix two.
        file.write_all(line.as_bytes())
            .and_then(|()| file.flush())
            .map_err(|error| doing(&error))
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

/// Where the answer of an entrant lies below the folder; `kind` is `answers`, `stderr` or `traces`.
pub fn cell_file(kind: &str, instance: &Instance, team: &str) -> PathBuf {
    Path::new(kind)
        .join(&instance.round)
        .join(&instance.name)
        .join(team)
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
        read_rows(&path)?.0
    } else {
        Vec::new()
    };
    Ok((facts, rows))
}

/// The rows, and whether the file was whole; a torn last line is left out.
fn read_rows(path: &Path) -> Result<(Vec<Row>, bool)> {
    let mut bytes = fs::read(path).map_err(|error| Error::path("read", path, &error))?;
    let whole = bytes.ends_with(b"\n");
    let end = bytes
        .iter()
        .rposition(|&b| b == b'\n')
        .map_or(0, |newline| newline + 1);
    bytes.truncate(end);
    let header = memchr::memchr(b'\n', &bytes).map_or(0, |newline| newline + 1);
    let (header, body) = bytes.split_at(header);
    // A row never holds a line break, so that the file can be read in parts side by side.
    let parts = std::thread::available_parallelism().map_or(1, usize::from);
    let read: Vec<_> = std::thread::scope(|scope| {
        let started: Vec<_> = split_lines(body, parts)
            .into_iter()
            .map(|part| scope.spawn(move || parse(header, part)))
            .collect();
        started
            .into_iter()
            .map(|part| part.join().expect("parsing does not panic"))
            .collect()
    });
    let mut rows = Vec::new();
    for part in read {
        let part_rows = part.map_err(|(line, error)| {
            let line = rows.len() + line;
            let shown = path.display();
            let error = Error::user(format!("{shown}:{line}: not a row of results: {error}"));
            error.with_help("restore the line, or start over with --fresh")
        })?;
        rows.extend(part_rows);
    }
    Ok((rows, whole))
}

/// The rows of some lines below a header, or the line that is none, counted with the header as the first.
fn parse(header: &[u8], lines: &[u8]) -> std::result::Result<Vec<Row>, (usize, csv::Error)> {
    let mut reader = csv::Reader::from_reader(header.chain(lines));
    let rows = reader
        .deserialize()
        .collect::<std::result::Result<Vec<Row>, csv::Error>>();
    rows.map_err(|error| {
        (
            error.position().map_or(0, csv::Position::line) as usize,
            error,
        )
    })
}

/// About equal parts that end where lines end.
fn split_lines(text: &[u8], parts: usize) -> Vec<&[u8]> {
    let mut rest = text;
    let size = text.len() / parts + 1;
    let mut split = Vec::new();
    while !rest.is_empty() {
        let from = size.min(rest.len()) - 1;
        let end =
            memchr::memchr(b'\n', &rest[from..]).map_or(rest.len(), |newline| from + newline + 1);
        let (part, more) = rest.split_at(end);
        split.push(part);
        rest = more;
    }
    split
}

fn line(row: &Row) -> std::result::Result<String, csv::Error> {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(Vec::new());
    writer.serialize(row)?;
    let bytes = writer
        .into_inner()
        .map_err(csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Writes a new file and puts it in the old one's place, so that no reader ever sees half of it. New files lie at the
/// top, under a name that no team can have.
fn replace(folder: &Path, path: &Path, content: &[u8]) -> Result<()> {
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
fn lock(folder: &Path) -> Result<File> {
    let path = folder.join(".lock");
    let file = File::create(&path).map_err(|error| Error::path("write", &path, &error))?;
    rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive).map_err(|_| {
        let error = Error::user(format!("another run is at work in {}", folder.display()));
        error.with_help("wait for it, or choose another folder with --out")
    })?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_never_cut() {
        let text = b"a\nbb\nccc\n\nd\n";
        for parts in 1..9 {
            let split = split_lines(text, parts);
            assert_eq!(split.concat(), text);
            assert!(split.iter().all(|part| part.ends_with(b"\n")));
            assert!(split.len() <= parts);
        }
        assert!(split_lines(b"", 3).is_empty());
    }
}
