//! The best answer that the budget allows.
//!
//! **What.** Grids of up to 16 cells, and lines, are solved by [`optimal`]. Otherwise `greedy` gives a first answer at
//! once, several [`construct`]ed ones follow, and the shortest of these is improved by simulated annealing in small
//! blocks ([`anneal`](super::anneal)) until the budget expires or the bound is met. Answers of more than 100,000 swaps
//! are improved slice by slice at temperature 0.
//!
//! **Guarantee.** A valid answer soon, then shorter ones; the fewest swaps if the bound is met. With a limit on
//! iterations instead of time, the answer is deterministic for a given seed.
//!
//! **Complexity.** Runs until the budget expires; O(L + N) memory for L swaps and N cells, and 2 MB of tables.
//!
//! **Source.** Own work; see the parts for theirs.
//!
//! **Example.** On `3 4 2 / 5 6 1` it takes 5 swaps.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::anneal::Annealer;
use super::blocks::Blocks;
use super::construct::{Distances, Weights, construct};
use super::record::Record;
use super::schedule::{STEPS, Schedule};
use super::{greedy, optimal};
use crate::random::SplitMix64;
use crate::swap_puzzle::bound::simple_bound;
use crate::swap_puzzle::{Answer, Instance, Swap, inversions};
use crate::{Bound, Budget, Unsolved};

/// The largest grid with more than a `greedy` answer; on larger grids the swap lists take too much memory.
const MAX_CELLS: usize = 400_000;
/// The largest grid with walls, for which the distances between all cells are stored.
const MAX_WALLED_CELLS: usize = 4_096;

/// The largest number of swaps that are annealed as a whole.
const MAX_ANNEALED: usize = 1 << 17;
/// The number of swaps of a slice of a longer answer.
const SLICE: usize = 1 << 18;
/// The number of rounds per slice if the budget has no limit.
const ROUNDS_PER_SLICE: u64 = 1024;

/// Answers are reported after this many rounds. The clock is not used, so that the last answer is deterministic.
const REPORT_INTERVAL: u64 = 128;

pub(super) fn solve(
    instance: &Instance,
    budget: &Budget,
    improved: &mut dyn FnMut(Answer),
) -> Result<Option<Bound>, Unsolved> {
    if inversions::is_line(instance) || instance.shape.cells() <= optimal::MAX_EASY_CELLS {
        return optimal::solve(instance, budget, improved);
    }
    let bound = quick_bound(instance, budget);
    shorten(instance, budget, bound.value.whole(), improved)?;
    Ok(Some(bound))
}

/// Returns a bound that leaves at least nine tenths of the time for the answer.
pub(super) fn quick_bound(instance: &Instance, budget: &Budget) -> Bound {
    match budget.remaining() {
        Some(time) => simple_bound(instance, &budget.within(time / 10)),
        None => simple_bound(instance, budget),
    }
}

/// Reports shorter and shorter answers until the budget expires or `lower` is met, and returns the length of the last.
pub(super) fn shorten(
    instance: &Instance,
    budget: &Budget,
    lower: i64,
    improved: &mut dyn FnMut(Answer),
) -> Result<i64, Unsolved> {
    let cells = instance.shape.cells();
    let first = greedy::solve(instance, budget)?;
    let mut record = Record::new(first, improved);
    if cells > MAX_CELLS {
        return Ok(record.len() as i64);
    }
    let rng = &mut SplitMix64::new(budget.seed());
    let initial_answers = if instance.walls.is_empty() || cells <= MAX_WALLED_CELLS {
        constructed(instance, &mut record, rng, budget)
    } else {
        Vec::new()
    };
    let budget = &record.before_report(budget);
    if record.len() as i64 > lower
        && let Some(blocks) = Blocks::new(instance, budget)
    {
        if record.len() > MAX_ANNEALED {
            descend(cells, &blocks, &mut record, budget);
        } else {
            anneal(cells, &blocks, &initial_answers, &mut record, lower, budget);
        }
    }
    Ok(record.len() as i64)
}

