//! Cycles of first successors, in nearest-first order.
//!
//! **What.** The cycles of `graph-naive`. The first cycle of the list comes first, then always the cycle whose first
//! cell is nearest to the robot.
//!
//! **Guarantee.** A valid answer that visits every cell once; usually far from the optimum.
//!
//! **Complexity.** O(N) to find the cycles of N cells, O(km log N) to order k cycles on m rows; O(N) memory.
//!
//! **Source.** Sorting Robot report (Rzeszutko and Ortiz), section 8, "version améliorée".
//!
//! **Example.** On `2 1 0 0 / 1 0 1 2` with pieces `2 2 1 1 / 0 1 0 0` it walks `RSRRDSLUSLSDSRSLSRRUSLLLDSRRRUS`, 21 steps.

use super::graph_naive::FirstInList;
use super::{cycles, unstarted_cycles};
use crate::sorting_robot::{Answer, Instance};
use crate::{Budget, Unsolved};

pub(super) fn solve(instance: &Instance, budget: &Budget) -> Result<Answer, Unsolved> {
    let cycles = cycles::find(instance, FirstInList::new(instance), budget)?;
    unstarted_cycles::run_nearest_first(instance.shape, &cycles, budget)
}
