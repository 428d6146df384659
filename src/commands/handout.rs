//! `judge handout`: writes what students may have of a contest.

use std::path::Path;

use super::new::{starters, write_new};
use crate::cli::Handout;
use crate::contest::Contest;
use crate::error::{Error, Result};
use crate::handout::{self, HandoutFile};
use crate::terminal::say;
use crate::zip_file::{ZipFile, is_zip};

pub(super) fn handout(arguments: &Handout) -> Result<()> {
    let contest = Contest::read(&arguments.contest)?;
    let path = &arguments.contest;
    let text = std::fs::read_to_string(path).map_err(|error| Error::path("read", path, &error))?;
    let starters = starters(contest.problem, &arguments.language)?;
    let files = handout::handout(&contest, &text, &starters)?;
    if is_zip(&arguments.output) {
        write_zip(&arguments.output, &files)?;
    } else {
        for file in &files {
            write_new(&arguments.output.join(&file.path), &file.content)?;
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
        zip.add(&name.to_string_lossy(), &file.content)?;
    }
    zip.finish()
}
