//! Where the blocks of a line probably are, if it is known how likely each of its cells is black.
//!
//! All fillings are counted at once, each with the product of its cells' likelihoods as its weight: from the left, how
//! much all ways to place the first blocks weigh, from the right the same for the last ones.

/// What the fillings of a line have in common, by weight. Keeps its tables from line to line.
#[derive(Debug, Default)]
pub(super) struct Likely {
    /// Per cell, in which share of the fillings it is black.
    pub(super) black: Vec<f64>,
    /// Per block and per cell that it starts later than it could at the earliest, in which share it does.
    starts: Vec<f64>,
    /// Where the blocks start at the earliest, and how much later they can at the latest.
    earliest: Vec<usize>,
    slack: usize,
    /// Whether cells can be white, and up to each the logarithm of how much more black weighs than white, with the
    /// number of cells that cannot be black.
    may_white: Vec<bool>,
    weights: Vec<(f64, u32)>,
    ahead: Vec<f64>,
    behind: Vec<f64>,
}

/// Larger tables are not made: such lines have nothing to say.
const LARGEST_TABLE: usize = 1 << 22;

impl Likely {
    /// Counts the fillings; 0 and 1 stand for cells that are known. False where the weights are too small to be told
    /// apart, or the table would be too large.
    pub(super) fn count(&mut self, clue: &[u32], cells: impl Iterator<Item = f64>) -> bool {
        self.weigh(cells);
        let length = self.may_white.len() - 1;
        self.earliest.clear();
        let mut at = 0;
        for &run in clue {
            self.earliest.push(at);
            at += run as usize + 1;
        }
        self.earliest.push(at);
        self.slack = length + 1 - at;
        if clue.len().saturating_mul(self.slack + 1) > LARGEST_TABLE {
            return false;
        }
        self.reach(clue)
            .and_then(|()| self.come_back(clue))
            .is_some()
    }

    /// Whether a block probably starts at a cell or before it.
    pub(super) fn by(&self, block: usize, at: usize) -> bool {
        let width = self.slack + 1;
        let places = (at + 1).saturating_sub(self.earliest[block]).min(width);
        let share: f64 = self.starts[block * width..][..places].iter().sum();
        share > 0.5
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
                sum += (black / (1.0 - black)).ln();
            }
            self.weights.push((sum, never));
        }
        // The cell behind the line.
        self.may_white.push(true);
    }

    /// How much more a block and the white cell behind it weigh than white cells only.
    fn block(&self, block: usize, run: u32, late: usize) -> f64 {
        let from = self.earliest[block] + late;
        let to = from + run as usize;
        let (before, behind) = (self.weights[from], self.weights[to]);
        if before.1 == behind.1 && self.may_white[to] {
            (behind.0 - before.0).exp()
        } else {
            0.0
        }
    }

    /// From the left: `starts` becomes the weight of all that can be before a block.
    fn reach(&mut self, clue: &[u32]) -> Option<()> {
        let width = self.slack + 1;
        self.starts.clear();
        self.ahead.clear();
        self.ahead.resize(width, 0.0);
        self.ahead[0] = 1.0;
        for (block, &run) in clue.iter().enumerate() {
            let mut reached = 0.0;
            for late in 0..width {
                reached += self.ahead[late];
                self.starts.push(reached);
                self.ahead[late] = reached * self.block(block, run, late);
                if !self.may_white[self.earliest[block] + late] {
                    reached = 0.0;
                }
            }
            scale(&mut self.ahead)?;
        }
        Some(())
    }

    /// From the right: `starts` becomes the share in which a block starts there.
    fn come_back(&mut self, clue: &[u32]) -> Option<()> {
        let (width, length) = (self.slack + 1, self.may_white.len() - 1);
        self.behind.clear();
        self.behind.resize(width, 0.0);
        self.behind[self.slack] = 1.0;
        // By how much more or less often than the cell before it a cell is black.
        self.black.clear();
        self.black.resize(length + 2, 0.0);
        for (block, &run) in clue.iter().enumerate().rev() {
            // White cells up to the next block, or to the end.
            let mut reached = 0.0;
            for late in (0..width).rev() {
                let next = self.earliest[block + 1] + late;
                if !self.may_white[next.min(length)] {
                    reached = 0.0;
                }
                reached += self.behind[late];
                self.behind[late] = reached * self.block(block, run, late);
            }
            let starts = &mut self.starts[block * width..][..width];
            for (start, behind) in starts.iter_mut().zip(&self.behind) {
                *start *= behind;
            }
            scale(starts)?;
            scale(&mut self.behind)?;
            for (late, start) in starts.iter().enumerate() {
                let from = self.earliest[block] + late;
                self.black[from] += start;
                self.black[from + run as usize] -= start;
            }
        }
        self.black.truncate(length);
        let mut share = 0.0;
        for black in &mut self.black {
            share += *black;
            *black = share;
        }
        Some(())
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
