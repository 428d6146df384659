//! The page for playing by hand: several grids, each with its bound and the answer of a bundled algorithm.

use askama::Template;
use puzzles::{Case, Goal};
use serde_json::{Value, json};

use super::pack::pack;
use crate::error::{Error, Result};
use crate::report::html::BasePage;

#[derive(Template)]
#[template(path = "play.html", config = "src/report/askama.toml")]
struct PlayPage {
    base: BasePage,
}

/// A grid to play.
pub struct Game {
    /// The text in the menu.
    pub label: String,
    /// The base name of saved files.
    pub name: String,
    pub case: Box<dyn Case>,
    pub bound: i64,
    pub solution: Option<Solution>,
}

/// The answer of a bundled algorithm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    pub solver: &'static str,
    pub value: i64,
    pub answer: String,
}

const SCRIPTS: [&str; 1] = [include_str!("play.js")];

/// Returns the page for these grids.
pub fn play_page(title: String, games: &[Game]) -> Result<String> {
    let games: Vec<Value> = games.iter().map(Game::data).collect();
    let base = BasePage::interactive(title, &SCRIPTS, &json!({ "games": games }))?;
    let page = PlayPage { base }.render();
    page.map_err(|error| Error::fault("write the page", &error))
}

impl Game {
    fn data(&self) -> Value {
        let problem = self.case.problem();
        let goal = match problem.goal() {
            Goal::Minimise => "minimise",
            Goal::Maximise => "maximise",
            Goal::Solve => "solve",
        };
        let best = self.solution.as_ref().map(|solution| {
            json!({
                "solver": solution.solver,
                "value": solution.value,
                "answer": pack(solution.answer.as_bytes()),
            })
        });
        json!({
            "problem": problem.name(),
            "goal": goal,
            "unit": if problem.goal() == Goal::Solve { "" } else { problem.unit() },
            "label": self.label,
            "name": self.name,
            "text": pack(self.case.text().as_bytes()),
            "bound": self.bound,
            "best": best,
        })
    }
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.name)
    }
}
