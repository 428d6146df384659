//! The problems that a contest can have: the bundled puzzles, and problem folders.
//!
//! Both kinds are an [`AnyProblem`]; the rest of the judge does not tell them apart. A problem folder has a checker and
//! other programs, which run in sandboxes of their own (`workshop`).

mod case;
mod checker;
mod description;
mod folder;
mod generator;
mod manifest;
pub mod package;
mod packaged;
mod programs;
mod sources;
mod trials;
pub mod workshop;

use std::path::{Path, PathBuf};

use puzzles::{AnyProblem, Case, Companion, Value};

pub use self::description::{Description, SuggestedLimits, goal_names};
use self::folder::LARGEST_INSTANCE;
pub use self::folder::{Declared, ProblemFolder, of, open, open_alone, recorded};
pub use self::manifest::{check_name, goal};
pub use self::trials::ExampleSubmission;
use crate::entrants::{self, Entrant};
use crate::error::{Diagnostic, Error, Result};
use crate::locale::Language;
use crate::units::show_size;

/// Returns the names of the bundled problems.
pub fn bundled_names() -> Vec<&'static str> {
    let problems = puzzles::problems().iter();
    problems.map(|problem| problem.name()).collect()
}

/// Returns the bundled problem of that name, or the problem of that folder.
pub fn named(name: &str) -> Result<&'static dyn AnyProblem> {
    if let Some(problem) = puzzles::problem(name) {
        return Ok(problem);
    }
    let path = Path::new(name);
    if path.is_dir() {
        return Ok(open_alone(path)?);
    }
    let names = bundled_names();
    let message = format!("unknown problem `{name}`");
    let unknown = Diagnostic::new(message).suggest(name, &names);
    let unknown = unknown.with_help(format!("known problems: {}", names.join(", ")));
    Err(unknown
        .with_help("a folder with a problem.toml is a problem, too")
        .into())
}

/// Returns the problem in one line. A problem folder has the same line in all languages.
pub fn about(problem: &dyn AnyProblem, language: Language) -> String {
    let key = match problem.name() {
        _ if of(problem).is_some() => return problem.about().to_owned(),
        "sorting-robot" => "problem-sorting-robot",
        "swap-puzzle" => "problem-swap-puzzle",
        "la-grille" => "problem-la-grille",
        "picross" => "problem-picross",
        _ => return problem.about().to_owned(),
    };
    language.message(key).to_string()
}

/// Returns the unit of values in the plural. That of a problem folder is the same in all languages.
pub fn unit(problem: &dyn AnyProblem, language: Language) -> String {
    let key = match problem.unit() {
        unit if of(problem).is_some() => return unit.to_owned(),
        "steps" => "unit-steps",
        "swaps" => "unit-swaps",
        "points" => "unit-points",
        "solved" => "unit-solved",
        unit => return unit.to_owned(),
    };
    language.message(key).to_string()
}

/// Returns the text by which [`named`] finds the problem again.
pub fn argument(problem: &dyn AnyProblem) -> String {
    match problem.folder() {
        Some(folder) => folder.display().to_string(),
        None => problem.name().to_owned(),
    }
}

/// Returns a solver of a problem as a baseline.
pub fn baseline(problem: &'static dyn AnyProblem, name: &str) -> Entrant {
    let tool = of(problem).and_then(|folder| {
        let programs = folder.programs().ok()?;
        programs.baseline(name)
    });
    match tool {
        Some(tool) => tool.entrant.clone(),
        None => entrants::bundled(problem.name(), name),
    }
}

/// Returns the limits of a contest that sets none.
pub fn suggested_limits(problem: &dyn AnyProblem) -> SuggestedLimits {
    of(problem).map_or_else(SuggestedLimits::default, |folder| {
        folder.description().limits
    })
}

