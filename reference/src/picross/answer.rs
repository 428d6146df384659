//! Answers: one line of `#` and `.` per row. `1`/`0` and `X`/`.` are also accepted.

use std::fmt;

use super::instance::Instance;
use super::rules;
use crate::text::{MARK, without_mark};
use crate::{Checked, Refusal, Replay, Shape, TextError};

/// A filled grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The size of the grid.
    pub shape: Shape,
    /// Whether each cell is black, row by row.
    pub black: Vec<bool>,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = String::with_capacity(self.shape.columns + 1);
        for row in self.black.chunks(self.shape.columns) {
            line.clear();
            line.extend(row.iter().map(|&black| if black { '#' } else { '.' }));
            line.push('\n');
            f.write_str(&line)?;
        }
        Ok(())
    }
}

/// A streaming reader for answers.
#[derive(Debug)]
pub(super) struct AnswerReader<'i> {
    instance: &'i Instance,
    /// The cells read so far.
    black: Vec<bool>,
    /// The number of cells read on the current line.
    on_line: usize,
    /// The current position in the text, counted from 1.
    line: usize,
    column: usize,
    /// Bytes that may be the beginning of a byte-order mark.
    beginning: Option<Vec<u8>>,
    error: Option<TextError>,
}

impl<'i> AnswerReader<'i> {
    pub(super) fn new(instance: &'i Instance) -> Self {
        Self {
            instance,
            black: Vec::new(),
            on_line: 0,
            line: 1,
            column: 1,
            beginning: Some(Vec::new()),
            error: None,
        }
    }

    /// Returns the cells read so far; the text may be incomplete.
    pub(super) fn look(mut self) -> Result<Vec<bool>, TextError> {
        self.pass_beginning();
        self.error.map_or(Ok(self.black), Err)
    }

    fn take(&mut self, text: &[u8]) -> Result<(), TextError> {
        let Shape { rows, columns } = self.instance.shape;
        for (index, &byte) in text.iter().enumerate() {
            let black = match byte {
                b'#' | b'1' | b'X' => true,
                b'.' | b'0' => false,
                b'\n' => {
                    self.end_line()?;
                    self.line += 1;
                    self.column = 1;
                    continue;
                }
                b' ' | b'\t' | b'\r' => {
                    self.column += 1;
                    continue;
                }
                _ => {
                    return Err(self
                        .refuse(&text[index..], "a cell, `#` or `.`")
                        .with_help(HELP));
                }
            };
            if self.on_line == columns {
                let expected = format!("the end of the line after {columns} cells");
                return Err(self.refuse(&text[index..], expected));
            }
            if self.black.len() == rows * columns {
                let expected = format!("the end of the answer after {rows} rows");
                return Err(self.refuse(&text[index..], expected));
            }
            self.black.push(black);
            self.on_line += 1;
            self.column += 1;
        }
        Ok(())
    }

    /// Ends a line. A line without cells is not a row.
    fn end_line(&mut self) -> Result<(), TextError> {
        let columns = self.instance.shape.columns;
        if self.on_line > 0 && self.on_line < columns {
            let mut error = self.refuse(
                &[],
                format!(
                    "a cell, number {} of {columns} in this row",
                    self.on_line + 1
                ),
            );
            "the end of the line".clone_into(&mut error.found);
            return Err(error);
        }
        self.on_line = 0;
        Ok(())
    }

    fn refuse(&self, rest: &[u8], expected: impl Into<String>) -> TextError {
        TextError::before(rest, self.line, self.column, expected)
    }

    /// Reads the buffered bytes once it is clear whether the text begins with a byte-order mark.
    fn pass_beginning(&mut self) {
        if let Some(text) = self.beginning.take()
            && let Err(error) = self.take(without_mark(&text))
        {
            self.error = Some(error);
        }
    }
}

const HELP: &str = "`#`, `1` and `X` are black, `.` and `0` are white";

