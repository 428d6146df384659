//! Cycles of first successors, in row-major order.
//!
//! **What.** The successor of every cell is the first unfilled cell for its piece in row-major order; the resulting
//! [`cycles`] are walked in the row-major order of their first cells.
//!
//! **Guarantee.** A valid answer that visits every cell once; usually far from the optimum.
//!
//! **Complexity.** O(N) for N cells, apart from writing the answer; O(N) memory.
//!
//! **Source.** Sorting Robot report (Rzeszutko and Ortiz), section 8, "version naïve".
//!
//! **Example.** On `2 1 0 0 / 1 0 1 2` with pieces `2 2 1 1 / 0 1 0 0` it walks `RSRRDSLUSLSRRSLLLDSRRRUSLLDSRSLS`, 22 steps.

use super::colour_lists::ColourLists;
use super::cycles;
use super::targets::Targets;
use crate::sorting_robot::{Answer, Colour, Instance, Walk};
use crate::{Budget, Unsolved};

pub(super) fn solve(instance: &Instance, budget: &Budget) -> Result<Answer, Unsolved> {
    let cycles = cycles::find(instance, FirstInList::new(instance), budget)?;
    let mut walk = Walk::new(instance.shape);
    for cycle in cycles {
        cycle.run(&mut walk, budget)?;
    }
    Ok(walk.finish())
}

/// The unfilled cells by colour, of which the first is chosen.
pub(super) struct FirstInList(ColourLists);

impl FirstInList {
    pub(super) fn new(instance: &Instance) -> Self {
        Self(ColourLists::new(instance))
    }
}

impl Targets for FirstInList {
    fn target(&self, _from: usize, colour: Colour) -> usize {
        let first = self.0.cells(colour).next();
        first.expect("a cell waits for every misplaced piece")
    }

    fn remove(&mut self, cell: usize) {
        self.0.remove(cell);
    }
}
