//! `judge new`: commented, working starters.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use puzzles::{AnyProblem, Starter};
use rustix::rand::GetRandomFlags;

use super::input;
use crate::cli::{New, NewContest, NewSubmission};
use crate::digest::hex;
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
    let secret = file.with_extension("secret");
    refuse_existing(&file)?;
    write_secret(&secret)?;
    let names = Names {
        contest: &stem,
        teams: &teams,
        secret: &format!("{stem}.secret"),
    };
    write_new(&file, &contest_text(&names, problem))?;
    let example = file.with_file_name(&teams).join("example");
    if !example.exists() {
        write_submission(&example, starter(problem, "python")?)?;
    }
    let (file, example, secret) = (file.display(), example.display(), secret.display());
    say(&format!("wrote {file} and a first team in {example}"));
    say(&format!(
        "the secret of the hidden round is in {secret}: only you can read it; add `*.secret` to .gitignore"
    ));
    say(&format!("next: judge run {file}"));
    Ok(())
}

/// What the files of a contest are called.
struct Names<'n> {
    contest: &'n str,
    teams: &'n str,
    secret: &'n str,
}

fn contest_text(names: &Names, problem: &dyn AnyProblem) -> String {
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
        .replace("{name}", &quoted(names.contest))
        .replace("{problem}", problem.name())
        .replace("{about}", problem.about())
        .replace("{teams}", &quoted(names.teams))
        .replace("{secret}", &quoted(names.secret))
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

/// How many bits nobody can guess.
const SECRET_BYTES: usize = 128 / 8;

/// Writes a random secret to a file that only its owner can read.
fn write_secret(path: &Path) -> Result<()> {
    let mut bytes = [0; SECRET_BYTES];
    rustix::rand::getrandom(&mut bytes, GetRandomFlags::empty())
        .map_err(|error| Error::fault("get random bytes from the kernel", &error))?;
    write_new_with_mode(path, &(hex(&bytes) + "\n"), 0o600)
}

/// Writes a file that must not be there yet.
fn write_new(path: &Path, text: &str) -> Result<()> {
    write_new_with_mode(path, text, 0o666)
}

fn write_new_with_mode(path: &Path, text: &str, mode: u32) -> Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)
            .map_err(|error| Error::path("make the folder", parent, &error))?;
    }
    let mut options = OpenOptions::new();
    let created = options.write(true).create_new(true).mode(mode).open(path);
    let mut file = created.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => already_there(path),
        _ => Error::path("write", path, &error),
    })?;
    file.write_all(text.as_bytes())
        .map_err(|error| Error::path("write", path, &error))
}

/// So that no secret is left behind for a contest that is not written.
fn refuse_existing(path: &Path) -> Result<()> {
    if path.symlink_metadata().is_ok() {
        return Err(already_there(path));
    }
    Ok(())
}

fn already_there(path: &Path) -> Error {
    let error = Error::user(format!("{} is there already", path.display()));
    error.with_help("choose another name; nothing was overwritten")
}
