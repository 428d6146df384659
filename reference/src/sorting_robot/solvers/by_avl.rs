//! Nearest cell by AVL trees per colour and row.
//!
//! **What.** The nearest-cell loop of [`nearest`]; the unfilled cells are kept in a matrix colour × row of AVL trees
//! keyed by column. A search takes the closer of predecessor and successor in each row, from the robot's row outwards,
//! and the minimum over the rows. With an empty hand, it searches in rings.
//!
//! **Guarantee.** The same answer as `naive`.
//!
//! **Complexity.** O(m log α) per search in m rows, where α is the number of cells of that colour, and less if the
//! nearest cell is close; O(Nm log α) in total for N cells; O(N) memory.
//!
//! **Source.** Sorting Robot report (Rzeszutko and Ortiz), sections 2 and 7.
//!
//! **Example.** On `2 1 0 0 / 1 0 1 2` with pieces `2 2 1 1 / 0 1 0 0` it walks `RSRRDSUSLLSRSDSUSLDSLSRS`, 14 steps.

use super::row_trees::RowTrees;
use super::targets::{Targets, needed_colours};
use super::{nearest, rings};
use crate::sorting_robot::{Answer, Colour, Instance, NONE};
use crate::{Budget, Unsolved};

pub(super) fn solve(instance: &Instance, budget: &Budget) -> Result<Answer, Unsolved> {
    let targets = NearestInTrees::new(instance);
    nearest::solve(instance, budget, targets, rings::nearest_piece)
}

/// The unfilled cells by colour and row.
pub(super) struct NearestInTrees<'a> {
    instance: &'a Instance,
    trees: RowTrees,
}

impl<'a> NearestInTrees<'a> {
    pub(super) fn new(instance: &'a Instance) -> Self {
        let waiting = needed_colours(instance);
        let coloured = waiting
            .iter()
            .enumerate()
            .filter(|&(_, &colour)| colour != NONE);
        let cells = coloured.map(|(cell, &colour)| (colour as usize, cell));
        Self {
            instance,
            trees: RowTrees::new(instance.shape, instance.colours, cells),
        }
    }
}

impl Targets for NearestInTrees<'_> {
    fn target(&self, from: usize, colour: Colour) -> usize {
        self.trees
            .nearest(colour as usize, from, usize::MAX)
            .expect("a cell waits for the piece in the robot's hand")
    }

    fn remove(&mut self, cell: usize) {
        self.trees
            .remove(self.instance.backgrounds[cell] as usize, cell);
    }
}
