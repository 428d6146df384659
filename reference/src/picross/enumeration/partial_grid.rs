//! A partially solved grid: bit sets of black and white cells per line, and propagation by line solving.

mod logging;

use std::collections::VecDeque;

use super::implications::Implications;
use super::line::{LineSolver, Mask};
use super::long_line::{LARGEST_TABLE, LongLineSolver, extract, table};
use super::proof_log::{Conflict, ProofLog, Reason};
use super::segments::{Segment, Segments};
use crate::picross::{Answer, Instance};
use crate::{Budget, Unsolved};

/// A cell and its colour, encoded as twice the cell, plus one for black.
pub(super) type Literal = u32;

pub(super) fn literal(cell: usize, black: bool) -> Literal {
    2 * cell as u32 + u32::from(black)
}

/// Why propagation or search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// Some line has no placement left.
    Conflict,
    /// The budget expired.
    Stopped,
    /// The requested number of solutions was found.
    Enough,
}

/// The solutions found so far.
#[derive(Debug, Default)]
pub(super) struct SolutionList {
    /// The number of requested solutions; with 0, solutions are not recorded.
    pub(super) wanted: usize,
    pub(super) found: Vec<Answer>,
}

impl SolutionList {
    /// Records a new solution. Fails with [`Halt::Enough`] when there are enough.
    pub(super) fn take(&mut self, answer: Answer) -> Result<(), Halt> {
        if self.found.len() < self.wanted && !self.found.contains(&answer) {
            self.found.push(answer);
            if self.found.len() == self.wanted {
                return Err(Halt::Enough);
            }
        }
        Ok(())
    }
}

/// Work between two checks of the budget.
const WORK_BETWEEN_CHECKS: u64 = 400_000;

/// Work for a line, and for each of its blocks in words of up to 64 or up to 128 cells.
const LINE_WORK: u64 = 80;
const SINGLE_WORD_WORK: u64 = 9;
const DOUBLE_WORD_WORK: u64 = 22;
/// Work for a longer line, for a word of its tables, and for a word of its cells per block.
const LONG_LINE_WORK: u64 = 700;
const TABLE_WORK: u64 = 15;
const WORD_WORK: u64 = 8;
/// Work for a cell that becomes known or is examined, and for an applied implication.
const CELL_WORK: u64 = 5;
const IMPLICATION_WORK: u64 = 2;

/// Returns the work of solving a line of more than 128 cells.
fn long_line_work(length: usize, clue: &[u32]) -> u64 {
    let words = length.div_ceil(64) * (clue.len() + 1);
    LONG_LINE_WORK + TABLE_WORK * table(length, clue) as u64 + WORD_WORK * words as u64
}

#[derive(Debug)]
pub(super) struct PartialGrid<'a> {
    instance: &'a Instance,
    budget: &'a Budget,
    /// The number of words of a row and of a column.
    words: [usize; 2],
    /// The black and the white cells of every line, rows first.
    black: Vec<u64>,
    white: Vec<u64>,
    trail: Vec<Literal>,
    /// The reason of each literal on the trail.
    reasons: Vec<Reason>,
    /// The reason of the last conflict.
    conflict: Conflict,
    /// Records how conclusions are proved, if that is wanted.
    log: Option<Box<ProofLog<'a>>>,
    /// The number of literals on the trail whose implications have been applied.
    implied: usize,
    pub(super) implications: Implications,
    segments: Segments,
    /// The segments that wait for propagation.
    queue: VecDeque<u32>,
    queued: Vec<bool>,
    single_word: LineSolver<u64>,
    double_word: LineSolver<u128>,
    long: LongLineSolver,
    /// The set of lines that were solved since recording was restarted.
    recorded: Vec<u64>,
    /// The number of lines that were solved.
    solves: u64,
    /// Work that has not been charged to the budget yet.
    work: u64,
}

