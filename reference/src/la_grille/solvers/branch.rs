//! Depth-first branch and bound on the Lagrangian relaxation.

use super::super::answer::Answer;
use super::super::relaxation::{Domain, ORANGE};
use super::narrow::{Narrowing, Pace};

/// A branch-and-bound search, until it is complete or a limit is reached.
pub(super) struct Branch<'n, 'a> {
    narrowing: &'n mut Narrowing<'a>,
    /// The largest bound of the unexplored nodes, if any.
    open: Option<i128>,
    nodes: u64,
    most_nodes: u64,
}

/// The result of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    /// The largest bound of the unexplored nodes, in the units of the relaxation; `None` if there are none.
    pub(super) open: Option<i128>,
    pub(super) nodes: u64,
}

impl<'n, 'a> Branch<'n, 'a> {
    /// Searches the domains, whose bound is given, for a better placement than the incumbent.
    pub(super) fn run(
        narrowing: &'n mut Narrowing<'a>,
        domains: &[Domain],
        bound: i128,
        most_nodes: u64,
        improved: &mut dyn FnMut(Answer),
    ) -> Outcome {
        let mut branch = Self {
            narrowing,
            open: None,
            nodes: 0,
            most_nodes,
        };
        branch.split(domains, bound, improved);
        Outcome {
            open: branch.open,
            nodes: branch.nodes,
        }
    }

    /// Branches on one colour of one cell and explores both children.
    fn split(&mut self, domains: &[Domain], bound: i128, improved: &mut dyn FnMut(Answer)) {
        if self.nodes >= self.most_nodes || self.narrowing.budget.expired() {
            self.open = Some(self.open.map_or(bound, |open| open.max(bound)));
            return;
        }
        self.nodes += 1;
        let Some((cell, colour)) = self.choose(domains) else {
            return self.narrowing.leaf(domains, improved);
        };
        let prices = self.narrowing.descent.best_prices.clone();
        let often = &self.narrowing.often[cell];
        let likely = 2 * often[colour] >= often.iter().sum();
        let only = 1 << colour;
        let mut halves = [only, domains[cell] & !only];
        if !likely {
            halves.reverse();
        }
        for half in halves {
            let mut child = domains.to_vec();
            child[cell] = half;
            if let Some(below) = self
                .narrowing
                .descend(&mut child, &prices, Pace::NODE, improved)
            {
                self.split(&child, below.min(bound), improved);
            }
        }
    }

    /// Returns the branching decision with the least clear relaxation, oranges first, because they affect whole
    /// lines.
    fn choose(&self, domains: &[Domain]) -> Option<(usize, usize)> {
        let mut best = (0, None);
        for (cell, &domain) in domains.iter().enumerate() {
            if domain.count_ones() < 2 {
                continue;
            }
            let often = self.narrowing.often[cell].map(u32::from);
            let all: u32 = often.iter().sum();
            for colour in (0..6).filter(|&colour| domain >> colour & 1 == 1) {
                let sides = often[colour].min(all - often[colour]);
                let unsure = 1 + 1000 * sides / all.max(1);
                let weight = if colour == ORANGE { 4 } else { 1 };
                if unsure * weight > best.0 {
                    best = (unsure * weight, Some((cell, colour)));
                }
            }
        }
        best.1
    }
}
