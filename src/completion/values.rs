//! The values of arguments: names from the definition of the command line, from bundled problems and from files.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{Arg, Command, ValueHint};
use puzzles::AnyProblem;
use rustix::fs::FileType;

use super::cursor::Cursor;
use super::files::{Wanted, path, paths};
use super::{Candidate, commands};
use crate::contest::ScoringRule;
use crate::dir::Dir;
use crate::entrants::ROSTER;
use crate::help::TOPICS;
use crate::results_dir::{INSTANCES, RUNS, STANDINGS};
use crate::site;

/// The largest file that is read for names, in bytes. Larger ones would take too long.
const LARGEST: u64 = 16 << 20;

/// Returns the values of an argument that begin with `text`, and perhaps others.
pub(super) fn values(cursor: &Cursor, argument: &Arg, text: &str) -> Vec<Candidate> {
    let possible = argument.get_possible_values();
    if !possible.is_empty() {
        let visible = possible.iter().filter(|value| !value.is_hide_set());
        let help = |value: &clap::builder::PossibleValue| super::remark(value.get_help());
        return visible
            .map(|value| Candidate::new(value.get_name(), help(value)))
            .collect();
    }
    let is_path = argument.get_value_hint() == ValueHint::AnyPath;
    match argument.get_id().as_str() {
        "problem" | "print_checker" => problem_names(text),
        "with" | "solver" | "solvers" => solvers(cursor),
        "scoring" => names(ScoringRule::names().into_iter().map(str::to_owned)),
        "language" => languages(),
        "preset" => presets(cursor),
        "recipe" => recipe(cursor, text),
        "vary" => keys(&problems(cursor)),
        "team" | "only" | "again" | "rerun" | "replace" => names(teams(cursor).into_iter()),
        "round" => names(rounds(cursor).into_iter()),
        "words" => words(cursor),
        "contest" | "contests" if is_path => paths(text, Wanted::Toml),
        "results" | "before" | "after" => paths(text, Wanted::Results),
        "folder" | "data" | "programs" => paths(text, Wanted::Folders),
        _ if is_path && takes_folder(argument) => paths(text, Wanted::Folders),
        _ if is_path => paths(text, Wanted::Anything),
        _ => Vec::new(),
    }
}

fn takes_folder(argument: &Arg) -> bool {
    let names = argument.get_value_names().unwrap_or_default();
    names
        .iter()
        .any(|name| matches!(name.as_str(), "DIR" | "FOLDER" | "SUBMISSIONS"))
}

fn names(names: impl Iterator<Item = String>) -> Vec<Candidate> {
    names.map(|name| Candidate::new(name, "")).collect()
}

/// The bundled problems, and folders where no problem has such a name.
fn problem_names(text: &str) -> Vec<Candidate> {
    let bundled = puzzles::problems().iter();
    let bundled = bundled.filter(|problem| problem.name().starts_with(text));
    let bundled: Vec<Candidate> = bundled
        .map(|problem| Candidate::new(problem.name(), problem.about()))
        .collect();
    if bundled.is_empty() {
        paths(text, Wanted::Folders)
    } else {
        bundled
    }
}

/// The problem that the command line names itself or by its contest; all if it names none.
fn problems(cursor: &Cursor) -> Vec<&'static dyn AnyProblem> {
    let named = cursor.given("problem").map(str::to_owned);
    let named = named.or_else(|| {
        let contest = contest(cursor)?;
        Some(contest.get("problem")?.as_str()?.to_owned())
    });
    match named {
        Some(name) => puzzles::problem(&name).into_iter().collect(),
        None => puzzles::problems().to_vec(),
    }
}

fn solvers(cursor: &Cursor) -> Vec<Candidate> {
    let mut seen = BTreeSet::new();
    let all = problems(cursor).into_iter().flat_map(AnyProblem::solvers);
    all.filter(|solver| seen.insert(solver.name))
        .map(|solver| Candidate::new(solver.name, solver.about))
        .collect()
}

fn languages() -> Vec<Candidate> {
    let starters = puzzles::problems().iter().flat_map(|p| p.starters());
    let distinct: BTreeSet<&str> = starters.map(|starter| starter.language).collect();
    names(distinct.into_iter().map(str::to_owned))
}

fn presets(cursor: &Cursor) -> Vec<Candidate> {
    let all = problems(cursor)
        .into_iter()
        .flat_map(AnyProblem::experiments);
    all.map(|experiment| Candidate::new(experiment.name, experiment.about))
        .collect()
}

/// The keys of a recipe, or the layouts.
fn recipe(cursor: &Cursor, text: &str) -> Vec<Candidate> {
    let problems = problems(cursor);
    if text.starts_with("layout=") {
        let layouts = problems.iter().flat_map(|problem| problem.layouts());
        return layouts
            .map(|layout| Candidate::new(format!("layout={}", layout.name), layout.about))
            .collect();
    }
    let mut found = vec![Candidate::new("layout=", "how the instance is generated")];
    found.extend(keys(&problems));
    found
}

