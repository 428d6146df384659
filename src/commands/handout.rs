//! `judge handout`: writes what students may have of a contest.

use std::path::Path;

use super::new::{starters, write_new_with_mode};
use crate::cli;
use crate::contest::Contest;
use crate::error::{Error, Result};
use crate::handout::{Handout, HandoutFile};
use crate::terminal::say;
use crate::zip_file::{ZipFile, is_zip};

pub(super) fn handout(arguments: &cli::Handout) -> Result<()> {
    let contest = Contest::read(&arguments.contest)?;
    let path = &arguments.contest;
    let text = std::fs::read_to_string(path).map_err(|error| Error::path("read", path, &error))?;
    // A problem folder need not have starters.
    let starters = if contest.problem.starters().is_empty() {
        Vec::new()
    } else {
        starters(contest.problem, &arguments.language)?
    };
    let handout = Handout::of(&contest, &text, &starters)?;
    let files = handout.files(arguments.lang.unwrap_or(contest.language))?;
    if is_zip(&arguments.output) {
        write_zip(&arguments.output, &files)?;
    } else {
        for file in &files {
            let mode = if file.executable { 0o777 } else { 0o666 };
            let path = arguments.output.join(&file.path);
            write_new_with_mode(&path, &file.content, mode)?;
        }
    }
    let output = arguments.output.display();
    say(&format!("{} files are in {output}", files.len()));
    Ok(())
}

/// Writes the files to an archive, below a folder named after it.
fn write_zip(path: &Path, files: &[HandoutFile]) -> Result<()> {
    let top = Path::new(path.file_stem().unwrap_or_default());
    let mut files: Vec<_> = files.iter().collect();
    files.sort_by_key(|file| &file.path);
    let mut zip = ZipFile::create(path)?;
    for file in files {
        let name = top.join(&file.path);
        zip.add_file(&name.to_string_lossy(), &file.content, file.executable)?;
    }
    zip.finish()
}
