//! Grid puzzles for optimisation contests: readers, rules, generators, bounds and solvers.
//!
//! The crate does not access processes, files or the network; it uses the clock only through a [`Budget`]. Callers use
//! every puzzle through [`AnyProblem`] and [`Case`]; [`problems`] lists the bundled ones. A type of your own that
//! implements [`Problem`] becomes an [`AnyProblem`] through [`Registered`].
//!
//! ```
//! use puzzles::{Budget, problem};
//!
//! let case = problem("swap-puzzle").unwrap().read(b"2 2\n4 3\n2 1\n").unwrap();
//! let mut best = String::new();
//! let budget = Budget::unlimited().with_iterations(10);
//! case.solve("best", &budget, &mut |answer| best = answer).unwrap();
//! assert_eq!(case.check(best.as_bytes()).unwrap().value, 4);
//! assert_eq!(case.bound(&budget, None).unwrap().value, 4);
//! ```

#![warn(missing_docs)]

mod assignment;
mod budget;
mod case;
mod digest;
mod grid;
mod math;
mod picture;
mod problem;
mod random;
mod recipe;
mod sat;
mod starter;
mod value;

pub mod la_grille;
pub mod picross;
pub mod sorting_robot;
pub mod swap_puzzle;
pub mod text;

pub use assignment::{Assignment, Point, assign};
pub use budget::Budget;
pub use case::{AnyProblem, Case, Companion, Recipe, Registered};
pub use grid::{MAX_CELLS, Shape};
pub use picture::{Picture, Span, Style};
pub use problem::{
    Bound, Checked, Declined, Evidence, EvidenceKind, Experiment, Fact, FactValue, Goal, Key,
    LARGEST_PROOF, Layout, Problem, Proof, ProofError, Refusal, Rejection, Replay, Solutions,
    Solver, SolverFunction, SolverInfo, Unbounded, Unsolved,
};
pub use random::Random;
pub use recipe::{FieldError, FieldFault, FieldValue, Fields};
pub use starter::Starter;
pub use text::TextError;
pub use value::{Value, ValueError};

/// Returns all bundled problems. A new problem needs a folder and a line here.
pub fn problems() -> &'static [&'static dyn AnyProblem] {
    &[
        &Registered::<sorting_robot::SortingRobot>::NEW,
        &Registered::<swap_puzzle::SwapPuzzle>::NEW,
        &Registered::<la_grille::LaGrille>::NEW,
        &Registered::<picross::Picross>::NEW,
    ]
}

/// Returns the bundled problem with the given name.
pub fn problem(name: &str) -> Option<&'static dyn AnyProblem> {
    problems().iter().copied().find(|p| p.name() == name)
}