fn keys(problems: &[&'static dyn AnyProblem]) -> Vec<Candidate> {
    let mut seen = BTreeSet::new();
    let layouts = problems.iter().flat_map(|problem| problem.layouts());
    let keys = layouts.flat_map(|layout| layout.keys);
    keys.filter(|key| seen.insert(key.name))
        .map(|key| Candidate::new(format!("{}=", key.name), key.about))
        .collect()
}

/// The commands and topics of `judge help` and `judge man`, or the subcommands of a command.
fn words(cursor: &Cursor) -> Vec<Candidate> {
    if let Some(first) = cursor.given("words") {
        let command = cursor.root.find_subcommand(first);
        return command.map(commands).unwrap_or_default();
    }
    let parent = |command: &&Command| {
        let mut own = command.get_subcommands();
        own.any(|own| std::ptr::eq(own, cursor.command))
    };
    if let Some(parent) = cursor.root.get_subcommands().find(parent) {
        return commands(parent);
    }
    let topics = TOPICS.iter();
    let topics = topics.map(|topic| Candidate::new(topic.name, topic.about));
    commands(cursor.root).into_iter().chain(topics).collect()
}

/// Reads a file that the user named, if it is a regular one of moderate size.
fn read(path: &Path) -> Option<String> {
    if !std::fs::metadata(path).ok()?.is_file() {
        return None;
    }
    let mut text = String::new();
    let file = File::open(path).ok()?;
    file.take(LARGEST).read_to_string(&mut text).ok()?;
    Some(text)
}

fn contest_file(cursor: &Cursor) -> Option<PathBuf> {
    let named = cursor.given("contest").or_else(|| cursor.given("contests"));
    named.map(path)
}

/// The contest file on the command line, as it is: it need not be complete.
fn contest(cursor: &Cursor) -> Option<toml::Table> {
    read(&contest_file(cursor)?)?.parse().ok()
}

fn results(cursor: &Cursor) -> Option<Dir> {
    let ids = ["results", "before", "after"];
    let named = ids.into_iter().find_map(|id| cursor.given(id))?;
    Dir::open(&path(named)).ok()
}

fn teams(cursor: &Cursor) -> BTreeSet<String> {
    if let Some(results) = results(cursor) {
        return teams_of_results(&results);
    }
    if let Some(contest) = contest(cursor) {
        let folder = contest.get("submissions").and_then(|value| value.as_str());
        let beside = contest_file(cursor).and_then(|file| Some(file.parent()?.to_owned()));
        let place = beside
            .zip(folder)
            .map(|(beside, folder)| beside.join(folder));
        return place
            .map(|place| teams_of_folder(&place))
            .unwrap_or_default();
    }
    if let Some(submissions) = cursor.given("output") {
        return teams_of_folder(&path(submissions));
    }
    let has_data = cursor.command.get_arguments().any(|a| a.get_id() == "data");
    if has_data {
        let data = path(cursor.given("data").unwrap_or("site"));
        return site::team_names(&data).into_iter().collect();
    }
    BTreeSet::new()
}

/// The teams of the standings, or of the rows if there are no standings yet.
fn teams_of_results(results: &Dir) -> BTreeSet<String> {
    let table = |name: &str| {
        let text = results.read_to_string(name, LARGEST).ok()?;
        let mut reader = csv::ReaderBuilder::new()
            .flexible(true)
            .from_reader(text.as_bytes());
        let header = reader.headers().ok()?.clone();
        let column = |title: &str| header.iter().position(|other| other == title);
        let (team, baseline) = (column("team")?, column("baseline")?);
        let rows = reader.records().flatten();
        let rows = rows.filter(|row| row.get(baseline) == Some("false"));
        let teams: BTreeSet<String> = rows
            .filter_map(|row| row.get(team).map(str::to_owned))
            .collect();
        Some(teams)
    };
    table(STANDINGS).or_else(|| table(RUNS)).unwrap_or_default()
}

fn teams_of_folder(folder: &Path) -> BTreeSet<String> {
    let entries = Dir::open(folder).and_then(|dir| dir.entries());
    let entries = entries.unwrap_or_default().into_iter();
    let kinds = [FileType::Directory, FileType::RegularFile];
    let entries = entries.filter(|entry| kinds.contains(&entry.kind));
    let names = entries.filter_map(|entry| entry.name.into_string().ok());
    names
        .filter(|name| !name.starts_with('.') && name != ROSTER)
        .collect()
}

fn rounds(cursor: &Cursor) -> BTreeSet<String> {
    if let Some(results) = results(cursor) {
        let folder = results.dir(INSTANCES).and_then(|dir| dir.entries());
        let folders = folder.unwrap_or_default().into_iter();
        let folders = folders.filter(|entry| entry.kind == FileType::Directory);
        return folders
            .filter_map(|entry| entry.name.into_string().ok())
            .collect();
    }
    let contest = contest(cursor).unwrap_or_default();
    let rounds = contest.get("round").and_then(|value| value.as_array());
    let names = rounds.into_iter().flatten().filter_map(|round| {
        let name = round.get("name")?.as_str()?;
        Some(name.to_owned())
    });
    names.collect()
}
