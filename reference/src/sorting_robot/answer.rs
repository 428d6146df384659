//! Answers: strings of `L R U D S`, and the course's own solution files.

use std::fmt;

use super::generate;
use super::instance::Instance;
use super::rules::Robot;
use crate::text::{MARK, lines, without_mark};
use crate::{Checked, MAX_CELLS, Refusal, Rejection, Replay, Shape, TextError};

/// A string of actions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    letters: Vec<u8>,
}

impl Answer {
    /// Returns the actions as letters.
    pub fn letters(&self) -> &[u8] {
        &self.letters
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.letters).map_err(|_| fmt::Error)?)?;
        f.write_str("\n")
    }
}

/// Builds an answer by walking from cell to cell, horizontally first.
#[derive(Clone, Debug)]
pub struct Walk {
    shape: Shape,
    at: usize,
    letters: Vec<u8>,
}

impl Walk {
    /// Starts in the upper left corner, like the robot.
    pub fn new(shape: Shape) -> Self {
        Self {
            shape,
            at: 0,
            letters: Vec::new(),
        }
    }

    /// Returns the cell of the robot.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Walks to a cell, horizontally first.
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

    /// Exchanges the carried piece with the piece on the current cell.
    pub fn swap(&mut self) {
        self.letters.push(b'S');
    }

    /// Returns the answer.
    pub fn finish(self) -> Answer {
        Answer {
            letters: self.letters,
        }
    }
}

/// A streaming reader that replays an answer.
#[derive(Debug)]
pub(super) struct AnswerReader<'i> {
    instance: &'i Instance,
    stage: Stage<'i>,
    unreadable: Option<TextError>,
}

