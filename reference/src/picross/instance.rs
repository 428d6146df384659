//! The clues of a grid: the type, its reader and its canonical text.

mod reader;

use std::fmt;

use crate::{Shape, TextError};

/// The lengths of the black runs of a sequence of lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clues {
    /// The runs of all lines in one vector: a grid may have millions of short lines.
    runs: Vec<u32>,
    /// The end of each line in `runs`.
    ends: Vec<u32>,
}

impl Clues {
    /// Returns the runs of a line; empty for a white line.
    pub fn of(&self, line: usize) -> &[u32] {
        let start = line
            .checked_sub(1)
            .map_or(0, |before| self.ends[before] as usize);
        &self.runs[start..self.ends[line] as usize]
    }

    /// Returns the number of lines.
    pub fn lines(&self) -> usize {
        self.ends.len()
    }

    /// Returns the total number of black cells.
    pub fn black(&self) -> u64 {
        self.runs.iter().map(|&run| u64::from(run)).sum()
    }

    /// Adds a run to the current line.
    fn push_run(&mut self, run: u32) {
        self.runs.push(run);
    }

    /// Ends the current line.
    fn end_line(&mut self) {
        self.ends.push(self.runs.len() as u32);
    }

    /// Adds a line with the runs of these cells.
    fn push_cells(&mut self, cells: impl Iterator<Item = bool>) {
        self.runs.extend(runs(cells));
        self.end_line();
    }
}

/// A puzzle: the clues of every row and column. Every clue fits its line, and rows and columns have the same total
/// number of black cells. This does not imply that a solution exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The size of the grid.
    pub shape: Shape,
    /// The clues of the rows.
    pub rows: Clues,
    /// The clues of the columns.
    pub columns: Clues,
}

impl Instance {
    /// Returns the clues of a filled grid, given row by row.
    pub fn of_grid(shape: Shape, black: &[bool]) -> Self {
        let mut rows = Clues::default();
        for row in black.chunks(shape.columns) {
            rows.push_cells(row.iter().copied());
        }
        let mut columns = Clues::default();
        for column in 0..shape.columns {
            columns.push_cells(black.iter().skip(column).step_by(shape.columns).copied());
        }
        Self {
            shape,
            rows,
            columns,
        }
    }

    /// Returns the number of rows and columns together.
    pub fn lines(&self) -> usize {
        self.shape.rows + self.shape.columns
    }

    /// Returns the clue of a line. Lines are numbered with rows first, then columns.
    pub fn clue(&self, line: usize) -> &[u32] {
        match line.checked_sub(self.shape.rows) {
            None => self.rows.of(line),
            Some(column) => self.columns.of(column),
        }
    }

    /// Returns the number of cells of a line.
    pub fn length(&self, line: usize) -> usize {
        if line < self.shape.rows {
            self.shape.columns
        } else {
            self.shape.rows
        }
    }

    /// Returns the cells of a line, in its direction.
    pub fn cells(&self, line: usize) -> impl DoubleEndedIterator<Item = usize> + Clone {
        let shape = self.shape;
        let (first, step) = match line.checked_sub(shape.rows) {
            None => (shape.cell(line, 0), 1),
            Some(column) => (column, shape.columns),
        };
        (0..self.length(line)).map(move |index| first + index * step)
    }

    /// Returns the name of a line for messages, for example `row 3 of 10`.
    pub fn name(&self, line: usize) -> String {
        let Shape { rows, columns } = self.shape;
        match line.checked_sub(rows) {
            None => format!("row {} of {rows}", line + 1),
            Some(column) => format!("column {} of {columns}", column + 1),
        }
    }

    /// Reads an instance in the course's format, `.non` or `.mk`.
    pub fn read(text: &[u8]) -> Result<Self, TextError> {
        reader::read(text)
    }
}

