//! Answers: strings of `L R U D S`, and the course's own solution files.

use std::fmt;

use super::generate;
use super::instance::Instance;
use crate::text::{lines, without_mark};
use crate::{MAX_CELLS, Shape, TextError};

/// A string of actions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    letters: Vec<u8>,
}

impl Answer {
    pub fn letters(&self) -> &[u8] {
        &self.letters
    }

    pub fn steps(&self) -> usize {
        self.letters
            .iter()
            .filter(|&&letter| letter != b'S')
            .count()
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.letters).map_err(|_| fmt::Error)?)?;
        f.write_str("\n")
    }
}

/// Writes an answer while walking: from cell to cell, horizontally first.
#[derive(Clone, Debug)]
pub struct Walk {
    shape: Shape,
    at: usize,
    letters: Vec<u8>,
}

impl Walk {
    /// Starts in the upper left corner, where the robot does.
    pub fn new(shape: Shape) -> Self {
        Self {
            shape,
            at: 0,
            letters: Vec::new(),
        }
    }

    /// The cell the robot stands on.
    pub fn at(&self) -> usize {
        self.at
    }

    pub fn go(&mut self, to: usize) {
        let (from_row, from_column) = (self.shape.row(self.at), self.shape.column(self.at));
        let (to_row, to_column) = (self.shape.row(to), self.shape.column(to));
        let sideways = if to_column < from_column { b'L' } else { b'R' };
        let lengthways = if to_row < from_row { b'U' } else { b'D' };
        self.repeat(sideways, to_column.abs_diff(from_column));
        self.repeat(lengthways, to_row.abs_diff(from_row));
        self.at = to;
    }

    fn repeat(&mut self, letter: u8, times: usize) {
        self.letters.resize(self.letters.len() + times, letter);
    }

    pub fn swap(&mut self) {
        self.letters.push(b'S');
    }

    pub fn finish(self) -> Answer {
        Answer {
            letters: self.letters,
        }
    }
}

/// The part of an answer text that holds the actions. A course file must belong to `instance`.
pub(super) fn letters<'a>(text: &'a [u8], instance: &Instance) -> Result<&'a [u8], TextError> {
    let text = without_mark(text);
    let Some(course) = CourseFile::read(text)? else {
        return Ok(text);
    };
    let own = [
        instance.shape.rows,
        instance.shape.columns,
        instance.colours,
    ];
    if course.sizes != own {
        let [rows, columns, colours] = own;
        let expected = format!("a solution of this {rows} × {columns} grid with {colours} colours");
        return Err(TextError::at_offset(text, course.header_start, expected));
    }
    Ok(course.letters)
}

/// The instance that a course file names on its first line.
pub(super) fn named_instance(text: &[u8]) -> Option<Result<Instance, TextError>> {
    let text = without_mark(text);
    let course = match CourseFile::read(text) {
        Err(error) => return Some(Err(error)),
        Ok(course) => course?,
    };
    let [rows, columns, colours] = course.sizes;
    let shape = Shape::new(rows, columns).filter(|shape| (1..=shape.cells()).contains(&colours));
    let instance = shape.map(|shape| generate::course(shape, colours, course.seed));
    let expected = format!(
        "a grid of at most {MAX_CELLS} cells, with at least one colour and no more colours than cells"
    );
    Some(instance.ok_or_else(|| TextError::at_offset(text, course.header_start, expected)))
}

/// A solution file of the course: `m n c seed`, then letters, then `0`.
struct CourseFile<'a> {
    sizes: [usize; 3],
    seed: u32,
    header_start: usize,
    /// All of the text up to the closing zero, with the header blanked out by starting behind it.
    letters: &'a [u8],
}

impl<'a> CourseFile<'a> {
    /// `None` where the text does not begin with a digit, so that it is a plain answer.
    fn read(text: &'a [u8]) -> Result<Option<Self>, TextError> {
        let start = text.iter().position(|b| !b.is_ascii_whitespace());
        let Some(header_start) = start.filter(|&start| text[start].is_ascii_digit()) else {
            return Ok(None);
        };
        let Some(header) = lines(text).next() else {
            return Ok(None);
        };
        let mut numbers = Vec::with_capacity(4);
        let what = "a number of `m n c seed`";
        header.integers(4, &(0..=i64::from(u32::MAX)), what, |number| {
            numbers.push(number);
        })?;

        let line_length = text[header_start..].iter().position(|&b| b == b'\n');
        let body = line_length.map_or(text.len(), |length| header_start + length);
        let last = text
            .iter()
            .rposition(|b| !b.is_ascii_whitespace())
            .unwrap_or(0);
        if last < body || text[last] != b'0' {
            let error = TextError::at_offset(text, text.len(), "the closing `0`");
            return Err(error.with_help("a course solution ends with a `0` after its letters"));
        }
        Ok(Some(Self {
            sizes: [
                numbers[0] as usize,
                numbers[1] as usize,
                numbers[2] as usize,
            ],
            seed: numbers[3] as u32,
            header_start,
            letters: &text[body..last],
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sorting_robot::SortingRobot;
    use crate::{Problem, Refusal};
    use proptest::prelude::*;

    #[test]
    fn walks_horizontally_first() {
        let shape = Shape::new(3, 4).unwrap();
        let mut walk = Walk::new(shape);
        walk.go(shape.cell(2, 3));
        walk.swap();
        walk.go(shape.cell(1, 1));
        let answer = walk.finish();
        assert_eq!(answer.to_string(), "RRRDDSLLU\n");
        assert_eq!(answer.steps(), 8);
    }

    #[test]
    fn course_files_name_their_instance() {
        let file = b"1 6 6 45\nR S R S R S R S L S L L S 0\n";
        let instance = SortingRobot::instance_named_by(file).unwrap().unwrap();
        assert_eq!(SortingRobot::check(&instance, file).unwrap().value, 7);
        assert!(SortingRobot::instance_named_by(b"RS").is_none());
    }

    #[test]
    fn broken_course_files_say_what_is_missing() {
        let error = |text: &[u8]| SortingRobot::instance_named_by(text).unwrap().unwrap_err();
        assert_eq!(error(b"1 6 6 45\nR S R\n").expected, "the closing `0`");
        assert_eq!(error(b"1 6 6\nR S 0\n").column, 6);
        assert!(error(b"4001 4000 6 1\n0\n").expected.contains("16000000"));
        assert!(error(b"2 2 5 1\n0\n").expected.contains("colours"));
        let other = generate::course(Shape::new(2, 2).unwrap(), 2, 0);
        let refusal = SortingRobot::check(&other, b"1 6 6 45\nR 0\n").unwrap_err();
        assert!(matches!(refusal, Refusal::Unreadable(error) if error.expected.contains("2 × 2")));
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let instance = generate::course(Shape::new(3, 3).unwrap(), 3, 1);
            let _ = SortingRobot::check(&instance, &bytes);
            let _ = SortingRobot::instance_named_by(&bytes);
        }

        #[test]
        fn no_course_file_makes_it_panic(text in "[0-9]{1,3} [0-9]{1,3} [0-9]{1,3} [0-9]{1,3}[\nLRUDS0 ]{0,40}") {
            if let Some(Ok(instance)) = SortingRobot::instance_named_by(text.as_bytes()) {
                let _ = SortingRobot::check(&instance, text.as_bytes());
            }
        }
    }
}
