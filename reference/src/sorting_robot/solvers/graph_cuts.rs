//! Cycles of nearest successors, interrupted for closer cycles.
//!
//! **What.** The cycles of `graph-general` and a stack. Whenever another cycle begins closer to the robot than the next
//! cell of the current one, the robot walks that cycle first and then resumes the interrupted one. Meanwhile the
//! carried piece lies on the first cell of the other cycle. A cycle that only has to be closed is not interrupted. A
//! chain never interrupts, because it does not lead back to the piece on its first cell.
//!
//! **Guarantee.** A valid answer; no bound on its distance from the optimum is known.
//!
//! **Complexity.** O(Nm log N) for N cells in m rows in the worst case; O(N) memory.
//!
//! **Source.** Sorting Robot report (Rzeszutko and Ortiz), section 9, "généralisation", with cut coefficient 1.
//!
//! **Example.** On `2 1 0 0 / 1 0 1 2` with pieces `2 2 1 1 / 0 1 0 0` it walks `RSRSDSUSRDSUSLLSLDSRSLS`, 13 steps.

use super::by_avl::NearestInTrees;
use super::cycles::{self, Cycle};
use super::unstarted_cycles::Unstarted;
use crate::sorting_robot::{Answer, Instance, Walk};
use crate::{Budget, Unsolved};

/// A cycle or chain that the robot has started.
struct Started<'a> {
    cycle: &'a Cycle,
    /// The number of its cells that the robot has visited.
    served: usize,
}

pub(super) fn solve(instance: &Instance, budget: &Budget) -> Result<Answer, Unsolved> {
    let shape = instance.shape;
    let cycles = cycles::find(instance, NearestInTrees::new(instance), budget)?;
    let mut unstarted = Unstarted::new(shape, &cycles);
    let mut walk = Walk::new(shape);
    let mut stack: Vec<Started> = Vec::new();
    loop {
        if budget.expired() {
            return Err(Unsolved::Stopped);
        }
        let at = walk.at();
        let other = match stack.last() {
            None => unstarted.take_nearest(at),
            Some(top) => {
                let next = top.cycle.cells.get(top.served);
                next.and_then(|&next| unstarted.take_closed(at, shape.distance(at, next)))
            }
        };
        stack.extend(other.map(|cycle| Started { cycle, served: 0 }));
        let Some(top) = stack.last_mut() else {
            return Ok(walk.finish());
        };
        let cells = &top.cycle.cells;
        walk.go(cells.get(top.served).copied().unwrap_or(cells[0]));
        walk.swap();
        top.served += 1;
        if top.served == cells.len() + usize::from(top.cycle.closed) {
            stack.pop();
        }
    }
}
