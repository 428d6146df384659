//! Answers: swaps as `i1 j1 i2 j2`, one per line or as a printed Python list.

use std::fmt;

use super::instance::Instance;
use super::rules::TileGrid;
use crate::text::{MARK, quoted};
use crate::{Checked, Refusal, Rejection, Replay, Shape, TextError};

/// Two neighbouring cells that exchange their tiles.
pub type Swap = (usize, usize);

/// A sequence of swaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The size of the grid.
    pub shape: Shape,
    /// The swaps in order.
    pub swaps: Vec<Swap>,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Answers have tens of millions of swaps, so each number is formatted once.
        let Shape { rows, columns } = self.shape;
        let numbers: Vec<String> = (0..rows.max(columns)).map(|n| n.to_string()).collect();
        let columns = columns as u32;
        let mut text = String::new();
        for &(one, other) in &self.swaps {
            for (cell, end) in [(one as u32, ' '), (other as u32, '\n')] {
                text.push_str(&numbers[(cell / columns) as usize]);
                text.push(' ');
                text.push_str(&numbers[(cell % columns) as usize]);
                text.push(end);
            }
            if text.len() >= BUFFER {
                f.write_str(&text)?;
                text.clear();
            }
        }
        f.write_str(&text)
    }
}

/// The number of bytes that are written at once.
const BUFFER: usize = 1 << 12;

/// The names of the numbers of a swap, in order.
const NUMBERS: [&str; 4] = [
    "the row of the first cell",
    "the column of the first cell",
    "the row of the second cell",
    "the column of the second cell",
];

/// The largest number of digits that is accepted.
const LONGEST_NUMBER: usize = 18;

/// A streaming reader that replays the swaps of an answer.
#[derive(Debug)]
pub(super) struct AnswerReader<'i> {
    state: TileGrid<'i>,
    /// The number of swaps after which the rest is ignored.
    most: u64,
    /// The number of bytes of a byte-order mark that were read, while nothing else was.
    mark: Option<usize>,
    token: Vec<u8>,
    numbers: [i64; 4],
    /// The number of entries of `numbers` that have been read.
    known: usize,
    /// The number of swaps that have been read, which may be more than the rules allowed.
    read: u64,
    /// The position in the text, counted from 1.
    line: usize,
    column: usize,
    /// The first rule that was broken. The rest is read nevertheless: what is not an answer at all, such as a message,
    /// may begin like one.
    broken: Option<Rejection>,
    unreadable: Option<TextError>,
}

impl<'i> AnswerReader<'i> {
    pub(super) fn new(instance: &'i Instance) -> Self {
        Self {
            state: TileGrid::new(instance),
            most: u64::MAX,
            mark: Some(0),
            token: Vec::new(),
            numbers: [0; 4],
            known: 0,
            read: 0,
            line: 1,
            column: 1,
            broken: None,
            unreadable: None,
        }
    }

    /// Limits the replay to the first `most` swaps.
    pub(super) fn up_to(self, most: u64) -> Self {
        Self { most, ..self }
    }

    /// Returns the grid after everything that was fed, and the rule that was broken, if any.
    pub(super) fn into_state(mut self) -> Result<(TileGrid<'i>, Option<Rejection>), TextError> {
        self.end()?;
        Ok((self.state, self.broken))
    }

