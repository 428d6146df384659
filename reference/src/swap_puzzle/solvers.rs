//! The bundled algorithms, one per file, and the parts they share.

mod anneal;
mod astar;
mod best;
mod bfs;
mod bfs_full;
mod blocks;
mod bucket_queue;
mod construct;
mod greedy;
mod optimal;
mod record;
mod schedule;
mod settle;
mod state_table;
mod swap_sequence;

use super::SwapPuzzle;
use crate::problem::once;
use crate::{Solver, SolverInfo};

pub(super) static ALL: &[Solver<SwapPuzzle>] = &[
    Solver {
        info: SolverInfo {
            name: "greedy",
            about: "one tile after the other, sideways to its column, then up",
            guarantee: "valid; no bound on the distance from the optimum",
            source: "Projet Programmation report (Morand and Samani), section 2.2",
        },
        run: |instance, budget, improved| {
            once::<SwapPuzzle>(greedy::solve, instance, budget, improved)
        },
    },
    Solver {
        info: SolverInfo {
            name: "bfs-full",
            about: "breadth-first search over the whole state graph; up to 3 × 3",
            guarantee: "fewest swaps",
            source: "Projet Programmation report (Morand and Samani), section 3.3",
        },
        run: |instance, budget, improved| {
            once::<SwapPuzzle>(bfs_full::solve, instance, budget, improved)
        },
    },
    Solver {
        info: SolverInfo {
            name: "bfs",
            about: "breadth-first search that generates states on demand; up to 2 × 5, or few swaps",
            guarantee: "fewest swaps",
            source: "Projet Programmation report (Morand and Samani), section 4",
        },
        run: |instance, budget, improved| {
            once::<SwapPuzzle>(bfs::solve, instance, budget, improved)
        },
    },
    Solver {
        info: SolverInfo {
            name: "astar",
            about: "A* with half the sum of distances, and parity",
            guarantee: "fewest swaps",
            source: "Projet Programmation report (Morand and Samani), section 5, with an admissible heuristic",
        },
        run: |instance, budget, improved| {
            once::<SwapPuzzle>(astar::solve, instance, budget, improved)
        },
    },
    Solver {
        info: SolverInfo {
            name: "best",
            about: "greedy descent on a potential, then simulated annealing in small blocks",
            guarantee: "valid; fewest swaps up to 4 × 4, given enough time",
            source: "own work; cycles after Miltzow et al. 2016",
        },
        run: best::solve,
    },
    Solver {
        info: SolverInfo {
            name: "optimal",
            about: "table of all states, or IDA* with pattern databases",
            guarantee: "fewest swaps if the bound is met, otherwise the best answer and a proved bound",
            source: "Korf 1985; Felner, Korf and Hanan 2004",
        },
        run: optimal::solve,
    },
];