impl Replay for AnswerReader<'_> {
    fn feed(&mut self, text: &[u8]) {
        if self.error.is_some() {
            return;
        }
        match &mut self.beginning {
            Some(beginning) => {
                beginning.extend_from_slice(text);
                if beginning.len() >= MARK.len() || !MARK.starts_with(beginning) {
                    self.pass_beginning();
                }
            }
            None => self.error = self.take(text).err(),
        }
    }

    fn finish(mut self: Box<Self>) -> Result<Checked, Refusal> {
        self.pass_beginning();
        let ended = match self.error.take() {
            Some(error) => Err(error),
            None => self.end_line(),
        };
        ended.map_err(Refusal::Unreadable)?;
        let Shape { rows, columns } = self.instance.shape;
        if self.black.len() < rows * columns {
            let row = self.black.len() / columns + 1;
            let line = self.line + usize::from(self.column > 1);
            let expected = format!("row {row} of {rows}");
            let error = TextError::before(&[], line, 1, expected);
            return Err(Refusal::Unreadable(error));
        }
        rules::check(self.instance, &self.black).map_err(Refusal::Rejected)?;
        Ok(Checked::new(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Problem;
    use crate::picross::Picross;
    use proptest::prelude::*;

    fn instance() -> Instance {
        Instance::read(b"2 3\n1 1\n0\n1\n0\n1\n").unwrap()
    }

    fn refusal(text: &str) -> (usize, usize, String) {
        match Picross::check(&instance(), text.as_bytes()) {
            Err(Refusal::Unreadable(error)) => (error.line, error.column, error.to_string()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_alphabet_is_read() {
        let instance = instance();
        for text in [
            "#.#\n...\n",
            "101\n000",
            "X.X\r\n...\r\n",
            "\u{feff}# . #\n\n. . .\n\n",
            "\n\n1\t0 1 \n000\n",
        ] {
            let checked = Picross::check(&instance, text.as_bytes());
            assert_eq!(
                checked.map(|checked| checked.value.whole()),
                Ok(1),
                "{text:?}"
            );
            let mut replay = Picross::replay(&instance);
            for byte in text.bytes() {
                replay.feed(&[byte]);
            }
            assert_eq!(replay.finish().map(|checked| checked.value.whole()), Ok(1));
        }
    }

    #[test]
    fn what_cannot_be_read_is_shown() {
        let found = |what: &str, expected: &str| format!("found {what}, expected {expected}");
        let end = "the end of the file";
        assert_eq!(refusal(""), (1, 1, found(end, "row 1 of 2")));
        assert_eq!(refusal("#.#"), (2, 1, found(end, "row 2 of 2")));
        assert_eq!(refusal("#.#\n"), (2, 1, found(end, "row 2 of 2")));
        let short = found("the end of the line", "a cell, number 3 of 3 in this row");
        assert_eq!(refusal("#.\n...\n"), (1, 3, short.clone()));
        assert_eq!(refusal("#.#\n.."), (2, 3, short));
        let long = found("`.`", "the end of the line after 3 cells");
        assert_eq!(refusal("#.#.\n"), (1, 4, long));
        let more = found("`0`", "the end of the answer after 2 rows");
        assert_eq!(refusal("#.#\n...\n0"), (3, 1, more));
        let letter = found("`é`", "a cell, `#` or `.`");
        assert_eq!(refusal("#.#\n.é."), (2, 2, letter));
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
            let _ = Picross::check(&instance(), &bytes);
        }

        #[test]
        fn pieces_make_no_difference(text in "[#.01X \n\u{feff}é]{0,16}", size in 1_usize..5) {
            let whole = Picross::check(&instance(), text.as_bytes());
            let instance = instance();
            let mut replay = Picross::replay(&instance);
            text.as_bytes().chunks(size).for_each(|piece| replay.feed(piece));
            // A character that is split between two pieces is reported differently.
            match (whole, replay.finish()) {
                (Err(Refusal::Unreadable(a)), Err(Refusal::Unreadable(b))) => prop_assert_eq!((a.line, a.column), (b.line, b.column)),
                (whole, pieces) => prop_assert_eq!(whole, pieces),
            }
        }
    }
}
