//! The page for playing by hand: several grids, each with its bound and the answers of the bundled algorithms.

use std::time::Duration;

use askama::Template;
use puzzles::{AnyProblem, Case, Goal, Value};
use serde_json::{Value as Json, json};

use super::pack::pack;
use crate::error::Result;
use crate::locale::{Catalogue, Language, Translated};
use crate::report::html::BasePage;

#[derive(Template)]
#[template(path = "play.html", config = "src/report/askama.toml")]
struct PlayPage<'p> {
    language: Language,
    title: &'p str,
}

/// A grid to play.
pub struct Game {
    /// The text in the menu.
    pub label: Translated,
    /// The base name of saved files.
    pub name: String,
    pub case: Box<dyn Case>,
    pub bound: Option<Value>,
    /// The answers of bundled algorithms, the best first.
    pub solutions: Vec<Solution>,
}

/// The answer of a bundled algorithm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    pub solver: &'static str,
    pub value: Value,
    pub answer: String,
    /// The time limit if the algorithm reached it. More time could give a better answer, even with an exact algorithm.
    pub stopped_after: Option<Duration>,
}

/// The scripts of the page, in order.
const SCRIPTS: [&str; 23] = [
    include_str!("play/text.js"),
    include_str!("play/read.js"),
    include_str!("play/read_robot.js"),
    include_str!("play/read_swap.js"),
    include_str!("play/read_grille.js"),
    include_str!("play/read_picross.js"),
    include_str!("play/lines.js"),
    include_str!("play/random.js"),
    include_str!("play/plan.js"),
    include_str!("play/bound.js"),
    include_str!("play/hint.js"),
    include_str!("play/link.js"),
    include_str!("play/storage.js"),
    include_str!("play/rules.js"),
    include_str!("play/watch.js"),
    include_str!("play/draw.js"),
    include_str!("play/paint.js"),
    include_str!("play/fields.js"),
    include_str!("play/save.js"),
    include_str!("play/dialogs.js"),
    include_str!("play/board.js"),
    include_str!("play/game.js"),
    include_str!("play.js"),
];

/// The maximum size of the packed answers to one grid in bytes; the best one is always included.
const ANSWERS_SIZE: usize = 1_000_000;

/// Returns the page for these grids.
pub fn play_page(
    title: impl Into<Translated>,
    language: Language,
    games: &[Game],
) -> Result<String> {
    let title = title.into();
    let games: Vec<Json> = games.iter().map(Game::data).collect();
    let problems = puzzles::problems().iter().copied();
    let problems: Vec<Json> = problems.map(problem_data).collect();
    let data = json!({ "problems": problems, "games": games });
    let catalogues = [Catalogue::Common, Catalogue::Viewers, Catalogue::Play];
    let own_title = title.in_language(language).to_owned();
    BasePage::interactive(
        own_title,
        &[language, language.other()],
        &SCRIPTS,
        data,
        &catalogues,
    )
    .with_style(include_str!("play/play.css"))
    .render(|language| {
        let title = title.in_language(language);
        PlayPage { language, title }.render()
    })
}

/// Returns what the page needs to know about a problem.
fn problem_data(problem: &dyn AnyProblem) -> Json {
    let (goal, unit) = match problem.goal() {
        Goal::Minimise => ("minimise", problem.unit()),
        Goal::Maximise => ("maximise", problem.unit()),
        Goal::Solve => ("solve", ""),
    };
    json!({ "name": problem.name(), "goal": goal, "unit": unit })
}

impl Game {
    pub(super) fn data(&self) -> Json {
        let problem = self.case.problem();
        let (answers, solutions, omitted) = self.packed_solutions(ANSWERS_SIZE);
        json!({
            "problem": problem.name(),
            "label": self.label.for_scripts(),
            "name": self.name,
            "text": pack(self.case.text().as_bytes()),
            "bound": self.bound,
            "answers": answers,
            "solutions": solutions,
            "omitted": omitted,
        })
    }

    /// Returns the different answers, each algorithm with its value and the index of its answer, and how many
    /// algorithms are left out because the answers would have more than `limit` bytes in all.
    fn packed_solutions(&self, limit: usize) -> (Vec<String>, Vec<Json>, usize) {
        let mut texts: Vec<&str> = Vec::new();
        let mut answers: Vec<String> = Vec::new();
        let mut solutions = Vec::new();
        for Solution {
            solver,
            value,
            answer,
            stopped_after,
        } in &self.solutions
        {
            let known = texts.iter().position(|text| text == answer);
            let index = known.unwrap_or(answers.len());
            if known.is_none() {
                let packed = pack(answer.as_bytes());
                let size: usize = answers.iter().map(String::len).sum();
                if !answers.is_empty() && size + packed.len() > limit {
                    continue;
                }
                texts.push(answer);
                answers.push(packed);
            }
            let stopped = stopped_after.map(|time| time.as_millis());
            let solution =
                json!({ "solver": solver, "value": value, "answer": index, "stopped": stopped });
            solutions.push(solution);
        }
        let omitted = self.solutions.len() - solutions.len();
        (answers, solutions, omitted)
    }
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_answers_are_packed_once_and_large_ones_left_out() {
        let problem = puzzles::problem("sorting-robot").unwrap();
        let solution = |solver, answer: &str| Solution {
            solver,
            value: 2.into(),
            answer: answer.to_owned(),
            stopped_after: None,
        };
        let game = Game {
            label: "".into(),
            name: String::new(),
            case: problem.read(b"1 2 2\n0 1\n1 0\n").unwrap(),
            bound: Some(2.into()),
            solutions: vec![
                solution("best", "SRSLS"),
                solution("naive", "SRSLS"),
                solution("circular", "SRSLRSLRSLRS"),
            ],
        };
        let (answers, solutions, omitted) = game.packed_solutions(ANSWERS_SIZE);
        assert_eq!((answers.len(), solutions.len(), omitted), (2, 3, 0));
        assert_eq!(
            solutions[1],
            json!({"solver": "naive", "value": 2, "answer": 0, "stopped": null})
        );
        // The best one is always there, and so is every algorithm with the same answer.
        let (answers, solutions, omitted) = game.packed_solutions(1);
        assert_eq!((answers.len(), solutions.len(), omitted), (1, 2, 1));
    }
}
