//! Nearest cell by scanning the whole grid.
//!
//! **What.** The nearest-cell loop of [`nearest`]; every search scans all cells, row by row.
//!
//! **Guarantee.** A valid answer; no bound on its distance from the optimum is known.
//!
//! **Complexity.** O(N) per search, O(N²) in total for N cells; O(N) memory.
//!
//! **Source.** Sorting Robot report (Rzeszutko and Ortiz), sections 2 and 4.
//!
//! **Example.** On `2 1 0 0 / 1 0 1 2` with pieces `2 2 1 1 / 0 1 0 0` it walks `RSRRDSUSLLSRSDSUSLDSLSRS`, 14 steps.

use super::nearest;
use super::targets::{self, Targets, needed_colours};
use crate::sorting_robot::{Answer, Colour, Instance, NONE};
use crate::{Budget, Shape, Unsolved};

pub(super) fn solve(instance: &Instance, budget: &Budget) -> Result<Answer, Unsolved> {
    let scan = Scan {
        shape: instance.shape,
        waiting: needed_colours(instance),
    };
    nearest::solve(instance, budget, scan, nearest_piece)
}

struct Scan {
    shape: Shape,
    waiting: Vec<Colour>,
}

impl Targets for Scan {
    fn target(&self, from: usize, colour: Colour) -> usize {
        scan(self.shape, from, |cell| self.waiting[cell] == colour)
            .expect("a cell waits for the piece in the robot's hand")
    }

    fn remove(&mut self, cell: usize) {
        self.waiting[cell] = NONE;
    }
}

fn nearest_piece(shape: Shape, misplaced: &[Colour], from: usize) -> Option<usize> {
    scan(shape, from, |cell| misplaced[cell] != NONE)
}

fn scan(shape: Shape, from: usize, wanted: impl Fn(usize) -> bool) -> Option<usize> {
    let cells = (0..shape.cells()).filter(|&cell| wanted(cell));
    targets::nearest(shape, from, cells)
}
