//! How likely every cell is black: rows and columns tell each other what they think.
//!
//! A line counts all its fillings, each weighted by what the crossing lines say about its cells, and tells them in how
//! much of that weight a cell is black, leaving out what they have said themselves (belief propagation). After some
//! rounds most cells lean to the colour that they have in a solution. Nothing of it is proved: it only tells a search
//! where to look first.

use super::board::Board;
use super::likely::{Likely, MORE_LIKELY};
use super::pieces::Piece;

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
        let cells = board.instance().shape.cells();
        let mut beliefs = Self {
            opinions: [vec![0.5; cells], vec![0.5; cells]],
        };
        let open: Vec<_> = board.open_pieces().collect();
        let mut likely = Likely::default();
        for _ in 0..ROUNDS {
            for piece in &open {
                if board.budget().expired() {
                    return beliefs;
                }
                if beliefs.hear(board, piece, &mut likely) {
                    beliefs.speak(board, piece, &likely.black);
                }
                board.budget().spend(likely.work());
            }
        }
        beliefs
    }

    /// Whether a cell is probably black.
    pub(super) fn probably_black(&self, cell: usize) -> bool {
        self.opinions[0][cell] + self.opinions[1][cell] > 2.0 * MORE_LIKELY
    }

    /// A piece of a line counts its fillings by what the crossing lines say; false where that leads to nothing.
    pub(super) fn hear(&self, board: &Board, piece: &Piece, likely: &mut Likely) -> bool {
        let others = &self.opinions[usize::from(piece.line < board.instance().shape.rows)];
        let black = |cell| {
            board
                .colour(cell)
                .map_or(others[cell], |black| f64::from(u8::from(black)))
        };
        likely.count(board.clue(piece), board.cells(piece).map(black))
    }

    /// A piece says what it has found, without what it was told.
    fn speak(&mut self, board: &Board, piece: &Piece, shares: &[f64]) {
        let own = usize::from(piece.line >= board.instance().shape.rows);
        for (cell, share) in board.cells(piece).zip(shares) {
            let heard = self.opinions[1 - own][cell];
            let share = share.clamp(1.0 - SUREST, SUREST);
            let (black, white) = (share / heard, (1.0 - share) / (1.0 - heard));
            let said = black / (black + white);
            let opinion = &mut self.opinions[own][cell];
            *opinion = (KEPT * *opinion + (1.0 - KEPT) * said).clamp(1.0 - SUREST, SUREST);
        }
    }
}
