//! Reads the answer files that teams submit.

use std::path::Path;

use rustix::fs::FileType;

use crate::entrants::{ANSWERS, HandedIn};
use crate::results::Row;
use crate::results_dir::{LARGEST_ANSWER, ResultsDir};
use crate::verdict::Verdict;

/// Returns whether the answer file of an instance is the one that an earlier row judged.
pub fn is_unchanged(submission: &HandedIn, stem: &str, row: &Row, files: &ResultsDir) -> bool {
    match read_answer_file(submission, stem) {
        Ok(Some(answer)) => {
            row.answers == 1 && files.answer(&row.id()).unwrap_or_default() == answer
        }
        Ok(None) => row.verdict == Verdict::Missing,
        Err(reason) => row.answers == 0 && *row.detail == reason,
    }
}

/// Reads the answer file of an instance: the instance's name with any extension. Rejects symbolic links, which may point
/// outside of the submission. Fails with a description of the problem.
pub(super) fn read_answer_file(
    submission: &HandedIn,
    stem: &str,
) -> std::result::Result<Option<Vec<u8>>, String> {
    let HandedIn::Folder(folder) = submission else {
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
            return Err(format!("both {one} and {other} were submitted"));
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
