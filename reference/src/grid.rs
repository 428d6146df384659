//! The rectangle that every puzzle lives on; cells are numbered row by row.

use std::fmt;

/// No grid may have more cells than this.
pub const MAX_CELLS: usize = 16_000_000;

/// Rows and columns of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub rows: usize,
    pub columns: usize,
}

impl Shape {
    /// The shape, unless it is empty or has more than [`MAX_CELLS`] cells.
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        let cells = rows.checked_mul(columns)?;
        (1..=MAX_CELLS)
            .contains(&cells)
            .then_some(Self { rows, columns })
    }

    pub fn cells(self) -> usize {
        self.rows * self.columns
    }

    pub fn cell(self, row: usize, column: usize) -> usize {
        row * self.columns + column
    }

    pub fn row(self, cell: usize) -> usize {
        cell / self.columns
    }

    pub fn column(self, cell: usize) -> usize {
        cell % self.columns
    }

    /// Manhattan distance.
    pub fn distance(self, a: usize, b: usize) -> usize {
        self.row(a).abs_diff(self.row(b)) + self.column(a).abs_diff(self.column(b))
    }

    /// Writes a value a cell, a row a line, with blanks between them.
    pub(crate) fn write_rows(
        self,
        f: &mut fmt::Formatter<'_>,
        cells: &[impl fmt::Display],
    ) -> fmt::Result {
        // A line at a time, since a formatter is slow to be called.
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
