//! What students may have of a contest: its file without secrets, the public instances, starters and the rules.

mod cases;
mod problem;
mod readme;

use std::path::{Path, PathBuf};
use std::time::Duration;

use puzzles::{Budget, Starter};

use self::problem::PublicPart;
use self::readme::readme;
pub use self::readme::rules;
use crate::contest::{Contest, ScoringRule};
use crate::error::{Error, Result};
use crate::instances::{self, Instance};
use crate::limits::Limits;
use crate::problems;
use crate::report::page::{Game, drawing_page, play_page};

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
    pub executable: bool,
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
    let folder = problems::of(contest.problem);
    let part = match folder {
        Some(folder) => problem::copy(contest, folder)?,
        None => PublicPart::default(),
    };
    let with_answers = cases::needs_answers(&instances);
    let mut files = vec![
        file(
            CONTEST,
            contest_text(contest, text, &instances, &part.left_out)?,
        ),
        file(
            "README.md",
            readme(contest, &instances, starters, with_answers),
        ),
    ];
    files.extend(part.files);
    for round in contest.rounds.iter().filter(|round| round.public) {
        for found in cases::files(contest, &round.name, &instances) {
            // Rounds may share test cases of a package, and the settings of a group.
            if files.iter().all(|known| known.path != found.path) {
                files.push(found);
            }
        }
    }
    for starter in starters {
        let path = Path::new(&starter_folder(starter)).join(starter.file);
        files.push(file(path, starter.text));
    }
    if let Some(page) = page(contest, instances)? {
        files.push(file(PLAY, page));
    }
    Ok(files)
}

fn file(path: impl Into<PathBuf>, content: impl Into<Vec<u8>>) -> HandoutFile {
    HandoutFile {
        path: path.into(),
        content: content.into(),
        executable: false,
    }
}

fn instance_path(round: &str) -> PathBuf {
    Path::new(INSTANCES).join(round)
}

fn starter_folder(starter: &Starter) -> String {
    format!("starter-{}", starter.language)
}

/// Returns the contest file with the public rounds only. Their instances are files, so that no seed is needed.
/// Baselines in `left_out` are not handed out.
fn contest_text(
    contest: &Contest,
    text: &str,
    instances: &[Instance],
    left_out: &[String],
) -> Result<String> {
    let fault = |error: &dyn std::fmt::Display| Error::fault("write the contest file", error);
    let mut table: toml::Table = toml::from_str(text).map_err(|error| fault(&error))?;
    table.insert("submissions".to_owned(), "submissions".into());
    if contest.problem.folder().is_some() {
        adapt_to_folder(contest, left_out, &mut table);
    }
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
                let folder = cases::location(contest, &name).display().to_string();
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

/// Adapts the contest file to the copy of the problem folder, which has no private baselines and not all the files that
/// limits can be in.
fn adapt_to_folder(contest: &Contest, left_out: &[String], table: &mut toml::Table) {
    table.insert("problem".to_owned(), problem::FOLDER.into());
    let kept = contest.baselines.iter();
    let kept: Vec<&String> = kept.filter(|name| !left_out.contains(name)).collect();
    if kept.len() < contest.baselines.len() {
        if kept.is_empty() && contest.scoring.rule.needs_baselines() {
            let rule = ScoringRule::Best.name();
            let scoring = toml::Table::from_iter([("rule".to_owned(), rule.into())]);
            table.insert("scoring".to_owned(), scoring.into());
        }
        let kept: Vec<toml::Value> = kept.into_iter().map(|name| name.clone().into()).collect();
        table.insert("baselines".to_owned(), kept.into());
    }
    let limits = table
        .entry("limits")
        .or_insert_with(|| toml::Table::new().into());
    if let Some(limits) = limits.as_table_mut() {
        let milliseconds = |time: Duration| format!("{}ms", time.as_millis());
        let mebibytes = |size: u64| format!("{} MiB", size >> 20);
        let Limits {
            time,
            memory,
            output,
            ..
        } = contest.limits;
        for (key, value) in [
            ("time", milliseconds(time)),
            ("memory", mebibytes(memory)),
            ("output", mebibytes(output)),
        ] {
            limits.entry(key).or_insert_with(|| value.into());
        }
    }
}

/// Returns the page to play the public instances, without solutions; `None` if the problem has no drawings.
fn page(contest: &Contest, instances: Vec<Instance>) -> Result<Option<String>> {
    let small = instances.into_iter();
    let small = small.filter(|at| at.text.len() <= LARGEST_GAME);
    let games: Vec<Game> = small
        .take(MAX_GAMES)
        .map(|at| {
            let budget = Budget::unlimited().with_time(BOUND_TIME);
            Game {
                label: format!("{}: {}", at.round, at.name),
                bound: at.case.bound(&budget, None).ok().map(|bound| bound.value),
                name: at.name,
                case: at.case,
                solutions: Vec::new(),
            }
        })
        .collect();
    if contest.problem.folder().is_none() {
        return play_page(contest.name.clone(), &games).map(Some);
    }
    let check = format!("judge check INSTANCE ANSWER --problem {}", problem::FOLDER);
    drawing_page(contest.name.clone(), contest.problem, &games, &check)
}
