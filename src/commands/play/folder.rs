//! The page of a problem folder: its view draws an instance, answers that the user types, and those of baselines.

use std::path::{Path, PathBuf};
use std::time::Duration;

use puzzles::{AnyProblem, Case};

use super::{Labelled, games, solutions};
use crate::cli::Play;
use crate::commands::input;
use crate::error::{Error, Result};
use crate::problems;
use crate::report::page::drawing_page;

/// The number of instances of the folder that the page offers if the user names none.
const MAX_INSTANCES: usize = 12;

/// The time limit of each baseline on an offered instance.
const OFFER_TIME: Duration = Duration::from_secs(1);

/// Returns the page of a problem folder, which the user wrote as `chosen`.
pub(super) fn page(
    arguments: &Play,
    problem: &'static dyn AnyProblem,
    chosen: &str,
) -> Result<String> {
    if problem.view().is_none() {
        let error = Error::user(format!("the problem {} has no view", problem.name()));
        let help = "write a `view.js` that draws instances and answers, and add `view = \"view.js\"` to its problem.toml";
        return Err(error.with_help(help));
    }
    let (made, time, file) = match &arguments.instance {
        Some(path) => {
            let case = input::instance(path, Some(chosen))?;
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let name = if stem == "-" { "instance".into() } else { stem };
            let made = vec![(name.to_string().into(), name.to_string(), case)];
            (made, arguments.time, path.display().to_string())
        }
        None => (offers(problem)?, OFFER_TIME, "INSTANCE".to_owned()),
    };
    let language = arguments.lang.unwrap_or_default();
    let title = match made.as_slice() {
        [(_, name, _)] => {
            let title = language.message("drawing-title");
            let title = title.with("problem", problem.name());
            title.with("instance", name).to_string()
        }
        _ => problem.name().to_owned(),
    };
    let cases: Vec<&dyn Case> = made.iter().map(|(_, _, case)| &**case).collect();
    let solved = solutions::solve(&cases, time, time);
    let check = format!(
        "judge check {} ANSWER --problem {}",
        quoted(&file),
        quoted(chosen)
    );
    let page = drawing_page(&title, language, problem, &games(made, solved), &check)?;
    page.ok_or_else(|| Error::Fault("the view of the problem has vanished".to_owned()))
}

/// Reads instances in the folder of a problem.
fn offers(problem: &dyn AnyProblem) -> Result<Vec<Labelled>> {
    let folder = problem.folder().map(Path::to_owned).unwrap_or_default();
    let found = problems::instance_files(problem, &folder)?;
    let found = found.unwrap_or_default();
    if found.is_empty() {
        let error = Error::user(format!("{} has no instances", folder.display()));
        return Err(error.with_help("name one: judge play INSTANCE --problem FOLDER"));
    }
    let read = |(name, path): (String, PathBuf)| {
        let case = problems::read_file(problem, &path)?;
        Ok((name.clone().into(), name, case))
    };
    found.into_iter().take(MAX_INSTANCES).map(read).collect()
}

/// Returns a word of a command line.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
