//! The cells of cycles that the tour does not visit yet, with a search by rectangle.

use crate::Shape;
use crate::sorting_robot::sites::{Site, Sites};

/// Union-find per row: every cell points to the next unvisited one at or after it, with path compression.
#[derive(Clone, Debug)]
pub(super) struct UnvisitedCells {
    shape: Shape,
    /// One column more than the grid, for the end of the row.
    next: Vec<u32>,
    left: usize,
}

impl UnvisitedCells {
    pub(super) fn new(sites: &Sites) -> Self {
        let shape = sites.instance.shape;
        let stride = shape.columns + 1;
        let mut next: Vec<u32> = (0..(shape.rows * stride) as u32).collect();
        let mut left = 0;
        for cell in 0..shape.cells() {
            let index = shape.row(cell) * stride + shape.column(cell);
            if sites.instance.is_black(cell) {
                next[index] = index as u32 + 1;
            } else {
                left += 1;
            }
        }
        Self { shape, next, left }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.left == 0
    }

    fn index(&self, cell: Site) -> usize {
        let cell = cell as usize;
        cell + self.shape.row(cell)
    }

    pub(super) fn contains(&self, cell: Site) -> bool {
        let index = self.index(cell);
        self.next[index] as usize == index
    }

    pub(super) fn remove(&mut self, cell: Site) {
        let index = self.index(cell);
        debug_assert_eq!(self.next[index] as usize, index, "visited twice");
        self.next[index] = index as u32 + 1;
        self.left -= 1;
    }

    /// Returns the first unvisited cell of a row between two columns.
    pub(super) fn first_in(&mut self, row: usize, from: usize, to: usize) -> Option<Site> {
        let start = row * (self.shape.columns + 1) + from;
        let mut found = start;
        while self.next[found] as usize != found {
            found = self.next[found] as usize;
        }
        let mut index = start;
        while index != found {
            index = std::mem::replace(&mut self.next[index], found as u32) as usize;
        }
        let column = from + (found - start);
        (column <= to && column < self.shape.columns).then(|| self.shape.cell(row, column) as Site)
    }
}