/// Returns the lengths of the black runs, in order.
pub(super) fn runs(cells: impl Iterator<Item = bool>) -> impl Iterator<Item = u32> {
    let mut cells = cells;
    std::iter::from_fn(move || {
        cells.by_ref().find(|&black| black)?;
        let more = cells.by_ref().take_while(|&black| black).count();
        Some(1 + more as u32)
    })
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.shape.rows, self.shape.columns)?;
        let mut text = String::new();
        for line in 0..self.lines() {
            text.clear();
            for (index, run) in self.clue(line).iter().enumerate() {
                if index > 0 {
                    text.push(' ');
                }
                text.push_str(&run.to_string());
            }
            if text.is_empty() {
                text.push('0');
            }
            text.push('\n');
            f.write_str(&text)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CANONICAL: &str = "2 3\n1 1\n0\n1\n0\n1\n";

    fn refusal(text: &str) -> (usize, usize, String) {
        let error = Instance::read(text.as_bytes()).unwrap_err();
        (error.line, error.column, error.to_string())
    }

    #[test]
    fn three_formats_say_the_same() {
        let expected = Instance::of_grid(
            Shape {
                rows: 2,
                columns: 3,
            },
            &[true, false, true, false, false, false],
        );
        assert_eq!(expected.to_string(), CANONICAL);
        for text in [
            CANONICAL,
            "\u{feff}\r\n 2\t3 \r\n1  1\r\n\r\n1\r\n0\r\n 1\r\n\r\n \r\n",
            "2 3\n1 1\n\n1\n\n1",
            "2 3\n1 1\n0\n#\n1\n0\n1\n",
            "2 3\n1 1\n\n#\n1\n\n1\n#\n",
            "2 3\n\n1 1\n0\n\n#\n\n1\n0\n1",
            "title \"x\"\nwidth 3\nheight 2\n\nrows\n1,1\n0\n\ncolumns\n1\n0\n1\n\ngoal \"101000\"\n",
            "catalogue none\nheight 2\nwidth 3\nrows\n1, 1\n\ncolumns\n1\n\n1\n",
            "columns\n1\n0\n1\nrows\n1,1\n0\nwidth 3\nheight 2",
        ] {
            assert_eq!(
                Instance::read(text.as_bytes()).as_ref(),
                Ok(&expected),
                "{text}"
            );
        }
    }

    #[test]
    fn errors_name_the_place() {
        let ends = |what: &str| format!("found the end of the file, expected {what}");
        assert_eq!(refusal(""), (1, 1, ends("`h w`: rows and columns")));
        assert_eq!(
            refusal("1 2\n1\n1\n"),
            (4, 1, ends("the clue of column 2 of 2"))
        );
        assert_eq!(refusal("1 1\n1\n1\n1\n").0, 4);
        assert_eq!(
            refusal("1 3\n1\n1\n1 x\n0\n"),
            (4, 3, "found `x`, expected a run from 1 to 1".to_owned())
        );
        assert_eq!(
            refusal("1 3\n1 0\n1\n0\n0\n"),
            (2, 3, "found `0`, expected a run from 1 to 3".to_owned())
        );
        assert_eq!(
            refusal("1 3\n1 2\n1\n1\n1\n"),
            (
                2,
                3,
                "found `2`, expected a clue that fits 3 cells; up to here it needs 4".to_owned()
            )
        );
        assert_eq!(
            refusal("1 2\n2\n1\n0\n"),
            (
                3,
                1,
                "found columns with 1 black cell in all, expected 2, as the rows have".to_owned()
            )
        );
        assert_eq!(refusal("2 3\n1 1\n#\n1\n0\n1\n").0, 3);
        assert_eq!(refusal("2 3\n1 1\n0\n0\n#\n1\n0\n1\n").0, 4);
        assert_eq!(refusal("2 3\n1 1\n0\n#\n1\n0\n1\n#\n1").0, 9);
        assert_eq!(refusal("width 3\nrows\n1\ncolumns\n").0, 5);
        assert_eq!(refusal("width 3\nheight 1\nrows\n1\n").0, 5);
        assert_eq!(refusal("width 1\nheight 1\nrows\n1r\ncolumns\n1\n").0, 4);
        assert_eq!(refusal("width 3\nwidth 3\n").0, 2);
    }

    #[test]
    fn giant_headers_are_refused_before_allocating() {
        let (line, column, _) = refusal("1000000000 1000000000\n");
        assert_eq!((line, column), (1, 1));
        let (_, _, message) = refusal("4001 4000\n");
        assert!(message.contains("at most 16000000 cells"), "{message}");
        assert_eq!(refusal("16000000 1\n0\n").0, 3);
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = Instance::read(&bytes);
        }

        #[test]
        fn no_words_make_it_panic(words in proptest::collection::vec("[0-3]|#|\n|\n| |,|width|height|rows|columns", 0..60)) {
            let text = words.join(" ");
            if let Ok(instance) = Instance::read(text.as_bytes()) {
                prop_assert_eq!(Instance::read(instance.to_string().as_bytes()), Ok(instance));
            }
        }
    }
}
