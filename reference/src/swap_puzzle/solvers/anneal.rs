//! Simulated annealing of a sequence of swaps, block by block.
//!
//! **What.** Around a random swap a block of 3 × 3 or 2 × 4 cells is chosen, and the swaps inside it that can be
//! made consecutive are collected. They are replaced by a random shortest sequence with the same effect, from the
//! distance table of the block, or with a small probability by a sequence that is two swaps longer. This
//! probability falls with the temperature.
//!
//! **Guarantee.** The effect of the sequence never changes, and the shortest sequence found is kept.
//!
//! **Complexity.** O(1) per move on average: the swaps are stored in one short list per cell.
//!
//! **Source.** Kirkpatrick, Gelatt and Vecchi 1983 for the annealing; the neighbourhood is own work.

use super::blocks::Blocks;
use super::dice::Dice;
use super::state_table::{goal, swapped};
use super::word::{Part, Word};
use crate::swap_puzzle::Swap;

#[derive(Debug)]
pub(super) struct Annealer<'b> {
    blocks: &'b Blocks,
    cells: usize,
    word: Word,
    shortest: Word,
    dice: Dice,
    part: Part,
    fresh: Vec<Swap>,
}

impl<'b> Annealer<'b> {
    pub(super) fn new(blocks: &'b Blocks, cells: usize, swaps: &[Swap], seed: u64) -> Self {
        let word = Word::new(cells, swaps);
        Self {
            blocks,
            cells,
            shortest: word.clone(),
            word,
            dice: Dice::new(seed),
            part: Part::default(),
            fresh: Vec::new(),
        }
    }

    /// Returns the length of the shortest sequence so far.
    pub(super) fn len(&self) -> usize {
        self.word.len().min(self.shortest.len())
    }

    /// Returns the shortest sequence so far.
    pub(super) fn swaps(&self) -> Vec<Swap> {
        if self.word.len() < self.shortest.len() {
            self.word.swaps()
        } else {
            self.shortest.swaps()
        }
    }

    /// Continues from another sequence with the same effect.
    pub(super) fn restart(&mut self, swaps: &[Swap]) {
        if self.word.len() < self.shortest.len() {
            self.shortest.clone_from(&self.word);
        }
        self.word = Word::new(self.cells, swaps);
    }

    /// Performs moves at a temperature T, at which two additional swaps are accepted with probability
    /// exp(−2/T).
    pub(super) fn run(&mut self, steps: usize, temperature: f64) {
        let detours = (-2.0 / temperature).exp();
        for _ in 0..steps {
            self.step(detours);
        }
    }

    fn step(&mut self, detours: f64) {
        let dice = &mut self.dice;
        let cell = dice.below(self.cells);
        let touches = self.word.touches(cell);
        if touches == 0 {
            return;
        }
        let index = dice.below(touches);
        let (label, partner) = (self.word.label(cell, index), self.word.partner(cell, index));
        let Some(block) = self.blocks.around(cell, partner, dice) else {
            return;
        };
        let links = block.table.swaps();
        let mut state = goal(block.cells().len());
        let mut gathered = 0;
        self.word
            .gather(block.cells(), links, label, &mut self.part, |link| {
                state = swapped(state, links[link]);
                gathered += 1;
            });
        self.fresh.clear();
        let detour = dice.happens(detours);
        if detour {
            let link = links[dice.below(links.len())];
            state = swapped(state, link);
            self.fresh.push(link);
        } else if gathered < 2 {
            return;
        }
        // A path from the state to the goal, reversed, leads from the goal to the state.
        let fresh = &mut self.fresh;
        block.table.way(
            state,
            |choices| dice.below(choices),
            |swap| fresh.push(swap),
        );
        fresh.reverse();
        if fresh.len() > gathered && self.word.len() < self.shortest.len() {
            self.shortest.clone_from(&self.word);
        }
        self.word.replace(block.cells(), &mut self.part, fresh);
    }
}
