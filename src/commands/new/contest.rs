//! `judge new contest`: a contest file that works as it is, with a first team and a secret.

use std::path::Path;
use std::time::Duration;

use askama::Template;
use puzzles::{AnyProblem, Budget, Case};
use rustix::rand::GetRandomFlags;

use super::{starters, write_new, write_new_with_mode, write_schema, write_submission};
use crate::cli::NewContest;
use crate::contest::{Contest, Mode};
use crate::digest::hex;
use crate::entrants::ANSWERS;
use crate::error::{Error, Result};
use crate::instances;
use crate::locale::Language;
use crate::problems;
use crate::schema::File;
use crate::terminal::say;

pub(super) fn contest(arguments: &NewContest) -> Result<()> {
    let problem = problems::named(&arguments.problem)?;
    if problem.folder().is_some() {
        let error = Error::user("this makes contests of bundled problems");
        let help = "`judge new problem NAME` makes a problem folder with its contest; copy contest.toml from there";
        return Err(error.with_help(help));
    }
    let starters = starters(problem, &arguments.language)?;
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
    write_new(&file, contest_text(&stem, &teams, problem, arguments.lang)?)?;
    write_schema(file.parent().unwrap_or(Path::new("")), File::Contest)?;
    let mut written = Vec::new();
    for (number, starter) in starters.into_iter().enumerate() {
        let name = match number {
            0 => "example".to_owned(),
            _ => format!("example-{}", starter.language),
        };
        let example = file.with_file_name(&teams).join(name);
        if !example.exists() {
            write_submission(&example, starter, arguments.lang)?;
            write_answers(&file, &example)?;
        }
        written.push(example.display().to_string());
    }
    let (file, secret) = (file.display(), secret.display());
    let what = if written.len() == 1 {
        "a first team"
    } else {
        "teams"
    };
    say(&format!(
        "wrote {file} and {what} in {}",
        written.join(", ")
    ));
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
    /// The language, unless it is the one that contests have without setting it.
    language: Option<String>,
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

fn contest_text(
    stem: &str,
    teams: &str,
    problem: &dyn AnyProblem,
    language: Language,
) -> Result<String> {
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
        language: (language != Language::default()).then(|| quoted(language.code())),
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

/// The time limit of each example answer.
const ANSWER_TIME: Duration = Duration::from_secs(2);

/// Writes an answer to each instance for which the contest wants answers, by the first bundled solver: without them the
/// example team would fail there.
fn write_answers(contest: &Path, team: &Path) -> Result<()> {
    let contest = Contest::read(contest)?;
    let instances = instances::prepare(&contest)?;
    for instance in instances.iter().filter(|at| at.mode == Mode::Answers) {
        let file = team.join(ANSWERS).join(format!("{}.txt", instance.name));
        write_new(&file, example_answer(&*instance.case)?)?;
    }
    Ok(())
}

fn example_answer(case: &dyn Case) -> Result<String> {
    let solvers = case.problem().solvers();
    let first = solvers.first().map_or("", |solver| solver.name);
    let budget = Budget::unlimited().with_time(ANSWER_TIME);
    let mut last = None;
    let solved = case.solve(first, &budget, &mut |answer| last = Some(answer));
    last.ok_or_else(|| Error::Fault(format!("solver {first} has no answer: {:?}", solved.err())))
}

/// The size of a secret: 128 bits cannot be guessed.
const SECRET_BYTES: usize = 128 / 8;

/// Writes a random secret to a file that only its owner can read.
pub(super) fn write_secret(path: &Path) -> Result<()> {
    let mut bytes = [0; SECRET_BYTES];
    rustix::rand::getrandom(&mut bytes, GetRandomFlags::empty())
        .map_err(|error| Error::fault("get random bytes from the kernel", &error))?;
    write_new_with_mode(path, hex(&bytes) + "\n", 0o600)
}

/// Fails if the path exists. Called before the secret is written, so that no secret is left without its contest.
pub(super) fn refuse_existing(path: &Path) -> Result<()> {
    if path.symlink_metadata().is_ok() {
        return Err(Error::already_there(path));
    }
    Ok(())
}
