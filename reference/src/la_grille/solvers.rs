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
            about: "simulated annealing with restarts: recolour, swap, blue pairs, relocate, eject",
            guarantee: "valid; never worse than greedy",
            source: "Kirkpatrick, Gelatt and Vecchi 1983; moves and temperatures are ours",
        },
        run: |instance, budget, improved| {
            anneal::solve(instance, budget, improved);
            Ok(None)
        },
    },
    Solver {
        info: SolverInfo {
            name: "exact",
            about: "annealing, then branch and bound on a Lagrangian relaxation in whole numbers",
            guarantee: "the best score if time is enough, and says so; else the best found and a proven bound",
            source: "Land and Doig 1960; Geoffrion 1974",
        },
        run: |instance, budget, improved| Ok(exact::solve(instance, budget, improved)),
    },
    Solver {
        info: SolverInfo {
            name: "best",
            about: "annealing, then dives on a Lagrangian relaxation until time is up or the score is proved best",
            guarantee: "never worse than greedy; says so when its score is proved to be the best",
            source: "ours, on the parts of anneal and exact",
        },
        run: |instance, budget, improved| Ok(best::solve(instance, budget, improved)),
    },
];
