//! A folder of its own for each test, with files written into it and commands run in it.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};

use tempfile::TempDir;

/// A folder with files, in which `judge` is run.
pub(crate) struct World {
    folder: TempDir,
}

/// What a command did.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// A contest that is over in a moment: a team that solves it by hand and one that does not.
pub(crate) const TINY_CONTEST: &str = r#"
name = "Tiny"
problem = "sorting-robot"
submissions = "teams"
baselines = ["naive"]

[limits]
time = "1s"
wall = "3s"

[[round]]
name = "files"
instances = "grids"
public = true
"#;

/// Solved by `SRSLS`, two steps.
pub(crate) const TINY_GRID: &str = "1 2 2\n0 1\n1 0\n";

impl World {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
        }
    }

    /// A world with the tiny contest, its one grid and no team.
    pub(crate) fn tiny() -> Self {
        let world = Self::new();
        world
            .file("tiny.toml", TINY_CONTEST)
            .file("grids/swap.txt", TINY_GRID)
            .folder("teams");
        world
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn folder(&self, name: &str) -> &Self {
        fs::create_dir_all(self.path(name)).expect("a folder");
        self
    }

    pub(crate) fn file(&self, name: &str, text: impl AsRef<[u8]>) -> &Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
        self
    }

    /// A team whose program is a shell script.
    pub(crate) fn script(&self, team: &str, body: &str) -> &Self {
        let name = format!("teams/{team}/solver");
        self.file(&name, format!("#!/bin/sh\n{body}\n"))
            .executable(&name)
    }

    pub(crate) fn executable(&self, name: &str) -> &Self {
        let permissions = fs::Permissions::from_mode(0o755);
        fs::set_permissions(self.path(name), permissions).expect("permissions");
        self
    }

    pub(crate) fn read(&self, name: &str) -> String {
        let path = self.path(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// The command, ready to be given more; its arguments are separated by blanks.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_judge"));
        command
            .args(arguments.split_whitespace())
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn judge(&self, arguments: &str) -> Ran {
        self.command(arguments).output().expect("judge runs").into()
    }

    /// Runs the tiny contest and gives its results.
    pub(crate) fn run(&self) -> Rows {
        let ran = self.judge("run tiny.toml");
        assert_eq!(ran.code, 0, "{}", ran.err);
        self.rows("results/tiny")
    }

    /// The last row of each run: earlier ones are history.
    pub(crate) fn rows(&self, results: &str) -> Rows {
        let mut last = std::collections::BTreeMap::new();
        for (number, row) in self.history(results).0.into_iter().enumerate() {
            let key = ["round", "instance", "team", "baseline", "repetition"];
            last.insert(key.map(|column| row[column].clone()), (number, row));
        }
        let mut rows: Vec<_> = last.into_values().collect();
        rows.sort_by_key(|(number, _)| *number);
        Rows(rows.into_iter().map(|(_, row)| row).collect())
    }

    /// All rows ever written.
    pub(crate) fn history(&self, results: &str) -> Rows {
        let text = self.read(&format!("{results}/runs.csv"));
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let header = reader.headers().expect("a header").clone();
        let rows = reader.records().map(|record| {
            let record = record.expect("a row");
            header
                .iter()
                .map(str::to_owned)
                .zip(record.iter().map(str::to_owned))
                .collect()
        });
        Rows(rows.collect())
    }
}

/// The rows of a `runs.csv`.
pub(crate) struct Rows(pub(crate) Vec<std::collections::BTreeMap<String, String>>);

impl Rows {
    /// The one row of a team.
    pub(crate) fn of(&self, team: &str) -> &std::collections::BTreeMap<String, String> {
        let own: Vec<_> = self.0.iter().filter(|row| row["team"] == team).collect();
        assert_eq!(own.len(), 1, "rows of {team}: {own:?}");
        own[0]
    }

    pub(crate) fn verdict(&self, team: &str) -> &str {
        &self.of(team)["verdict"]
    }

    pub(crate) fn detail(&self, team: &str) -> &str {
        &self.of(team)["detail"]
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Ran {
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error} in {}", self.out))
    }
}

/// The process of this machine that has this among its arguments, if there is one.
pub(crate) fn process_with(mark: &str) -> Option<u32> {
    let entries = fs::read_dir("/proc").expect("processes").flatten();
    let mut numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.find(|pid: &u32| {
        let command = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&command).contains(mark)
    })
}

/// A file of the repository.
pub(crate) fn repository(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Returns whether something that a test needs is present. If it is not, the test is left out and listed when the test
/// program ends; with `JUDGE_REQUIRE=all` it fails instead.
pub(crate) fn found_or_skipped(what: &str, found: bool) -> bool {
    if !found {
        let is_required = std::env::var_os("JUDGE_REQUIRE").is_some_and(|wanted| wanted == "all");
        assert!(!is_required, "{what} is missing, and JUDGE_REQUIRE=all");
        let test = std::thread::current().name().unwrap_or("a test").to_owned();
        left_out(format!("{test}: {what} is missing"));
    }
    found
}

/// Adds a line to the list of tests that were left out. The list is printed at the end of the program, past libtest,
/// which hides what passing tests print.
pub(crate) fn left_out(line: impl Into<String>) {
    static LEFT_OUT: Mutex<Vec<String>> = Mutex::new(Vec::new());
    extern "C" fn print() {
        let lines = LEFT_OUT.lock().unwrap_or_else(PoisonError::into_inner);
        let list = lines.join("\n  ");
        let _ = writeln!(io::stderr(), "\nleft out:\n  {list}");
    }
    let mut lines = LEFT_OUT.lock().unwrap_or_else(PoisonError::into_inner);
    if lines.is_empty() {
        #[expect(
            unsafe_code,
            reason = "there is no safe way to run code when libtest exits"
        )]
        // SAFETY: the function takes nothing, returns nothing and does not unwind.
        unsafe {
            libc::atexit(print);
        }
    }
    lines.push(line.into());
}

/// Whether a tool is installed.
pub(crate) fn which(tool: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|place| place.join(tool).is_file())
}
