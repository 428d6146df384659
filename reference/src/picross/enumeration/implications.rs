//! Binary implications between cell colours, learnt by probing.

use super::partial_grid::Literal;

/// The largest number of implications per round.
const MOST: usize = 4_000_000;

/// Implications between literals, learnt in rounds. Those of the last round and of the current one are used.
#[derive(Debug, Default)]
pub(super) struct Implications {
    old: Vec<Vec<Literal>>,
    new: Vec<Vec<Literal>>,
    learnt: usize,
    /// The number of the current round, counted from 1.
    round: u16,
}

impl Implications {
    /// Begins a round. The implications of the round before the last are dropped, because this round learns them again.
    pub(super) fn begin_round(&mut self, literals: usize) {
        self.old = std::mem::take(&mut self.new);
        self.new.resize(literals, Vec::new());
        self.learnt = 0;
        self.round = self.round.saturating_add(1);
    }

    /// Returns the number of the current round.
    pub(super) fn round(&self) -> u16 {
        self.round
    }

    /// Learns the contrapositives of `cause` → `effects`. Returns whether there was room.
    pub(super) fn learn(&mut self, cause: Literal, effects: &[Literal]) -> bool {
        if self.learnt + effects.len() > MOST {
            return false;
        }
        self.learnt += effects.len();
        for &effect in effects {
            self.new[effect as usize ^ 1].push(cause ^ 1);
        }
        true
    }

    pub(super) fn count(&self, literal: Literal) -> usize {
        let count = |lists: &[Vec<Literal>]| lists.get(literal as usize).map_or(0, Vec::len);
        count(&self.old) + count(&self.new)
    }

    /// Returns one of the implied literals and the round in which it was learnt.
    pub(super) fn of(&self, literal: Literal, index: usize) -> (Literal, u16) {
        let old = self
            .old
            .get(literal as usize)
            .map_or(&[][..], Vec::as_slice);
        match old.get(index) {
            Some(&implied) => (implied, self.round - 1),
            None => (self.new[literal as usize][index - old.len()], self.round),
        }
    }
}
