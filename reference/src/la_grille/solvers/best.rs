//! Simulated annealing, then diving, large neighbourhood search and branch and bound on a Lagrangian relaxation.
//!
//! **What.** Greedy, a short annealing, then the relaxation; after that, dives whose results are improved by annealing
//! at a low temperature, large neighbourhood search, and finally branch and bound. If there are several threads and
//! only time is limited, the other threads anneal all the time and share the incumbent. With a limit on iterations, or
//! none at all, a single thread does everything, so that the answer is deterministic. If the grid is so large that
//! there is no time for the relaxation, it is only annealed.
//!
//! **Guarantee.** Valid, never worse than `greedy`, and the first answer comes at once. Stops as soon as the best score
//! is proved optimal.
//!
//! **Complexity.** O(t²) for every round of a dive; runs until the budget expires.
//!
//! **Source.** Own work based on `anneal` and `exact`; dives after Berthold, "Primal heuristics for mixed integer
//! programs", 2006.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::la_grille::bound::cell_by_cell;
use crate::la_grille::relaxation::Relaxation;
use crate::la_grille::search::{
    BranchAndBound, Incumbent, Placement, anneal, greedy_placement, warm_up,
};
use crate::la_grille::{Answer, Instance};
use crate::{Bound, Budget};

/// Dives before branch and bound, on grids that are small enough for a proof.
const DIVES: u64 = 5;
const MAX_SIZE_TO_PROVE: usize = 20;
/// Neighbourhoods that are searched after every dive.
const NEIGHBOURHOODS: u64 = 15;
/// The number of dives if the budget has no limit; otherwise each iteration is one dive.
const MAX_DIVES: u64 = 200;
/// Rounds of the relaxation for which there must be time, because with fewer of them annealing finds more.
const MIN_ROUNDS: u32 = 400;

pub(super) fn solve(
    instance: &Instance,
    budget: &Budget,
    improved: &mut dyn FnMut(Answer),
) -> Option<Bound> {
    let greedy = greedy_placement(instance);
    let first = greedy.answer();
    let best = Incumbent::new(&first);
    let mut reported = first.score();
    improved(first);
    if budget.threads() == 1 || budget.is_deterministic() {
        return single_threaded(&greedy, budget, &best, improved);
    }
    let ended = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let (best, ended, greedy) = (&best, &ended, &greedy);
        let send = sender.clone();
        let proof = scope.spawn(move || {
            // Sending fails only when the receiver has already stopped.
            let bound = single_threaded(greedy, budget, best, &mut |answer| {
                let _ = send.send(answer);
            });
            ended.store(true, Ordering::Relaxed);
            bound
        });
        for thread in 1..budget.threads() as u64 {
            let send = sender.clone();
            scope.spawn(move || {
                let seed = budget.seed().wrapping_add(thread << 32);
                let own = budget.clone().with_threads(1).with_seed(seed);
                anneal(greedy, &own, ended, &mut |answer| {
                    best.offer(answer, &mut |answer| {
                        let _ = send.send(answer);
                    });
                });
            });
        }
        drop(sender);
        // Answers of different threads can arrive in the wrong order.
        for answer in receiver {
            if answer.score() > reported {
                reported = answer.score();
                improved(answer);
            }
        }
        proof.join().expect("the proof thread does not panic")
    })
}

/// Returns whether the time is enough for the relaxation of a grid.
fn is_time_for_relaxation(instance: &Instance, budget: &Budget) -> bool {
    let round = Duration::from_nanos(Relaxation::round_work_of(instance.values().len()));
    let left = budget.remaining().filter(|_| !budget.is_deterministic());
    left.is_none_or(|left| left > MIN_ROUNDS * round)
}

/// Runs all stages on one thread.
fn single_threaded(
    greedy: &Placement,
    budget: &Budget,
    best: &Incumbent,
    improved: &mut dyn FnMut(Answer),
) -> Option<Bound> {
    let instance = greedy.instance();
    let only_anneal = |improved: &mut dyn FnMut(Answer)| {
        let own = budget.clone().with_threads(1);
        anneal(greedy, &own, &AtomicBool::new(false), &mut |answer| {
            best.offer(answer, improved);
        });
    };
    if !is_time_for_relaxation(instance, budget) {
        only_anneal(improved);
        return Some(cell_by_cell(instance));
    }
    warm_up(greedy, budget, best, improved);
    let Some(mut proof) = BranchAndBound::begin(instance, budget, best, improved) else {
        only_anneal(improved);
        return None;
    };
    let unlimited = budget.remaining().is_none();
    let most = budget.iterations().or(unlimited.then_some(MAX_DIVES));
    let to_prove = instance.size() <= MAX_SIZE_TO_PROVE;
    let most = most.unwrap_or(u64::MAX);
    let most = if to_prove { most.min(DIVES) } else { most };
    for _ in 0..most {
        if proof.is_closed() || budget.expired() {
            break;
        }
        proof.dive(1, improved);
        proof.improve(NEIGHBOURHOODS, improved);
    }
    if to_prove {
        proof.branch(improved);
    }
    Some(proof.bound())
}
