//! Completes paths.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::Candidate;
use crate::results_dir::RUNS;

/// Entries of a folder beyond these are not read: a shell waits for the answer.
const MOST_ENTRIES: usize = 10_000;

/// Which files an argument takes. Folders that lead to them are offered too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Anything,
    Folders,
    Toml,
    /// Results folders, which are whole: nobody wants to go into them.
    Results,
}

/// Returns the path that a word means: a shell expands `~`.
pub(super) fn path(word: &str) -> PathBuf {
    let home = std::env::var_os("HOME").unwrap_or_else(|| OsString::from("~"));
    match word.strip_prefix("~/") {
        Some(rest) => Path::new(&home).join(rest),
        None => PathBuf::from(word),
    }
}

/// Returns the paths that begin with `text`, folders with a slash behind them.
pub(super) fn paths(text: &str, wanted: Wanted) -> Vec<Candidate> {
    let (folder, start) = match text.rfind('/') {
        Some(at) => text.split_at(at + 1),
        None => ("", text),
    };
    let place = if folder.is_empty() {
        PathBuf::from(".")
    } else {
        path(folder)
    };
    let entries = std::fs::read_dir(place).into_iter().flatten();
    let entries = entries.take(MOST_ENTRIES).flatten();
    let mut found: Vec<Candidate> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let hidden = name.starts_with('.') && !start.starts_with('.');
            if hidden || !name.starts_with(start) {
                return None;
            }
            let own = entry.path();
            // Follows links: they lead to what the user means.
            let kind = std::fs::metadata(&own).ok()?;
            let is_results = wanted == Wanted::Results && own.join(RUNS).is_file();
            let word = format!("{folder}{name}");
            if kind.is_dir() {
                let slash = if is_results { "" } else { "/" };
                return Some(Candidate::new(format!("{word}{slash}"), ""));
            }
            let fits = match wanted {
                Wanted::Anything => true,
                Wanted::Toml => own.extension().is_some_and(|extension| extension == "toml"),
                Wanted::Folders | Wanted::Results => false,
            };
            fits.then(|| Candidate::new(word, ""))
        })
        .collect();
    found.sort();
    found
}
