//! The cells of cycles that the tour does not visit yet, with a search by rectangle.

use crate::Shape;
use crate::sorting_robot::sites::{Site, Sites};

/// Bits per word.
const BITS: usize = 64;

/// A bitmap of the cells, row by row, and a bitmap of its words that are not 0, to skip cells that have been visited.
///
/// The bitmap of 16 million cells takes 2 MB, so that searches around distant cells hardly miss the cache.
#[derive(Clone, Debug)]
pub(super) struct UnvisitedCells {
    shape: Shape,
    cells: BitRows,
    words: BitRows,
    left: usize,
}

impl UnvisitedCells {
    pub(super) fn new(sites: &Sites) -> Self {
        let shape = sites.instance.shape;
        let mut cells = BitRows::new(shape.rows, shape.columns);
        let mut words = BitRows::new(shape.rows, cells.per_row);
        let mut left = 0;
        let pieces = sites.instance.pieces.chunks(shape.columns);
        let backgrounds = sites.instance.backgrounds.chunks(shape.columns);
        for (row, (pieces, backgrounds)) in pieces.zip(backgrounds).enumerate() {
            for (column, (piece, background)) in pieces.iter().zip(backgrounds).enumerate() {
                if piece != background {
                    cells.insert(row, column);
                    words.insert(row, column / BITS);
                    left += 1;
                }
            }
        }
        Self {
            shape,
            cells,
            words,
            left,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.left == 0
    }

    fn place(&self, cell: Site) -> (usize, usize) {
        let columns = self.shape.columns as u32;
        ((cell / columns) as usize, (cell % columns) as usize)
    }

    pub(super) fn contains(&self, cell: Site) -> bool {
        let (row, column) = self.place(cell);
        self.cells.word(row, column / BITS) >> (column % BITS) & 1 == 1
    }

    pub(super) fn remove(&mut self, cell: Site) {
        debug_assert!(self.contains(cell), "visited twice");
        let (row, column) = self.place(cell);
        if self.cells.remove(row, column) == 0 {
            self.words.remove(row, column / BITS);
        }
        self.left -= 1;
    }

    /// Returns the first unvisited cell of a row between two columns.
    pub(super) fn first_in(&self, row: usize, from: usize, to: usize) -> Option<Site> {
        let to = to.min(self.shape.columns - 1);
        if from > to {
            return None;
        }
        let mut index = from / BITS;
        let mut word = self.cells.word(row, index) & (u64::MAX << (from % BITS));
        if word == 0 {
            index = self.words.first_in(row, index + 1, to / BITS)?;
            word = self.cells.word(row, index);
        }
        let column = index * BITS + word.trailing_zeros() as usize;
        (column <= to).then(|| self.shape.cell(row, column) as Site)
    }
}

/// A set of columns for each row.
#[derive(Clone, Debug)]
struct BitRows {
    per_row: usize,
    bits: Vec<u64>,
}

impl BitRows {
    fn new(rows: usize, columns: usize) -> Self {
        let per_row = columns.div_ceil(BITS);
        let bits = vec![0; rows * per_row];
        Self { per_row, bits }
    }

    fn word(&self, row: usize, index: usize) -> u64 {
        self.bits[row * self.per_row + index]
    }

    fn insert(&mut self, row: usize, column: usize) {
        self.bits[row * self.per_row + column / BITS] |= 1 << (column % BITS);
    }

    /// Removes a column and returns what is left of its word.
    fn remove(&mut self, row: usize, column: usize) -> u64 {
        let word = &mut self.bits[row * self.per_row + column / BITS];
        *word &= !(1 << (column % BITS));
        *word
    }

    /// Returns the first column of the set from `from` to `to`.
    fn first_in(&self, row: usize, from: usize, to: usize) -> Option<usize> {
        for index in from / BITS..=to / BITS {
            let mut word = self.word(row, index);
            if index == from / BITS {
                word &= u64::MAX << (from % BITS);
            }
            if word != 0 {
                let column = index * BITS + word.trailing_zeros() as usize;
                return (column <= to).then_some(column);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use crate::sorting_robot::Instance;

    #[test]
    fn finds_what_a_scan_finds() {
        let random = &mut Random::new(17);
        for columns in [1, 7, 64, 65, 200, 5000] {
            let shape = Shape::new(3, columns).unwrap();
            let pieces: Vec<i32> = (0..shape.cells()).map(|_| random.below(2) as i32).collect();
            let instance = Instance {
                shape,
                colours: 2,
                backgrounds: vec![0; shape.cells()],
                pieces: pieces.clone(),
            };
            let mut cells = UnvisitedCells::new(&Sites::new(&instance));
            let mut unvisited: Vec<bool> = pieces.iter().map(|&piece| piece == 1).collect();
            for _ in 0..600 {
                let cell = random.below(shape.cells());
                assert_eq!(cells.contains(cell as Site), unvisited[cell]);
                if std::mem::take(&mut unvisited[cell]) {
                    cells.remove(cell as Site);
                }
                let (row, from) = (random.below(3), random.below(columns));
                let to = from + random.below(columns);
                let scanned = (from..=to.min(columns - 1)).map(|column| shape.cell(row, column));
                let scanned = scanned.into_iter().find(|&cell| unvisited[cell]);
                assert_eq!(
                    cells.first_in(row, from, to),
                    scanned.map(|cell| cell as Site)
                );
            }
            assert_eq!(cells.is_empty(), !unvisited.contains(&true));
        }
    }
}
