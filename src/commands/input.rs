//! Reads instances and answers that the user names: files, or `-` for standard input.

use std::io::Read;
use std::path::Path;

use puzzles::{AnyProblem, Case, TextError};

use crate::cli::ProblemChoice;
use crate::error::{Diagnostic, Error, Result};
use crate::problems::{self, workshop};
use crate::sandbox::Wanted;

/// Reads a file, or standard input.
pub(super) fn read(path: &Path) -> Result<Vec<u8>> {
    if path != Path::new("-") {
        return std::fs::read(path).map_err(|error| Error::path("read", path, &error));
    }
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().read_to_end(&mut bytes);
    read.map_err(|error| Error::path("read", Path::new("standard input"), &error))?;
    Ok(bytes)
}

/// Returns the name of a file in messages.
pub(super) fn name(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// Returns the problem that the user chose, and sets how the programs of its folder are isolated.
pub(super) fn chosen(choice: &ProblemChoice) -> Option<&str> {
    isolate_problems(choice.unsandboxed);
    choice.problem.as_deref()
}

/// Sets how the programs of a problem folder are isolated.
pub(super) fn isolate_problems(unsandboxed: bool) {
    workshop::set_isolation(Wanted {
        unsandboxed,
        ..Wanted::default()
    });
}

/// Finds the solver of that name.
pub(super) fn solver(problem: &dyn AnyProblem, name: &str) -> Result<&'static str> {
    let known: Vec<_> = problem.solvers().iter().map(|solver| solver.name).collect();
    let found = known.iter().copied().find(|&known| known == name);
    found.ok_or_else(|| {
        let message = format!("{} has no solver `{name}`", problem.name());
        let unknown = Diagnostic::new(message).suggest(name, &known);
        unknown
            .with_help(format!("its solvers: {}", known.join(", ")))
            .into()
    })
}

/// Reads an instance. Without a chosen problem, the content decides.
pub(super) fn instance(path: &Path, chosen: Option<&str>) -> Result<Box<dyn Case>> {
    let candidates = match chosen {
        Some(chosen) => vec![problems::named(chosen)?],
        None => puzzles::problems().to_vec(),
    };
    instance_of(candidates, path)
}

/// Reads an instance for a bundled solver, whose name may decide the problem if the content does not.
pub(super) fn instance_for(
    solver: &str,
    path: &Path,
    chosen: Option<&str>,
) -> Result<Box<dyn Case>> {
    let has = |problem: &&dyn AnyProblem| problem.solvers().iter().any(|s| s.name == solver);
    let candidates: Vec<_> = puzzles::problems().iter().copied().filter(has).collect();
    if chosen.is_some() || candidates.is_empty() {
        return instance(path, chosen);
    }
    instance_of(candidates, path)
}

fn instance_of(candidates: Vec<&'static dyn AnyProblem>, path: &Path) -> Result<Box<dyn Case>> {
    if let [problem] = candidates.as_slice()
        && path != Path::new("-")
    {
        return problems::read_file(*problem, path);
    }
    let bytes = read(path)?;
    let mut readings = Vec::new();
    let mut failures: Vec<(&dyn AnyProblem, TextError)> = Vec::new();
    for candidate in candidates {
        match candidate.read(&bytes) {
            Ok(case) => readings.push(case),
            Err(error) => failures.push((candidate, error)),
        }
    }
    match (readings.pop(), readings.as_slice()) {
        (Some(case), []) => Ok(case),
        (Some(last), others) => {
            let fitting = others
                .iter()
                .chain([&last])
                .map(|case| case.problem().name());
            let fitting: Vec<_> = fitting.collect();
            let error = Error::user(format!(
                "{} can be read as {}",
                name(path),
                fitting.join(" and as ")
            ));
            Err(error.with_help(format!("say which with --problem {}", fitting[0])))
        }
        (None, _) => Err(no_reading(path, &bytes, failures)),
    }
}

/// Returns the error of a file's text, with the line drawn if the file can be read again.
pub(super) fn unreadable(path: &Path, error: &TextError) -> Diagnostic {
    let text = if path.is_file() {
        std::fs::read(path).ok()
    } else {
        None
    };
    Diagnostic::at_text(error, &name(path), text.as_deref())
}

/// Returns the error of the problem whose reader got furthest: most likely the one that was meant.
fn no_reading(path: &Path, bytes: &[u8], failures: Vec<(&dyn AnyProblem, TextError)>) -> Error {
    let guessed = failures.len() > 1;
    let furthest = failures
        .into_iter()
        .max_by_key(|(_, error)| (error.line, error.column));
    let Some((problem, error)) = furthest else {
        return Error::Fault("there is no problem to read instances of".to_owned());
    };
    let mut help = format!("parsed as a {} instance", problem.name());
    if guessed {
        help += ", which it comes nearest to; --problem P says that it is of another";
    }
    let diagnostic = Diagnostic::at_text(&error, &name(path), Some(bytes));
    diagnostic.with_help(help).into()
}
