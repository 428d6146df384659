//! Finds the compilers and interpreters of this machine.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use wait_timeout::ChildExt;

use super::language;

/// A tool, and the folder outside the system's that it needs to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tool {
    pub(super) path: PathBuf,
    pub(super) home: Option<PathBuf>,
}

/// Folders that every program can read.
const SYSTEM: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];

/// Finds a tool. System folders come first: tools that a user installed may depend on the user's settings.
pub(super) fn find(name: &str) -> Option<Tool> {
    let system = SYSTEM.iter().map(|place| Path::new(place).join(name));
    if let Some(path) = system.into_iter().find(|path| path.is_file()) {
        return Some(Tool { path, home: None });
    }
    // A home folder may hold private files, so only tools of supported languages are searched there.
    if !language::ALL
        .iter()
        .any(|language| language.tools().any(|tool| tool == name))
    {
        return None;
    }
    let path = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&path)
        .map(|place| place.join(name))
        .find(|path| path.is_file())?;
    // With rustup, the tool in the path is a proxy; ask it for the real one.
    let real = match rust_home(&found) {
        Some(home) => home.join("bin").join(name),
        None => found.canonicalize().ok()?,
    };
    // By convention, a tool in `…/bin` keeps its libraries in `…`.
    let home = real
        .parent()
        .filter(|folder| folder.ends_with("bin"))?
        .parent()?
        .to_owned();
    Some(Tool {
        path: real,
        home: Some(home),
    })
}

fn rust_home(tool: &Path) -> Option<PathBuf> {
    let name = tool.file_name()?;
    if name != "rustc" && name != "cargo" {
        return None;
    }
    let printed = Command::new(tool.with_file_name("rustc"))
        .args(["--print", "sysroot"])
        .output()
        .ok()?;
    let home = PathBuf::from(String::from_utf8(printed.stdout).ok()?.trim());
    home.join("bin").join(name).is_file().then_some(home)
}

/// Returns the first line of a tool's version message, asked for once.
pub(super) fn version(name: &str) -> Option<String> {
    static KNOWN: Mutex<BTreeMap<String, Option<String>>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(version) = known.get(name) {
        return version.clone();
    }
    let version = find(name).and_then(|tool| ask_version(name, &tool));
    known.insert(name.to_owned(), version.clone());
    version
}

fn ask_version(name: &str, tool: &Tool) -> Option<String> {
    const PATIENCE: Duration = Duration::from_secs(10);
    const LONGEST: usize = 200;
    let argument = match name {
        "go" => "version",
        "java" | "javac" => "-version",
        _ => "--version",
    };
    let mut asked = Command::new(&tool.path)
        .arg(argument)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    if !matches!(asked.wait_timeout(PATIENCE), Ok(Some(_))) {
        let _ = asked.kill();
    }
    let told = asked.wait_with_output().ok()?;
    // Some write to standard error.
    let text = [told.stdout, told.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().find(|line| !line.trim().is_empty())?;
    let line: String = line.trim().chars().take(LONGEST).collect();
    Some(format!("{name}: {}", line.replace(char::is_control, " ")))
}
