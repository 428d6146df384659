//! `judge new`: commented, working starters.

use std::fs;
use std::path::Path;

use reference::{AnyProblem, Starter};

use super::input;
use crate::cli::{New, NewContest, NewSubmission};
use crate::error::{Diagnostic, Error, Result};
use crate::terminal::say;

pub(super) fn new(arguments: &New) -> Result<()> {
    match arguments {
        New::Contest(arguments) => contest(arguments),
        New::Submission(arguments) => submission(arguments),
    }
}

fn contest(arguments: &NewContest) -> Result<()> {
    let problem = input::problem(&arguments.problem)?;
    let mut file = arguments.file.clone();
    if file.extension().is_none_or(|extension| extension != "toml") {
        file.as_mut_os_string().push(".toml");
    }
    let stem = file
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let teams = format!("{stem}-submissions");
    write_new(&file, &contest_text(&stem, &teams, problem))?;
    let example = file.with_file_name(&teams).join("example");
    if !example.exists() {
        write_submission(&example, starter(problem, "python")?)?;
    }
    say(&format!(
        "wrote {} and a first team in {}",
        file.display(),
        example.display()
    ));
    say(&format!("next: judge run {}", file.display()));
    Ok(())
}

fn contest_text(name: &str, teams: &str, problem: &dyn AnyProblem) -> String {
    let baselines: Vec<_> = problem.solvers().iter().map(|solver| solver.name).collect();
    let first = baselines.first().copied().unwrap_or_default();
    // Others than `best` may be made for small instances only.
    let strongest = baselines.iter().find(|&&name| name == "best");
    let last = strongest.or(baselines.last()).copied().unwrap_or_default();
    let recipes = problem.sample_recipes();
    let recipes: Vec<_> = recipes
        .iter()
        .map(|recipe| format!("  {{ count = 3, {recipe} }},\n"))
        .collect();
    include_str!("new/contest.toml")
        .replace("{name}", &quoted(name))
        .replace("{problem}", problem.name())
        .replace("{about}", problem.about())
        .replace("{teams}", &quoted(teams))
        .replace("{baselines}", &baselines.join(", "))
        .replace("{first}", first)
        .replace("{last}", last)
        .replace(
            "{recipe}",
            problem
                .sample_recipes()
                .first()
                .copied()
                .unwrap_or_default(),
        )
        .replace("{recipes}", &recipes.concat())
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn submission(arguments: &NewSubmission) -> Result<()> {
    let problem = input::problem(&arguments.problem)?;
    let starter = starter(problem, &arguments.language)?;
    write_submission(&arguments.folder, starter)?;
    let file = arguments.folder.join(starter.file);
    say(&format!(
        "wrote {}, which already works: make it better",
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
        let known: Vec<_> = starters.iter().map(|starter| starter.language).collect();
        let unknown = Diagnostic::new(format!("there is no starter in `{language}`"))
            .suggest(language, &known);
        unknown
            .with_help(format!("languages: {}", known.join(", ")))
            .into()
    })
}

fn write_submission(folder: &Path, starter: &Starter) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| Error::path("make the folder", folder, &error))?;
    write_new(&folder.join(starter.file), starter.text)
}

/// Writes a file that must not be there yet.
fn write_new(path: &Path, text: &str) -> Result<()> {
    if path.exists() {
        let error = Error::user(format!("{} is there already", path.display()));
        return Err(error.with_help("choose another name; nothing was overwritten"));
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)
            .map_err(|error| Error::path("make the folder", parent, &error))?;
    }
    fs::write(path, text).map_err(|error| Error::path("write", path, &error))
}
