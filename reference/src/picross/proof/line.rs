//! Complete solving of one line by dynamic programming over its positions and blocks.
//!
//! The line gets one more white cell at its end, and every block includes the white cell after it. A filling is then a
//! path from position 0 to the end: a step over a white cell, or over a block.

use std::ops::RangeInclusive;

use super::state::Contradiction;

/// Solves lines; the tables are reused from line to line.
#[derive(Debug, Default)]
pub(super) struct LineTables {
    /// The result: the colours that all fillings have in common, and the first and last start of each block.
    pub(super) colours: Vec<Option<bool>>,
    pub(super) bounds: Vec<(u32, u32)>,
    /// Whether each cell can be white, and the number of cells from it on that can be black.
    free: Vec<bool>,
    room: Vec<usize>,
    /// For each number of blocks, the positions where the next block or the end may follow them, and where these begin
    /// in `reached` and `completed`.
    ranges: Vec<(RangeInclusive<usize>, usize)>,
    /// Whether a position is reached with so many blocks placed, and whether the rest of the line can be completed.
    reached: Vec<bool>,
    completed: Vec<bool>,
    may_white: Vec<bool>,
    /// How many blocks begin to cover each cell, minus how many end before it.
    covers: Vec<i64>,
}

impl LineTables {
    /// Solves a line with known colours and bounds of the starts. Fails if there is no filling.
    pub(super) fn solve(
        &mut self,
        clue: &[u32],
        known: impl Iterator<Item = Option<bool>>,
        bounds: &[(u32, u32)],
    ) -> Result<(), Contradiction> {
        self.colours.clear();
        self.colours.extend(known);
        let length = self.colours.len();
        self.measure();
        self.set_ranges(clue, bounds)?;
        self.forward_pass(clue, bounds);
        let end = self.reached.len() - 1;
        if !self.reached[end] {
            return Err(Contradiction);
        }
        self.backward_pass(clue, bounds);
        let mut covering = 0;
        for cell in 0..length {
            covering += self.covers[cell];
            let colour = match (covering > 0, self.may_white[cell]) {
                (true, true) => None,
                (black, _) => Some(black),
            };
            self.colours[cell] = colour;
        }
        Ok(())
    }

    /// Determines where cells can be white and how many can be black in a row.
    fn measure(&mut self) {
        let length = self.colours.len();
        self.free.clear();
        self.free
            .extend(self.colours.iter().map(|&colour| colour != Some(true)));
        self.free.push(true);
        self.room.clear();
        self.room.resize(length + 1, 0);
        for cell in (0..length).rev() {
            if self.colours[cell] != Some(false) {
                self.room[cell] = self.room[cell + 1] + 1;
            }
        }
    }

    /// Determines the ranges of positions between the blocks.
    fn set_ranges(&mut self, clue: &[u32], bounds: &[(u32, u32)]) -> Result<(), Contradiction> {
        self.ranges.clear();
        let (mut from, mut size) = (0, 0);
        for (&run, &(first, last)) in clue.iter().zip(bounds) {
            if from > last as usize {
                return Err(Contradiction);
            }
            let range = from..=last as usize;
            self.ranges.push((range, size));
            size += last as usize + 1 - from;
            from = (first + run + 1) as usize;
        }
        let end = self.colours.len() + 1;
        self.ranges.push((from..=end, size));
        size += end + 1 - from;
        for table in [&mut self.reached, &mut self.completed] {
            table.clear();
            table.resize(size, false);
        }
        Ok(())
    }

    /// Returns the index of a position in the tables, if it is in the range.
    fn index(&self, blocks: usize, position: usize) -> Option<usize> {
        let (range, begin) = &self.ranges[blocks];
        range
            .contains(&position)
            .then(|| begin + position - range.start())
    }

    /// Returns whether a block can start at a position that is reached before it.
    fn fits(&self, block: usize, run: u32, start: usize) -> bool {
        let run = run as usize;
        let reached = self.index(block, start).is_some_and(|at| self.reached[at]);
        reached && self.room[start] >= run && self.free[start + run]
    }

    fn forward_pass(&mut self, clue: &[u32], bounds: &[(u32, u32)]) {
        self.reached[0] = true;
        for blocks in 0..=clue.len() {
            if let Some(block) = blocks.checked_sub(1) {
                let (run, (first, last)) = (clue[block], bounds[block]);
                for start in first..=last {
                    let next = self.index(blocks, (start + run + 1) as usize);
                    if let Some(next) = next
                        && self.fits(block, run, start as usize)
                    {
                        self.reached[next] = true;
                    }
                }
            }
            let (range, begin) = self.ranges[blocks].clone();
            for (at, position) in range.enumerate().skip(1) {
                if self.reached[begin + at - 1] && self.free[position - 1] {
                    self.reached[begin + at] = true;
                }
            }
        }
    }

    fn backward_pass(&mut self, clue: &[u32], bounds: &[(u32, u32)]) {
        let length = self.colours.len();
        self.may_white.clear();
        self.may_white.resize(length + 1, false);
        self.covers.clear();
        self.covers.resize(length + 1, 0);
        self.bounds.clear();
        self.bounds.extend_from_slice(bounds);
        let end = self.completed.len() - 1;
        self.completed[end] = true;
        for blocks in (0..=clue.len()).rev() {
            if let Some(&run) = clue.get(blocks) {
                let (first, last) = bounds[blocks];
                let mut starts = (u32::MAX, 0);
                for start in first..=last {
                    let after = self.index(blocks + 1, (start + run + 1) as usize);
                    if after.is_some_and(|after| self.completed[after])
                        && self.fits(blocks, run, start as usize)
                        && let Some(at) = self.index(blocks, start as usize)
                    {
                        self.completed[at] = true;
                        self.covers[start as usize] += 1;
                        self.covers[(start + run) as usize] -= 1;
                        self.may_white[(start + run) as usize] = true;
                        starts = (starts.0.min(start), start);
                    }
                }
                self.bounds[blocks] = starts;
            }
            let (range, begin) = self.ranges[blocks].clone();
            let from = *range.start();
            for position in range.rev().skip(1) {
                let at = begin + (position - from);
                if self.completed[at + 1] && self.free[position] {
                    self.completed[at] = true;
                    if self.reached[at] {
                        self.may_white[position] = true;
                    }
                }
            }
        }
    }
}
