//! The page that draws instances and answers of a problem of one's own with its view.

use askama::Template;
use puzzles::{AnyProblem, Goal};
use serde_json::{Value, json};

use super::frame::View;
use super::play::Game;
use crate::error::Result;
use crate::locale::{Catalogue, Language};
use crate::report::html::BasePage;

#[derive(Template)]
#[template(path = "drawing.html", config = "src/report/askama.toml")]
struct DrawingPage<'p> {
    language: Language,
    title: &'p str,
    /// The command that checks an answer.
    check: &'p str,
}

/// The scripts of the page, in order.
const SCRIPTS: [&str; 3] = [
    include_str!("frame.js"),
    include_str!("play/save.js"),
    include_str!("drawing.js"),
];

/// Returns the page for these instances, or `None` if the problem has no view. `check` is the command that checks an
/// answer: the page cannot.
pub fn drawing_page(
    title: &str,
    language: Language,
    problem: &dyn AnyProblem,
    games: &[Game],
    check: &str,
) -> Result<Option<String>> {
    let Some(view) = View::of(problem) else {
        return Ok(None);
    };
    let unit = match problem.goal() {
        Goal::Solve => "",
        Goal::Minimise | Goal::Maximise => problem.unit(),
    };
    let games: Vec<Value> = games.iter().map(Game::data).collect();
    let data = json!({"view": view.data(), "unit": unit, "games": games});
    let catalogues = [
        Catalogue::Common,
        Catalogue::Viewers,
        Catalogue::Frame,
        Catalogue::Drawing,
    ];
    let base = BasePage::interactive(
        title.to_owned(),
        &[language, language.other()],
        &SCRIPTS,
        data,
        &catalogues,
    );
    let page = view
        .allowed_in(base.with_style(include_str!("drawing.css")))
        .render(|language| {
            DrawingPage {
                language,
                title,
                check,
            }
            .render()
        });
    page.map(Some)
}
