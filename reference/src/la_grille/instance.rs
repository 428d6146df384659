//! A square grid of integers and a penalty: the type, its reader and its canonical text.

use std::fmt;

use crate::text::{Line, lines};
use crate::{MAX_CELLS, Shape, TextError};

/// A grid on which every score fits into 64 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    shape: Shape,
    penalty: i64,
    values: Vec<i64>,
}

/// The error that some placement of pawns would have a score beyond 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Whether the penalty alone is too large.
    pub penalty: bool,
}

/// A pawn, by its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pawn {
    /// Scores the value of its cell.
    Yellow,
    /// Scores the values of its cell and of the four neighbours.
    Green,
    /// Scores the value of its cell minus one, doubled if there are at most `t` black pawns.
    Black,
    /// Scores nothing.
    Blue,
    /// Scores nothing.
    Orange,
    /// Scores the negated value of its cell; there is exactly one.
    Red,
}

impl Pawn {
    /// All colours.
    pub const ALL: [Self; 6] = [
        Self::Yellow,
        Self::Green,
        Self::Black,
        Self::Blue,
        Self::Orange,
        Self::Red,
    ];

    /// Returns the initial of the colour's French name.
    pub fn letter(self) -> char {
        match self {
            Self::Yellow => 'J',
            Self::Green => 'V',
            Self::Black => 'N',
            Self::Blue => 'B',
            Self::Orange => 'O',
            Self::Red => 'R',
        }
    }

    /// Returns the pawn with the given letter.
    pub fn from_letter(letter: u8) -> Option<Self> {
        let same = |pawn: &Self| pawn.letter() == char::from(letter);
        Self::ALL.into_iter().find(same)
    }
}

/// A fraction of the 64-bit range, so that algorithms may add a few scores without overflow.
const LARGEST_SUM: i128 = i64::MAX as i128 / 8;

impl Instance {
    /// Creates an instance from the values of a square grid, row by row.
    ///
    /// # Panics
    ///
    /// Panics if the grid is empty or has more than [`MAX_CELLS`] cells, if the number of values is not `size`², or if
    /// the penalty is not positive.
    pub fn new(size: usize, penalty: i64, values: Vec<i64>) -> Result<Self, TooLarge> {
        let shape = Shape::new(size, size).expect("the caller has checked the size");
        assert_eq!(values.len(), shape.cells(), "one value a cell");
        assert!(penalty > 0, "penalties are positive");
        // A pawn can be isolated, adjacent to four greens, one blue too many, or on four lines with other oranges.
        let most_penalties = shape.cells() as i128 * (6 + 4 * size as i128);
        let penalties = i128::from(penalty) * most_penalties;
        // A green pawn counts its own value and those of four neighbours; every other pawn counts less.
        let pawns: i128 = values.iter().map(|&v| 6 * (i128::from(v).abs() + 1)).sum();
        if penalties + pawns > LARGEST_SUM {
            let penalty = penalties > LARGEST_SUM / 2;
            return Err(TooLarge { penalty });
        }
        Ok(Self {
            shape,
            penalty,
            values,
        })
    }

    /// Returns the size of the grid.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the number of rows, which is also the number of columns.
    pub fn size(&self) -> usize {
        self.shape.rows
    }

    /// Returns the cost of one penalty.
    pub fn penalty(&self) -> i64 {
        self.penalty
    }

    /// Returns the value of each cell, row by row.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// Returns the sum of the values of a cell and its orthogonal neighbours, which is the score of a green pawn.
    pub fn cross(&self, cell: usize) -> i64 {
        let orthogonal = orthogonal(self.shape, cell);
        self.values[cell] + orthogonal.map(|other| self.values[other]).sum::<i64>()
    }

    /// Reads an instance: `t p`, then the rows of values.
    pub fn read(text: &[u8]) -> Result<Self, TextError> {
        let mut lines = lines(text);
        let header = lines.need(|| "`t p`: the size of the grid and the penalty".to_owned())?;
        let mut numbers = [0; 2];
        let mut next = numbers.iter_mut();
        header.integers(2, &(1..=i64::MAX), "a number of `t p`", |value| {
            if let Some(number) = next.next() {
                *number = value;
            }
        })?;
        let [size, penalty] = numbers;
        let in_header = |index| header.tokens().nth(index).expect("two numbers were read");
        let shape = usize::try_from(size).ok().and_then(|t| Shape::new(t, t));
        let shape = shape.ok_or_else(|| {
            in_header(0).instead_of(format!(
                "a grid of at most {MAX_CELLS} cells, not {size} × {size}"
            ))
        })?;

        // Allocation is limited by the text, not by the header: a cell takes at least two bytes of text.
        let mut values = Vec::with_capacity(shape.cells().min(text.len() / 2 + 1));
        let mut rows = Vec::new();
        for row in 0..shape.rows {
            let line = lines.need(|| format!("row {} of {size} of the grid", row + 1))?;
            let range = -i64::MAX..=i64::MAX;
            line.integers(shape.columns, &range, "a value", |value| values.push(value))?;
            rows.push(line);
        }
        lines.need_end()?;

        let largest = (0..shape.cells())
            .max_by_key(|&cell| values[cell].abs())
            .map(|cell| (shape.row(cell), shape.column(cell)));
        Self::new(shape.rows, penalty, values).map_err(|too_large| {
            let token = match largest {
                Some((row, column)) if !too_large.penalty => token(rows[row], column),
                _ => in_header(1),
            };
            let expected = "numbers so small that every score fits into 64 bits";
            let help = "divide all values and the penalty by a common factor";
            token.instead_of(expected).with_help(help)
        })
    }
}

