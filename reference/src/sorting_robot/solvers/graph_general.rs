//! Circuits of nearest successors, the nearest circuit next.
//!
//! **What.** As `graph-improved`, but every cell takes the nearest cell that waits for its piece as successor, so
//! that a circuit closes as soon as its start is the nearest.
//!
//! **Guarantee.** A valid answer that serves every cell once; nothing is known of how far it is from the shortest.
//!
//! **Complexity.** O(Nm log N) for N cells in m rows at worst; O(N) memory.
//!
//! **Source.** Sorting Robot report (Rzeszutko and Ortiz), section 8, "version générale".
//!
//! **Example.** On `2 1 0 0 / 1 0 1 2` with pieces `2 2 1 1 / 0 1 0 0` it walks `RSRRDSUSLLSRSDSUSLLDSRSLS`, 15 steps.

use super::by_avl::NearestInTrees;
use super::{circuits, unstarted};
use crate::sorting_robot::{Answer, Instance};
use crate::{Budget, Unsolved};

pub(super) fn solve(instance: &Instance, budget: &Budget) -> Result<Answer, Unsolved> {
    let circuits = circuits::find(instance, NearestInTrees::new(instance), budget)?;
    unstarted::run_nearest_first(instance.shape, &circuits, budget)
}
