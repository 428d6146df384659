//! Marginal probabilities of a line by the forward-backward algorithm.
//!
//! All placements are counted at once, each weighted by the product of its cell probabilities: the forward pass sums
//! the weights of all placements of the first blocks, the backward pass those of the last blocks.

use super::long_line::earliest_starts;
use crate::math;

/// The marginals of a line. Tables are reused from line to line.
#[derive(Debug, Default)]
pub(super) struct Marginals {
    /// The probability of each cell to be black.
    pub(super) black: Vec<f64>,
    /// For each block and delay after its earliest start, the probability that it starts by then.
    starts: Vec<f64>,
    /// The earliest start of each block, and the number of cells by which it can be delayed.
    earliest: Vec<usize>,
    slack: usize,
    /// Whether each cell can be white, and prefix sums of the log odds of black together with the number of cells that
    /// cannot be black.
    may_white: Vec<bool>,
    weights: Vec<(f64, u32)>,
    /// For each delay, the weight of everything on one side of the block.
    reached: Vec<f64>,
}

/// The probability above which something counts as likely. The margin keeps rounding errors from deciding between two
/// equally likely cases.
pub(super) const LIKELY: f64 = 0.5 + 1e-6;

/// Work for a table entry.
const ENTRY_WORK: u64 = 40;

/// The largest table. Longer lines send no messages.
const LARGEST_TABLE: usize = 1 << 22;

impl Marginals {
    /// Computes the marginals. Probabilities of 0 and 1 mark known cells. Returns `false` if the weights underflow or
    /// the table would be too large.
    pub(super) fn count(&mut self, clue: &[u32], cells: impl Iterator<Item = f64>) -> bool {
        self.set_weights(cells);
        let length = self.may_white.len() - 1;
        let needed = earliest_starts(clue, &mut self.earliest);
        self.slack = length + 1 - needed;
        if clue.len().saturating_mul(self.slack + 1) > LARGEST_TABLE {
            return false;
        }
        self.forward_pass(clue)
            .and_then(|()| self.backward_pass(clue))
            .is_some()
    }

    /// Returns the work of the last computation.
    pub(super) fn work(&self) -> u64 {
        let entries = self.starts.len() + self.may_white.len();
        ENTRY_WORK * entries as u64
    }

    /// Returns whether a block probably starts at or before a cell.
    pub(super) fn by(&self, block: usize, at: usize) -> bool {
        let late = at.checked_sub(self.earliest[block]);
        let place = |late: usize| block * (self.slack + 1) + late.min(self.slack);
        late.is_some_and(|late| self.starts[place(late)] > LIKELY)
    }

    fn set_weights(&mut self, cells: impl Iterator<Item = f64>) {
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
        // The white cell after the line.
        self.may_white.push(true);
    }

    /// Multiplies in the weight of a block and the white cell after it, and normalises. Returns `None` if the block has
    /// no placement.
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

    /// Forward pass: `starts` becomes the weight of everything before a block.
    fn forward_pass(&mut self, clue: &[u32]) -> Option<()> {
        let mut reached = std::mem::take(&mut self.reached);
        reached.clear();
        reached.resize(self.slack + 1, 0.0);
        reached[0] = 1.0;
        self.starts.clear();
        let mut placed = Some(());
        for (block, &run) in clue.iter().enumerate() {
            // White cells before the block.
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

    /// Backward pass: `starts` becomes the probability that a block starts at or before a position.
    fn backward_pass(&mut self, clue: &[u32]) -> Option<()> {
        let (width, length) = (self.slack + 1, self.may_white.len() - 1);
        let mut reached = std::mem::take(&mut self.reached);
        reached.fill(0.0);
        reached[self.slack] = 1.0;
        // The difference between the probability of a cell and that of the previous cell.
        self.black.clear();
        self.black.resize(length + 2, 0.0);
        let mut placed = Some(());
        for (block, &run) in clue.iter().enumerate().rev() {
            // White cells up to the next block or to the end.
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

/// Normalises the sum to 1. Returns `None` if all weights underflow.
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