fn token(line: Line, index: usize) -> crate::text::Token {
    line.tokens().nth(index).expect("the row was read")
}

/// Returns the cells that share an edge with a cell.
pub(super) fn orthogonal(shape: Shape, cell: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (shape.row(cell), shape.column(cell));
    let up = (row > 0).then(|| cell - shape.columns);
    let down = (row + 1 < shape.rows).then(|| cell + shape.columns);
    let left = (column > 0).then(|| cell - 1);
    let right = (column + 1 < shape.columns).then(|| cell + 1);
    [up, left, right, down].into_iter().flatten()
}

/// Returns the up to eight cells around a cell.
pub(super) fn around(shape: Shape, cell: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (shape.row(cell), shape.column(cell));
    let rows = row.saturating_sub(1)..(row + 2).min(shape.rows);
    rows.flat_map(move |row| {
        let columns = column.saturating_sub(1)..(column + 2).min(shape.columns);
        columns.map(move |column| shape.cell(row, column))
    })
    .filter(move |&other| other != cell)
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.shape.rows, self.penalty)?;
        self.shape.write_rows(f, &self.values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn refusal(text: &str) -> (usize, usize, String) {
        let error = Instance::read(text.as_bytes()).unwrap_err();
        (error.line, error.column, error.to_string())
    }

    #[test]
    fn reads_what_people_write() {
        let text = "\u{feff}2\t10 \r\n\r\n-6  9\r\n\t8 2";
        let instance = Instance::read(text.as_bytes()).unwrap();
        assert_eq!(instance.values(), [-6, 9, 8, 2]);
        assert_eq!((instance.size(), instance.penalty()), (2, 10));
        assert_eq!(instance.cross(0), 11);
        let canonical = "2 10\n-6 9\n8 2\n";
        assert_eq!(instance.to_string(), canonical);
        assert_eq!(Instance::read(canonical.as_bytes()), Ok(instance));
    }

    #[test]
    fn errors_name_the_place() {
        let ends = |what: &str| format!("found the end of the file, expected {what}");
        let header = "`t p`: the size of the grid and the penalty";
        assert_eq!(refusal(""), (1, 1, ends(header)));
        assert_eq!(
            refusal("2 1\n0 0\n"),
            (3, 1, ends("row 2 of 2 of the grid"))
        );
        assert_eq!(refusal("2 0\n0 0\n0 0\n").1, 3);
        assert_eq!(refusal("2 -3\n0 0\n0 0\n").1, 3);
        assert_eq!(
            refusal("2 1\n0 0 1\n0 0\n"),
            (
                2,
                5,
                "found `1`, expected the end of the line after 2 numbers".to_owned()
            )
        );
        assert_eq!(refusal("2 1\n0 x\n0 0\n").1, 3);
        assert_eq!(refusal("1 1\n0\n0\n").0, 3);
    }

    #[test]
    fn what_could_overflow_is_refused_where_it_stands() {
        let expected = "numbers so small that every score fits into 64 bits";
        let (line, column, message) = refusal("2 1\n0 0\n-9000000000000000000 0\n");
        assert_eq!((line, column), (3, 1));
        assert_eq!(
            message,
            format!("found `-9000000000000000000`, expected {expected}")
        );
        let (line, column, message) = refusal("2 9000000000000000000\n0 0\n1 0\n");
        assert_eq!((line, column), (1, 3));
        assert!(message.ends_with(expected), "{message}");
        assert_eq!(refusal("1 1\n9223372036854775808\n").1, 1);
        assert!(Instance::read(b"2 1000000000000000\n0 0\n1000000000000000 0\n").is_ok());
    }

    #[test]
    fn giant_headers_are_refused_before_allocating() {
        let (line, column, _) = refusal("1000000000 1\n");
        assert_eq!((line, column), (1, 1));
        let (_, _, message) = refusal("4001 1\n");
        assert!(message.contains("at most 16000000 cells"), "{message}");
        assert_eq!(refusal("4000 1\n0 0\n").0, 2);
    }

    #[test]
    fn neighbours() {
        let shape = Shape::new(3, 3).unwrap();
        let near = |cell| around(shape, cell).collect::<Vec<_>>();
        assert_eq!(near(4), [0, 1, 2, 3, 5, 6, 7, 8]);
        assert_eq!(near(2), [1, 4, 5]);
        assert_eq!(orthogonal(shape, 4).collect::<Vec<_>>(), [1, 3, 5, 7]);
        assert_eq!(orthogonal(shape, 6).collect::<Vec<_>>(), [3, 7]);
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = Instance::read(&bytes);
        }

        #[test]
        fn no_numbers_make_it_panic(text in "[1-3] [-0-9]{1,20}\n([-0-9]{1,20}[ \n]){0,9}") {
            if let Ok(instance) = Instance::read(text.as_bytes()) {
                prop_assert_eq!(Instance::read(instance.to_string().as_bytes()), Ok(instance));
            }
        }
    }
}
