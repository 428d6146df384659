//! Opens the problem folder of a contest, without which answers of such a problem cannot be checked.

use std::path::Path;

use crate::contest::Contest;
use crate::dir::Dir;
use crate::error::Result;
use crate::problems;
use crate::results::Facts;

/// Returns the contest of a results folder, and why its problem folder is not used, if it is not.
///
/// A problem folder is opened only if the contest file still exists unchanged: a results folder of unknown origin must
/// not make the judge open arbitrary files. Its checker is used only if it is the one of the contest.
pub fn contest(facts: &Facts, results: &Path) -> Result<(Contest, Option<String>)> {
    let recorded = facts.read_contest()?;
    let Some(described) = &facts.problem else {
        return Ok((recorded, None));
    };
    let name = &described.name;
    if !is_own_contest(&recorded) || is_below(&recorded.document.path, results) {
        let note = format!(
            "answers were not checked again: the contest file, which names the folder of {name}, is not available"
        );
        return Ok((recorded, Some(note)));
    }
    let opened = match Contest::from_document(&recorded.document) {
        Ok(opened) => opened,
        Err(error) => {
            let note = format!("answers were not checked again: {error}");
            return Ok((recorded, Some(note)));
        }
    };
    let digest = problems::of(opened.problem).map(|folder| &folder.description().digest);
    if digest != Some(&described.digest) {
        let note = format!(
            "answers were not checked again: the programs of {name} have changed since the contest"
        );
        return Ok((recorded, Some(note)));
    }
    Ok((opened, None))
}

/// Returns whether a file is in a results folder, whose maker then chose its content.
fn is_below(file: &Path, results: &Path) -> bool {
    match (file.canonicalize(), results.canonicalize()) {
        (Ok(file), Ok(results)) => file.starts_with(results),
        _ => true,
    }
}

/// Returns whether the contest file still exists with the same text.
pub(super) fn is_own_contest(contest: &Contest) -> bool {
    const LARGEST: u64 = 64 << 20;
    let path = &contest.document.path;
    let folder = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let folder = Dir::open(folder.unwrap_or(Path::new(".")));
    let text = folder.and_then(|folder| {
        let name = path.file_name().unwrap_or_default();
        folder.read_to_string(name, LARGEST)
    });
    text.is_ok_and(|text| text == contest.document.text)
}
