//! `judge play`: writes a page to play by hand, and opens it.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use puzzles::{Budget, Case, Checked, FieldValue, Fields};
use serde::Deserialize;
use wait_timeout::ChildExt;

use super::input;
use crate::cli::Play;
use crate::error::{Error, Result};
use crate::parallel;
use crate::report::page::{Game, Solution, play_page};
use crate::terminal::say;

/// Identifies the judge's pages, so that no other file is overwritten.
const OWN_PAGE: &str = "<meta name=\"generator\" content=\"judge\">";

/// The time limit of each solution and each bound of an offered grid.
const OFFER_TIME: Duration = Duration::from_millis(300);

pub(super) fn play(arguments: &Play) -> Result<()> {
    let (title, games) = match &arguments.instance {
        Some(path) => {
            let case = input::instance(path, arguments.problem.problem.as_deref())?;
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let name = if stem == "-" { "grid".into() } else { stem };
            let title = format!("{}: {name}", case.problem().name());
            let solved = solve(&*case, arguments.time);
            let game = game(name.clone().into_owned(), name.into_owned(), case, solved);
            (title, vec![game])
        }
        None => ("Play".to_owned(), offers(arguments)?),
    };
    let path = &arguments.output;
    refuse_other_file(path)?;
    std::fs::write(path, play_page(title, &games)?)
        .map_err(|error| Error::path("write", path, &error))?;
    let shown = path.display();
    if arguments.no_open {
        say(&format!("the page is in {shown}"));
    } else if open(path) {
        say(&format!("opened {shown}"));
    } else {
        say(&format!(
            "no browser could be opened: the page is in {shown}"
        ));
    }
    Ok(())
}

/// Generates the grids that are offered if the user names none.
#[derive(Deserialize)]
struct Offers {
    grid: Vec<Offer>,
}

#[derive(Deserialize)]
struct Offer {
    problem: String,
    label: String,
    recipe: toml::Table,
}

fn offers(arguments: &Play) -> Result<Vec<Game>> {
    let fault = |error: &dyn std::fmt::Display| Error::fault("make the grids to offer", error);
    let offers: Offers =
        toml::from_str(include_str!("play/grids.toml")).map_err(|error| fault(&error))?;
    let chosen = arguments.problem.problem.as_deref();
    if let Some(chosen) = chosen {
        input::problem(chosen)?;
    }
    let wanted = |offer: &&Offer| chosen.is_none_or(|chosen| offer.problem == chosen);
    let mut made = Vec::new();
    for offer in offers.grid.iter().filter(wanted) {
        let problem = input::problem(&offer.problem)?;
        let recipe = problem
            .recipe(fields(&offer.recipe))
            .map_err(|error| fault(&error.message))?;
        let case = recipe
            .generate(arguments.seed)
            .map_err(|error| fault(&error.message))?;
        let name = format!("{}-{recipe}-s{}", offer.problem, arguments.seed);
        made.push((offer.label.clone(), name, case));
    }
    let solved = parallel::map(made.len(), |number| solve(&*made[number].2, OFFER_TIME));
    let games = made.into_iter().zip(solved);
    Ok(games
        .map(|((label, name, case), solved)| game(label, name, case, solved))
        .collect())
}

fn fields(recipe: &toml::Table) -> Fields {
    Fields::new(recipe.iter().map(|(key, value)| {
        let value = match value {
            toml::Value::Integer(number) => FieldValue::Integer(*number),
            toml::Value::Float(number) => FieldValue::Number(*number),
            other => FieldValue::Text(other.as_str().unwrap_or_default().to_owned()),
        };
        (key.clone(), value)
    }))
}

/// Finds a solution and a bound, each within the time.
fn solve(case: &dyn Case, time: Duration) -> (Option<Solution>, i64) {
    let solution = solution(case, time);
    let known = solution.as_ref().map(|solution| solution.value);
    let budget = Budget::unlimited().with_time(time);
    (solution, case.bound(&budget, known).value)
}

fn game(
    label: String,
    name: String,
    case: Box<dyn Case>,
    (solution, bound): (Option<Solution>, i64),
) -> Game {
    Game {
        label,
        name,
        case,
        bound,
        solution,
    }
}

/// Returns the answer of the best bundled solver that applies.
fn solution(case: &dyn Case, time: Duration) -> Option<Solution> {
    let mut solvers: Vec<&'static str> = case.problem().solvers().iter().map(|s| s.name).collect();
    // `best` first, then from the last in the list to the first: later ones are better.
    solvers.sort_by_key(|&name| name == "best");
    solvers.into_iter().rev().find_map(|solver| {
        let mut last = None;
        let budget = Budget::unlimited().with_time(time);
        let _ = case.solve(solver, &budget, &mut |answer| last = Some(answer));
        let answer = last?;
        let Checked { value, .. } = case.check(answer.as_bytes()).ok()?;
        Some(Solution {
            solver,
            value,
            answer,
        })
    })
}

/// Fails if the file exists and is not a page of the judge's.
fn refuse_other_file(path: &Path) -> Result<()> {
    let Ok(text) = std::fs::read(path) else {
        return Ok(());
    };
    let start = String::from_utf8_lossy(&text[..text.len().min(2000)]).into_owned();
    if text.is_empty() || start.contains(OWN_PAGE) {
        return Ok(());
    }
    let error = Error::user(format!("{} is not a page of judge's", path.display()));
    Err(error.with_help("choose another file with -o"))
}

/// Opens the page in a browser; returns whether that worked.
fn open(path: &Path) -> bool {
    let graphical = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"];
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if graphical
        .iter()
        .any(|name| std::env::var_os(name).is_some())
    {
        "xdg-open"
    } else {
        return false;
    };
    let started = Command::new(opener)
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    // An opener that fails ends at once; one that keeps running is the browser itself.
    started.is_ok_and(
        |mut child| match child.wait_timeout(Duration::from_secs(2)) {
            Ok(Some(status)) => status.success(),
            Ok(None) => true,
            Err(_) => false,
        },
    )
}
