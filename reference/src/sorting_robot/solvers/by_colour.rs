//! Nearest cell by a linked list per colour.
//!
//! **What.** The nearest-cell loop of [`nearest`]; a search scans the list of the unfilled cells of the carried colour,
//! and a filled cell is removed from its list in constant time. With an empty hand, it searches in rings.
//!
//! **Guarantee.** The same answer as `naive`.
//!
//! **Complexity.** O(α) per search, where α is the number of cells of that colour; O(αN) in total for N cells; O(N)
//! memory.
//!
//! **Source.** Sorting Robot report (Rzeszutko and Ortiz), sections 2 and 6.
//!
//! **Example.** On `2 1 0 0 / 1 0 1 2` with pieces `2 2 1 1 / 0 1 0 0` it walks `RSRRDSUSLLSRSDSUSLDSLSRS`, 14 steps.

use super::colour_lists::ColourLists;
use super::targets::{self, Targets};
use super::{nearest, rings};
use crate::sorting_robot::{Answer, Colour, Instance};
use crate::{Budget, Shape, Unsolved};

pub(super) fn solve(instance: &Instance, budget: &Budget) -> Result<Answer, Unsolved> {
    let nearest_in_list = NearestInList {
        shape: instance.shape,
        lists: ColourLists::new(instance),
    };
    nearest::solve(instance, budget, nearest_in_list, rings::nearest_piece)
}

struct NearestInList {
    shape: Shape,
    lists: ColourLists,
}

impl Targets for NearestInList {
    fn target(&self, from: usize, colour: Colour) -> usize {
        targets::nearest(self.shape, from, self.lists.cells(colour))
            .expect("a cell waits for the piece in the robot's hand")
    }

    fn remove(&mut self, cell: usize) {
        self.lists.remove(cell);
    }
}
