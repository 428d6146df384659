//! The puzzles: what an instance and an answer look like, what the rules say, and the algorithms that come along.
//!
//! This crate knows nothing of processes, files or contests; it knows of time only through a [`Budget`].
//! The judge sees every puzzle through [`AnyProblem`] and [`Case`]; [`problems`] is the one list of them.

mod assignment;
mod budget;
mod case;
mod grid;
mod math;
mod picture;
mod problem;
mod random;
mod recipe;
mod sat;
mod starter;
mod text;

pub mod la_grille;
pub mod picross;
pub mod sorting_robot;
pub mod swap_puzzle;

pub use assignment::{Assignment, Point, assign};
pub use budget::Budget;
pub use case::{AnyProblem, Case, Recipe};
pub use grid::{MAX_CELLS, Shape};
pub use picture::{Picture, Span, Style};
pub use problem::{
    Bound, Checked, Experiment, Fact, FactValue, Goal, Problem, Refusal, Rejection, Replay,
    Solutions, Solver, SolverInfo, Unsolved,
};
pub use random::Random;
pub use recipe::{FieldError, FieldFault, FieldValue, Fields};
pub use starter::Starter;
pub use text::TextError;

/// Every problem there is. Adding one means adding its folder and its line here.
pub fn problems() -> &'static [&'static dyn AnyProblem] {
    &[
        &case::Erased::<sorting_robot::SortingRobot>::NEW,
        &case::Erased::<swap_puzzle::SwapPuzzle>::NEW,
        &case::Erased::<la_grille::LaGrille>::NEW,
        &case::Erased::<picross::Picross>::NEW,
    ]
}

/// The problem of that name.
pub fn problem(name: &str) -> Option<&'static dyn AnyProblem> {
    problems().iter().copied().find(|p| p.name() == name)
}
