//! Where the blocks of a line probably are, if it is known how likely each of its cells is black.
//!
//! All fillings are counted at once, each with the product of its cells' likelihoods as its weight: from the left, how
//! much all ways to place the first blocks weigh, from the right the same for the last ones.

use super::wide::earliest_starts;
use crate::math;

/// What the fillings of a line have in common, by weight. Keeps its tables from line to line.
#[derive(Debug, Default)]
pub(super) struct Likely {
    /// Per cell, in which share of the fillings it is black.
    pub(super) black: Vec<f64>,
    /// Per block and per cell that it starts later than it could at the earliest, in which share it starts by then.
    starts: Vec<f64>,
    /// Where the blocks start at the earliest, and how much later they can at the latest.
    earliest: Vec<usize>,
    slack: usize,
    /// Whether cells can be white, and up to each the logarithm of how much more black weighs than white, with the
    /// number of cells that cannot be black.
    may_white: Vec<bool>,
    weights: Vec<(f64, u32)>,
    /// Per cell that a block starts later, the weight of what is on one side of it.
    reached: Vec<f64>,
}

/// From this share on something is likely: not a matter of the last digit where both ways are equally likely.
pub(super) const MORE_LIKELY: f64 = 0.5 + 1e-6;

/// Work for an entry of the table.
const ENTRY_WORK: u64 = 40;

/// Larger tables are not made: such lines have nothing to say.
const LARGEST_TABLE: usize = 1 << 22;

impl Likely {
    /// Counts the fillings; 0 and 1 stand for cells that are known. False where the weights are too small to be told
    /// apart, or the table would be too large.
    pub(super) fn count(&mut self, clue: &[u32], cells: impl Iterator<Item = f64>) -> bool {
        self.weigh(cells);
        let length = self.may_white.len() - 1;
        let needed = earliest_starts(clue, &mut self.earliest);
        self.slack = length + 1 - needed;
        if clue.len().saturating_mul(self.slack + 1) > LARGEST_TABLE {
            return false;
        }
        self.reach(clue)
            .and_then(|()| self.come_back(clue))
            .is_some()
    }

    /// The work of the last count.
    pub(super) fn work(&self) -> u64 {
        let entries = self.starts.len() + self.may_white.len();
        ENTRY_WORK * entries as u64
    }

    /// Whether a block probably starts at a cell or before it.
    pub(super) fn by(&self, block: usize, at: usize) -> bool {
        let late = at.checked_sub(self.earliest[block]);
        let place = |late: usize| block * (self.slack + 1) + late.min(self.slack);
        late.is_some_and(|late| self.starts[place(late)] > MORE_LIKELY)
    }

    fn weigh(&mut self, cells: impl Iterator<Item = f64>) {
        let (mut sum, mut never) = (0.0, 0);
        self.may_white.clear();
        self.weights.clear();
        self.weights.push((sum, never));
        for black in cells {
            self.may_white.push(black < 1.0);
            if black <= 0.0 {
                never += 1;
            } else if black < 1.0 {
                sum += math::ln(black / (1.0 - black));
            }
            self.weights.push((sum, never));
        }
        // The cell behind the line.
        self.may_white.push(true);
    }

    /// Weighs a block and the white cell behind it where it can be reached. Only the shares matter, so that the heaviest
    /// place weighs one; nothing where the block has no place.
    fn place(&self, block: usize, run: u32, reached: &mut [f64]) -> Option<()> {
        let weight = |late: usize| {
            let from = self.earliest[block] + late;
            let to = from + run as usize;
            let (before, behind) = (self.weights[from], self.weights[to]);
            (before.1 == behind.1 && self.may_white[to]).then_some(behind.0 - before.0)
        };
        let mut heaviest = f64::NEG_INFINITY;
        for (late, reached) in reached.iter_mut().enumerate().filter(|(_, r)| **r > 0.0) {
            match weight(late) {
                Some(weight) => heaviest = heaviest.max(weight),
                None => *reached = 0.0,
            }
        }
        for (late, reached) in reached.iter_mut().enumerate().filter(|(_, r)| **r > 0.0) {
            *reached *= weight(late).map_or(0.0, |weight| math::exp(weight - heaviest));
        }
        scale(reached)
    }

    /// From the left: `starts` becomes the weight of all that can be before a block.
    fn reach(&mut self, clue: &[u32]) -> Option<()> {
        let mut reached = std::mem::take(&mut self.reached);
        reached.clear();
        reached.resize(self.slack + 1, 0.0);
        reached[0] = 1.0;
        self.starts.clear();
        let mut placed = Some(());
        for (block, &run) in clue.iter().enumerate() {
            // White cells up to the block.
            let mut sum = 0.0;
            for (late, reached) in reached.iter_mut().enumerate() {
                sum += *reached;
                *reached = sum;
                if !self.may_white[self.earliest[block] + late] {
                    sum = 0.0;
                }
            }
            self.starts.extend_from_slice(&reached);
            placed = placed.and_then(|()| self.place(block, run, &mut reached));
        }
        self.reached = reached;
        placed
    }

    /// From the right: `starts` becomes the share in which a block starts there or before.
    fn come_back(&mut self, clue: &[u32]) -> Option<()> {
        let (width, length) = (self.slack + 1, self.may_white.len() - 1);
        let mut reached = std::mem::take(&mut self.reached);
        reached.fill(0.0);
        reached[self.slack] = 1.0;
        // By how much more or less often than the cell before it a cell is black.
        self.black.clear();
        self.black.resize(length + 2, 0.0);
        let mut placed = Some(());
        for (block, &run) in clue.iter().enumerate().rev() {
            // White cells up to the next block, or to the end.
            let mut sum = 0.0;
            for (late, reached) in reached.iter_mut().enumerate().rev() {
                let next = self.earliest[block + 1] + late;
                if !self.may_white[next.min(length)] {
                    sum = 0.0;
                }
                sum += *reached;
                *reached = sum;
            }
            placed = placed.and_then(|()| self.place(block, run, &mut reached));
            let starts = &mut self.starts[block * width..][..width];
            for (start, reached) in starts.iter_mut().zip(&reached) {
                *start *= reached;
            }
            placed = placed.and_then(|()| scale(starts));
            let mut sum = 0.0;
            for (late, start) in starts.iter_mut().enumerate() {
                let from = self.earliest[block] + late;
                self.black[from] += *start;
                self.black[from + run as usize] -= *start;
                sum += *start;
                *start = sum;
            }
        }
        self.reached = reached;
        self.black.truncate(length);
        let mut share = 0.0;
        for black in &mut self.black {
            share += *black;
            *black = share;
        }
        placed
    }
}

/// Makes the sum of shares one; nothing where they are all too small.
fn scale(shares: &mut [f64]) -> Option<()> {
    let sum: f64 = shares.iter().sum();
    if !(sum > 0.0 && sum.is_finite()) {
        return None;
    }
    for share in shares {
        *share /= sum;
    }
    Some(())
}
