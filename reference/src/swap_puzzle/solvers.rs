//! The bundled algorithms, one a file, and the parts they share.

mod astar;
mod bfs;
mod bfs_full;
mod greedy;
mod state_table;

use super::{Answer, Instance, SwapPuzzle};
use crate::{Bound, Budget, Solver, SolverInfo, Unsolved};

pub(super) static ALL: &[Solver<SwapPuzzle>] = &[
    Solver {
        info: SolverInfo {
            name: "greedy",
            about: "tile after tile, sideways to its column, then up",
            guarantee: "valid; how far from the fewest is not known",
            source: "Projet Programmation report (Morand and Samani), section 2.2",
        },
        run: |instance, budget, improved| once(greedy::solve, instance, budget, improved),
    },
    Solver {
        info: SolverInfo {
            name: "bfs-full",
            about: "breadth-first search over the whole state graph; up to 3 × 3",
            guarantee: "fewest swaps",
            source: "Projet Programmation report (Morand and Samani), section 3.3",
        },
        run: |instance, budget, improved| once(bfs_full::solve, instance, budget, improved),
    },
    Solver {
        info: SolverInfo {
            name: "bfs",
            about: "breadth-first search that makes states on demand; up to 2 × 5, or few swaps",
            guarantee: "fewest swaps",
            source: "Projet Programmation report (Morand and Samani), section 4",
        },
        run: |instance, budget, improved| once(bfs::solve, instance, budget, improved),
    },
    Solver {
        info: SolverInfo {
            name: "astar",
            about: "A* with half the sum of distances, and parity",
            guarantee: "fewest swaps",
            source: "Projet Programmation report (Morand and Samani), section 5, with an admissible order",
        },
        run: |instance, budget, improved| once(astar::solve, instance, budget, improved),
    },
];

/// Hands over the one answer of an algorithm that does not improve it.
fn once(
    solve: fn(&Instance, &Budget) -> Result<Answer, Unsolved>,
    instance: &Instance,
    budget: &Budget,
    improved: &mut dyn FnMut(Answer),
) -> Result<Option<Bound>, Unsolved> {
    improved(solve(instance, budget)?);
    Ok(None)
}
