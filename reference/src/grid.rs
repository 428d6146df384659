//! The rectangular grid shared by all puzzles. Cells are numbered row by row, starting at 0.

use std::fmt;

/// The largest number of cells that a grid may have.
pub const MAX_CELLS: usize = 16_000_000;

/// The size of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
}

impl Shape {
    /// Returns the shape, or `None` if it is empty or has more than [`MAX_CELLS`] cells.
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        let cells = rows.checked_mul(columns)?;
        (1..=MAX_CELLS)
            .contains(&cells)
            .then_some(Self { rows, columns })
    }

    /// Returns the number of cells.
    pub fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// Returns the cell in a row and a column, both counted from 0.
    pub fn cell(self, row: usize, column: usize) -> usize {
        row * self.columns + column
    }

    /// Returns the row of a cell.
    pub fn row(self, cell: usize) -> usize {
        cell / self.columns
    }

    /// Returns the column of a cell.
    pub fn column(self, cell: usize) -> usize {
        cell % self.columns
    }

    /// Returns the Manhattan distance between two cells.
    pub fn distance(self, a: usize, b: usize) -> usize {
        self.row(a).abs_diff(self.row(b)) + self.column(a).abs_diff(self.column(b))
    }

    /// Writes one value per cell, one row per line, separated by spaces.
    pub(crate) fn write_rows(
        self,
        f: &mut fmt::Formatter<'_>,
        cells: &[impl fmt::Display],
    ) -> fmt::Result {
        // Writes whole lines, because every call of the formatter is slow.
        let mut line = String::new();
        for row in cells.chunks(self.columns) {
            line.clear();
            for (column, value) in row.iter().enumerate() {
                if column > 0 {
                    line.push(' ');
                }
                line.push_str(&value.to_string());
            }
            line.push('\n');
            f.write_str(&line)?;
        }
        Ok(())
    }
}
