//! `judge handout`: writes what students may have of a contest.

use super::new::{starter, write_new};
use crate::cli::Handout;
use crate::contest::Contest;
use crate::error::{Error, Result};
use crate::handout;
use crate::terminal::say;

pub(super) fn handout(arguments: &Handout) -> Result<()> {
    let contest = Contest::read(&arguments.contest)?;
    let path = &arguments.contest;
    let text = std::fs::read_to_string(path).map_err(|error| Error::path("read", path, &error))?;
    let languages = arguments.language.iter();
    let starters: Result<Vec<_>> = languages
        .map(|language| starter(contest.problem, language))
        .collect();
    let files = handout::handout(&contest, &text, &starters?)?;
    for file in &files {
        write_new(&arguments.output.join(&file.path), &file.content)?;
    }
    let folder = arguments.output.display();
    say(&format!("{} files are in {folder}", files.len()));
    Ok(())
}
