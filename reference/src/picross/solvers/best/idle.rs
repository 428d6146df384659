//! Which probes need not be made again, as none of the lines that they looked at has changed since.

use super::board::Board;
use crate::picross::Instance;

/// Sets of lines are kept for so many words of cells at most; without them every probe is made again.
const MOST_WORDS: usize = 1 << 23;

/// The probes that brought nothing new.
#[derive(Debug)]
pub(super) struct IdleProbes {
    /// Per cell, how long the trail was; zero where it was not probed.
    since: Vec<u32>,
    /// Per cell, the lines that were looked at, as a set of so many words.
    lines: Vec<u64>,
    words: usize,
    /// Per line, how long the trail was when a cell on it became known last, as far as the trail was followed.
    changed: Vec<u32>,
    followed: usize,
}

impl IdleProbes {
    pub(super) fn new(instance: &Instance) -> Self {
        let words = instance.lines().div_ceil(64);
        let cells = instance.shape.cells();
        let room = if cells.saturating_mul(words) > MOST_WORDS {
            0
        } else {
            cells
        };
        Self {
            since: vec![0; room],
            lines: vec![0; room * words],
            words,
            changed: vec![0; instance.lines()],
            followed: 0,
        }
    }

    /// Keeps the lines that the board has noted during a probe of this cell.
    pub(super) fn note(&mut self, board: &Board, cell: usize) {
        if let Some(since) = self.since.get_mut(cell) {
            *since = 1 + board.trail().len() as u32;
            let kept = &mut self.lines[cell * self.words..][..self.words];
            kept.copy_from_slice(board.noted_lines());
        }
    }

    /// Whether a probe of this cell would bring nothing new again.
    pub(super) fn would_be(&mut self, board: &Board, cell: usize) -> bool {
        let since = self.since.get(cell).copied().unwrap_or(0);
        if since == 0 {
            return false;
        }
        let shape = board.instance().shape;
        for &literal in &board.trail()[self.followed..] {
            self.followed += 1;
            let known = literal as usize / 2;
            for line in [shape.row(known), shape.rows + shape.column(known)] {
                self.changed[line] = 1 + self.followed as u32;
            }
        }
        let kept = &self.lines[cell * self.words..][..self.words];
        kept.iter().enumerate().all(|(at, &word)| {
            let mut word = word;
            while word != 0 {
                let line = 64 * at + word.trailing_zeros() as usize;
                word &= word - 1;
                if self.changed[line] > since {
                    return false;
                }
            }
            true
        })
    }
}
