//! Simulated annealing of a sequence of swaps, block by block.
//!
//! **What.** Around a random swap a block of 3 × 3 or 2 × 4 cells is chosen, and the swaps inside it that can be made
//! consecutive are collected. They are replaced by a random shortest sequence with the same effect, from the distance
//! table of the block, or with a small probability by a sequence that is two swaps longer. This probability falls with
//! the temperature.
//!
//! **Guarantee.** The effect of the sequence never changes, and the shortest sequence found is kept.
//!
//! **Complexity.** O(1) per move on average: the swaps are stored in one short list per cell.
//!
//! **Source.** Kirkpatrick, Gelatt and Vecchi 1983 for the annealing; the neighbourhood is own work.

use super::blocks::Blocks;
use super::state_table::{goal, swapped};
use super::swap_sequence::{Collected, SwapSequence};
use crate::random::SplitMix64;
use crate::swap_puzzle::Swap;

#[derive(Debug)]
pub(super) struct Annealer<'b> {
    blocks: &'b Blocks,
    cells: usize,
    sequence: SwapSequence,
    shortest: SwapSequence,
    rng: SplitMix64,
    collected: Collected,
    candidate: Vec<Swap>,
    /// The next cell of [`Annealer::sweep`].
    next_cell: usize,
}

impl<'b> Annealer<'b> {
    pub(super) fn new(blocks: &'b Blocks, cells: usize, swaps: &[Swap], seed: u64) -> Self {
        let sequence = SwapSequence::new(cells, swaps);
        Self {
            blocks,
            cells,
            shortest: sequence.clone(),
            sequence,
            rng: SplitMix64::new(seed),
            collected: Collected::default(),
            candidate: Vec::new(),
            next_cell: 0,
        }
    }

    /// Returns the length of the shortest sequence so far.
    pub(super) fn len(&self) -> usize {
        self.sequence.len().min(self.shortest.len())
    }

    /// Returns the shortest sequence so far.
    pub(super) fn swaps(&self) -> Vec<Swap> {
        if self.sequence.len() < self.shortest.len() {
            self.sequence.swaps()
        } else {
            self.shortest.swaps()
        }
    }

    /// Continues from another sequence with the same effect.
    pub(super) fn restart(&mut self, swaps: &[Swap]) {
        if self.sequence.len() < self.shortest.len() {
            self.shortest.clone_from(&self.sequence);
        }
        self.sequence = SwapSequence::new(self.cells, swaps);
    }

    /// Performs moves at a temperature T, at which two additional swaps are accepted with probability exp(−2/T).
    pub(super) fn run(&mut self, steps: usize, temperature: f64) {
        let detours = (-2.0 / temperature).exp();
        for _ in 0..steps {
            let cell = self.rng.below(self.cells);
            self.step(cell, detours);
        }
    }

    /// Performs moves at temperature 0. They visit the cells in order, so that most of what they read is in the caches.
    pub(super) fn sweep(&mut self, steps: usize) {
        for _ in 0..steps {
            self.step(self.next_cell, 0.0);
            self.next_cell = (self.next_cell + 1) % self.cells;
        }
    }

    /// Performs a move around a random swap of a cell.
    fn step(&mut self, cell: usize, detours: f64) {
        let rng = &mut self.rng;
        let swap_count = self.sequence.swap_count(cell);
        if swap_count == 0 {
            return;
        }
        let index = rng.below(swap_count);
        let (label, partner) = (
            self.sequence.label(cell, index),
            self.sequence.partner(cell, index),
        );
        let Some(block) = self.blocks.around(cell, partner, rng) else {
            return;
        };
        let links = block.table.swaps();
        let mut state = goal(block.cells().len());
        let mut replaced = 0;
        self.sequence
            .collect_block(block.cells(), links, label, &mut self.collected, |link| {
                state = swapped(state, links[link]);
                replaced += 1;
            });
        self.candidate.clear();
        let detour = rng.chance(detours);
        if detour {
            let link = links[rng.below(links.len())];
            state = swapped(state, link);
            self.candidate.push(link);
        } else if replaced < 2 {
            return;
        }
        // A path from the state to the goal, reversed, leads from the goal to the state.
        let candidate = &mut self.candidate;
        block.table.follow_path(
            state,
            |choices| rng.below(choices),
            |swap| candidate.push(swap),
        );
        candidate.reverse();
        if candidate.len() > replaced && self.sequence.len() < self.shortest.len() {
            self.shortest.clone_from(&self.sequence);
        }
        self.sequence
            .replace(block.cells(), &mut self.collected, candidate);
    }
}