impl<'a> PartialGrid<'a> {
    /// Returns an empty grid with every line queued. Fails if a line needs too large a table.
    pub(super) fn new(instance: &'a Instance, budget: &'a Budget) -> Result<Self, Unsolved> {
        let too_large =
            |&line: &usize| table(instance.length(line), instance.clue(line)) > LARGEST_TABLE;
        if let Some(line) = (0..instance.lines()).find(too_large) {
            return Err(Unsolved::NotApplicable(format!(
                "{} is too long: its blocks times its slack may be at most {}",
                instance.name(line),
                64 * LARGEST_TABLE
            )));
        }
        let shape = instance.shape;
        let words = [shape.columns.div_ceil(64), shape.rows.div_ceil(64)];
        let size = words[0] * shape.rows + words[1] * shape.columns;
        // Short lines determine most cells, so they are solved first.
        let mut order: Vec<u32> = (0..instance.lines() as u32).collect();
        if shape.rows < shape.columns {
            order.rotate_left(shape.rows);
        }
        Ok(Self {
            instance,
            budget,
            words,
            black: vec![0; size],
            white: vec![0; size],
            trail: Vec::new(),
            reasons: Vec::new(),
            conflict: Conflict::Complete,
            log: None,
            implied: 0,
            implications: Implications::default(),
            segments: Segments::whole(instance),
            queue: order.into(),
            queued: vec![true; instance.lines()],
            single_word: LineSolver::default(),
            double_word: LineSolver::default(),
            long: LongLineSolver::default(),
            recorded: vec![0; instance.lines().div_ceil(64)],
            solves: 0,
            // Makes the first line check the budget.
            work: WORK_BETWEEN_CHECKS,
        })
    }

