//! The rectangle that every puzzle lives on; cells are numbered row by row.

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
}
