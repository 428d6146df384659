//! The answer file that a team handed in for an instance, if it did.

use std::path::Path;

use rustix::fs::FileType;

use crate::entrants::{ANSWERS, HandedIn};
use crate::results::Row;
use crate::results_dir::{LARGEST_ANSWER, ResultsDir};
use crate::verdict::Verdict;

/// Whether what a team handed in for an instance is what an earlier row judged.
pub fn is_unchanged(result: &HandedIn, stem: &str, row: &Row, files: &ResultsDir) -> bool {
    match handed_in(result, stem) {
        Ok(Some(answer)) => {
            row.answers == 1 && files.answer(&row.id()).unwrap_or_default() == answer
        }
        Ok(None) => row.verdict == Verdict::Missing,
        Err(reason) => row.answers == 0 && *row.detail == reason,
    }
}

/// The team's file for an instance: its name with any extension. Links are refused, as they may lead anywhere.
pub(super) fn handed_in(
    handed_in: &HandedIn,
    stem: &str,
) -> std::result::Result<Option<Vec<u8>>, String> {
    let HandedIn::Folder(folder) = handed_in else {
        return Ok(None);
    };
    match folder.kind(ANSWERS) {
        None => return Ok(None),
        Some(FileType::Symlink) => return Err("the folder of answers is a link".to_owned()),
        Some(FileType::Directory) => {}
        Some(_) => return Err(format!("{ANSWERS} is not a folder")),
    }
    let unreadable = |error: std::io::Error| format!("unreadable file: {error}");
    let answers = folder.dir(ANSWERS).map_err(unreadable)?;
    let mut found = answers.entries().map_err(unreadable)?;
    found.retain(|entry| {
        Path::new(&entry.name)
            .file_stem()
            .is_some_and(|own| own == stem)
    });
    let file = match found.as_slice() {
        [] => return Ok(None),
        [file] => file,
        [one, other, ..] => {
            let (one, other) = (one.name.display(), other.name.display());
            return Err(format!("both {one} and {other} were handed in"));
        }
    };
    if file.kind == FileType::Symlink {
        return Err("the answer file is a link".to_owned());
    }
    answers
        .read(&file.name, LARGEST_ANSWER)
        .map(Some)
        .map_err(unreadable)
}
