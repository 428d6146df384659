//! The bundled algorithms, one a file, and the parts they share.

mod avl;
mod by_avl;
mod by_colour;
mod circular;
mod colour_lists;
mod naive;
mod nearest;
mod rings;
mod row_trees;
mod targets;

use super::{Answer, Instance, SortingRobot};
use crate::{Budget, Solver, SolverInfo, Unsolved};

pub(super) static ALL: &[Solver<SortingRobot>] = &[
    Solver {
        info: SolverInfo {
            name: "naive",
            about: "always the nearest cell, found by scanning the whole grid",
            guarantee: "valid; how far from the shortest is not known",
            source: "Sorting Robot report (Rzeszutko and Ortiz), section 4",
        },
        run: |instance, budget, improved| once(naive::solve, instance, budget, improved),
    },
    Solver {
        info: SolverInfo {
            name: "circular",
            about: "always the nearest cell, found in growing rings around the robot",
            guarantee: "the same answer as naive",
            source: "Sorting Robot report (Rzeszutko and Ortiz), section 5",
        },
        run: |instance, budget, improved| once(circular::solve, instance, budget, improved),
    },
    Solver {
        info: SolverInfo {
            name: "by-colour",
            about: "always the nearest cell, found in a linked list per colour",
            guarantee: "the same answer as naive",
            source: "Sorting Robot report (Rzeszutko and Ortiz), section 6",
        },
        run: |instance, budget, improved| once(by_colour::solve, instance, budget, improved),
    },
    Solver {
        info: SolverInfo {
            name: "by-avl",
            about: "always the nearest cell, found in AVL trees per colour and row",
            guarantee: "the same answer as naive",
            source: "Sorting Robot report (Rzeszutko and Ortiz), section 7",
        },
        run: |instance, budget, improved| once(by_avl::solve, instance, budget, improved),
    },
];

/// Hands over the one answer of an algorithm that does not improve it.
fn once(
    solve: fn(&Instance, &Budget) -> Result<Answer, Unsolved>,
    instance: &Instance,
    budget: &Budget,
    improved: &mut dyn FnMut(Answer),
) -> Result<(), Unsolved> {
    improved(solve(instance, budget)?);
    Ok(())
}
