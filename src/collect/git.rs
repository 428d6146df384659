//! Hand-ins from Git repositories: one commit of each, without hooks, settings, filters or submodules.
//!
//! The repository is cloned bare, so that nothing of it is checked out, and the commit is read as a tar archive under the
//! rules of all archives. Only transports over the network are allowed, and folders that the list names as paths.

use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use wait_timeout::ChildExt;

use super::archive;
use super::hand_in::{Content, HandIn, Moment};
use super::staging::Staging;
use super::unpack::{MAX_TOTAL, Unpacker};
use crate::dir::Dir;
use crate::error::{Error, Result};

/// How long one command of Git may take.
const PATIENCE: Duration = Duration::from_secs(600);

/// One line of the list.
#[derive(Debug)]
struct Line {
    team: String,
    address: String,
    commit: String,
}

/// Returns the hand-ins of a table with the columns `team`, `address` and, optionally, `commit`.
pub(super) fn hand_ins(list: &Path, staging: &Staging) -> Result<Vec<HandIn>> {
    let lines = read_list(list)?;
    let base = list.parent().unwrap_or(Path::new(""));
    lines
        .iter()
        .map(|line| hand_in(line, base, staging))
        .collect()
}

fn read_list(list: &Path) -> Result<Vec<Line>> {
    let bytes = std::fs::read(list).map_err(|error| Error::path("read", list, &error))?;
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}');
    let shown = list.display();
    // Spreadsheets of some countries separate by semicolons.
    let first = text.lines().next().unwrap_or_default();
    let delimiter = if first.contains(';') { b';' } else { b',' };
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .delimiter(delimiter)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let unreadable = |error: csv::Error| Error::user(format!("{shown}: {error}"));
    let header = reader.headers().map_err(unreadable)?.clone();
    let column = |name: &str| {
        header
            .iter()
            .position(|found| found.eq_ignore_ascii_case(name))
    };
    let (Some(team), Some(address)) = (column("team"), column("address")) else {
        let error = Error::user(format!(
            "{shown}: the first line must name the columns `team` and `address`"
        ));
        return Err(error.with_help("for example: team,address,commit"));
    };
    let commit = column("commit");
    let mut lines = Vec::new();
    for record in reader.records() {
        let record = record.map_err(unreadable)?;
        let cell = |at: usize| record.get(at).unwrap_or_default().to_owned();
        lines.push(Line {
            team: cell(team),
            address: cell(address),
            commit: commit.map(cell).unwrap_or_default(),
        });
    }
    lines.retain(|line| !(line.team.is_empty() && line.address.is_empty()));
    if lines.is_empty() {
        return Err(Error::user(format!("{shown}: the list is empty")));
    }
    Ok(lines)
}

fn hand_in(line: &Line, base: &Path, staging: &Staging) -> Result<HandIn> {
    let mut hand_in = HandIn {
        team: line.team.clone(),
        id: String::new(),
        people: Vec::new(),
        source: line.address.clone(),
        time: None,
        content: Content::Unusable(String::new()),
        notes: Vec::new(),
    };
    let (_, folder) = staging.fresh()?;
    let (_, clone) = staging.fresh()?;
    match fetch(line, base, &clone, &folder) {
        Err(reason) => hand_in.content = Content::Unusable(reason),
        Ok(fetched) => {
            hand_in.source = format!("{} at {}", line.address, fetched.commit);
            hand_in.time = fetched.time;
            hand_in.notes = fetched.notes;
            hand_in.content = Content::Folder(folder);
        }
    }
    Ok(hand_in)
}

struct Fetched {
    commit: String,
    time: Option<Moment>,
    notes: Vec<String>,
}

