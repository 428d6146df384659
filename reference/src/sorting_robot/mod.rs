//! The Sorting Robot: carry every piece to a cell of its colour in as few steps as possible.

mod answer;
mod bound;
mod draw;
mod generate;
mod instance;
mod proof;
mod rules;
mod sites;
mod solvers;
mod starters;
mod state_search;
mod tour;
mod transport;

pub use answer::{Answer, Walk};
pub use generate::Recipe;
pub use instance::{Colour, Instance, NONE};

use self::answer::AnswerReader;
use crate::{
    Bound, Budget, Evidence, Experiment, FieldError, Fields, Goal, Layout, Picture, Problem,
    ProofError, Replay, Solver, Starter, TextError,
};

/// The Sorting Robot problem.
#[derive(Debug)]
pub struct SortingRobot;

impl Problem for SortingRobot {
    const NAME: &'static str = "sorting-robot";
    const ABOUT: &'static str = "carry pieces to cells of their colour; fewest steps wins";
    const GOAL: Goal = Goal::Minimise;
    const UNIT: &'static str = "steps";

    type Instance = Instance;
    type Answer = Answer;
    type Recipe = Recipe;

    fn read(text: &[u8]) -> Result<Instance, TextError> {
        Instance::read(text)
    }

    fn replay(instance: &Instance) -> Box<dyn Replay + '_> {
        Box::new(AnswerReader::new(instance))
    }

    fn instance_named_by(answer: &[u8]) -> Option<Result<Instance, TextError>> {
        answer::named_instance(answer)
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
            r#"layout = "course", rows = 10, columns = 10, colours = 10"#,
            r#"layout = "scatter", rows = 12, columns = 16, colours = 4"#,
            r#"layout = "sparse", rows = 10, columns = 10, colours = 6"#,
        ]
    }

    fn solvers() -> &'static [Solver<Self>] {
        solvers::ALL
    }

    fn experiments() -> &'static [Experiment] {
        &[
            Experiment {
                name: "size",
                about: "growing square grids with as many colours as columns",
                vary: "rows,columns,colours=10..100:10",
                recipe: &["layout=course"],
                solvers: &[
                    "naive",
                    "circular",
                    "by-avl",
                    "by-colour",
                    "graph-naive",
                    "graph-improved",
                    "graph-general",
                    "graph-cuts",
                ],
            },
            Experiment {
                name: "colours",
                about: "one size, from few colours to nearly as many as cells",
                vary: "colours=4..2048:x2",
                recipe: &["layout=course", "rows=50", "columns=50"],
                solvers: &["naive", "circular", "by-avl", "by-colour"],
            },
            Experiment {
                name: "vector",
                about: "one row in which every colour occurs once",
                vary: "columns,colours=10..1280:x2",
                recipe: &["layout=course", "rows=1"],
                solvers: &[
                    "naive",
                    "circular",
                    "by-avl",
                    "by-colour",
                    "graph-general",
                    "graph-cuts",
                    "vector",
                    "best",
                ],
            },
        ]
    }

    fn starters() -> &'static [Starter] {
        starters::ALL
    }
}