    fn take(&mut self, text: &[u8]) -> Result<(), TextError> {
        for &byte in text {
            if self.state.swaps() == self.most {
                return Ok(());
            }
            if let Some(seen) = self.mark {
                if MARK.get(seen) == Some(&byte) {
                    self.mark = Some(seen + 1);
                    continue;
                }
                self.mark = None;
                if seen > 0 && seen < MARK.len() {
                    self.token.extend_from_slice(&MARK[..seen]);
                }
            }
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' | b'[' | b']' | b'(' | b')' | b',' => {
                    self.end_token()?;
                    if byte == b'\n' {
                        self.line += 1;
                        self.column = 1;
                    } else {
                        self.column += 1;
                    }
                }
                _ if self.token.len() < LONGEST_NUMBER => self.token.push(byte),
                _ => {
                    self.token.push(byte);
                    return Err(self.refuse_token());
                }
            }
        }
        Ok(())
    }

    /// Ends a number, if there is one, and applies the swap that it completes, unless a rule was broken before.
    fn end_token(&mut self) -> Result<(), TextError> {
        if self.token.is_empty() {
            return Ok(());
        }
        let digits = self.token.strip_prefix(b"-").unwrap_or(&self.token);
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return Err(self.refuse_token());
        }
        let size = digits
            .iter()
            .fold(0, |number, digit| 10 * number + i64::from(digit - b'0'));
        let negative = digits.len() < self.token.len();
        self.numbers[self.known] = if negative { -size } else { size };
        self.known += 1;
        self.column += self.token.len();
        self.token.clear();
        if self.known == NUMBERS.len() {
            self.known = 0;
            self.read += 1;
            if self.broken.is_none() {
                self.broken = self.state.swap(self.numbers).err();
            }
        }
        Ok(())
    }

    fn refuse_token(&self) -> TextError {
        let (number, swap) = (NUMBERS[self.known], self.read);
        TextError {
            line: self.line,
            column: self.column,
            found: quoted(&self.token),
            expected: format!("{number} of swap {swap}: a whole number"),
            help: Some("a swap is four numbers, `i1 j1 i2 j2`".to_owned()),
        }
    }

    fn end(&mut self) -> Result<(), TextError> {
        if let Some(error) = self.unreadable.take() {
            return Err(error);
        }
        if let Some(seen) = self.mark.filter(|&seen| seen < MARK.len()) {
            self.token.extend_from_slice(&MARK[..seen]);
        }
        self.end_token()?;
        if self.known == 0 {
            return Ok(());
        }
        let expected = format!("{} of swap {}", NUMBERS[self.known], self.read);
        let error = TextError::before(&[], self.line, self.column, expected);
        Err(error.with_help("a swap is four numbers, `i1 j1 i2 j2`"))
    }
}

