//! The parts shared by the solvers and the bound: annealing, diving, neighbourhood search and branch and bound.

mod annealing;
mod branch_and_bound;
mod branching;
mod construction;
mod diving;
mod incumbent;
mod mode_search;
mod neighbourhood;
mod placement;

pub(super) use self::annealing::anneal;
pub(super) use self::branch_and_bound::BranchAndBound;
pub(super) use self::branching::choose;
pub(super) use self::construction::greedy_placement;
pub(super) use self::incumbent::Incumbent;
pub(super) use self::mode_search::StepSchedule;
pub(super) use self::placement::Placement;

use std::sync::atomic::AtomicBool;

use super::answer::Answer;
use super::instance::Instance;
use crate::{Bound, Budget};

/// The largest share of the time for the first annealing; on large grids the relaxation finds more.
const WARM_UP_SHARE: f64 = 0.4;

/// Dives before branch and bound, and neighbourhoods after each dive.
const DIVES: u64 = 5;
const NEIGHBOURHOODS: u64 = 10;

/// Proves a bound by branch and bound after annealing and diving, and reports improvements. Returns the
/// bound and the number of nodes; `None` if the values are too large for the relaxation.
pub(super) fn prove_bound(
    instance: &Instance,
    budget: &Budget,
    improved: &mut dyn FnMut(Answer),
) -> Option<(Bound, u64)> {
    let greedy = greedy_placement(instance);
    let first = greedy.answer();
    let best = Incumbent::new(&first);
    improved(first);
    warm_up(&greedy, budget, &best, improved);
    let mut proof = BranchAndBound::begin(instance, budget, &best, improved)?;
    for _ in 0..DIVES {
        if proof.is_closed() {
            break;
        }
        proof.dive(1, improved);
        proof.improve(NEIGHBOURHOODS, improved);
    }
    proof.branch(improved);
    Some((proof.bound(), proof.nodes()))
}

/// Runs a short annealing from the greedy placement for a first incumbent.
pub(super) fn warm_up(
    greedy: &Placement,
    budget: &Budget,
    best: &Incumbent,
    improved: &mut dyn FnMut(Answer),
) {
    let rounds = 50 + greedy.instance().values().len() as u64 / 4;
    let rounds = budget.iterations().map_or(rounds, |all| all.min(rounds));
    let part = match budget.remaining() {
        Some(left) if !budget.is_deterministic() => budget.within(left.mul_f64(WARM_UP_SHARE)),
        _ => budget.clone(),
    };
    let part = part.with_iterations(rounds).with_threads(1);
    anneal(greedy, &part, &AtomicBool::new(false), &mut |answer| {
        best.offer(answer, improved);
    });
}
