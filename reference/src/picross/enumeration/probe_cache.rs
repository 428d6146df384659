//! A cache of unsuccessful probes: a probe need not be repeated while none of the lines that it solved has changed.

use super::partial_grid::PartialGrid;
use crate::picross::Instance;

/// The largest size of the cache in words; on larger grids every probe is repeated.
const MOST_WORDS: usize = 1 << 23;

/// The probes without a conclusion.
#[derive(Debug)]
pub(super) struct ProbeCache {
    /// For each cell, one more than the length of the trail at its last probe; 0 if it was not probed.
    since: Vec<u32>,
    /// For each cell, the bit set of the lines that its probe solved.
    lines: Vec<u64>,
    words: usize,
    /// For each line, the length of the trail when a cell on it was last assigned, for the processed part of the trail.
    changed: Vec<u32>,
    processed: usize,
}

impl ProbeCache {
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
            processed: 0,
        }
    }

    /// Stores the lines that a probe of this cell solved.
    pub(super) fn store(&mut self, grid: &PartialGrid, cell: usize) {
        if let Some(since) = self.since.get_mut(cell) {
            *since = 1 + grid.trail().len() as u32;
            let kept = &mut self.lines[cell * self.words..][..self.words];
            kept.copy_from_slice(grid.recorded_lines());
        }
    }

    /// Returns whether a probe of this cell would again find nothing.
    pub(super) fn is_redundant(&mut self, grid: &PartialGrid, cell: usize) -> bool {
        let since = self.since.get(cell).copied().unwrap_or(0);
        if since == 0 {
            return false;
        }
        let shape = grid.instance().shape;
        for &literal in &grid.trail()[self.processed..] {
            self.processed += 1;
            let known = literal as usize / 2;
            for line in [shape.row(known), shape.rows + shape.column(known)] {
                self.changed[line] = 1 + self.processed as u32;
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
