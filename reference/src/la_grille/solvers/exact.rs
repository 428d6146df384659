//! Annealing and diving for a good layout, then branch and bound to prove that there is none better.
//!
//! **What.** Both modes, at most `t` doubled black pawns and more undoubled ones, are searched one after the other.
//! The relaxation's bound closes branches and strikes colours from cells where they cannot be part of anything
//! better; what is left is split at the choice that the relaxation is least sure of, oranges first.
//!
//! **Guarantee.** The best score, if time is enough, proved in whole numbers. Otherwise the best it has found and a
//! bound that is proved in the same way.
//!
//! **Complexity.** Exponential in the worst case; O(t²) for every round at a node.
//!
//! **Source.** Land and Doig 1960 for branch and bound; Geoffrion 1974 for the relaxation.

use std::sync::atomic::AtomicI64;

use super::super::answer::Answer;
use super::super::instance::Instance;
use super::super::relaxation::{ALL, Mode, Relaxation};
use super::branch::Branch;
use super::dive::{Care, dive};
use super::narrow::Narrowing;
use super::quick::Quick;
use super::{anneal, greedy};
use crate::{Bound, Budget};

pub(super) fn solve(
    instance: &Instance,
    budget: &Budget,
    improved: &mut dyn FnMut(Answer),
) -> Option<Bound> {
    let first = greedy::layout(instance).answer();
    let best = AtomicI64::new(first.score());
    improved(first);
    warm_up(instance, budget, &best, improved);
    let effort = Effort {
        dives: 12,
        nodes: budget.iterations().unwrap_or(u64::MAX),
    };
    prove(instance, budget, &best, effort, improved)
}

/// A short annealing.
pub(super) fn warm_up(
    instance: &Instance,
    budget: &Budget,
    best: &AtomicI64,
    improved: &mut dyn FnMut(Answer),
) {
    let rounds = 50 + instance.values().len() as u64 / 4;
    let rounds = budget.iterations().map_or(rounds, |all| all.min(rounds));
    let part = budget.clone().with_iterations(rounds).with_threads(1);
    anneal::search(instance, &part, &mut |answer| {
        offer(best, answer, improved);
    });
}

/// Hands over what is better than all before.
pub(super) fn offer(best: &AtomicI64, answer: Answer, improved: &mut dyn FnMut(Answer)) {
    use std::sync::atomic::Ordering;
    if answer.score() > best.fetch_max(answer.score(), Ordering::Relaxed) {
        improved(answer);
    }
}

/// How long to look for better layouts before a proof, and how far to go with that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    pub(super) dives: u64,
    pub(super) nodes: u64,
}

/// Dives, then branches, in both modes. `None` where the values are too large for the relaxation.
pub(super) fn prove(
    instance: &Instance,
    budget: &Budget,
    best: &AtomicI64,
    effort: Effort,
    improved: &mut dyn FnMut(Answer),
) -> Option<Bound> {
    let mut open: Option<i64> = None;
    let mut nodes = 0;
    let mut random = Quick::new(budget.seed());
    for &mode in Mode::of(instance) {
        let relaxation = Relaxation::new(instance, mode)?;
        let mut domains = vec![ALL; relaxation.cells()];
        let mut narrowing = Narrowing::new(instance, relaxation, budget, best, improved);
        let Some(mut bound) = narrowing.begin(&mut domains) else {
            continue;
        };
        let root = narrowing.descent.best_prices.clone();
        for index in 0..effort.dives {
            let care = Care {
                rounds: 20 + 2 * index.min(40) as u32,
                share: 15 - index.min(12) as usize,
            };
            dive(&mut narrowing, &domains, &root, care, &mut random);
            if budget.expired() {
                break;
            }
        }
        let again = narrowing.descend(&mut domains, &root, super::narrow::Pace::NODE);
        let Some(again) = again else { continue };
        bound = bound.min(again);
        let outcome = Branch::run(&mut narrowing, &domains, bound, effort.nodes);
        nodes += outcome.nodes;
        open = open.max(outcome.open);
    }
    let best = best.load(std::sync::atomic::Ordering::Relaxed);
    let method =
        format!("branch and bound on a Lagrangian relaxation in whole numbers, {nodes} nodes");
    Some(Bound::new(open.map_or(best, |open| open.max(best)), method))
}
