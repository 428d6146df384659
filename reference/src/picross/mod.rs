//! Picross: fill the grid so that every row and column has the black runs that its clue says.

mod answer;
mod bound;
mod certificate;
mod draw;
mod enumeration;
mod generate;
mod instance;
mod proof;
mod rules;
mod solvers;
mod starters;

pub use answer::Answer;
#[doc(hidden)]
pub use enumeration::Question;
pub use generate::Recipe;
pub use instance::{Clues, Instance};

use self::answer::AnswerReader;
use crate::{
    Bound, Budget, Evidence, Experiment, FieldError, Fields, Goal, Layout, Picture, Problem,
    ProofError, Replay, Solver, Starter, TextError,
};

/// The Picross problem.
#[derive(Debug)]
pub struct Picross;

impl Problem for Picross {
    const NAME: &'static str = "picross";
    const ABOUT: &'static str =
        "fill a black-and-white grid so that its lines have the given runs; most grids solved wins";
    const GOAL: Goal = Goal::Solve;
    const UNIT: &'static str = "solved";

    type Instance = Instance;
    type Answer = Answer;
    type Recipe = Recipe;

    fn read(text: &[u8]) -> Result<Instance, TextError> {
        Instance::read(text)
    }

    fn replay(instance: &Instance) -> Box<dyn Replay + '_> {
        Box::new(AnswerReader::new(instance))
    }

    fn bound(instance: &Instance, budget: &Budget, known: Option<i64>) -> Bound {
        bound::bound(instance, budget, known)
    }

    fn prove(instance: &Instance, budget: &Budget, known: Option<i64>) -> (Bound, Evidence) {
        bound::prove(instance, budget, known)
    }

    fn check_proof(instance: &Instance, proof: &[u8]) -> Result<i64, ProofError> {
        proof::check(instance, proof)
    }

    fn checker() -> &'static str {
        include_str!("checker.py")
    }

    fn draw(
        instance: &Instance,
        answer: Option<&[u8]>,
        step: Option<u64>,
    ) -> Result<Picture, TextError> {
        draw::draw(instance, answer, step)
    }

    fn recipe(fields: &mut Fields) -> Result<Recipe, FieldError> {
        Recipe::read(fields)
    }

    fn generate(recipe: &Recipe, seed: u64) -> Result<Instance, FieldError> {
        recipe.generate(seed)
    }

    fn layouts() -> &'static [Layout] {
        generate::LAYOUTS
    }

    fn sample_recipes() -> &'static [&'static str] {
        &[
            r#"layout = "picture", rows = 15, columns = 20"#,
            r#"layout = "unique", rows = 10, columns = 10, density = 0.6, difficulty = "probing""#,
            r#"layout = "random", rows = 12, columns = 12, density = 0.55"#,
        ]
    }

    fn solvers() -> &'static [Solver<Self>] {
        solvers::ALL
    }

    fn experiments() -> &'static [Experiment] {
        &[
            Experiment {
                name: "size",
                about: "growing square pictures",
                vary: "rows,columns=5..40:5",
                recipe: &["layout=picture"],
                solvers: &["fusion", "best"],
            },
            Experiment {
                name: "density",
                about: "one size, from nearly white to nearly black noise",
                vary: "density=0.1..0.9:0.1",
                recipe: &["layout=random", "rows=15", "columns=15"],
                solvers: &["fusion", "best"],
            },
        ]
    }

    fn starters() -> &'static [Starter] {
        starters::ALL
    }
}
