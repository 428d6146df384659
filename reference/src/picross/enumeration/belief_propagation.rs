//! Loopy belief propagation between rows and columns.
//!
//! Each line computes the marginal probability of black for its cells over all its placements, weighted by the messages
//! of the crossing lines, and sends it on without the received message. After some rounds most cells lean towards the
//! colour that they have in a solution. The result is a heuristic: it only supplies hints for the search.

use super::marginals::{LIKELY, Marginals};
use super::partial_grid::{Literal, PartialGrid};
use super::segments::Segment;

/// The number of rounds in which all lines send messages.
const ROUNDS: usize = 40;

/// The damping factor: the share of the previous message that is kept, to prevent oscillation.
const DAMPING: f64 = 0.4;

/// The largest probability in a message about an unknown cell.
const MAX_PROBABILITY: f64 = 1.0 - 1e-6;

/// The messages of all lines.
#[derive(Clone, Debug)]
pub(super) struct Beliefs {
    /// For each cell, the probability of black according to its row and to its column alone.
    messages: [Vec<f64>; 2],
    work: u64,
}

impl Beliefs {
    pub(super) fn of(grid: &PartialGrid) -> Self {
        let cells = grid.instance().shape.cells();
        let mut beliefs = Self {
            messages: [vec![0.5; cells], vec![0.5; cells]],
            work: 0,
        };
        beliefs.update(grid, ROUNDS);
        beliefs
    }

    /// Sends the messages of all lines this many times.
    pub(super) fn update(&mut self, grid: &PartialGrid, rounds: usize) {
        let open: Vec<_> = grid.open_segments().collect();
        let mut marginals = Marginals::default();
        for _ in 0..rounds {
            for segment in &open {
                if grid.budget().expired() {
                    return;
                }
                if self.compute_marginals(grid, segment, &mut marginals) {
                    self.send_messages(grid, segment, &marginals.black);
                }
                grid.budget().spend(marginals.work());
                self.work += marginals.work();
            }
        }
    }

    /// Returns the work of all messages so far.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Returns how far the probability of black is from one half.
    pub(super) fn clarity(&self, cell: usize) -> f64 {
        let [row, column] = [0, 1].map(|way| self.messages[way][cell]);
        let (black, white) = (row * column, (1.0 - row) * (1.0 - column));
        (black / (black + white) - 0.5).abs()
    }

    /// Makes literals almost certain.
    pub(super) fn adopt(&mut self, literals: &[Literal]) {
        for &literal in literals {
            let black = if literal % 2 == 1 {
                MAX_PROBABILITY
            } else {
                1.0 - MAX_PROBABILITY
            };
            for messages in &mut self.messages {
                messages[literal as usize / 2] = black;
            }
        }
    }

    /// Returns whether a cell is more likely black than white.
    pub(super) fn probably_black(&self, cell: usize) -> bool {
        self.messages[0][cell] + self.messages[1][cell] > 2.0 * LIKELY
    }

    /// Computes the marginals of a segment from the messages of the crossing lines. Returns `false` if that fails.
    pub(super) fn compute_marginals(
        &self,
        grid: &PartialGrid,
        segment: &Segment,
        marginals: &mut Marginals,
    ) -> bool {
        let others = &self.messages[usize::from(segment.line < grid.instance().shape.rows)];
        let black = |cell| {
            grid.colour(cell)
                .map_or(others[cell], |black| f64::from(u8::from(black)))
        };
        marginals.count(grid.clue(segment), grid.cells(segment).map(black))
    }

    /// Sends the marginals of a segment, divided by the received messages.
    fn send_messages(&mut self, grid: &PartialGrid, segment: &Segment, shares: &[f64]) {
        let own = usize::from(segment.line >= grid.instance().shape.rows);
        for (cell, share) in grid.cells(segment).zip(shares) {
            let received = self.messages[1 - own][cell];
            let share = share.clamp(1.0 - MAX_PROBABILITY, MAX_PROBABILITY);
            let (black, white) = (share / received, (1.0 - share) / (1.0 - received));
            let sent = black / (black + white);
            let message = &mut self.messages[own][cell];
            *message = (DAMPING * *message + (1.0 - DAMPING) * sent)
                .clamp(1.0 - MAX_PROBABILITY, MAX_PROBABILITY);
        }
    }
}