#[derive(Debug)]
enum Stage<'i> {
    /// Too little was read to tell whether this is a course file.
    Beginning(Vec<u8>),
    Plain(Robot<'i>),
    /// The letters of a course file, up to its closing zero.
    Course(Robot<'i>),
    /// After the closing zero of a course file, where only white space is allowed.
    Closed(Robot<'i>),
}

impl<'i> AnswerReader<'i> {
    pub(super) fn new(instance: &'i Instance) -> Self {
        Self {
            instance,
            stage: Stage::Beginning(Vec::new()),
            unreadable: None,
        }
    }

    /// Returns the robot after everything that was fed, and the rule that it broke, if any.
    pub(super) fn into_state(mut self) -> Result<(Robot<'i>, Option<Rejection>), TextError> {
        self.end()?;
        let robot = match self.stage {
            Stage::Plain(robot) | Stage::Course(robot) | Stage::Closed(robot) => robot,
            Stage::Beginning(_) => Robot::new(self.instance, 1),
        };
        let broken = robot.broken().cloned();
        Ok((robot, broken))
    }

    /// Ends the text. Fails if it cannot be read.
    fn end(&mut self) -> Result<(), TextError> {
        match self.unreadable.take() {
            Some(error) => Err(error),
            None => self.begin(),
        }
    }

    fn take(&mut self, text: &[u8]) -> Result<(), TextError> {
        match &mut self.stage {
            Stage::Beginning(beginning) => {
                beginning.extend_from_slice(text);
                if is_enough(beginning) {
                    return self.begin();
                }
                Ok(())
            }
            Stage::Plain(robot) => robot.play(text),
            Stage::Course(robot) => match text.iter().position(|&b| b == b'0') {
                None => robot.play(text),
                Some(zero) => {
                    robot.play(&text[..zero])?;
                    robot.skip_zero();
                    let robot = std::mem::replace(robot, Robot::new(self.instance, 1));
                    self.stage = Stage::Closed(robot);
                    self.take(&text[zero + 1..])
                }
            },
            Stage::Closed(robot) => {
                let end = text.iter().position(|b| !b.is_ascii_whitespace());
                robot.play(&text[..end.unwrap_or(text.len())])?;
                end.map_or(Ok(()), |end| {
                    Err(robot.refuse(&text[end..], "nothing after the closing `0`"))
                })
            }
        }
    }

    /// Detects the file format and replays the buffered text.
    fn begin(&mut self) -> Result<(), TextError> {
        let Stage::Beginning(text) = &mut self.stage else {
            return Ok(());
        };
        let text = std::mem::take(text);
        let text = without_mark(&text);
        // The length of the remaining text depends on how the text was split into pieces.
        let header = &text[..text.len().min(LONGEST_HEADER)];
        let Some(course) = CourseHeader::read(header)? else {
            self.stage = Stage::Plain(Robot::new(self.instance, 1));
            return self.take(text);
        };
        let own = [
            self.instance.shape.rows,
            self.instance.shape.columns,
            self.instance.colours,
        ];
        if course.sizes != own {
            let [rows, columns, colours] = own;
            let expected =
                format!("a solution of this {rows} × {columns} grid with {colours} colours");
            return Err(course.refuse(text, expected));
        }
        self.stage = Stage::Course(Robot::new(self.instance, course.line));
        self.take(&text[course.end..])
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
        let steps = match self.stage {
            Stage::Plain(robot) | Stage::Closed(robot) => {
                robot.finish().map_err(Refusal::Rejected)?
            }
            Stage::Course(robot) => {
                let error = robot.refuse(&[], "the closing `0` of a course solution");
                return Err(Refusal::Unreadable(error));
            }
            Stage::Beginning(_) => 0,
        };
        Ok(Checked::new(steps as i64))
    }
}

/// The largest length of a course file header in bytes.
const LONGEST_HEADER: usize = 1000;

/// Returns whether `text` is long enough to detect a course file: by its first letter, or by its whole first line if
/// that starts with a digit.
fn is_enough(text: &[u8]) -> bool {
    if MARK.len() > text.len() && MARK.starts_with(text) {
        return false;
    }
    let text = without_mark(text);
    let rest = text.trim_ascii_start();
    match rest.first() {
        Some(first) if !first.is_ascii_digit() || rest.contains(&b'\n') => true,
        _ => text.len() >= LONGEST_HEADER,
    }
}

/// Returns the instance that a course file names on its first line.
pub(super) fn named_instance(text: &[u8]) -> Option<Result<Instance, TextError>> {
    let text = without_mark(text);
    let course = match CourseHeader::read(text) {
        Err(error) => return Some(Err(error)),
        Ok(course) => course?,
    };
    let [rows, columns, colours] = course.sizes;
    let shape = Shape::new(rows, columns).filter(|shape| (1..=shape.cells()).contains(&colours));
    let instance = shape.map(|shape| generate::course(shape, colours, course.seed));
    Some(instance.ok_or_else(|| {
        let expected = format!("a grid of at most {MAX_CELLS} cells and as many colours at most");
        course.refuse(text, expected)
    }))
}

/// Returns the beginning of an answer that holds its first `actions` actions.
pub(super) fn first_actions(text: &[u8], actions: u64) -> &[u8] {
    let letters = text
        .iter()
        .enumerate()
        .filter(|(_, b)| b"LRUDS".contains(b));
    match letters.map(|(index, _)| index).nth(actions as usize) {
        Some(next) => &text[..next],
        None => text,
    }
}

/// The first line of a course solution file, `m n c seed`.
struct CourseHeader {
    sizes: [usize; 3],
    seed: u32,
    /// The line number of the header, and the position of its end in the text.
    line: usize,
    end: usize,
}

impl CourseHeader {
    /// Returns `None` if the text does not begin with a digit and is therefore a plain answer.
    fn read(text: &[u8]) -> Result<Option<Self>, TextError> {
        let start = text.len() - text.trim_ascii_start().len();
        if !text[start..].first().is_some_and(u8::is_ascii_digit) {
            return Ok(None);
        }
        let Some(header) = lines(text).next() else {
            return Ok(None);
        };
        let mut numbers = Vec::with_capacity(4);
        let range = 0..=i64::from(u32::MAX);
        header.integers(4, &range, "a number of `m n c seed`", |number| {
            numbers.push(number);
        })?;
        let length = text[start..].iter().position(|&b| b == b'\n');
        Ok(Some(Self {
            sizes: [
                numbers[0] as usize,
                numbers[1] as usize,
                numbers[2] as usize,
            ],
            seed: numbers[3] as u32,
            line: header.number(),
            end: length.map_or(text.len(), |length| start + length),
        }))
    }

    /// Returns an error at the first number.
    fn refuse(&self, text: &[u8], expected: impl Into<String>) -> TextError {
        let first = lines(text).next().and_then(|line| line.tokens().next());
        match first {
            Some(token) => token.instead_of(expected),
            None => TextError::before(&[], self.line, 1, expected),
        }
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
        assert_eq!(error(b"1 6 6\nR S 0\n").column, 6);
        assert!(error(b"4001 4000 6 1\n0\n").expected.contains("16000000"));
        assert!(error(b"2 2 5 1\n0\n").expected.contains("colours"));
        let own = generate::course(Shape::new(1, 6).unwrap(), 6, 45);
        let unreadable = |text: &[u8]| match SortingRobot::check(&own, text) {
            Err(Refusal::Unreadable(error)) => (error.line, error.column, error.expected),
            other => panic!("{other:?}"),
        };
        let (line, column, expected) = unreadable(b"1 6 6 45\nR S R\n");
        assert_eq!((line, column), (3, 1));
        assert_eq!(expected, "the closing `0` of a course solution");
        assert_eq!(unreadable(b"\n1 6 6 45\nR S\n Q 0\n").0, 4);
        assert_eq!(
            unreadable(b"1 6 6 45\nR 0 R").2,
            "nothing after the closing `0`"
        );
        let other = generate::course(Shape::new(2, 2).unwrap(), 2, 0);
        let refusal = SortingRobot::check(&other, b"1 6 6 45\nR 0\n").unwrap_err();
        assert!(matches!(refusal, Refusal::Unreadable(error) if error.expected.contains("2 × 2")));
    }

    #[test]
    fn unknown_letters_are_placed() {
        let instance = generate::course(Shape::new(3, 3).unwrap(), 3, 1);
        for (text, line, column) in [("Q", 1, 1), ("R\n\n LQ", 3, 3), ("RL\r\nq", 2, 1)] {
            match SortingRobot::check(&instance, text.as_bytes()) {
                Err(Refusal::Unreadable(error)) => {
                    assert_eq!((error.line, error.column), (line, column), "{text:?}");
                }
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn what_is_no_answer_is_unreadable_even_if_it_begins_like_one() {
        let instance = generate::course(Shape::new(3, 3).unwrap(), 3, 1);
        for (text, line, column) in [
            ("Lecture OK", 1, 2),
            ("LU\nRR DONE", 2, 5),
            ("3 3 3 1\nL L 0 x", 2, 7),
        ] {
            for size in [1, 100] {
                let mut replay = SortingRobot::replay(&instance);
                text.as_bytes()
                    .chunks(size)
                    .for_each(|piece| replay.feed(piece));
                match replay.finish() {
                    Err(Refusal::Unreadable(error)) => {
                        assert_eq!((error.line, error.column), (line, column), "{text:?}");
                    }
                    other => panic!("{text:?}: {other:?}"),
                }
            }
        }
        let rejected = SortingRobot::check(&instance, b"RRRS S\nL").unwrap_err();
        assert!(matches!(rejected, Refusal::Rejected(rejection) if rejection.at == 2));
    }

    proptest! {
        #[test]
        fn pieces_make_no_difference(text in "(\u{feff})?(3 3 3 1\n)?[LRUDSS0x \n]{0,30}", cuts in proptest::collection::vec(0_usize..40, 0..4)) {
            let instance = generate::course(Shape::new(3, 3).unwrap(), 3, 1);
            let mut cuts: Vec<_> = cuts.into_iter().map(|cut| cut.min(text.len())).collect();
            cuts.sort_unstable();
            let mut replay = SortingRobot::replay(&instance);
            let mut start = 0;
            for end in cuts.into_iter().chain([text.len()]) {
                replay.feed(&text.as_bytes()[start..end]);
                start = end;
            }
            prop_assert_eq!(replay.finish(), SortingRobot::check(&instance, text.as_bytes()));
        }

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
