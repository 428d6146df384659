//! Depth-first branch and bound on the Lagrangian relaxation.

use super::mode_search::{ModeSearch, StepSchedule};
use crate::la_grille::answer::Answer;
use crate::la_grille::relaxation::{Domain, ORANGE};

/// A branch-and-bound search, until it is complete or a limit is reached.
pub(super) struct Branching<'n, 'a> {
    search: &'n mut ModeSearch<'a>,
    /// The largest bound of the unexplored nodes, if any.
    open: Option<i128>,
    nodes: u64,
    max_nodes: u64,
}

/// The result of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct BranchingResult {
    /// The largest bound of the unexplored nodes, in the units of the relaxation; `None` if there are none.
    pub(super) open: Option<i128>,
    pub(super) nodes: u64,
}

impl<'n, 'a> Branching<'n, 'a> {
    /// Searches the domains, whose bound is given, for a better placement than the incumbent.
    pub(super) fn run(
        search: &'n mut ModeSearch<'a>,
        domains: &[Domain],
        bound: i128,
        max_nodes: u64,
        improved: &mut dyn FnMut(Answer),
    ) -> BranchingResult {
        let mut branch = Self {
            search,
            open: None,
            nodes: 0,
            max_nodes,
        };
        branch.split(domains, bound, improved);
        BranchingResult {
            open: branch.open,
            nodes: branch.nodes,
        }
    }

    /// Branches on one colour of one cell and explores both children.
    fn split(&mut self, domains: &[Domain], bound: i128, improved: &mut dyn FnMut(Answer)) {
        if self.nodes >= self.max_nodes || self.search.budget.expired() {
            self.open = Some(self.open.map_or(bound, |open| open.max(bound)));
            return;
        }
        self.nodes += 1;
        let Some((cell, colour)) = choose(domains, &self.search.counts) else {
            return self.search.leaf(domains, improved);
        };
        let multipliers = self.search.descent.best_multipliers.clone();
        let counts = &self.search.counts[cell];
        let likely = 2 * counts[colour] >= counts.iter().sum();
        let only = 1 << colour;
        let mut halves = [only, domains[cell] & !only];
        if !likely {
            halves.reverse();
        }
        for half in halves {
            let mut child = domains.to_vec();
            child[cell] = half;
            if let Some(below) =
                self.search
                    .descend(&mut child, &multipliers, StepSchedule::NODE, improved)
            {
                self.split(&child, below.min(bound), improved);
            }
        }
    }
}

/// Returns the branching decision with the least clear relaxation, oranges first, because they affect whole lines.
/// `counts` says how often the relaxation chose each colour on each cell.
pub(in crate::la_grille) fn choose(
    domains: &[Domain],
    counts: &[[u16; 6]],
) -> Option<(usize, usize)> {
    let mut best = (0, None);
    for (cell, &domain) in domains.iter().enumerate() {
        if domain.count_ones() < 2 {
            continue;
        }
        let counts = counts[cell].map(u32::from);
        let all: u32 = counts.iter().sum();
        for colour in (0..6).filter(|&colour| domain >> colour & 1 == 1) {
            let sides = counts[colour].min(all - counts[colour]);
            let unsure = 1 + 1000 * sides / all.max(1);
            let weight = if colour == ORANGE { 4 } else { 1 };
            if unsure * weight > best.0 {
                best = (unsure * weight, Some((cell, colour)));
            }
        }
    }
    best.1
}
