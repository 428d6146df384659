//! A matrix colour × row of AVL trees keyed by column, with a nearest-cell search.
//!
//! Only entries that hold a cell at the start exist: each colour has a sorted list of the rows in which it occurs. The
//! matrix therefore takes O(N) memory, however many colours and rows there are.

use super::avl::{Forest, Tree};
use crate::Shape;

/// Sets of cells, one per colour, with a nearest-cell search.
pub(super) struct RowTrees {
    shape: Shape,
    /// The start of each colour's entries, followed by their total number.
    starts: Vec<u32>,
    /// The row and the tree of each entry. The entries of a colour are sorted by row.
    rows: Vec<u32>,
    trees: Vec<Tree>,
    forest: Forest,
}

impl RowTrees {
    /// Creates the sets. The cells come with their colours, in row-major order.
    pub(super) fn new(
        shape: Shape,
        colours: usize,
        cells: impl Iterator<Item = (usize, usize)> + Clone,
    ) -> Self {
        // Counting sort: count the entries of each colour, then compute prefix sums.
        let mut starts = vec![0_u32; colours + 1];
        let mut last_rows = vec![usize::MAX; colours];
        let mut count = 0;
        for (colour, cell) in cells.clone() {
            let row = shape.row(cell);
            if std::mem::replace(&mut last_rows[colour], row) != row {
                starts[colour + 1] += 1;
            }
            count += 1;
        }
        for colour in 0..colours {
            starts[colour + 1] += starts[colour];
        }

        let entries = starts[colours] as usize;
        let mut trees = Self {
            shape,
            rows: vec![0; entries],
            trees: vec![Tree::EMPTY; entries],
            forest: Forest::with_capacity(count),
            starts,
        };
        let mut ends = trees.starts.clone();
        last_rows.fill(usize::MAX);
        for (colour, cell) in cells {
            let row = shape.row(cell);
            if std::mem::replace(&mut last_rows[colour], row) != row {
                trees.rows[ends[colour] as usize] = row as u32;
                ends[colour] += 1;
            }
            let tree = &mut trees.trees[ends[colour] as usize - 1];
            trees.forest.insert(tree, shape.column(cell));
        }
        trees
    }

    pub(super) fn remove(&mut self, colour: usize, cell: usize) {
        let (start, end) = self.entries(colour);
        let row = self.shape.row(cell) as u32;
        if let Ok(index) = self.rows[start..end].binary_search(&row) {
            let tree = &mut self.trees[start + index];
            self.forest.remove(tree, self.shape.column(cell));
        }
    }

    /// Returns the nearest cell of a colour that is less than `within` away; ties go to the topmost, then the leftmost.
    pub(super) fn nearest(&self, colour: usize, from: usize, within: usize) -> Option<usize> {
        let (start, end) = self.entries(colour);
        let row = self.shape.row(from) as u32;
        let below = start + self.rows[start..end].partition_point(|&other| other <= row);
        // Compared as pairs, ties go to the first cell, and no cell ties with the limit.
        let best = (within, 0);
        let best = self.closer((start..below).rev(), from, best);
        let best = self.closer(below..end, from, best);
        (best.0 < within).then_some(best.1)
    }

    /// Returns the minimum of `best` and the distances and cells of these entries, whose rows lead away from the robot.
    fn closer(
        &self,
        entries: impl Iterator<Item = usize>,
        from: usize,
        mut best: (usize, usize),
    ) -> (usize, usize) {
        let (row, column) = (self.shape.row(from), self.shape.column(from));
        for entry in entries {
            let other = self.rows[entry] as usize;
            let away = other.abs_diff(row);
            if away > best.0 {
                break;
            }
            if let Some(found) = self.nearest_column(self.trees[entry], column) {
                let distance = away + found.abs_diff(column);
                best = best.min((distance, self.shape.cell(other, found)));
            }
        }
        best
    }

    /// Returns the closer of predecessor and successor of `column`; ties go to the left.
    fn nearest_column(&self, tree: Tree, column: usize) -> Option<usize> {
        match self.forest.neighbours(tree, column) {
            (Some(left), Some(right)) if right - column < column - left => Some(right),
            (left, right) => left.or(right),
        }
    }

    fn entries(&self, colour: usize) -> (usize, usize) {
        (
            self.starts[colour] as usize,
            self.starts[colour + 1] as usize,
        )
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sorting_robot::solvers::targets;

    proptest! {
        #[test]
        fn agrees_with_a_full_scan(
            rows in 1_usize..9,
            columns in 1_usize..9,
            colours in proptest::collection::vec(0_usize..3, 81),
            queries in proptest::collection::vec((0_usize..3, 0_usize..81, 0_usize..20, 0_usize..81), 40),
        ) {
            let shape = Shape::new(rows, columns).unwrap();
            let mut left: Vec<Option<usize>> = colours[..shape.cells()].iter().copied().map(Some).collect();
            let coloured = colours[..shape.cells()].iter().copied().enumerate().map(|(cell, colour)| (colour, cell));
            let mut trees = RowTrees::new(shape, 3, coloured);
            for (colour, from, within, removed) in queries {
                let from = from % shape.cells();
                let cells = (0..shape.cells()).filter(|&cell| left[cell] == Some(colour));
                let scanned = targets::nearest(shape, from, cells);
                prop_assert_eq!(trees.nearest(colour, from, usize::MAX), scanned);
                let close = scanned.filter(|&cell| shape.distance(from, cell) < within);
                prop_assert_eq!(trees.nearest(colour, from, within), close);
                let removed = removed % shape.cells();
                if let Some(colour) = left[removed].take() {
                    trees.remove(colour, removed);
                }
            }
        }
    }
}
