//! How likely every cell is black: rows and columns tell each other what they think.
//!
//! A line counts all its fillings, each weighted by what the crossing lines say about its cells, and tells them in how
//! much of that weight a cell is black, leaving out what they have said themselves (belief propagation). After some
//! rounds most cells lean to the colour that they have in a solution. Nothing of it is proved: it only tells a search
//! where to look first.

use super::board::Board;
use super::likely::{Likely, MORE_LIKELY};

/// So often all lines speak.
const ROUNDS: usize = 40;

/// How much of its last opinion a line keeps, so that opinions do not swing.
const KEPT: f64 = 0.4;

/// No line is surer of an unknown cell than this.
const SUREST: f64 = 1.0 - 1e-6;

/// What the lines make of the unknown cells.
#[derive(Debug)]
pub(super) struct Beliefs {
    /// Per cell, how likely it is black by its row and by its column alone.
    opinions: [Vec<f64>; 2],
}

impl Beliefs {
    pub(super) fn of(board: &Board) -> Self {
        let instance = board.instance();
        let cells = instance.shape.cells();
        let mut beliefs = Self {
            opinions: [vec![0.5; cells], vec![0.5; cells]],
        };
        let lines = 0..instance.lines();
        let open: Vec<_> = lines.filter(|&line| board.is_open(line)).collect();
        let mut likely = Likely::default();
        for _ in 0..ROUNDS {
            for &line in &open {
                if board.budget().expired() {
                    return beliefs;
                }
                if beliefs.hear(board, line, &mut likely) {
                    beliefs.speak(board, line, &likely.black);
                }
            }
        }
        beliefs
    }

    /// Whether a cell is probably black.
    pub(super) fn probably_black(&self, cell: usize) -> bool {
        self.opinions[0][cell] + self.opinions[1][cell] > 2.0 * MORE_LIKELY
    }

    /// A line counts its fillings by what the crossing lines say; false where that leads to nothing.
    pub(super) fn hear(&self, board: &Board, line: usize, likely: &mut Likely) -> bool {
        let instance = board.instance();
        let others = &self.opinions[usize::from(line < instance.shape.rows)];
        let black = |cell| {
            board
                .colour(cell)
                .map_or(others[cell], |black| f64::from(u8::from(black)))
        };
        likely.count(instance.clue(line), instance.cells(line).map(black))
    }

    /// A line says what it has found, without what it was told.
    fn speak(&mut self, board: &Board, line: usize, shares: &[f64]) {
        let own = usize::from(line >= board.instance().shape.rows);
        for (cell, share) in board.instance().cells(line).zip(shares) {
            let heard = self.opinions[1 - own][cell];
            let share = share.clamp(1.0 - SUREST, SUREST);
            let (black, white) = (share / heard, (1.0 - share) / (1.0 - heard));
            let said = black / (black + white);
            let opinion = &mut self.opinions[own][cell];
            *opinion = (KEPT * *opinion + (1.0 - KEPT) * said).clamp(1.0 - SUREST, SUREST);
        }
    }
}
