//! The bundled algorithms, one per file, and the parts they share.

mod avl;
mod best;
mod by_avl;
mod by_colour;
mod circular;
mod colour_lists;
mod cycles;
mod exact;
mod graph_cuts;
mod graph_general;
mod graph_improved;
mod graph_naive;
mod naive;
mod nearest;
mod rings;
mod row_trees;
mod targets;
mod unstarted_cycles;
mod vector;

use super::SortingRobot;
use crate::problem::once;
use crate::{Solver, SolverInfo};

pub(super) static ALL: &[Solver<SortingRobot>] = &[
    Solver {
        info: SolverInfo {
            name: "naive",
            about: "always the nearest cell, found by scanning the whole grid",
            guarantee: "valid; no bound on the distance from the optimum",
            source: "Sorting Robot report (Rzeszutko and Ortiz), section 4",
        },
        run: |instance, budget, improved| {
            once::<SortingRobot>(naive::solve, instance, budget, improved)
        },
    },
    Solver {
        info: SolverInfo {
            name: "circular",
            about: "always the nearest cell, found in growing rings around the robot",
            guarantee: "the same answer as naive",
            source: "Sorting Robot report (Rzeszutko and Ortiz), section 5",
        },
        run: |instance, budget, improved| {
            once::<SortingRobot>(circular::solve, instance, budget, improved)
        },
    },
    Solver {
        info: SolverInfo {
            name: "by-colour",
            about: "always the nearest cell, found in a linked list per colour",
            guarantee: "the same answer as naive",
            source: "Sorting Robot report (Rzeszutko and Ortiz), section 6",
        },
        run: |instance, budget, improved| {
            once::<SortingRobot>(by_colour::solve, instance, budget, improved)
        },
    },
    Solver {
        info: SolverInfo {
            name: "by-avl",
            about: "always the nearest cell, found in AVL trees per colour and row",
            guarantee: "the same answer as naive",
            source: "Sorting Robot report (Rzeszutko and Ortiz), section 7",
        },
        run: |instance, budget, improved| {
            once::<SortingRobot>(by_avl::solve, instance, budget, improved)
        },
    },
    Solver {
        info: SolverInfo {
            name: "vector",
            about: "nested cycles; for one row in which every colour occurs once",
            guarantee: "fewest steps for a robot that must return to the first misplaced piece",
            source: "Sorting Robot report (Rzeszutko and Ortiz), section 9, after Daniel Graf",
        },
        run: |instance, budget, improved| {
            once::<SortingRobot>(vector::solve, instance, budget, improved)
        },
    },
    Solver {
        info: SolverInfo {
            name: "graph-naive",
            about: "cycles of first successors, in row-major order",
            guarantee: "valid; no bound on the distance from the optimum",
            source: "Sorting Robot report (Rzeszutko and Ortiz), section 8",
        },
        run: |instance, budget, improved| {
            once::<SortingRobot>(graph_naive::solve, instance, budget, improved)
        },
    },
    Solver {
        info: SolverInfo {
            name: "graph-improved",
            about: "cycles of first successors, nearest cycle first",
            guarantee: "valid; no bound on the distance from the optimum",
            source: "Sorting Robot report (Rzeszutko and Ortiz), section 8",
        },
        run: |instance, budget, improved| {
            once::<SortingRobot>(graph_improved::solve, instance, budget, improved)
        },
    },
    Solver {
        info: SolverInfo {
            name: "graph-general",
            about: "cycles of nearest successors, nearest cycle first",
            guarantee: "valid; no bound on the distance from the optimum",
            source: "Sorting Robot report (Rzeszutko and Ortiz), section 8",
        },
        run: |instance, budget, improved| {
            once::<SortingRobot>(graph_general::solve, instance, budget, improved)
        },
    },
    Solver {
        info: SolverInfo {
            name: "graph-cuts",
            about: "cycles of nearest successors, interrupted for closer ones",
            guarantee: "valid; no bound on the distance from the optimum",
            source: "Sorting Robot report (Rzeszutko and Ortiz), section 9",
        },
        run: |instance, budget, improved| {
            once::<SortingRobot>(graph_cuts::solve, instance, budget, improved)
        },
    },
    Solver {
        info: SolverInfo {
            name: "best",
            about: "minimum-cost assignment whose cycles are merged into one tour, then simulated annealing",
            guarantee: "valid, with a proved bound; optimal on one row or column",
            source: "own work, after Graf: How to sort by walking and swapping on paths and trees",
        },
        run: |instance, budget, improved| Ok(best::solve(instance, budget, improved)),
    },
    Solver {
        info: SolverInfo {
            name: "exact",
            about: "A* over all states; for up to 25 cells to sort",
            guarantee: "the fewest steps",
            source: "A* (Hart, Nilsson and Raphael 1968) with the assignment as estimate",
        },
        run: exact::solve,
    },
];
