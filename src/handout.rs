//! What students may have of a contest: its file without secrets, the public instances, starters and the rules.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use puzzles::{AnyProblem, Budget, Starter};

use crate::contest::{Contest, Mode, Scale, ScoringRule};
use crate::error::{Error, Result};
use crate::help;
use crate::instances::{self, Instance};
use crate::report::page::{Game, play_page};
use crate::units::{show_duration, show_size};

/// Grids on the page to play; larger ones are left to the command line.
const MAX_GAMES: usize = 12;
const LARGEST_GAME: usize = 20_000;
/// The time limit of each bound on the page.
const BOUND_TIME: Duration = Duration::from_millis(300);

/// The file of the contest in a handout.
const CONTEST: &str = "contest.toml";
/// The page to play.
pub const PLAY: &str = "play.html";
const INSTANCES: &str = "instances";

/// A file of a handout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandoutFile {
    /// Relative to the folder of the handout.
    pub path: PathBuf,
    pub content: Vec<u8>,
}

/// Returns the files of the handout of a contest. `text` is that of the contest file.
pub fn handout(contest: &Contest, text: &str, starters: &[&Starter]) -> Result<Vec<HandoutFile>> {
    if let Some(round) = instances::shared_secret(contest) {
        let error = Error::user(format!(
            "round `{round}` is public and draws its instances from the seed of a hidden round"
        ));
        return Err(error.with_help("give it exact `seeds`, or a seed of its own: its instances would help to find the hidden ones"));
    }
    let (instances, locked) = instances::prepare_public(contest)?;
    if let Some(round) = locked.first() {
        let error = Error::user(format!(
            "the seed file of the public round `{round}` is not at hand"
        ));
        return Err(error.with_help("make the handout where the contest is run"));
    }
    if instances.is_empty() {
        let error = Error::user("the contest has no public instance to hand out");
        return Err(error.with_help("set `public = true` in a round for practice"));
    }
    let mut files = vec![
        file(CONTEST, contest_text(contest, text, &instances)?),
        file("README.md", readme(contest, &instances, starters)),
    ];
    for instance in &instances {
        let path = instance_path(&instance.round).join(format!("{}.txt", instance.name));
        files.push(file(path, instance.text.clone()));
    }
    for starter in starters {
        let path = Path::new(&starter_folder(starter)).join(starter.file);
        files.push(file(path, starter.text.to_owned()));
    }
    files.push(file(PLAY, page(contest, instances)?));
    Ok(files)
}

fn file(path: impl Into<PathBuf>, content: String) -> HandoutFile {
    HandoutFile {
        path: path.into(),
        content: content.into_bytes(),
    }
}

fn instance_path(round: &str) -> PathBuf {
    Path::new(INSTANCES).join(round)
}

fn starter_folder(starter: &Starter) -> String {
    format!("starter-{}", starter.language)
}

/// Returns the contest file with the public rounds only. Their instances are files, so that no seed is needed.
fn contest_text(contest: &Contest, text: &str, instances: &[Instance]) -> Result<String> {
    let fault = |error: &dyn std::fmt::Display| Error::fault("write the contest file", error);
    let mut table: toml::Table = toml::from_str(text).map_err(|error| fault(&error))?;
    table.insert("submissions".to_owned(), "submissions".into());
    if let Some(limits) = table.get_mut("limits").and_then(toml::Value::as_table_mut) {
        // Folders of the instructor's machine.
        limits.remove("paths");
    }
    let rounds = table.get_mut("round").and_then(toml::Value::as_array_mut);
    if let Some(rounds) = rounds {
        rounds.retain_mut(|round| {
            let name = round.get("name").and_then(toml::Value::as_str);
            let name = name.unwrap_or_default().to_owned();
            let is_public = instances.iter().any(|instance| instance.round == name);
            if let Some(round) = round.as_table_mut() {
                // The weight is that in the whole contest; without the hidden rounds, practice is all that counts.
                for key in ["seed", "seed_file", "generate", "weight"] {
                    round.remove(key);
                }
                let folder = instance_path(&name).display().to_string();
                round.insert("instances".to_owned(), folder.into());
            }
            is_public
        });
    }
    let text = toml::to_string(&table).map_err(|error| fault(&error))?;
    let name = contest.name.replace('\n', " ");
    Ok(format!(
        "# {name}: the public part, for `judge try`. The hidden instances are not in here.\n{text}"
    ))
}

