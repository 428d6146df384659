//! The swap puzzle: put a grid of numbered tiles in order by exchanging neighbours, in as few swaps as possible.

mod answer;
mod bound;
mod certificate;
mod distances;
mod draw;
mod generate;
mod ida_star;
mod instance;
mod inversions;
mod proof;
mod rules;
mod solvers;
mod starters;

pub use answer::{Answer, Swap};
pub use generate::Recipe;
pub use instance::{Instance, Tile, Walls};

use self::answer::AnswerReader;
use crate::{
    Bound, Budget, Evidence, Experiment, FieldError, Fields, Goal, Layout, Picture, Problem,
    ProofError, Replay, Solver, Starter, TextError,
};

/// The swap puzzle.
#[derive(Debug)]
pub struct SwapPuzzle;

impl Problem for SwapPuzzle {
    const NAME: &'static str = "swap-puzzle";
    const ABOUT: &'static str = "sort numbered tiles by swapping neighbours; fewest swaps wins";
    const GOAL: Goal = Goal::Minimise;
    const UNIT: &'static str = "swaps";

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
        Ok(recipe.generate(seed))
    }

    fn layouts() -> &'static [Layout] {
        generate::LAYOUTS
    }

    fn sample_recipes() -> &'static [&'static str] {
        &[
            r#"layout = "shuffle", rows = 5, columns = 5"#,
            r#"layout = "walk", rows = 4, columns = 6, swaps = 12"#,
            r#"layout = "walls", rows = 6, columns = 6"#,
        ]
    }

    fn solvers() -> &'static [Solver<Self>] {
        solvers::ALL
    }

    fn experiments() -> &'static [Experiment] {
        &[
            Experiment {
                name: "size",
                about: "growing square grids, shuffled",
                vary: "rows,columns=2..8",
                recipe: &["layout=shuffle"],
                solvers: &["greedy", "bfs-full", "bfs", "astar", "optimal", "best"],
            },
            Experiment {
                name: "distance",
                about: "one size, more and more swaps away from the goal",
                vary: "swaps=2..16:2",
                recipe: &["layout=walk", "rows=4", "columns=4"],
                solvers: &["greedy", "bfs", "astar", "optimal", "best"],
            },
        ]
    }

    fn starters() -> &'static [Starter] {
        starters::ALL
    }
}
