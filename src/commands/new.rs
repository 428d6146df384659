//! `judge new`: contests, submissions and workflows to start from.

mod ci;

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use askama::Template;
use puzzles::{AnyProblem, Starter};
use rustix::rand::GetRandomFlags;

use super::{help, input};
use crate::cli::{New, NewContest, NewSubmission};
use crate::digest::hex;
use crate::error::{Diagnostic, Error, Result};
use crate::terminal::say;

pub(super) fn new(arguments: &New) -> Result<()> {
    match arguments {
        New::Contest(arguments) => contest(arguments),
        New::Submission(arguments) => submission(arguments),
        New::Ci(arguments) => ci::ci(arguments),
        New::Help(arguments) => {
            let words = arguments.words.iter().map(String::as_str);
            help::command(std::iter::once("new").chain(words))
        }
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
    write_new(&file, contest_text(&stem, &teams, problem)?)?;
    let example = file.with_file_name(&teams).join("example");
    if !example.exists() {
        write_submission(&example, starter(problem, "python")?)?;
    }
    let (file, example, secret) = (file.display(), example.display(), secret.display());
    say(&format!("wrote {file} and a first team in {example}"));
    say(&format!(
        "the secret of the hidden round is in {secret}, readable by you only; add `*.secret` to .gitignore"
    ));
    say(&format!("next: judge run {file}"));
    Ok(())
}

/// The contest file of `judge new contest`. Texts are quoted as in TOML.
#[derive(Template)]
#[template(
    path = "contest.toml",
    config = "src/commands/new/askama.toml",
    escape = "none"
)]
struct ContestFile<'a> {
    name: String,
    problem: String,
    about: &'a str,
    submissions: String,
    solvers: Vec<&'a str>,
    baselines: Vec<String>,
    secret: String,
    practice: &'a str,
    recipes: &'a [&'a str],
    /// Whether the contest is a competition of two rounds by points.
    is_competition: bool,
}

/// The problem whose course ran a competition of two rounds: answers to known grids, then programs on hidden ones.
const COMPETITION: &str = "la-grille";

fn contest_text(stem: &str, teams: &str, problem: &dyn AnyProblem) -> Result<String> {
    let solvers: Vec<&str> = problem.solvers().iter().map(|solver| solver.name).collect();
    // Solvers other than `best` may be limited to small instances.
    let strongest = solvers.iter().find(|&&name| name == "best");
    let baselines = solvers
        .first()
        .into_iter()
        .chain(strongest.or(solvers.last()));
    let recipes = problem.sample_recipes();
    let file = ContestFile {
        name: quoted(stem),
        problem: quoted(problem.name()),
        about: problem.about(),
        submissions: quoted(teams),
        baselines: baselines.map(|name| quoted(name)).collect(),
        solvers,
        secret: quoted(&format!("{stem}.secret")),
        practice: recipes.first().copied().unwrap_or_default(),
        recipes,
        is_competition: problem.name() == COMPETITION,
    };
    let text = file.render();
    let text = text.map_err(|error| Error::fault("write a contest file", &error))?;
    Ok(text + "\n")
}

/// A text as a TOML string.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn submission(arguments: &NewSubmission) -> Result<()> {
    let problem = input::problem(&arguments.problem)?;
    let starter = starter(problem, &arguments.language)?;
    write_submission(&arguments.folder, starter)?;
    let file = arguments.folder.join(starter.file);
    say(&format!(
        "wrote {}, which works: improve it",
        file.display()
    ));
    Ok(())
}

pub(super) fn starter(problem: &dyn AnyProblem, language: &str) -> Result<&'static Starter> {
    let starters = problem.starters();
    let wanted = starters.iter().find(|starter| {
        let extension = Path::new(starter.file).extension().unwrap_or_default();
        starter.language == language || extension == language
    });
    wanted.ok_or_else(|| {
        let known: Vec<_> = starters.iter().map(|starter| starter.language).collect();
        let unknown =
            Diagnostic::new(format!("unknown language `{language}`")).suggest(language, &known);
        unknown
            .with_help(format!("languages: {}", known.join(", ")))
            .into()
    })
}

fn write_submission(folder: &Path, starter: &Starter) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| Error::path("create the folder", folder, &error))?;
    write_new(&folder.join(starter.file), starter.text)
}

/// The size of a secret: 128 bits cannot be guessed.
const SECRET_BYTES: usize = 128 / 8;

/// Writes a random secret to a file that only its owner can read.
fn write_secret(path: &Path) -> Result<()> {
    let mut bytes = [0; SECRET_BYTES];
    rustix::rand::getrandom(&mut bytes, GetRandomFlags::empty())
        .map_err(|error| Error::fault("get random bytes from the kernel", &error))?;
    write_new_with_mode(path, hex(&bytes) + "\n", 0o600)
}

/// Writes a file; fails if it exists.
pub(super) fn write_new(path: &Path, text: impl AsRef<[u8]>) -> Result<()> {
    write_new_with_mode(path, text, 0o666)
}

fn write_new_with_mode(path: &Path, text: impl AsRef<[u8]>, mode: u32) -> Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)
            .map_err(|error| Error::path("create the folder", parent, &error))?;
    }
    let mut options = OpenOptions::new();
    let created = options.write(true).create_new(true).mode(mode).open(path);
    let mut file = created.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => already_there(path),
        _ => Error::path("write", path, &error),
    })?;
    file.write_all(text.as_ref())
        .map_err(|error| Error::path("write", path, &error))
}

/// Fails if the path exists. Called before the secret is written, so that no secret is left without its contest.
fn refuse_existing(path: &Path) -> Result<()> {
    if path.symlink_metadata().is_ok() {
        return Err(already_there(path));
    }
    Ok(())
}

fn already_there(path: &Path) -> Error {
    let error = Error::user(format!("{} already exists", path.display()));
    error.with_help("choose another name; nothing was overwritten")
}
