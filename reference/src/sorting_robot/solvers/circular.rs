//! Nearest cell by growing rings around the robot.
//!
//! **What.** The nearest-cell loop of [`nearest`]; a search scans the cells at distance 0, 1, 2 and so on, the upper
//! half of a ring before the lower, left before right, and stops at the first match.
//!
//! **Guarantee.** The same answer as `naive`.
//!
//! **Complexity.** O(d²) for a search that ends at distance d; O(N²) in total for N cells in the worst case, but far
//! less while many cells are unfilled; O(N) memory.
//!
//! **Source.** Sorting Robot report (Rzeszutko and Ortiz), sections 2 and 5.
//!
//! **Example.** On `2 1 0 0 / 1 0 1 2` with pieces `2 2 1 1 / 0 1 0 0` it walks `RSRRDSUSLLSRSDSUSLDSLSRS`, 14 steps.

use super::targets::{Targets, needed_colours};
use super::{nearest, rings};
use crate::sorting_robot::{Answer, Colour, Instance, NONE};
use crate::{Budget, Shape, Unsolved};

pub(super) fn solve(instance: &Instance, budget: &Budget) -> Result<Answer, Unsolved> {
    let rings = Rings {
        shape: instance.shape,
        waiting: needed_colours(instance),
    };
    nearest::solve(instance, budget, rings, rings::nearest_piece)
}

struct Rings {
    shape: Shape,
    waiting: Vec<Colour>,
}

impl Targets for Rings {
    fn target(&self, from: usize, colour: Colour) -> usize {
        rings::nearest(self.shape, from, |cell| self.waiting[cell] == colour)
            .expect("a cell waits for the piece in the robot's hand")
    }

    fn remove(&mut self, cell: usize) {
        self.waiting[cell] = NONE;
    }
}
