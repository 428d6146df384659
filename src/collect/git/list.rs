//! The table of repositories, and the addresses that are allowed in it.

use std::path::{Path, PathBuf};

use super::command::{LOCAL, NETWORK};
use crate::error::{Error, Result};

/// One line of the list.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) team: String,
    pub(super) address: String,
    pub(super) commit: String,
}

/// Reads a table with the columns `team`, `address` and, optionally, `commit`.
pub(super) fn read(list: &Path) -> Result<Vec<Line>> {
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

/// Returns the address for Git and the transports that it may use.
pub(super) fn checked_address(
    address: &str,
    base: &Path,
) -> std::result::Result<(String, &'static str), String> {
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
        return Ok((absolute.to_string_lossy().into_owned(), LOCAL));
    }
    match address.split_once(':') {
        // user@host:path
        Some((host, _)) if !host.contains('/') => Ok((address.to_owned(), NETWORK)),
        _ => refused("there is no such folder"),
    }
}