/// Constructs answers with all weights, and returns those that can be annealed. Only the first construction is worth its
/// time even if it is slow; it is the only one on large grids.
fn constructed(
    instance: &Instance,
    record: &mut Record,
    rng: &mut SplitMix64,
    budget: &Budget,
) -> Vec<Vec<Swap>> {
    let begin = Instant::now();
    let distances = Distances::new(instance);
    let mut answers = Vec::new();
    for weights in Weights::all() {
        let slow = record.len() > MAX_ANNEALED
            || !budget.is_deterministic()
                && budget
                    .remaining()
                    .is_some_and(|left| begin.elapsed() * 10 > left);
        let budget = &record.before_report(budget);
        if slow && weights != Weights::FIRST || budget.expired() {
            break;
        }
        if let Some(swaps) = construct(instance, &distances, weights, rng, budget) {
            if swaps.len() <= MAX_ANNEALED {
                answers.push(swaps.clone());
            }
            record.offer(swaps);
        }
    }
    answers
}

/// Anneals the whole answer, and reports improvements. If only the clock limits the budget, every thread anneals with
/// its own random choices.
fn anneal(
    cells: usize,
    blocks: &Blocks,
    initial_answers: &[Vec<Swap>],
    record: &mut Record,
    lower: i64,
    budget: &Budget,
) {
    let threads = if budget.is_deterministic() {
        1
    } else {
        budget.threads()
    };
    let swaps = record.part(0..record.len());
    let schedule = Schedule::new(budget, swaps.len());
    // Reports of long answers are rare, so that they take a small share of the time.
    let report_interval = REPORT_INTERVAL.max((swaps.len() / STEPS * 4) as u64);
    let met = AtomicBool::new(false);
    let annealed = |number: usize, report: &mut dyn FnMut(&Annealer)| {
        let seed = budget.seed().wrapping_add(number as u64);
        let mut annealer = Annealer::new(blocks, cells, &swaps, seed);
        let mut round = 0;
        let mut falls = 0;
        let mut last_temperature = f64::INFINITY;
        while let Some(temperature) = schedule.temperature(round, budget) {
            if temperature > last_temperature && !initial_answers.is_empty() {
                falls += 1;
                annealer.restart(&initial_answers[falls % initial_answers.len()]);
            }
            last_temperature = temperature;
            annealer.run(STEPS, temperature);
            round += 1;
            if annealer.len() as i64 <= lower {
                met.store(true, Ordering::Relaxed);
            }
            if met.load(Ordering::Relaxed) {
                break;
            }
            if round % report_interval == 0 {
                report(&annealer);
            }
        }
        annealer.swaps()
    };
    std::thread::scope(|scope| {
        let annealed = &annealed;
        let others = (1..threads).map(|number| scope.spawn(move || annealed(number, &mut |_| ())));
        let others: Vec<_> = others.collect();
        let swaps = annealed(0, &mut |annealer| {
            if annealer.len() < record.len() {
                record.offer(annealer.swaps());
            }
        });
        record.offer(swaps);
        for other in others {
            record.offer(other.join().expect("annealing does not panic"));
        }
    });
}

/// Improves a long answer slice by slice, and reports it at the end. There is no time for annealing, only for moves that
/// do not make it longer. A slice fits into the caches.
fn descend(cells: usize, blocks: &Blocks, record: &mut Record, budget: &Budget) {
    let before = record.len();
    let slices = before.div_ceil(SLICE);
    let rounds = match (budget.iterations(), budget.remaining()) {
        (Some(rounds), _) => rounds.div_ceil(slices as u64),
        (None, Some(_)) => u64::MAX,
        (None, None) => ROUNDS_PER_SLICE,
    };
    let mut start = 0;
    for slice in 0..slices {
        let part = (slices - slice) as u32;
        let end = record.len().min(start + SLICE);
        let budget = match budget.remaining() {
            Some(left) => &budget.within(left / part),
            None => budget,
        };
        let mut annealer = Annealer::new(blocks, cells, &record.part(start..end), slice as u64);
        for _ in 0..rounds {
            if budget.expired() {
                break;
            }
            annealer.sweep(STEPS);
        }
        record.replace(start..end, &annealer.swaps());
        start += annealer.len();
    }
    if record.len() < before {
        record.report_replaced();
    }
}