/// Returns the page to play the public instances, without solutions.
fn page(contest: &Contest, instances: Vec<Instance>) -> Result<String> {
    let small = instances.into_iter();
    let small = small.filter(|at| at.text.len() <= LARGEST_GAME);
    let games: Vec<Game> = small
        .take(MAX_GAMES)
        .map(|at| {
            let budget = Budget::unlimited().with_time(BOUND_TIME);
            Game {
                label: format!("{}: {}", at.round, at.name),
                bound: at.case.bound(&budget, None).value,
                name: at.name,
                case: at.case,
                solutions: Vec::new(),
            }
        })
        .collect();
    play_page(contest.name.clone(), &games)
}

/// Returns the rules of a contest without public instances, which has no handout.
pub fn rules(contest: &Contest) -> String {
    let mut text = limits_and_scoring(contest);
    text.push_str(&what_to_hand_in(contest));
    text.push_str(&help::problem_section(contest.problem.name()));
    text
}

fn readme(contest: &Contest, instances: &[Instance], starters: &[&Starter]) -> String {
    let problem: &dyn AnyProblem = contest.problem;
    let first = starters
        .first()
        .map_or("my-team".to_owned(), |starter| starter_folder(starter));
    let mut text = format!(
        "# {}\n\n{}: {}.\n\n",
        contest.name,
        problem.name(),
        problem.about()
    );
    let _ = write!(
        text,
        "## Try it\n\n```text\n$ judge try {first} --contest {CONTEST}\n\
         $ judge try {first} --contest {CONTEST} --watch\n\
         $ judge try {first} --contest {CONTEST} --report try.html\n```\n\n\
         The first command builds the program and runs it on the {} public instances below `{INSTANCES}/`, under the limits \
         of the contest. The second does so again after every change. The third writes a page with replays. `play.html` is \
         a page to solve the instances by hand, with the rules in pictures.\n\n",
        instances.len()
    );
    text.push_str(&rules(contest));
    text
}

fn limits_and_scoring(contest: &Contest) -> String {
    let limits = &contest.limits;
    let anytime = if limits.anytime {
        "At the time limit the last complete answer counts."
    } else {
        "A program that reaches the time limit has no answer."
    };
    let mut text = format!(
        "## Limits per instance\n\n{} of CPU time, {} of wall time, {} of memory, {} of output. {anytime}\n\n\
         ## Scoring\n\n`{}`: {}.\n\n",
        show_duration(limits.time),
        show_duration(limits.wall),
        show_size(limits.memory),
        show_size(limits.output),
        contest.scoring.rule.name(),
        contest.scoring.rule.about(),
    );
    text.push_str(&points(contest));
    text
}

/// Returns the points of each round, if the rule gives points.
fn points(contest: &Contest) -> String {
    if contest.scoring.rule != ScoringRule::Points {
        return String::new();
    }
    let mut text = String::from(
        "| round | best value | runner-up | most bests | best mean |\n| --- | --- | --- | --- | --- |\n",
    );
    for round in contest.rounds.iter().filter(|round| !round.tie_break) {
        let Scale {
            best,
            second,
            most_bests,
            best_mean,
        } = round.scale;
        let name = &round.name;
        let _ = writeln!(
            text,
            "| {name} | {best} | {second} | {most_bests} | {best_mean} |"
        );
    }
    text.push('\n');
    text
}

fn what_to_hand_in(contest: &Contest) -> String {
    let mut text = String::from("## What to hand in\n\n");
    let has_mode = |mode: Mode| contest.rounds.iter().any(|round| round.mode == mode);
    if has_mode(Mode::Programs) {
        text.push_str(
            "A folder that holds an executable `solver`, one source file (`solver.py`, `.c`, `.cpp`, \
             `.rs`, `.java`, `.go` or `.js`), or a `submission.toml` with the commands to build and run. The program reads an \
             instance from standard input and writes its answer to standard output. `judge help submissions` has the \
             details.\n\n",
        );
    }
    for round in contest
        .rounds
        .iter()
        .filter(|round| round.public && round.mode == Mode::Answers)
    {
        let name = &round.name;
        let _ = write!(
            text,
            "Round `{name}` takes answers: for each instance `{INSTANCES}/{name}/NAME.txt` a file `answers/NAME.txt` in the \
             folder.\n\n"
        );
    }
    text
}
