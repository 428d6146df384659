//! What was learnt about pairs of cells: if one has this colour, then the other has that.

use super::board::Literal;

/// More than so many are not kept.
const MOST: usize = 4_000_000;

/// Implications between literals, learnt in rounds: those of the last round and of this one hold.
#[derive(Debug, Default)]
pub(super) struct Implications {
    old: Vec<Vec<Literal>>,
    new: Vec<Vec<Literal>>,
    learnt: usize,
}

impl Implications {
    /// Begins a round; what the round before the last has learnt is learnt again in this one.
    pub(super) fn begin_round(&mut self, literals: usize) {
        self.old = std::mem::take(&mut self.new);
        self.new.resize(literals, Vec::new());
        self.learnt = 0;
    }

    /// Where `cause` leads to all these effects, without one of them there is no cause.
    pub(super) fn learn(&mut self, cause: Literal, effects: &[Literal]) {
        if self.learnt + effects.len() > MOST {
            return;
        }
        self.learnt += effects.len();
        for &effect in effects {
            self.new[effect as usize ^ 1].push(cause ^ 1);
        }
    }

    pub(super) fn count(&self, literal: Literal) -> usize {
        let count = |lists: &[Vec<Literal>]| lists.get(literal as usize).map_or(0, Vec::len);
        count(&self.old) + count(&self.new)
    }

    /// One of the literals that follow.
    pub(super) fn of(&self, literal: Literal, index: usize) -> Literal {
        let old = self
            .old
            .get(literal as usize)
            .map_or(&[][..], Vec::as_slice);
        match old.get(index) {
            Some(&implied) => implied,
            None => self.new[literal as usize][index - old.len()],
        }
    }
}