/// Reads an instance file, with the answer file beside it if the problem has such files.
pub fn read_file(problem: &dyn AnyProblem, path: &Path) -> Result<Box<dyn Case>> {
    let folder = of(problem);
    let too_large = |found: std::fs::Metadata| found.len() > LARGEST_INSTANCE as u64;
    if folder.is_some() && path.metadata().is_ok_and(too_large) {
        let message = format!(
            "{} is larger than {}",
            path.display(),
            show_size(LARGEST_INSTANCE as u64)
        );
        return Err(Error::user(message).with_help("make the instance smaller"));
    }
    let bytes = std::fs::read(path).map_err(|error| Error::path("read", path, &error))?;
    let case = match folder {
        None => problem.read(&bytes),
        Some(folder) => problem.read_with(&bytes, companion(folder, path)?),
    };
    case.map_err(|error| {
        let place = Diagnostic::at_text(&error, &path.display().to_string(), Some(&bytes));
        place
            .with_help(format!("parsed as a {} instance", problem.name()))
            .into()
    })
}

fn companion(folder: &ProblemFolder, path: &Path) -> Result<Companion> {
    if let Some(package) = folder.package() {
        let found = package.companion(path)?;
        let score = found.accepted_score.as_deref();
        return Ok(Companion {
            answer: found.answer,
            arguments: found.arguments,
            accepted: score.and_then(|score| Value::rounded(score, Value::MAX_DECIMALS).ok()),
        });
    }
    let beside = path.with_extension("ans");
    let answer = if beside != path && beside.is_file() {
        std::fs::read(&beside).map_err(|error| Error::path("read", &beside, &error))?
    } else {
        Vec::new()
    };
    Ok(Companion {
        answer,
        ..Companion::default()
    })
}

/// Returns the `.in` files at any depth below a folder, named after their paths; `None` if the problem is bundled, or has
/// no such files and is not a package.
pub fn instance_files(
    problem: &dyn AnyProblem,
    path: &Path,
) -> Result<Option<Vec<(String, PathBuf)>>> {
    let Some(folder) = of(problem).filter(|_| path.is_dir()) else {
        return Ok(None);
    };
    let found = match folder.package() {
        Some(package) => package.instances(path)?,
        None => inputs_below(path),
    };
    // A link of a package from elsewhere must not make an instance of any file of this machine.
    let roots = [Some(path), problem.folder()];
    let roots = roots
        .into_iter()
        .flatten()
        .filter_map(|root| root.canonicalize().ok());
    let roots: Vec<PathBuf> = roots.collect();
    for (_, file) in found.iter().filter(|(_, file)| file.is_symlink()) {
        let target = file.canonicalize();
        let target = target.map_err(|error| Error::path("read", file, &error))?;
        if !roots.iter().any(|root| target.starts_with(root)) {
            let error = format!(
                "{} is a link to a file outside of the problem",
                file.display()
            );
            return Err(Error::user(error).with_help("copy the file into the problem folder"));
        }
    }
    // A package has no instances under other names.
    let is_known = !found.is_empty() || folder.package().is_some();
    Ok(is_known.then_some(found))
}

fn inputs_below(path: &Path) -> Vec<(String, PathBuf)> {
    let visible = |entry: &walkdir::DirEntry| {
        entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.')
    };
    let entries = walkdir::WalkDir::new(path).sort_by_file_name().into_iter();
    let files = entries.filter_entry(visible).flatten();
    let files = files.map(walkdir::DirEntry::into_path);
    let inputs = files.filter(|file| file.extension().is_some_and(|end| end == "in"));
    let named = |file: PathBuf| {
        let stem = file.with_extension("");
        let below = stem.strip_prefix(path).unwrap_or(&stem);
        (below.to_string_lossy().replace('/', "-"), file)
    };
    inputs.filter(|file| file.is_file()).map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_problems_are_described_in_both_languages() {
        for &problem in puzzles::problems() {
            assert_eq!(about(problem, Language::English), problem.about());
            assert_ne!(about(problem, Language::French), problem.about());
            assert_eq!(unit(problem, Language::English), problem.unit());
        }
    }
}
