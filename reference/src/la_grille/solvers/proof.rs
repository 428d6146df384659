//! Branch and bound over both modes: initial bounds, primal heuristics, then branching.

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
    /// The incumbent, shared between threads.
    best: &'a Incumbent,
    /// The modes that may still contain a better placement.
    modes: Vec<Open<'a>>,
    random: Quick,
    dives: u64,
    nodes: u64,
}

/// A mode that is not closed.
struct Open<'a> {
    narrowing: Narrowing<'a>,
    domains: Vec<Domain>,
    /// Good multipliers for the domains, and the bound that they prove.
    root: Prices,
    bound: i128,
    /// The decision counts of the descent to these multipliers.
    often: Vec<[u16; 6]>,
    neighbourhoods: Neighbourhoods,
}

impl<'a> Proof<'a> {
    /// Computes the bounds of both modes without branching. Returns `None` if the values are too large for the
    /// relaxation.
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

    /// Returns whether the incumbent is proved optimal.
    pub(super) fn is_closed(&self) -> bool {
        self.modes.is_empty()
    }

    /// Dives `times` times in each open mode, with more rounds and fewer fixings from dive to dive.
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

    /// Searches `times` neighbourhoods of the incumbent in each open mode.
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

    /// Reduces the domains with the current incumbent and closes modes in which no better placement exists.
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

    /// Branches in each open mode.
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

    /// Returns the proved bound.
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
