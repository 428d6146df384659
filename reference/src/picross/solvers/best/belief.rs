//! Loopy belief propagation between rows and columns.
//!
//! Each line computes the marginal probability of black for its cells over all its placements, weighted by the
//! messages of the crossing lines, and sends it on without the received message. After some rounds most cells lean
//! towards the colour that they have in a solution. The result is a heuristic: it only supplies hints for the
//! search.

use super::board::Board;
use super::likely::{Likely, MORE_LIKELY};
use super::pieces::Piece;

/// The number of rounds in which all lines send messages.
const ROUNDS: usize = 40;

/// The damping factor: the share of the previous message that is kept, to prevent oscillation.
const KEPT: f64 = 0.4;

/// The largest probability in a message about an unknown cell.
const SUREST: f64 = 1.0 - 1e-6;

/// The messages of all lines.
#[derive(Debug)]
pub(super) struct Beliefs {
    /// For each cell, the probability of black according to its row and to its column alone.
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

    /// Returns whether a cell is more likely black than white.
    pub(super) fn probably_black(&self, cell: usize) -> bool {
        self.opinions[0][cell] + self.opinions[1][cell] > 2.0 * MORE_LIKELY
    }

    /// Computes the marginals of a segment from the messages of the crossing lines. Returns `false` if that
    /// fails.
    pub(super) fn hear(&self, board: &Board, piece: &Piece, likely: &mut Likely) -> bool {
        let others = &self.opinions[usize::from(piece.line < board.instance().shape.rows)];
        let black = |cell| {
            board
                .colour(cell)
                .map_or(others[cell], |black| f64::from(u8::from(black)))
        };
        likely.count(board.clue(piece), board.cells(piece).map(black))
    }

    /// Sends the marginals of a segment, divided by the received messages.
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
