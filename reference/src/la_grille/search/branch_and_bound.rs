//! Branching and bound over both modes: initial bounds, primal heuristics, then branching.

use super::branching::Branching;
use super::diving::{DiveParameters, dive};
use super::incumbent::Incumbent;
use super::mode_search::{ModeSearch, StepSchedule};
use super::neighbourhood::Neighbourhoods;
use crate::la_grille::answer::Answer;
use crate::la_grille::bound::cell_by_cell;
use crate::la_grille::instance::Instance;
use crate::la_grille::relaxation::{ALL, Domain, Mode, Multipliers, Relaxation};
use crate::random::SplitMix64;
use crate::{Bound, Budget};

pub(in crate::la_grille) struct BranchAndBound<'a> {
    budget: &'a Budget,
    /// The incumbent, shared between threads.
    best: &'a Incumbent,
    /// The modes that may still contain a better placement.
    modes: Vec<OpenMode<'a>>,
    /// Whether there was no time to look at all modes.
    unfinished: bool,
    instance: &'a Instance,
    random: SplitMix64,
    dives: u64,
    nodes: u64,
}

/// A mode that is not closed.
struct OpenMode<'a> {
    search: ModeSearch<'a>,
    domains: Vec<Domain>,
    /// Good multipliers for the domains, and the bound that they prove.
    root: Multipliers,
    bound: i128,
    /// The decision counts of the descent to these multipliers.
    counts: Vec<[u16; 6]>,
    neighbourhoods: Neighbourhoods,
}

/// The share of the remaining time for the first bounds.
const BOUND_SHARE: f64 = 0.5;

impl<'a> BranchAndBound<'a> {
    /// Computes the bounds of both modes without branching, as far as the budget allows. Returns `None` if the values
    /// are too large for the relaxation.
    pub(in crate::la_grille) fn begin(
        instance: &'a Instance,
        budget: &'a Budget,
        best: &'a Incumbent,
        improved: &mut dyn FnMut(Answer),
    ) -> Option<Self> {
        let mut proof = Self {
            budget,
            best,
            modes: Vec::new(),
            unfinished: false,
            instance,
            random: SplitMix64::from_random(budget.seed()),
            dives: 0,
            nodes: 0,
        };
        let modes = Mode::of(instance);
        for (index, &mode) in modes.iter().enumerate() {
            let relaxation = Relaxation::new(instance, mode)?;
            if budget.expired() {
                proof.unfinished = true;
                break;
            }
            let mut domains = vec![ALL; relaxation.cells()];
            let mut search = ModeSearch::new(instance, relaxation, budget, best);
            // Two descents in each of the modes.
            let descents = 2 * (modes.len() - index) as u32;
            let left = budget.remaining().filter(|_| !budget.is_deterministic());
            let time = left.map(|left| left.mul_f64(BOUND_SHARE) / descents);
            if let Some(bound) = search.begin(&mut domains, time, improved) {
                proof.modes.push(OpenMode {
                    root: search.descent.best_multipliers.clone(),
                    counts: search.counts.clone(),
                    neighbourhoods: Neighbourhoods::new(),
                    search,
                    domains,
                    bound,
                });
            }
        }
        Some(proof)
    }

    /// Returns whether the incumbent is proved optimal.
    pub(in crate::la_grille) fn is_closed(&self) -> bool {
        self.modes.is_empty() && !self.unfinished
    }

    /// Dives `times` times in each open mode, with more rounds and fewer fixings from dive to dive.
    pub(in crate::la_grille) fn dive(&mut self, times: u64, improved: &mut dyn FnMut(Answer)) {
        for _ in 0..times {
            if self.budget.expired() {
                return;
            }
            let parameters = DiveParameters {
                rounds: 20 + 2 * self.dives.min(30) as u32,
                share: 15 - self.dives.min(12) as usize,
            };
            self.dives += 1;
            for open in &mut self.modes {
                let OpenMode {
                    search,
                    domains,
                    root,
                    ..
                } = open;
                dive(
                    search,
                    domains,
                    root,
                    parameters,
                    &mut self.random,
                    improved,
                );
            }
        }
        self.reduce(improved);
    }

    /// Searches `times` neighbourhoods of the incumbent in each open mode.
    pub(in crate::la_grille) fn improve(&mut self, times: u64, improved: &mut dyn FnMut(Answer)) {
        for _ in 0..times {
            for open in &mut self.modes {
                if self.budget.expired() {
                    return;
                }
                open.neighbourhoods.search(
                    &mut open.search,
                    (&open.domains, &open.root),
                    &open.counts,
                    &mut self.random,
                    improved,
                );
            }
        }
        self.reduce(improved);
    }

    /// Reduces the domains with the current incumbent and closes modes in which no better placement exists.
    fn reduce(&mut self, improved: &mut dyn FnMut(Answer)) {
        if self.budget.expired() {
            return;
        }
        self.modes.retain_mut(|open| {
            let OpenMode {
                search,
                domains,
                root,
                bound,
                ..
            } = open;
            let lowered = search.descend(domains, root, StepSchedule::NODE, improved);
            if let Some(lowered) = lowered {
                root.clone_from(&search.descent.best_multipliers);
                *bound = lowered.min(*bound);
            }
            lowered.is_some()
        });
    }

    /// Branches in each open mode.
    pub(in crate::la_grille) fn branch(&mut self, improved: &mut dyn FnMut(Answer)) {
        self.reduce(improved);
        let most = self.budget.iterations().unwrap_or(u64::MAX);
        let nodes = &mut self.nodes;
        self.modes.retain_mut(|open| {
            let OpenMode {
                search,
                domains,
                bound,
                ..
            } = open;
            let outcome = Branching::run(search, domains, *bound, most, improved);
            *nodes += outcome.nodes;
            if let Some(left) = outcome.open {
                *bound = left.min(*bound);
            }
            outcome.open.is_some()
        });
    }

    /// Returns the number of nodes of the search.
    pub(in crate::la_grille) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the proved bound.
    pub(in crate::la_grille) fn bound(&self) -> Bound {
        if self.unfinished {
            return cell_by_cell(self.instance);
        }
        let best = self.best.score();
        let open = self.modes.iter();
        let bounds = open.map(|open| open.search.relaxation.points(open.bound));
        let nodes = self.nodes;
        let method =
            format!("branch and bound on a Lagrangian relaxation in whole numbers, {nodes} nodes");
        let bound = bounds.max().map_or(best, |bound| bound.max(best));
        Bound::new(bound, method).at_most(cell_by_cell(self.instance))
    }
}
