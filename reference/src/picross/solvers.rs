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
            about: "what the leftmost and the rightmost filling of a line have in common, then guessing",
            guarantee: "finds a solution or proves that there is none, given time enough",
            source: "Picross report (Connes, Prysiazhniuk, Benais-Hugot and Rivière), sections 2 and 3",
        },
        run: |instance, budget, improved| {
            once::<Picross>(fusion::solve, instance, budget, improved)
        },
    },
    Solver {
        info: SolverInfo {
            name: "best",
            about: "complete line logic in machine words, probing, a short search, then clauses",
            guarantee: "finds a solution or proves that there is none, given time enough",
            source: "after the webpbn survey (Wolter) and Batenburg and Kosters (2009)",
        },
        run: |instance, budget, improved| once::<Picross>(best::solve, instance, budget, improved),
    },
];