/// Clones a repository and unpacks one commit of it. Returns the reason and the fix if that fails.
fn fetch(
    line: &Line,
    base: &Path,
    clone: &Dir,
    target: &Dir,
) -> std::result::Result<Fetched, String> {
    let (address, protocols) = checked_address(&line.address, base)?;
    if line.commit.starts_with('-') || line.commit.contains(char::is_whitespace) {
        return Err(format!("`{}` is not a commit: write its hash", line.commit));
    }
    let folder = clone.current_path().map_err(|error| error.to_string())?;
    let git = |arguments: &[&str]| run(&folder, protocols, arguments);
    let failed = |output: &Output| {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let line = text
            .lines()
            .rfind(|line| !line.trim().is_empty())
            .unwrap_or("git failed");
        line.trim().to_owned()
    };
    let mut cloning = vec![
        "clone",
        "--quiet",
        "--bare",
        "--no-local",
        "--template=",
        "--no-recurse-submodules",
    ];
    // The history is needed only to find another commit than the last one.
    if line.commit.is_empty() {
        cloning.extend(["--depth", "1"]);
    }
    cloning.extend(["--", address.as_str(), "."]);
    let cloned = git(&cloning)?;
    if !cloned.status.success() {
        return Err(format!(
            "{} cannot be cloned ({}): check the address",
            line.address,
            failed(&cloned)
        ));
    }
    let wanted = if line.commit.is_empty() {
        "HEAD"
    } else {
        &line.commit
    };
    let wanted = format!("{wanted}^{{commit}}");
    let shown = git(&[
        "log",
        "-1",
        "--format=%H %ct",
        "--end-of-options",
        &wanted,
        "--",
    ])?;
    let text = String::from_utf8_lossy(&shown.stdout).into_owned();
    let Some((commit, seconds)) = text
        .trim()
        .split_once(' ')
        .filter(|_| shown.status.success())
    else {
        let what = if line.commit.is_empty() {
            "no commit"
        } else {
            "no such commit"
        };
        return Err(format!(
            "{} has {what} ({}): check the list",
            line.address,
            failed(&shown)
        ));
    };
    let notes = unpack(&folder, protocols, commit, target)?;
    let time = seconds
        .parse()
        .ok()
        .and_then(|seconds| Moment::from_second(seconds).ok());
    Ok(Fetched {
        commit: commit.to_owned(),
        time,
        notes,
    })
}

/// Unpacks a commit by way of a file without a name.
fn unpack(
    folder: &Path,
    protocols: &str,
    commit: &str,
    target: &Dir,
) -> std::result::Result<Vec<String>, String> {
    let failed = |error: std::io::Error| error.to_string();
    let parent = Dir::open(folder).map_err(failed)?;
    let mut tar = parent
        .create_new_readable("commit.tar", 0o600)
        .map_err(failed)?;
    parent.remove_file("commit.tar").map_err(failed)?;
    let mut child = command(folder, protocols)
        .args(["archive", "--format=tar", commit])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    let output = child.stdout.take();
    let copied = output.map_or(Ok(0), |output| {
        std::io::copy(&mut output.take(2 * MAX_TOTAL), &mut tar)
    });
    // If there is more, Git waits for a reader.
    let _ = child.kill();
    child.wait().map_err(failed)?;
    let length = copied.map_err(failed)?;
    tar.rewind().map_err(failed)?;
    let mut unpacker = Unpacker::new(target, length);
    archive::visit_tar(tar, &mut |member| unpacker.add(member))?;
    Ok(unpacker.notes())
}

/// Returns the address for Git and the transports that it may use.
fn checked_address(
    address: &str,
    base: &Path,
) -> std::result::Result<(String, &'static str), String> {
    const NETWORK: &str = "git:http:https:ssh";
    let refused = |why: &str| Err(format!("`{address}` is not taken: {why}"));
    if address.is_empty() || address.starts_with('-') || address.contains(char::is_control) {
        return refused("it is not an address");
    }
    if let Some((scheme, _)) = address.split_once("://") {
        return match scheme {
            "https" | "http" | "ssh" | "git" => Ok((address.to_owned(), NETWORK)),
            _ => refused("use https, ssh, or the path of a folder"),
        };
    }
    if address.contains("::") {
        return refused("it would run a program; use https, ssh, or the path of a folder");
    }
    let local: PathBuf = base.join(address);
    if local.is_dir() {
        let absolute = local.canonicalize().map_err(|error| error.to_string())?;
        return Ok((absolute.to_string_lossy().into_owned(), "file"));
    }
    match address.split_once(':') {
        // user@host:path
        Some((host, _)) if !host.contains('/') => Ok((address.to_owned(), NETWORK)),
        _ => refused("there is no such folder"),
    }
}

fn command(folder: &Path, protocols: &str) -> Command {
    let mut command = Command::new("git");
    for (name, _) in
        std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("GIT_"))
    {
        command.env_remove(name);
    }
    command
        .current_dir(folder)
        .env("GIT_ALLOW_PROTOCOL", protocols)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_ATTR_NOSYSTEM", "1")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_ASKPASS", "/bin/false")
        .env("GIT_SSH_COMMAND", "ssh -oBatchMode=yes")
        .env("LC_ALL", "C.UTF-8")
        .args([
            "-c",
            "core.hooksPath=/dev/null",
            "-c",
            "core.fsmonitor=false",
            "-c",
            "safe.directory=*",
        ])
        .stdin(Stdio::null());
    command
}

fn run(folder: &Path, protocols: &str, arguments: &[&str]) -> std::result::Result<Output, String> {
    let started = command(folder, protocols)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child =
        started.map_err(|error| format!("git cannot be started ({error}): install it"))?;
    let ended = child
        .wait_timeout(PATIENCE)
        .map_err(|error| error.to_string())?;
    if ended.is_none() {
        let _ = child.kill();
        let _ = child.wait();
        return Err("git took longer than 10 minutes: check the address".to_owned());
    }
    child.wait_with_output().map_err(|error| error.to_string())
}
