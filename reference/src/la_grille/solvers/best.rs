//! The strongest layouts that time allows, improving all the while.
//!
//! **What.** Greedy, then a short annealing, then the relaxation; from there on dives of growing care, each polished
//! by annealing nearly cold, and in the end branch and bound. Where there are more threads and only time is
//! limited, the others anneal all the time, and everybody knows the best score. With a limit on iterations, or none at
//! all, one thread does everything, so that the answer is always the same.
//!
//! **Guarantee.** Valid, never worse than `greedy`, and the first answer comes at once. Stops as soon as the best
//! score is proved to be the best there is.
//!
//! **Complexity.** O(t²) for every round of a dive; as long as there is time.
//!
//! **Source.** Ours, on the parts of `anneal` and `exact`; dives after Berthold, "Primal heuristics for mixed integer
//! programs", 2006.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use super::super::answer::Answer;
use super::super::instance::Instance;
use super::incumbent::Incumbent;
use super::proof::Proof;
use super::{anneal, exact, greedy};
use crate::{Bound, Budget};

/// Dives before an attempt at a proof, on grids that are small enough to hope for one.
const DIVES: u64 = 5;
const LARGEST_TO_PROVE: usize = 20;
/// Neighbourhoods of the best layout that are searched after every dive.
const NEIGHBOURHOODS: u64 = 15;
/// Dives where nothing else sets a limit; with a limit of iterations, each is one.
const MOST_DIVES: u64 = 200;

pub(super) fn solve(
    instance: &Instance,
    budget: &Budget,
    improved: &mut dyn FnMut(Answer),
) -> Option<Bound> {
    let first = greedy::layout(instance).answer();
    let best = Incumbent::new(&first);
    let mut shown = first.score();
    improved(first);
    if budget.threads() == 1 || budget.is_deterministic() {
        return alone(instance, budget, &best, improved);
    }
    let ended = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let (best, ended) = (&best, &ended);
        let send = sender.clone();
        let proof = scope.spawn(move || {
            // Nobody listens any more only when everything ends.
            let bound = alone(instance, budget, best, &mut |answer| {
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
                anneal::search(instance, &own, ended, &mut |answer| {
                    best.offer(answer, &mut |answer| {
                        let _ = send.send(answer);
                    });
                });
            });
        }
        drop(sender);
        // Two threads may improve at once and be heard in the wrong order.
        for answer in receiver {
            if answer.score() > shown {
                shown = answer.score();
                improved(answer);
            }
        }
        proof.join().expect("a proof does not panic")
    })
}

/// What one thread does, from the first annealing to the end.
fn alone(
    instance: &Instance,
    budget: &Budget,
    best: &Incumbent,
    improved: &mut dyn FnMut(Answer),
) -> Option<Bound> {
    exact::warm_up(instance, budget, best, improved);
    let Some(mut proof) = Proof::begin(instance, budget, best, improved) else {
        let own = budget.clone().with_threads(1);
        anneal::search(instance, &own, &AtomicBool::new(false), &mut |answer| {
            best.offer(answer, improved);
        });
        return None;
    };
    let unlimited = budget.remaining().is_none();
    let most = budget.iterations().or(unlimited.then_some(MOST_DIVES));
    let to_prove = instance.size() <= LARGEST_TO_PROVE;
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
