//! The way to a proof, in both modes: begin, dive for good layouts, branch.

use super::super::answer::Answer;
use super::super::instance::Instance;
use super::super::relaxation::{ALL, Domain, Mode, Prices, Relaxation};
use super::branch::Branch;
use super::dive::{Care, dive};
use super::incumbent::Incumbent;
use super::narrow::{Narrowing, Pace};
use super::neighbourhood::Neighbourhoods;
use super::quick::Quick;
use crate::{Bound, Budget};

pub(super) struct Proof<'a> {
    budget: &'a Budget,
    /// The best score known, whoever has found it.
    best: &'a Incumbent,
    /// The modes that may still hold something better.
    modes: Vec<Open<'a>>,
    random: Quick,
    dives: u64,
    nodes: u64,
}

/// A mode that is not closed.
struct Open<'a> {
    narrowing: Narrowing<'a>,
    domains: Vec<Domain>,
    /// Good prices for the domains, and the bound that these prove.
    root: Prices,
    bound: i128,
    /// What the descent to these prices decided, and how often.
    often: Vec<[u16; 6]>,
    neighbourhoods: Neighbourhoods,
}

impl<'a> Proof<'a> {
    /// Lowers the bounds of both modes as far as they go without branching. `None` where the values are too large for
    /// the relaxation.
    pub(super) fn begin(
        instance: &'a Instance,
        budget: &'a Budget,
        best: &'a Incumbent,
        improved: &mut dyn FnMut(Answer),
    ) -> Option<Self> {
        let mut proof = Self {
            budget,
            best,
            modes: Vec::new(),
            random: Quick::new(budget.seed()),
            dives: 0,
            nodes: 0,
        };
        for &mode in Mode::of(instance) {
            let relaxation = Relaxation::new(instance, mode)?;
            let mut domains = vec![ALL; relaxation.cells()];
            let mut narrowing = Narrowing::new(instance, relaxation, budget, best);
            if let Some(bound) = narrowing.begin(&mut domains, improved) {
                proof.modes.push(Open {
                    root: narrowing.descent.best_prices.clone(),
                    often: narrowing.often.clone(),
                    neighbourhoods: Neighbourhoods::new(),
                    narrowing,
                    domains,
                    bound,
                });
            }
        }
        Some(proof)
    }

    /// Whether the best score known is proved to be the best there is.
    pub(super) fn is_closed(&self) -> bool {
        self.modes.is_empty()
    }

    /// Dives a number of times in each open mode, more carefully from time to time.
    pub(super) fn dive(&mut self, times: u64, improved: &mut dyn FnMut(Answer)) {
        for _ in 0..times {
            let care = Care {
                rounds: 20 + 2 * self.dives.min(30) as u32,
                share: 15 - self.dives.min(12) as usize,
            };
            self.dives += 1;
            for open in &mut self.modes {
                let Open {
                    narrowing,
                    domains,
                    root,
                    ..
                } = open;
                dive(narrowing, domains, root, care, &mut self.random, improved);
            }
            if self.budget.expired() {
                break;
            }
        }
        self.narrow(improved);
    }

    /// Searches a number of neighbourhoods of the best layout in each open mode.
    pub(super) fn improve(&mut self, times: u64, improved: &mut dyn FnMut(Answer)) {
        for _ in 0..times {
            for open in &mut self.modes {
                open.neighbourhoods.search(
                    &mut open.narrowing,
                    (&open.domains, &open.root),
                    &open.often,
                    &mut self.random,
                    improved,
                );
            }
            if self.budget.expired() {
                break;
            }
        }
        self.narrow(improved);
    }

    /// Uses what has been found to strike out more, and closes modes where nothing is left.
    fn narrow(&mut self, improved: &mut dyn FnMut(Answer)) {
        self.modes.retain_mut(|open| {
            let Open {
                narrowing,
                domains,
                root,
                bound,
                ..
            } = open;
            let lowered = narrowing.descend(domains, root, Pace::NODE, improved);
            if let Some(lowered) = lowered {
                root.clone_from(&narrowing.descent.best_prices);
                *bound = lowered.min(*bound);
            }
            lowered.is_some()
        });
    }

    /// Searches what is left, mode by mode.
    pub(super) fn branch(&mut self, improved: &mut dyn FnMut(Answer)) {
        self.narrow(improved);
        let most = self.budget.iterations().unwrap_or(u64::MAX);
        let nodes = &mut self.nodes;
        self.modes.retain_mut(|open| {
            let Open {
                narrowing,
                domains,
                bound,
                ..
            } = open;
            let outcome = Branch::run(narrowing, domains, *bound, most, improved);
            *nodes += outcome.nodes;
            if let Some(left) = outcome.open {
                *bound = left.min(*bound);
            }
            outcome.open.is_some()
        });
    }

    /// What is proved so far.
    pub(super) fn bound(&self) -> Bound {
        let best = self.best.score();
        let open = self.modes.iter();
        let bounds = open.map(|open| open.narrowing.relaxation.points(open.bound));
        let nodes = self.nodes;
        let method =
            format!("branch and bound on a Lagrangian relaxation in whole numbers, {nodes} nodes");
        Bound::new(bounds.max().map_or(best, |bound| bound.max(best)), method)
    }
}
