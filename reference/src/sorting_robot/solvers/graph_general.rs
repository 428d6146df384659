//! Cycles of nearest successors, in nearest-first order.
//!
//! **What.** Like `graph-improved`, but the successor of every cell is the nearest unfilled cell for its piece, so that
//! a cycle closes as soon as its start is the nearest.
//!
//! **Guarantee.** A valid answer that visits every cell once; no bound on its distance from the optimum is known.
//!
//! **Complexity.** O(Nm log N) for N cells in m rows in the worst case; O(N) memory.
//!
//! **Source.** Sorting Robot report (Rzeszutko and Ortiz), section 8, "version générale".
//!
//! **Example.** On `2 1 0 0 / 1 0 1 2` with pieces `2 2 1 1 / 0 1 0 0` it walks `RSRRDSUSLLSRSDSUSLLDSRSLS`, 15 steps.

use super::by_avl::NearestInTrees;
use super::{cycles, unstarted_cycles};
use crate::sorting_robot::{Answer, Instance};
use crate::{Budget, Unsolved};

pub(super) fn solve(instance: &Instance, budget: &Budget) -> Result<Answer, Unsolved> {
    let cycles = cycles::find(instance, NearestInTrees::new(instance), budget)?;
    unstarted_cycles::run_nearest_first(instance.shape, &cycles, budget)
}
