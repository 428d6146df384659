//! Breadth-first search over the whole state graph.
//!
//! **What.** The distance of every arrangement from the goal is stored in a table; the answer follows decreasing
//! distances.
//!
//! **Guarantee.** The fewest swaps; for grids of up to nine cells, such as 3 × 3 and 2 × 4.
//!
//! **Complexity.** O(N!·N) time and N! bytes for N cells, whatever the arrangement: 362,880 states for 3 × 3.
//!
//! **Source.** Projet Programmation report (Morand and Samani), section 3.3.
//!
//! **Example.** On `3 4 2 / 5 6 1` it takes 5 swaps.

use super::state_table::{self, StateTable};
use crate::swap_puzzle::{Answer, Instance};
use crate::{Budget, Unsolved};

const MAX_CELLS: usize = 9;

pub(super) fn solve(instance: &Instance, budget: &Budget) -> Result<Answer, Unsolved> {
    let cells = instance.shape.cells();
    if cells > MAX_CELLS {
        let takes = format!(
            "`bfs-full` takes grids of at most {MAX_CELLS} cells, such as 3 × 3; this one has {cells}"
        );
        return Err(Unsolved::NotApplicable(takes));
    }
    let swaps = instance.swaps().collect();
    let table = StateTable::new(cells, swaps, budget).ok_or(Unsolved::Stopped)?;
    let mut answer = Answer {
        shape: instance.shape,
        swaps: Vec::new(),
    };
    table.follow_path(
        state_table::start(instance),
        |_| 0,
        |swap| answer.swaps.push(swap),
    );
    Ok(answer)
}
