//! The bundled algorithms, one per file.

mod best;
mod fusion;
mod leftmost;

use super::Picross;
use crate::problem::once;
use crate::{Solver, SolverInfo};

pub(super) static ALL: &[Solver<Picross>] = &[
    Solver {
        info: SolverInfo {
            name: "fusion",
            about: "intersection of the leftmost and the rightmost placement of each line, then backtracking",
            guarantee: "finds a solution or proves that there is none, given enough time",
            source: "Picross report (Connes, Prysiazhniuk, Benais-Hugot and Rivière), sections 2 and 3",
        },
        run: |instance, budget, improved| {
            once::<Picross>(fusion::solve, instance, budget, improved)
        },
    },
    Solver {
        info: SolverInfo {
            name: "best",
            about: "complete line solving in machine words, probing, a short search, then SAT",
            guarantee: "finds a solution or proves that there is none, given enough time",
            source: "after the webpbn survey (Wolter) and Batenburg and Kosters (2009)",
        },
        run: |instance, budget, improved| once::<Picross>(best::solve, instance, budget, improved),
    },
];
