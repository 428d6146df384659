//! Independent segments of lines. If the number of blocks before a white cell is known, the cells on its two sides are
//! independent. The long lines of large pictures soon split into a few short segments.

use std::ops::Range;

use super::long_line::LongLineSolver;
use crate::picross::Instance;

/// A part of a line and the blocks that lie in it.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub(super) line: usize,
    pub(super) cells: Range<usize>,
    pub(super) blocks: Range<usize>,
}

/// All segments that may have unknown cells, line by line.
#[derive(Debug, Default)]
pub(super) struct Segments {
    all: Vec<Segment>,
    /// The first segment of each line, followed by the number of segments.
    first: Vec<usize>,
}

impl Segments {
    /// Returns every line as one segment.
    pub(super) fn whole(instance: &Instance) -> Self {
        let segment = |line| Segment {
            line,
            cells: 0..instance.length(line),
            blocks: 0..instance.clue(line).len(),
        };
        Self {
            all: (0..instance.lines()).map(segment).collect(),
            first: (0..=instance.lines()).collect(),
        }
    }

    pub(super) fn all(&self) -> &[Segment] {
        &self.all
    }

    /// Returns the index of the segment that contains an unknown cell.
    pub(super) fn containing(&self, line: usize, at: usize) -> usize {
        let (first, next) = (self.first[line], self.first[line + 1]);
        let others = &self.all[first + 1..next];
        first + others.partition_point(|segment| segment.cells.start <= at)
    }

    /// Begins a line. Lines that are skipped have no segments.
    pub(super) fn begin_line(&mut self, line: usize) {
        let first = self.first.len().max(line + 1);
        self.first.resize(first, self.all.len());
    }

    pub(super) fn keep(&mut self, segment: Segment) {
        self.all.push(segment);
    }

    /// Adds the independent parts of a segment that have unknown cells. The segment must have a placement.
    pub(super) fn split(
        &mut self,
        segment: &Segment,
        clue: &[u32],
        [black, white]: &[Vec<u64>; 2],
        solver: &mut LongLineSolver,
    ) {
        let length = segment.cells.len();
        solver.solve(length, clue, &mut black.clone(), &mut white.clone());
        let has = |set: &[u64], at: usize| set[at / 64] >> (at % 64) & 1 == 1;
        // Where the part begins, and whether it has unknown cells.
        let (mut from, mut first_block, mut open) = (0, 0, false);
        // The smallest and the largest number of blocks before a cell.
        let (mut least, mut most) = (0, 0);
        let ends = |block: usize| {
            let (first, last) = solver.span(block);
            let run = clue[block] as usize;
            (first + run, last + run)
        };
        for at in 0..=length {
            while most < clue.len() && ends(most).0 <= at {
                most += 1;
            }
            while least < clue.len() && ends(least).1 <= at {
                least += 1;
            }
            let is_white = at == length || has(white, at);
            if is_white && least == most {
                if open {
                    let (cells, blocks) = (segment.cells.start, segment.blocks.start);
                    self.all.push(Segment {
                        line: segment.line,
                        cells: cells + from..cells + at,
                        blocks: blocks + first_block..blocks + least,
                    });
                }
                (from, first_block, open) = (at + 1, least, false);
            } else {
                open |= !is_white && !has(black, at);
            }
        }
    }
}
