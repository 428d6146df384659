//! La Grille: one pawn on every cell, six colours with rules of their own, and the highest score wins.

mod answer;
mod bound;
mod certificate;
mod draw;
mod generate;
mod instance;
mod proof;
mod relaxation;
mod rules;
mod search;
mod solvers;
mod starters;

pub use answer::Answer;
pub use generate::Recipe;
pub use instance::{Instance, Pawn, TooLarge};
pub use rules::{Penalties, Score, score};

use self::answer::AnswerReader;
use crate::{
    Bound, Budget, Evidence, Experiment, FieldError, Fields, Goal, Layout, Picture, Problem,
    ProofError, Replay, Solver, Starter, TextError,
};

/// The La Grille problem.
#[derive(Debug)]
pub struct LaGrille;

impl Problem for LaGrille {
    const NAME: &'static str = "la-grille";
    const ABOUT: &'static str =
        "place a pawn of one of six colours on every cell of a grid of numbers; highest score wins";
    const GOAL: Goal = Goal::Maximise;
    const UNIT: &'static str = "points";

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
        certificate::prove(instance, budget, known)
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
            r#"layout = "uniform", size = 10, penalty = 10, low = -9, high = 9"#,
            r#"layout = "clusters", size = 12, penalty = 8"#,
            r#"layout = "extreme", size = 8, penalty = 25, low = -99, high = 99"#,
        ]
    }

    fn solvers() -> &'static [Solver<Self>] {
        solvers::ALL
    }

    fn experiments() -> &'static [Experiment] {
        &[
            Experiment {
                name: "size",
                about: "growing grids of values between -9 and 9",
                vary: "size=4..20:2",
                recipe: &["layout=uniform"],
                solvers: &["greedy", "anneal", "exact", "best"],
            },
            Experiment {
                name: "penalty",
                about: "one size, from low to prohibitive penalties",
                vary: "penalty=1..64:x2",
                recipe: &["layout=uniform", "size=10"],
                solvers: &["greedy", "anneal", "exact", "best"],
            },
        ]
    }

    fn starters() -> &'static [Starter] {
        starters::ALL
    }
}