impl Replay for AnswerReader<'_> {
    fn feed(&mut self, text: &[u8]) {
        if self.unreadable.is_none() {
            self.unreadable = self.take(text).err();
        }
    }

    fn finish(mut self: Box<Self>) -> Result<Checked, Refusal> {
        self.end().map_err(Refusal::Unreadable)?;
        if let Some(rejection) = self.broken {
            return Err(Refusal::Rejected(rejection));
        }
        let swaps = self.state.finish().map_err(Refusal::Rejected)?;
        Ok(Checked::new(swaps as i64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Problem;
    use crate::swap_puzzle::SwapPuzzle;
    use proptest::prelude::*;

    fn instance() -> Instance {
        Instance::read(b"2 3\n2 1 3\n4 6 5\nwall 0 2 1 2\n").unwrap()
    }

    fn check(text: &str) -> Result<Checked, Refusal> {
        SwapPuzzle::check(&instance(), text.as_bytes())
    }

    #[test]
    fn many_layouts_are_read() {
        for text in [
            "0 0 0 1\n1 2 1 1\n",
            "[((0, 0), (0, 1)), ((1, 1), (1, 2))]\n",
            "\u{feff}\r\n0\t1 0 0\r\n\r\n1 1 1 2",
            "(0,0)(0,1)\n(1,1),(1,2)",
            "0 0\n0 1\n1 1\n1 2",
        ] {
            assert_eq!(check(text).unwrap().value, 2, "{text:?}");
        }
        let sorted = Instance::read(b"1 2\n1 2\n").unwrap();
        for text in ["", "\n", "[]", "\u{feff}"] {
            let checked = SwapPuzzle::check(&sorted, text.as_bytes()).unwrap();
            assert_eq!(checked.value, 0, "{text:?}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_placed() {
        let unreadable = |text: &str| match check(text) {
            Err(Refusal::Unreadable(error)) => (error.line, error.column, error.to_string()),
            other => panic!("{text:?}: {other:?}"),
        };
        let (line, column, message) = unreadable("0 0 0 1\n1 1 x 2\n");
        assert_eq!((line, column), (2, 5));
        assert_eq!(
            message,
            "found `x`, expected the row of the second cell of swap 1: a whole number"
        );
        let (line, column, message) = unreadable("0 0 0 1\n1 1 1");
        assert_eq!((line, column), (2, 6));
        assert!(
            message.starts_with("found the end of the file"),
            "{message}"
        );
        assert_eq!(unreadable("0 0 0 1.0\n").1, 7);
        assert_eq!(unreadable("0 - 0 1\n").1, 3);
        assert_eq!(unreadable("0 0 99999999999999999999 0").1, 5);
        assert_eq!(unreadable("\u{feff}é").1, 1);
    }

    #[test]
    fn what_is_no_answer_is_unreadable_even_if_it_begins_like_one() {
        for (text, line, column, swap) in [
            ("3 4 5 6 debug", 1, 9, 1),
            ("0 0 1 1\n0 0 0 1\n1 x", 3, 3, 2),
            ("9 9 9 9\n1", 2, 2, 1),
        ] {
            match check(text) {
                Err(Refusal::Unreadable(error)) => {
                    assert_eq!((error.line, error.column), (line, column), "{text:?}");
                    let swap = format!("of swap {swap}");
                    assert!(error.expected.contains(&swap), "{}", error.expected);
                }
                other => panic!("{text:?}: {other:?}"),
            }
        }
    }

    #[test]
    fn broken_rules_are_explained() {
        let rejected = |text: &str| match check(text) {
            Err(Refusal::Rejected(rejection)) => (rejection.at, rejection.reason),
            other => panic!("{text:?}: {other:?}"),
        };
        let (at, reason) = rejected("0 0 0 1\n1 2 1 3\n");
        assert_eq!(at, 1);
        assert_eq!(
            reason,
            "swap 1 (`1 2 1 3`): row 1, column 3 is not on the 2 × 3 grid"
        );
        assert!(rejected("-1 0 0 0").1.contains("row -1, column 0"));
        assert!(
            rejected("0 0 1 1")
                .1
                .ends_with("these cells do not share an edge")
        );
        assert!(
            rejected("0 2 1 0")
                .1
                .ends_with("these cells do not share an edge")
        );
        assert!(
            rejected("1 2 0 2")
                .1
                .ends_with("a wall stands between these cells")
        );
        let (at, reason) = rejected("0 0 0 1");
        assert_eq!(at, 1);
        assert_eq!(
            reason,
            "after all 1 swaps 2 of 6 tiles are not in place: row 1, column 1 holds 6 instead of 5"
        );
    }

    proptest! {
        #[test]
        fn pieces_make_no_difference(text in "(\u{feff})?([0-2] [0-2] [0-2] [0-2]\n){0,2}[-0-9x, \n\u{feff}]{0,20}", cuts in proptest::collection::vec(0_usize..60, 0..4)) {
            let instance = instance();
            let mut cuts: Vec<_> = cuts.into_iter().map(|cut| cut.min(text.len())).collect();
            cuts.sort_unstable();
            let mut replay = SwapPuzzle::replay(&instance);
            let mut start = 0;
            for end in cuts.into_iter().chain([text.len()]) {
                replay.feed(&text.as_bytes()[start..end]);
                start = end;
            }
            prop_assert_eq!(replay.finish(), SwapPuzzle::check(&instance, text.as_bytes()));
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = SwapPuzzle::check(&instance(), &bytes);
            let _ = SwapPuzzle::draw(&instance(), Some(&bytes), Some(1));
        }

        #[test]
        fn no_numbers_make_it_panic(text in "[-0-9,() \n]{0,80}") {
            let _ = SwapPuzzle::check(&instance(), text.as_bytes());
        }
    }
}
