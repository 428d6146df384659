//! `judge play`: writes a page to play by hand, and opens it.

mod folder;
mod solutions;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use puzzles::{Case, FieldValue, Fields};
use serde::Deserialize;
use wait_timeout::ChildExt;

use self::solutions::Solved;
use super::input;
use crate::cli::Play;
use crate::error::{Error, Result};
use crate::locale::Translated;
use crate::problems;
use crate::report::page::{Game, play_page};
use crate::terminal::say;

/// Identifies the judge's pages, so that no other file is overwritten.
const OWN_PAGE: &str = "<meta name=\"generator\" content=\"judge\">";

/// The time limit of the best solution and of the bound of an offered grid.
const OFFER_TIME: Duration = Duration::from_millis(300);

/// The time limit of the other algorithms: the page shows how they differ, not how good they can become.
const SHORT_TIME: Duration = Duration::from_millis(150);

pub(super) fn play(arguments: &Play) -> Result<()> {
    let path = &arguments.output;
    refuse_other_file(path)?;
    let page = match input::chosen(&arguments.problem) {
        Some(chosen) if puzzles::problem(chosen).is_none() => {
            folder::page(arguments, problems::named(chosen)?, chosen)?
        }
        _ => bundled_page(arguments)?,
    };
    std::fs::write(path, page).map_err(|error| Error::path("write", path, &error))?;
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

/// Returns the page to play bundled puzzles.
fn bundled_page(arguments: &Play) -> Result<String> {
    let (title, games) = if let Some(path) = &arguments.instance {
        let case = input::instance(path, input::chosen(&arguments.problem))?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = if stem == "-" { "grid".into() } else { stem };
        let name = name.into_owned();
        let title = Translated::titled(case.problem().name(), &name);
        let solved = solutions::solve(&[&*case], arguments.time, SHORT_TIME);
        let made = vec![(name.as_str().into(), name, case)];
        (title, games(made, solved))
    } else {
        (Translated::message("play-title"), offers(arguments)?)
    };
    play_page(title, arguments.lang.unwrap_or_default(), &games)
}

/// Generates the grids that are offered if the user names none.
#[derive(Deserialize)]
struct Offers {
    grid: Vec<Offer>,
}

#[derive(Deserialize)]
struct Offer {
    problem: String,
    /// The key of the message in the menu.
    label: String,
    recipe: toml::Table,
}

impl Offer {
    fn label(&self) -> Translated {
        let size = |key: &str| {
            let number = self.recipe.get(key).or_else(|| self.recipe.get("size"));
            number.and_then(toml::Value::as_integer).unwrap_or(1)
        };
        Translated::of(|language| {
            let label = language.message(&self.label);
            let sized = label
                .with("rows", size("rows"))
                .with("columns", size("columns"));
            sized.to_string()
        })
    }
}

fn offers(arguments: &Play) -> Result<Vec<Game>> {
    let fault = |error: &dyn std::fmt::Display| Error::fault("make the grids to offer", error);
    let offers: Offers =
        toml::from_str(include_str!("play/grids.toml")).map_err(|error| fault(&error))?;
    let chosen = input::chosen(&arguments.problem);
    let wanted = |offer: &&Offer| chosen.is_none_or(|chosen| offer.problem == chosen);
    let mut made = Vec::new();
    for offer in offers.grid.iter().filter(wanted) {
        let problem = problems::named(&offer.problem)?;
        let recipe = problem
            .recipe(fields(&offer.recipe))
            .map_err(|error| fault(&error.message))?;
        let case = recipe
            .generate(arguments.seed)
            .map_err(|error| fault(&error.message))?;
        let name = format!("{}-{recipe}-s{}", offer.problem, arguments.seed);
        made.push((offer.label(), name, case));
    }
    let cases: Vec<&dyn Case> = made.iter().map(|(_, _, case)| &**case).collect();
    let solved = solutions::solve(&cases, OFFER_TIME, SHORT_TIME);
    Ok(games(made, solved))
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

/// An instance with its label in the menu and its name.
type Labelled = (Translated, String, Box<dyn Case>);

/// Joins labels, names and instances with what was found about them.
fn games(made: Vec<Labelled>, solved: Vec<Solved>) -> Vec<Game> {
    let solved_games = made.into_iter().zip(solved);
    let game = |((label, name, case), solved): (_, Solved)| Game {
        label,
        name,
        case,
        bound: solved.bound,
        solutions: solved.solutions,
    };
    solved_games.map(game).collect()
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
