//! A grid of backgrounds and pieces: the type, its reader and its canonical text.

use std::fmt;

use crate::text::{Line, lines};
use crate::{MAX_CELLS, Shape, TextError};

/// A colour, or [`NONE`].
pub type Colour = i32;

/// No background, no piece, or an empty hand.
pub const NONE: Colour = -1;

/// A grid in which every colour has as many pieces as cells, so that a solution exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The size of the grid.
    pub shape: Shape,
    /// The number of colours.
    pub colours: usize,
    /// The background of each cell, row by row.
    pub backgrounds: Vec<Colour>,
    /// The piece on each cell, row by row.
    pub pieces: Vec<Colour>,
}

impl Instance {
    /// Returns whether a cell is black, that is, holds the right piece from the start.
    pub fn is_black(&self, cell: usize) -> bool {
        self.backgrounds[cell] == self.pieces[cell]
    }

    /// Reads an instance: `m n c`, then the rows of the backgrounds and the rows of the pieces.
    pub fn read(text: &[u8]) -> Result<Self, TextError> {
        let mut lines = lines(text);
        let header = lines.need(|| "`m n c`: rows, columns and colours".to_owned())?;
        let mut sizes = [0; 3];
        let mut next = sizes.iter_mut();
        header.integers(3, &(1..=MAX_CELLS as i64), "a size of `m n c`", |value| {
            if let Some(size) = next.next() {
                *size = value as usize;
            }
        })?;
        let [rows, columns, colours] = sizes;
        let token = |index| header.tokens().nth(index).expect("three numbers were read");
        let shape = Shape::new(rows, columns).ok_or_else(|| {
            token(0).instead_of(format!(
                "a grid of at most {MAX_CELLS} cells, not {rows} × {columns}"
            ))
        })?;
        if colours > shape.cells() {
            let most = shape.cells();
            return Err(token(2).instead_of(format!("at most as many colours as cells ({most})")));
        }

        // Allocation is limited by the text, not by the header: a cell takes at least two bytes of text.
        let room = shape.cells().min(text.len() / 2);
        let mut read_layer = |what: &'static str, layer: &'static str| {
            let mut cells = Vec::with_capacity(room);
            let mut layer_lines = Vec::new();
            for row in 0..rows {
                let line = lines.need(|| format!("row {} of {rows} of the {layer}", row + 1))?;
                line.integers(columns, &(-1..=colours as i64 - 1), what, |colour| {
                    cells.push(colour as Colour);
                })?;
                layer_lines.push(line);
            }
            Ok((cells, layer_lines))
        };
        let (backgrounds, _) = read_layer("a background", "backgrounds")?;
        let (pieces, piece_lines) = read_layer("a piece", "pieces")?;
        lines.need_end()?;

        let instance = Self {
            shape,
            colours,
            backgrounds,
            pieces,
        };
        instance.need_balance(&piece_lines)?;
        Ok(instance)
    }

    /// Fails unless every colour has as many pieces as cells; otherwise no solution exists.
    fn need_balance(&self, piece_lines: &[Line]) -> Result<(), TextError> {
        let mut surplus = vec![0_i64; self.colours];
        for (&background, &piece) in self.backgrounds.iter().zip(&self.pieces) {
            if piece != NONE {
                surplus[piece as usize] += 1;
            }
            if background != NONE {
                surplus[background as usize] -= 1;
            }
        }
        // Report a surplus piece if there is one, otherwise a missing one.
        let worst = surplus.iter().position(|&s| s > 0);
        let Some(colour) = worst.or_else(|| surplus.iter().position(|&s| s < 0)) else {
            return Ok(());
        };
        let count = |layer: &[Colour]| layer.iter().filter(|&&c| c == colour as Colour).count();
        let expected = format!(
            "as many pieces as cells of colour {colour}, which has {} of the one and {} of the other",
            count(&self.pieces),
            count(&self.backgrounds),
        );
        let last = self
            .pieces
            .iter()
            .rposition(|&piece| piece == colour as Colour);
        let cell = last.unwrap_or(self.shape.cells() - 1);
        let (row, column) = (self.shape.row(cell), self.shape.column(cell));
        let token = piece_lines[row]
            .tokens()
            .nth(column)
            .expect("the row was read");
        Err(token
            .instead_of(expected)
            .with_help("the grid can only become all black when every colour is balanced"))
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} {} {}",
            self.shape.rows, self.shape.columns, self.colours
        )?;
        self.shape.write_rows(f, &self.backgrounds)?;
        self.shape.write_rows(f, &self.pieces)
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
        let text = "\u{feff}2\t2  2 \r\n\r\n0 1\r\n-1 1\r\n\n 1 0\n1 -1";
        let instance = Instance::read(text.as_bytes()).unwrap();
        assert_eq!(instance.backgrounds, [0, 1, -1, 1]);
        assert_eq!(instance.pieces, [1, 0, 1, -1]);
        let canonical = "2 2 2\n0 1\n-1 1\n1 0\n1 -1\n";
        assert_eq!(instance.to_string(), canonical);
        assert_eq!(Instance::read(canonical.as_bytes()), Ok(instance));
    }

    #[test]
    fn errors_name_the_place() {
        let ends = |what: &str| format!("found the end of the file, expected {what}");
        assert_eq!(
            refusal(""),
            (1, 1, ends("`m n c`: rows, columns and colours"))
        );
        assert_eq!(
            refusal("1 1 1\n0\n"),
            (3, 1, ends("row 1 of 1 of the pieces"))
        );
        let (line, column, message) = refusal("1 2 2\n0 1\n0 2\n");
        assert_eq!((line, column), (3, 3));
        assert_eq!(message, "found `2`, expected a piece from -1 to 1");
        assert_eq!(refusal("1 2 2\n0 1 1\n0 1\n").0, 2);
        assert_eq!(refusal("1 2 2\n0 1\n0\n").1, 2);
        assert_eq!(refusal("1 1 1\n0\n0\n0\n").0, 4);
        assert_eq!(refusal("1 1 2\n0\n0\n").1, 5);
    }

    #[test]
    fn unbalanced_colours_are_refused_where_they_stand() {
        let (line, column, message) = refusal("1 3 2\n0 1 1\n0 1 0\n");
        assert_eq!((line, column), (3, 5));
        assert!(
            message.contains("colour 0, which has 2 of the one and 1 of the other"),
            "{message}"
        );
    }

    #[test]
    fn giant_headers_are_refused_before_allocating() {
        let (line, column, _) = refusal("1000000000 1000000000 1\n");
        assert_eq!((line, column), (1, 1));
        let (_, _, message) = refusal("4001 4000 1\n");
        assert!(message.contains("at most 16000000 cells"), "{message}");
        assert_eq!(refusal("4000 4000 1\n0 0\n").0, 2);
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = Instance::read(&bytes);
        }

        #[test]
        fn no_numbers_make_it_panic(text in "[-0-9 \n]{0,80}") {
            if let Ok(instance) = Instance::read(text.as_bytes()) {
                prop_assert_eq!(Instance::read(instance.to_string().as_bytes()), Ok(instance));
            }
        }
    }
}
