//! Annealing for a good layout, then branch and bound to prove that there is none better.
//!
//! **What.** Both modes, at most `t` doubled black pawns and more undoubled ones, are searched one after the other.
//! The relaxation's bound closes branches and strikes colours from cells where they cannot be part of anything
//! better; what is left is split at the choice that the relaxation is least sure of.
//!
//! **Guarantee.** The best score, if time is enough, proved in whole numbers. Otherwise the best it has found and a
//! bound that is proved in the same way.
//!
//! **Complexity.** Exponential in the worst case; O(t²) for every round at a node.
//!
//! **Source.** Land and Doig 1960 for branch and bound; Geoffrion 1974 for the relaxation.

use std::time::Duration;

use super::super::answer::Answer;
use super::super::instance::Instance;
use super::super::relaxation::{ALL, Mode, Relaxation};
use super::branch::{Branch, Outcome};
use super::{anneal, greedy};
use crate::{Bound, Budget};

pub(super) fn solve(
    instance: &Instance,
    budget: &Budget,
    improved: &mut dyn FnMut(Answer),
) -> Option<Bound> {
    let first = greedy::layout(instance).answer();
    let mut best = first.score();
    improved(first);
    let mut found = |answer: Answer| {
        if answer.score() > best {
            best = answer.score();
            improved(answer);
        }
        best
    };
    let part = budget
        .remaining()
        .map_or(Duration::from_secs(1), |time| time / 10);
    let part = budget.within(part.min(Duration::from_secs(1)));
    let mut known = i64::MIN;
    anneal::search(instance, &part, &mut |answer| known = found(answer));
    let mut bound = i64::MIN;
    let mut nodes = 0;
    for &mode in Mode::of(instance) {
        let relaxation = Relaxation::new(instance, mode)?;
        let mut take = |answer: Answer| {
            found(answer);
        };
        let branch = Branch::new(instance, &relaxation, budget, known, &mut take);
        let outcome = branch.run(vec![ALL; relaxation.cells()]);
        known = outcome.best;
        bound = bound.max(outcome.bound);
        nodes += outcome.nodes;
    }
    Some(Bound::new(
        bound.max(known),
        format!("branch and bound on a Lagrangian relaxation in whole numbers, {nodes} nodes"),
    ))
}
