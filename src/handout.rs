//! What students may have of a contest: its file without secrets, the public instances, starters and the rules.

mod cases;
mod problem;
mod readme;
mod rules;

use std::fmt;
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
use crate::locale::{Language, Translated};
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

/// What the handout of a contest contains, in any language.
pub struct Handout<'a> {
    contest: &'a Contest,
    /// The text of the contest file.
    text: &'a str,
    starters: &'a [&'a Starter],
    instances: Vec<Instance>,
    /// The public part of a problem folder.
    part: PublicPart,
    games: Vec<Game>,
}

impl fmt::Debug for Handout<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handout").finish_non_exhaustive()
    }
}

impl<'a> Handout<'a> {
    /// Collects the handout of a contest. `text` is that of the contest file.
    pub fn of(contest: &'a Contest, text: &'a str, starters: &'a [&'a Starter]) -> Result<Self> {
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
        let part = match problems::of(contest.problem) {
            Some(folder) => problem::copy(contest, folder)?,
            None => PublicPart::default(),
        };
        Ok(Self {
            contest,
            text,
            starters,
            games: games(&instances)?,
            instances,
            part,
        })
    }

    /// Returns the files of the handout in a language.
    pub fn files(&self, language: Language) -> Result<Vec<HandoutFile>> {
        let Self {
            contest, instances, ..
        } = self;
        let with_answers = cases::needs_answers(instances);
        let mut files = vec![
            file(CONTEST, self.contest_text(language)?),
            file(
                "README.md",
                readme(contest, instances, self.starters, with_answers, language),
            ),
        ];
        files.extend(self.part.files.iter().cloned());
        for round in contest.rounds.iter().filter(|round| round.public) {
            for found in cases::files(contest, &round.name, instances) {
                // Rounds may share test cases of a package, and the settings of a group.
                if files.iter().all(|known| known.path != found.path) {
                    files.push(found);
                }
            }
        }
        for starter in self.starters {
            let path = Path::new(&starter_folder(starter)).join(starter.file);
            files.push(file(path, starter.text_in(language.code()).as_bytes()));
        }
        if let Some(page) = self.page(language)? {
            files.push(file(PLAY, page));
        }
        Ok(files)
    }

    /// Returns the contest file with the public rounds only. Their instances are files, so that no seed is needed.
    /// Baselines whose programs are private are not handed out.
    fn contest_text(&self, language: Language) -> Result<String> {
        let contest = self.contest;
        let fault = |error: &dyn fmt::Display| Error::fault("write the contest file", error);
        let mut table: toml::Table = toml::from_str(self.text).map_err(|error| fault(&error))?;
        table.insert("submissions".to_owned(), "submissions".into());
        if language != contest.language {
            table.insert("language".to_owned(), language.code().into());
        }
        if contest.problem.folder().is_some() {
            adapt_to_folder(contest, &self.part.left_out, &mut table);
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
                let is_public = self.instances.iter().any(|instance| instance.round == name);
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
        let head = language.message("handout-contest-file");
        let head = head.with("name", contest.name.replace('\n', " "));
        Ok(format!("# {head}\n{text}"))
    }

    /// Returns the page to play the public instances, without solutions; `None` if the problem has no drawings.
    fn page(&self, language: Language) -> Result<Option<String>> {
        let Contest { name, problem, .. } = self.contest;
        if problem.folder().is_none() {
            return play_page(name, language, &self.games).map(Some);
        }
        let check = format!("judge check INSTANCE ANSWER --problem {}", problem::FOLDER);
        drawing_page(name, language, *problem, &self.games, &check)
    }
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

/// Returns the public instances for the page to play: the first that are small enough.
fn games(instances: &[Instance]) -> Result<Vec<Game>> {
    let small = instances.iter();
    let small = small.filter(|at| at.text.len() <= LARGEST_GAME);
    small.take(MAX_GAMES).map(game).collect()
}

fn game(instance: &Instance) -> Result<Game> {
    let problem = instance.case.problem();
    let companion = instance.case.companion().cloned().unwrap_or_default();
    let case = problem.read_with(instance.text.as_bytes(), companion);
    let case = case.map_err(|error| Error::fault("read an instance again", &error))?;
    let budget = Budget::unlimited().with_time(BOUND_TIME);
    Ok(Game {
        label: Translated::titled(&instance.round, &instance.name),
        bound: case.bound(&budget, None).ok().map(|bound| bound.value),
        name: instance.name.clone(),
        case,
        solutions: Vec::new(),
    })
}
