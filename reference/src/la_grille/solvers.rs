//! The bundled algorithms, one per file.

mod anneal;
mod best;
mod exact;
mod greedy;

use super::LaGrille;
use crate::{Solver, SolverInfo};

pub(super) static ALL: &[Solver<LaGrille>] = &[
    Solver {
        info: SolverInfo {
            name: "greedy",
            about: "red on the smallest value, then one colour after the other on its best cells",
            guarantee: "valid; no bound on the distance from the optimum",
            source: "La Grille project text, in the order of its worked example",
        },
        run: |instance, _, improved| {
            greedy::solve(instance, improved);
            Ok(None)
        },
    },
    Solver {
        info: SolverInfo {
            name: "anneal",
            about: "simulated annealing with restarts: recolour, swap, blue pairs, relocate, eject",
            guarantee: "valid; never worse than greedy",
            source: "Kirkpatrick, Gelatt and Vecchi 1983; own moves and temperatures",
        },
        run: |instance, budget, improved| {
            anneal::solve(instance, budget, improved);
            Ok(None)
        },
    },
    Solver {
        info: SolverInfo {
            name: "exact",
            about: "annealing, then branch and bound on a Lagrangian relaxation",
            guarantee: "optimal if the bound is met, otherwise the best score found and a proved bound",
            source: "Land and Doig 1960; Geoffrion 1974",
        },
        run: |instance, budget, improved| Ok(exact::solve(instance, budget, improved)),
    },
    Solver {
        info: SolverInfo {
            name: "best",
            about: "annealing, diving and neighbourhood search on a Lagrangian relaxation, then branch and bound",
            guarantee: "never worse than greedy; optimal if the bound is met",
            source: "own work, based on anneal and exact",
        },
        run: |instance, budget, improved| Ok(best::solve(instance, budget, improved)),
    },
];
