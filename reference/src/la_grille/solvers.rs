//! The bundled algorithms, one a file, and the parts they share.

mod anneal;
mod board;
mod greedy;
mod quick;

use super::LaGrille;
use crate::{Solver, SolverInfo};

pub(super) static ALL: &[Solver<LaGrille>] = &[
    Solver {
        info: SolverInfo {
            name: "greedy",
            about: "red on the least value, then one colour after the other on the cells it suits best",
            guarantee: "valid; how far from the best is not known",
            source: "La Grille project text, put into the order that its worked example suggests",
        },
        run: |instance, _, improved| {
            greedy::solve(instance, improved);
            Ok(None)
        },
    },
    Solver {
        info: SolverInfo {
            name: "anneal",
            about: "simulated annealing with restarts: recolour, swap, blue pairs, relocate",
            guarantee: "valid; never worse than greedy",
            source: "Kirkpatrick, Gelatt and Vecchi 1983; moves and temperatures are ours",
        },
        run: |instance, budget, improved| {
            anneal::solve(instance, budget, improved);
            Ok(None)
        },
    },
];
