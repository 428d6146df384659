//! How likely every cell is black: rows and columns tell each other what they think.
//!
//! A line counts all its fillings, each weighted by what the crossing lines say about its cells, and tells them in how
//! much of that weight a cell is black, leaving out what they have said themselves. After some rounds most cells lean
//! to the colour that they have in a solution. Nothing of it is proved: it only tells a search where to look first.

use super::board::Board;

/// So often all lines speak.
const ROUNDS: usize = 20;

/// How much of its last opinion a line keeps, so that opinions do not swing.
const KEPT: f64 = 0.5;

/// No line is surer of an unknown cell than this.
const SUREST: f64 = 1.0 - 1e-6;

/// What the lines make of the unknown cells.
#[derive(Debug)]
pub(super) struct Beliefs {
    /// Per cell, how likely it is black by its row and by its column alone.
    opinions: [Vec<f64>; 2],
}

/// Where the blocks of a line are likely to start.
#[derive(Debug, Default)]
pub(super) struct Starts {
    /// Per block and per cell that it starts later than it could at the earliest, how likely that is.
    shares: Vec<f64>,
    slack: usize,
    /// Where the blocks start at the earliest.
    earliest: Vec<usize>,
}

impl Starts {
    /// Whether a block probably starts at a cell or before it.
    pub(super) fn probably_by(&self, block: usize, at: usize) -> bool {
        let width = self.slack + 1;
        let late = (at + 1).saturating_sub(self.earliest[block]).min(width);
        let share: f64 = self.shares[block * width..][..late].iter().sum();
        share > 0.5
    }
}

impl Beliefs {
    pub(super) fn of(board: &Board) -> Self {
        let cells = board.instance().shape.cells();
        let mut beliefs = Self {
            opinions: [vec![0.5; cells], vec![0.5; cells]],
        };
        let lines = board.instance().lines();
        let mut starts = Starts::default();
        for _ in 0..ROUNDS {
            for line in 0..lines {
                if board.budget().expired() {
                    return beliefs;
                }
                beliefs.speak(board, line, &mut starts);
            }
        }
        beliefs
    }

    /// Whether a cell is probably black.
    pub(super) fn probably_black(&self, cell: usize) -> bool {
        self.opinions[0][cell] + self.opinions[1][cell] > 1.0
    }

    /// A line counts its fillings and says what follows.
    fn speak(&mut self, board: &Board, line: usize, starts: &mut Starts) {
        let black = self.fill(board, line, starts);
        let Some(black) = black else {
            return;
        };
        let own = usize::from(line >= board.instance().shape.rows);
        for (cell, black) in board.instance().cells(line).zip(black) {
            let heard = self.opinions[1 - own][cell];
            let (black, white) = (black / heard, (1.0 - black) / (1.0 - heard));
            let said = black / (black + white);
            let opinion = &mut self.opinions[own][cell];
            if said.is_finite() {
                *opinion = (KEPT * *opinion + (1.0 - KEPT) * said).clamp(1.0 - SUREST, SUREST);
            }
        }
    }

    /// Per cell of a line how likely it is black, and where its blocks start; nothing where all is known, or where the
    /// weights are too small to be told apart.
    pub(super) fn fill(&self, board: &Board, line: usize, starts: &mut Starts) -> Option<Vec<f64>> {
        let instance = board.instance();
        let clue = instance.clue(line);
        let other = usize::from(line < instance.shape.rows);
        let length = instance.length(line);
        // Whether a cell can be white, and the logarithm of how much more black weighs, with a count of cells that
        // cannot be black.
        let mut may_white = Vec::with_capacity(length + 1);
        let mut weights = vec![(0.0, 0_u32)];
        let mut open = false;
        for cell in instance.cells(line) {
            let known = board.colour(cell);
            may_white.push(known != Some(true));
            let (sum, never) = weights[weights.len() - 1];
            weights.push(match known {
                Some(black) => (sum, never + u32::from(!black)),
                None => {
                    open = true;
                    let black = self.opinions[other][cell];
                    (sum + (black / (1.0 - black)).ln(), never)
                }
            });
        }
        if !open {
            return None;
        }
        may_white.push(true);

        starts.earliest.clear();
        let mut at = 0;
        for &run in clue {
            starts.earliest.push(at);
            at += run as usize + 1;
        }
        starts.earliest.push(at);
        let slack = length + 1 - at;
        starts.slack = slack;
        let width = slack + 1;
        let earliest = &starts.earliest;
        let block = |index: usize, late: usize| {
            let from = earliest[index] + late;
            let to = from + clue[index] as usize;
            let (before, behind) = (weights[from], weights[to]);
            if before.1 == behind.1 && may_white[to] {
                (behind.0 - before.0).exp()
            } else {
                0.0
            }
        };
        // From the left: the weight of all ways to place the first blocks so that the next is so late.
        let mut ahead = vec![0.0; width];
        ahead[0] = 1.0;
        starts.shares.clear();
        for index in 0..clue.len() {
            let mut reach = 0.0;
            for late in 0..width {
                reach += ahead[late];
                let placed = reach * block(index, late);
                starts.shares.push(reach);
                ahead[late] = placed;
                if !may_white[earliest[index] + late] {
                    reach = 0.0;
                }
            }
            scale(&mut ahead)?;
        }
        // From the right, the same; where both meet is how likely a start is.
        let mut behind = vec![0.0; width];
        behind[slack] = 1.0;
        let mut changes = vec![0.0; length + 2];
        for index in (0..=clue.len()).rev() {
            let mut reach = 0.0;
            for late in (0..width).rev() {
                if !may_white[(earliest[index] + late).min(length)] {
                    reach = 0.0;
                }
                reach += behind[late];
                behind[late] = reach;
            }
            let Some(before) = index.checked_sub(1) else {
                break;
            };
            for late in 0..width {
                behind[late] *= block(before, late);
            }
            let shares = &mut starts.shares[before * width..][..width];
            for (share, behind) in shares.iter_mut().zip(&behind) {
                *share *= behind;
            }
            scale(shares)?;
            scale(&mut behind)?;
            for (late, share) in shares.iter().enumerate() {
                changes[earliest[before] + late] += share;
                changes[earliest[before] + late + clue[before] as usize] -= share;
            }
        }
        let mut black = 0.0;
        let surest = changes.iter().take(length).map(|change| {
            black += change;
            black.clamp(1.0 - SUREST, SUREST)
        });
        Some(surest.collect())
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