    pub(super) fn instance(&self) -> &'a Instance {
        self.instance
    }

    pub(super) fn budget(&self) -> &'a Budget {
        self.budget
    }

    pub(super) fn solves(&self) -> u64 {
        self.solves
    }

    /// Restarts the recording of solved lines.
    pub(super) fn restart_recording(&mut self) {
        self.recorded.fill(0);
    }

    /// Returns the set of lines that were solved since recording was restarted.
    pub(super) fn recorded_lines(&self) -> &[u64] {
        &self.recorded
    }

    /// Returns the assigned literals, in the order in which they were found.
    pub(super) fn trail(&self) -> &[Literal] {
        &self.trail
    }

    pub(super) fn is_complete(&self) -> bool {
        self.trail.len() == self.instance.shape.cells()
    }

    /// Returns the colour of a cell, if it is known.
    pub(super) fn colour(&self, cell: usize) -> Option<bool> {
        let shape = self.instance.shape;
        let (row, column) = (shape.row(cell), shape.column(cell));
        let (word, bit) = (row * self.words[0] + column / 64, column % 64);
        match (self.black[word] >> bit & 1, self.white[word] >> bit & 1) {
            (0, 0) => None,
            (black, _) => Some(black == 1),
        }
    }

    /// Charges work for examining cells.
    pub(super) fn count_cells(&mut self, cells: usize) {
        self.work += CELL_WORK * cells as u64;
    }

    pub(super) fn unknown_cells(&self) -> impl Iterator<Item = usize> {
        (0..self.instance.shape.cells()).filter(|&cell| self.colour(cell).is_none())
    }

    /// Returns the segments with unknown cells.
    pub(super) fn open_segments(&self) -> impl Iterator<Item = &Segment> {
        let is_open =
            |segment: &&Segment| self.cells(segment).any(|cell| self.colour(cell).is_none());
        self.segments.all().iter().filter(is_open)
    }

    pub(super) fn clue(&self, segment: &Segment) -> &'a [u32] {
        &self.instance.clue(segment.line)[segment.blocks.clone()]
    }

    /// Returns the cells of a segment.
    pub(super) fn cells(&self, segment: &Segment) -> impl Iterator<Item = usize> {
        let cells = self.instance.cells(segment.line);
        cells.skip(segment.cells.start).take(segment.cells.len())
    }

    /// Returns the black and the white cells of a segment, as bit sets.
    pub(super) fn sets(&self, segment: &Segment) -> [Vec<u64>; 2] {
        [&self.black, &self.white].map(|layer| {
            let mut set = vec![0; segment.cells.len().div_ceil(64)];
            self.copy(layer, segment, &mut set);
            set
        })
    }

    /// Returns the black and the white cells of a line, as bit sets.
    pub(super) fn line_sets(&self, line: usize) -> [&[u64]; 2] {
        let (start, words) = self.place(line);
        [&self.black, &self.white].map(|layer| &layer[start..start + words])
    }

    /// Copies the cells from the start of a segment into a bit set. Cells after the segment may be included.
    fn copy(&self, layer: &[u64], segment: &Segment, set: &mut [u64]) {
        let (start, words) = self.place(segment.line);
        extract(&layer[start..start + words], segment.cells.start, set);
    }

    /// Splits long lines into independent segments where the known cells allow it; short lines are fast enough. The
    /// queue must be empty.
    pub(super) fn split_lines(&mut self) -> Result<(), Halt> {
        let mut segments = Segments::default();
        for segment in self.segments.all() {
            segments.begin_line(segment.line);
            if segment.cells.len() <= u64::LONGEST {
                segments.keep(segment.clone());
                continue;
            }
            let (clue, sets) = (self.clue(segment), self.sets(segment));
            self.budget.spend(long_line_work(segment.cells.len(), clue));
            if self.budget.expired() {
                return Err(Halt::Stopped);
            }
            segments.split(segment, clue, &sets, &mut self.long);
        }
        segments.begin_line(self.instance.lines());
        if let Some(log) = &mut self.log {
            log.split_lines();
        }
        self.queued = vec![false; segments.all().len()];
        self.segments = segments;
        Ok(())
    }

    /// Returns the grid once it is complete.
    pub(super) fn answer(&self) -> Answer {
        let shape = self.instance.shape;
        let mut black = vec![false; shape.cells()];
        for &literal in &self.trail {
            black[literal as usize / 2] = literal % 2 == 1;
        }
        Answer { shape, black }
    }

    fn place(&self, line: usize) -> (usize, usize) {
        let rows = self.instance.shape.rows;
        match line.checked_sub(rows) {
            None => (line * self.words[0], self.words[0]),
            Some(column) => (rows * self.words[0] + column * self.words[1], self.words[1]),
        }
    }

    /// Assigns a colour to a cell and queues its lines.
    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) -> Result<(), Halt> {
        let (cell, black) = (literal as usize / 2, literal % 2 == 1);
        match self.colour(cell) {
            Some(known) if known == black => Ok(()),
            Some(_) => {
                self.conflict = Conflict::Literal(literal, reason);
                Err(Halt::Conflict)
            }
            None => {
                let shape = self.instance.shape;
                self.mark(cell, black, reason);
                let (row, column) = (shape.row(cell), shape.column(cell));
                self.enqueue(row, column);
                self.enqueue(shape.rows + column, row);
                Ok(())
            }
        }
    }

    fn mark(&mut self, cell: usize, black: bool, reason: Reason) {
        self.flip(cell, black);
        self.trail.push(literal(cell, black));
        self.reasons.push(reason);
    }

    fn flip(&mut self, cell: usize, black: bool) {
        let shape = self.instance.shape;
        let (row, column) = (shape.row(cell), shape.column(cell));
        let across = row * self.words[0] + column / 64;
        let down = shape.rows * self.words[0] + column * self.words[1] + row / 64;
        let layer = if black {
            &mut self.black
        } else {
            &mut self.white
        };
        layer[across] ^= 1 << (column % 64);
        layer[down] ^= 1 << (row % 64);
    }

    /// Queues the segment that contains a cell.
    fn enqueue(&mut self, line: usize, at: usize) {
        let segment = self.segments.containing(line, at);
        if !self.queued[segment] {
            self.queued[segment] = true;
            self.queue.push_back(segment as u32);
        }
    }

    /// Undoes all assignments after the first `length`.
    pub(super) fn undo(&mut self, length: usize) {
        while self.trail.len() > length {
            if let Some(literal) = self.trail.pop() {
                self.flip(literal as usize / 2, literal % 2 == 1);
            }
        }
        self.reasons.truncate(length);
        self.implied = self.implied.min(length);
        for segment in self.queue.drain(..) {
            self.queued[segment as usize] = false;
        }
    }

    /// Decides a literal and propagates.
    pub(super) fn decide(&mut self, literal: Literal) -> Result<(), Halt> {
        self.conclude(literal, Reason::Decision)
    }

    /// Assigns a literal and propagates.
    pub(super) fn conclude(&mut self, literal: Literal, reason: Reason) -> Result<(), Halt> {
        self.assign(literal, reason)?;
        self.propagate()
    }

    /// Propagates line solving and learnt implications to a fixed point.
    pub(super) fn propagate(&mut self) -> Result<(), Halt> {
        loop {
            while let Some(&literal) = self.trail.get(self.implied) {
                self.implied += 1;
                let count = self.implications.count(literal);
                self.work += IMPLICATION_WORK * count as u64;
                for index in 0..count {
                    let (implied, round) = self.implications.of(literal, index);
                    let cause = literal;
                    self.assign(implied, Reason::Implied { cause, round })?;
                }
            }
            let Some(segment) = self.queue.pop_front() else {
                return Ok(());
            };
            self.queued[segment as usize] = false;
            self.solve_segment(segment as usize)?;
        }
    }

    fn solve_segment(&mut self, segment: usize) -> Result<(), Halt> {
        if self.work >= WORK_BETWEEN_CHECKS {
            self.budget.spend(std::mem::take(&mut self.work));
            if self.budget.expired() {
                return Err(Halt::Stopped);
            }
        }
        let segment = &self.segments.all()[segment];
        let (line, from, length) = (segment.line, segment.cells.start, segment.cells.len());
        let clue = self.clue(segment);
        self.conflict = Conflict::Line(line as u32);
        self.solves += 1;
        self.recorded[line / 64] |= 1 << (line % 64);
        if length <= u64::LONGEST {
            self.work += LINE_WORK + SINGLE_WORD_WORK * clue.len() as u64;
            let [black, white] = [&self.black, &self.white].map(|layer| {
                let mut set = [0; 1];
                self.copy(layer, segment, &mut set);
                set[0]
            });
            let solved = self.single_word.solve(length, clue, black, white);
            let (more_black, more_white) = solved.ok_or(Halt::Conflict)?;
            self.assign_cells(line, from, more_black & !black, true);
            self.assign_cells(line, from, more_white & !white, false);
        } else if length <= u128::LONGEST {
            self.work += LINE_WORK + DOUBLE_WORD_WORK * clue.len() as u64;
            let [black, white] = [&self.black, &self.white].map(|layer| {
                let mut set = [0; 2];
                self.copy(layer, segment, &mut set);
                u128::from(set[0]) | u128::from(set[1]) << 64
            });
            let solved = self.double_word.solve(length, clue, black, white);
            let (more_black, more_white) = solved.ok_or(Halt::Conflict)?;
            let (news, nots) = (more_black & !black, more_white & !white);
            for word in [0, 64] {
                self.assign_cells(line, from + word, (news >> word) as u64, true);
                self.assign_cells(line, from + word, (nots >> word) as u64, false);
            }
        } else {
            let [black, white] = self.sets(segment);
            self.work += long_line_work(length, clue);
            let (mut more_black, mut more_white) = (black.clone(), white.clone());
            let long = &mut self.long;
            if !long.solve(length, clue, &mut more_black, &mut more_white) {
                return Err(Halt::Conflict);
            }
            for word in 0..black.len() {
                let (news, nots) = (
                    more_black[word] & !black[word],
                    more_white[word] & !white[word],
                );
                self.assign_cells(line, from + 64 * word, news, true);
                self.assign_cells(line, from + 64 * word, nots, false);
            }
        }
        Ok(())
    }

    /// Assigns the cells of a bit set, which starts at position `from` of a line, and queues the crossing lines.
    fn assign_cells(&mut self, line: usize, from: usize, mut cells: u64, black: bool) {
        let shape = self.instance.shape;
        let reason = Reason::Line(line as u32);
        self.work += CELL_WORK * u64::from(cells.count_ones());
        while cells != 0 {
            let at = from + cells.trailing_zeros() as usize;
            cells &= cells - 1;
            if let Some(column) = line.checked_sub(shape.rows) {
                self.mark(shape.cell(at, column), black, reason);
                self.enqueue(at, column);
            } else {
                self.mark(shape.cell(line, at), black, reason);
                self.enqueue(shape.rows + at, line);
            }
        }
    }
}
