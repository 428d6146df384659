//! Hand-ins from Git repositories: one commit of each, without hooks, settings, filters, attributes or submodules.
//!
//! The repository is cloned bare, so that nothing of it is checked out, and the files of the commit are written under the
//! rules of all archives. Only transports over the network are allowed, and folders that the list names as paths.

mod command;
mod list;
mod tree;

use std::path::Path;
use std::process::Output;

use self::command::{ALLOWANCE, Git};
use self::list::Line;
use super::hand_in::{Content, HandIn, Moment};
use super::staging::Staging;
use crate::dir::Dir;
use crate::error::Result;

/// Returns the hand-ins of a table with the columns `team`, `address` and, optionally, `commit`.
pub(super) fn hand_ins(list: &Path, staging: &Staging) -> Result<Vec<HandIn>> {
    let lines = list::read(list)?;
    let base = list.parent().unwrap_or(Path::new(""));
    lines
        .iter()
        .map(|line| hand_in(line, base, staging))
        .collect()
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
    let (address, protocols) = list::checked_address(&line.address, base)?;
    if line.commit.starts_with('-') || line.commit.contains(char::is_whitespace) {
        return Err(format!("`{}` is not a commit: write its hash", line.commit));
    }
    let folder = clone.current_path().map_err(|error| error.to_string())?;
    let git = Git {
        folder: &folder,
        protocols,
        allowance: ALLOWANCE,
    };
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
        cloning.extend(["--depth", "1", "--no-tags"]);
    }
    cloning.extend(["--", address.as_str(), "."]);
    let cloned = git.run(&cloning)?;
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
    let shown = git.run(&[
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
    let notes = tree::unpack(&git, commit, target)?;
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
