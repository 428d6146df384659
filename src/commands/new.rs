//! `judge new`: contests, submissions, problems and workflows to start from.

mod ci;
mod contest;
mod problem;

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use puzzles::{AnyProblem, Starter};

use super::help;
use crate::cli::{New, NewSubmission};
use crate::error::{Diagnostic, Error, Result};
use crate::locale::Language;
use crate::problems;
use crate::schema::{File, schema};
use crate::terminal::{self, say};

pub(super) fn new(arguments: &New) -> Result<()> {
    match arguments {
        New::Contest(arguments) => contest::contest(arguments),
        New::Submission(arguments) => submission(arguments),
        New::Problem(arguments) => problem::problem(arguments),
        New::Ci(arguments) => ci::ci(arguments),
        New::Help(arguments) => {
            let words = arguments.words.iter().map(String::as_str);
            help::command(std::iter::once("new").chain(words))
        }
    }
}

fn submission(arguments: &NewSubmission) -> Result<()> {
    let problem = problems::named(&arguments.problem)?;
    let starter = starter(problem, &arguments.language)?;
    write_submission(&arguments.folder, starter, arguments.lang)?;
    let file = arguments.folder.join(starter.file);
    say(&format!(
        "wrote {}, which works: improve it",
        file.display()
    ));
    Ok(())
}

fn starter(problem: &dyn AnyProblem, language: &str) -> Result<&'static Starter> {
    let starters = problem.starters();
    let wanted = starters.iter().find(|starter| {
        let extension = Path::new(starter.file).extension().unwrap_or_default();
        starter.language == language || extension == language
    });
    wanted.ok_or_else(|| {
        if let (Some(folder), true) = (problem.folder(), starters.is_empty()) {
            let error = Error::user(format!("the problem {} has no starters", problem.name()));
            let file = folder.join("starters/solver.py");
            return error.with_help(format!(
                "write a small program that works as {}, or in another language",
                file.display()
            ));
        }
        let known: Vec<_> = starters.iter().map(|starter| starter.language).collect();
        let unknown =
            Diagnostic::new(format!("unknown language `{language}`")).suggest(language, &known);
        unknown
            .with_help(format!("languages: {}", known.join(", ")))
            .into()
    })
}

/// Returns a starter for each language, none twice.
pub(super) fn starters(
    problem: &dyn AnyProblem,
    languages: &[String],
) -> Result<Vec<&'static Starter>> {
    let mut found: Vec<&'static Starter> = Vec::new();
    for language in languages {
        let wanted = starter(problem, language)?;
        if found.iter().all(|known| known.language != wanted.language) {
            found.push(wanted);
        }
    }
    Ok(found)
}

fn write_submission(folder: &Path, starter: &Starter, language: Language) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| Error::path("create the folder", folder, &error))?;
    let text = starter.text_in(language.code());
    write_new(&folder.join(starter.file), text.as_bytes())
}

/// Writes the schema that the first line of a new file names, for editors, unless it is there.
fn write_schema(folder: &Path, file: File) -> Result<()> {
    let path = folder.join(file.schema_name());
    if path.exists() {
        return Ok(());
    }
    write_new(&path, terminal::json(&schema(file))?)
}

/// Writes a file; fails if it exists.
pub(super) fn write_new(path: &Path, text: impl AsRef<[u8]>) -> Result<()> {
    write_new_with_mode(path, text, 0o666)
}

/// Writes a file with these permissions; fails if it exists.
pub(super) fn write_new_with_mode(path: &Path, text: impl AsRef<[u8]>, mode: u32) -> Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)
            .map_err(|error| Error::path("create the folder", parent, &error))?;
    }
    let mut options = OpenOptions::new();
    let created = options.write(true).create_new(true).mode(mode).open(path);
    let mut file = created.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Error::already_there(path),
        _ => Error::path("write", path, &error),
    })?;
    file.write_all(text.as_ref())
        .map_err(|error| Error::path("write", path, &error))
}
