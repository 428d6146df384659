//! The best answer that the budget allows.
//!
//! **What.** Grids of up to 16 cells, and lines, are solved by [`optimal`]. Otherwise `greedy` gives a first answer at
//! once, several [`construct`]ed ones follow, and the shortest of these is improved by simulated annealing in small
//! blocks ([`anneal`](super::anneal)) until the budget expires or the bound is met.
//!
//! **Guarantee.** A valid answer soon, then shorter ones; the fewest swaps if the bound is met. With a limit on
//! iterations instead of time, the answer is deterministic for a given seed.
//!
//! **Complexity.** Runs until the budget expires; O(L + N) memory for L swaps and N cells, and 2 MB of tables.
//!
//! **Source.** Own work; see the parts for theirs.
//!
//! **Example.** On `3 4 2 / 5 6 1` it takes 5 swaps.

use std::time::{Duration, Instant};

use super::anneal::Annealer;
use super::blocks::Blocks;
use super::construct::{Distances, Weights, construct};
use super::{greedy, optimal};
use crate::random::SplitMix64;
use crate::swap_puzzle::bound::simple_bound;
use crate::swap_puzzle::{Answer, Instance, Swap, inversions};
use crate::{Bound, Budget, Unsolved};

/// The largest grid that is annealed; on larger grids the swap lists take too much memory.
const MAX_CELLS: usize = 400_000;
/// The largest grid with walls, for which the distances between all cells are stored.
const MAX_WALLED_CELLS: usize = 4_096;

/// Annealing moves per round.
const STEPS: usize = 1024;
/// The number of rounds if the budget has no limit.
const ROUNDS: u64 = 4096;
/// Rounds per second on a busy machine, to choose the initial temperature in advance. An initial temperature that is
/// too high costs more than one that is too low.
const ROUNDS_PER_SECOND: f64 = 600.0;
/// The final temperature, at which two additional swaps are accepted about once in a million moves.
const FINAL_TEMPERATURE: f64 = 0.15;
/// If every swap gets more moves than this, the temperature schedule is repeated, each time from a different initial
/// answer.
const MOVES_PER_FALL: f64 = 100_000.0;
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
    let begin = Instant::now();
    let shape = instance.shape;
    let first = greedy::solve(instance, budget)?;
    let mut shortest = first.swaps.clone();
    improved(first);
    if shape.cells() > MAX_CELLS {
        return Ok(shortest.len() as i64);
    }
    let mut take = |swaps: Vec<Swap>| {
        if swaps.len() < shortest.len() {
            shortest.clone_from(&swaps);
            improved(Answer { shape, swaps });
        }
    };

    let rng = &mut SplitMix64::new(budget.seed());
    let mut initial_answers = Vec::new();
    if instance.walls.is_empty() || shape.cells() <= MAX_WALLED_CELLS {
        let distances = Distances::new(instance);
        for weights in Weights::all() {
            // The first construction is worth its time even if it is slow. With a limit on iterations all are tried, to
            // keep the result deterministic.
            let spent = begin.elapsed() * 10;
            let late = budget.iterations().is_none()
                && budget.remaining().is_some_and(|left| spent > left);
            if late && weights != Weights::FIRST || budget.expired() {
                break;
            }
            if let Some(swaps) = construct(instance, &distances, weights, rng, budget) {
                take(swaps.clone());
                initial_answers.push(swaps);
            }
        }
    }
    let length = shortest.len() as i64;
    if length <= lower {
        return Ok(length);
    }
    let Some(blocks) = Blocks::new(instance, budget) else {
        return Ok(length);
    };
    let mut annealer = Annealer::new(&blocks, shape.cells(), &shortest, budget.seed());
    let schedule = Schedule::new(budget, shortest.len());
    let mut round = 0;
    let mut falls = 0;
    let mut last_temperature = f64::INFINITY;
    let mut length = shortest.len();
    while let Some(temperature) = schedule.temperature(round, budget) {
        if temperature > last_temperature && !initial_answers.is_empty() {
            falls += 1;
            annealer.restart(&initial_answers[falls % initial_answers.len()]);
        }
        last_temperature = temperature;
        annealer.run(STEPS, temperature);
        round += 1;
        let now = annealer.len();
        if now as i64 <= lower {
            break;
        }
        if now < length && round % REPORT_INTERVAL == 0 {
            improved(Answer {
                shape,
                swaps: annealer.swaps(),
            });
            length = now;
        }
    }
    if annealer.len() < length {
        length = annealer.len();
        improved(Answer {
            shape,
            swaps: annealer.swaps(),
        });
    }
    Ok(length as i64)
}

/// The temperature schedule, with one or several falls.
struct Schedule {
    hot: f64,
    falls: f64,
    rounds: Option<u64>,
    time: Option<Duration>,
}

impl Schedule {
    fn new(budget: &Budget, swaps: usize) -> Self {
        let time = budget.remaining();
        let rounds = match (budget.iterations(), time) {
            (None, None) => Some(ROUNDS),
            (rounds, _) => rounds,
        };
        let expected = match (rounds, time) {
            (Some(rounds), _) => rounds as f64,
            (None, time) => ROUNDS_PER_SECOND * time.unwrap_or_default().as_secs_f64(),
        };
        // The more moves each swap gets, the higher the initial temperature.
        let moves_per_swap = expected * STEPS as f64 / swaps as f64;
        Self {
            hot: (0.25 + 0.12 * (moves_per_swap / 3000.0).max(0.1).log10()).clamp(0.16, 0.45),
            falls: (moves_per_swap / MOVES_PER_FALL).floor().clamp(1.0, 20.0),
            rounds,
            time,
        }
    }

    /// Returns the temperature of a round; `None` at the end.
    fn temperature(&self, round: u64, budget: &Budget) -> Option<f64> {
        if budget.expired() || self.rounds.is_some_and(|rounds| round >= rounds) {
            return None;
        }
        let done = match (self.rounds, self.time, budget.remaining()) {
            (Some(rounds), ..) => round as f64 / rounds as f64,
            (None, Some(time), Some(left)) => 1.0 - left.as_secs_f64() / time.as_secs_f64(),
            _ => 1.0,
        };
        let left = 1.0 - (done * self.falls).fract();
        Some(FINAL_TEMPERATURE * (self.hot / FINAL_TEMPERATURE).powf(left))
    }
}
