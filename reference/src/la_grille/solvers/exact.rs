//! Branch and bound on a Lagrangian relaxation, after annealing and diving.
//!
//! **What.** Both modes, at most `t` doubled black pawns and more undoubled ones, are searched one after the other.
//! The bound of the relaxation prunes branches and removes colours from cells where they cannot be part of a better
//! placement; the search branches on the least clear decision of the relaxation, oranges first.
//!
//! **Guarantee.** The optimal score with a proof in exact integer arithmetic, if the budget suffices. Otherwise the
//! best score found and a bound that is proved in the same way.
//!
//! **Complexity.** Exponential in the worst case; O(t²) for every round at a node.
//!
//! **Source.** Land and Doig 1960 for branch and bound; Geoffrion 1974 for the relaxation.

use std::sync::atomic::AtomicBool;

use super::super::answer::Answer;
use super::super::instance::Instance;
use super::anneal;
use super::greedy;
use super::incumbent::Incumbent;
use super::proof::Proof;
use crate::{Bound, Budget};

/// Dives before branch and bound, and neighbourhoods after each dive.
const DIVES: u64 = 5;
const NEIGHBOURHOODS: u64 = 10;

pub(super) fn solve(
    instance: &Instance,
    budget: &Budget,
    improved: &mut dyn FnMut(Answer),
) -> Option<Bound> {
    let first = greedy::layout(instance).answer();
    let best = Incumbent::new(&first);
    improved(first);
    warm_up(instance, budget, &best, improved);
    let mut proof = Proof::begin(instance, budget, &best, improved)?;
    for _ in 0..DIVES {
        if proof.is_closed() {
            break;
        }
        proof.dive(1, improved);
        proof.improve(NEIGHBOURHOODS, improved);
    }
    proof.branch(improved);
    Some(proof.bound())
}

/// Runs a short annealing for a first incumbent.
pub(super) fn warm_up(
    instance: &Instance,
    budget: &Budget,
    best: &Incumbent,
    improved: &mut dyn FnMut(Answer),
) {
    let rounds = 50 + instance.values().len() as u64 / 4;
    let rounds = budget.iterations().map_or(rounds, |all| all.min(rounds));
    let part = budget.clone().with_iterations(rounds).with_threads(1);
    anneal::search(instance, &part, &AtomicBool::new(false), &mut |answer| {
        best.offer(answer, improved);
    });
}
