//! The strongest answer that the time allows.
//!
//! **What.** Grids of up to 16 cells, and lines, go to [`optimal`]. Otherwise `greedy` gives a first answer at once,
//! several [`construct`]ed ones follow, and the shortest of these is annealed in small blocks ([`anneal`](super::anneal))
//! until the time is over or the bound is met.
//!
//! **Guarantee.** A valid answer soon, and ever shorter ones; fewest swaps where it says so. With a limit on rounds
//! instead of time, the same answer for the same seed.
//!
//! **Complexity.** As long as it is given; O(L + N) memory for L swaps and N cells, and 2 MB of tables.
//!
//! **Source.** Our own; see the parts for theirs.
//!
//! **Example.** On `3 4 2 / 5 6 1` it takes 5 swaps.

use std::time::{Duration, Instant};

use super::anneal::Annealer;
use super::blocks::Blocks;
use super::construct::{Costs, Taste, construct};
use super::dice::Dice;
use super::{greedy, one_line, optimal};
use crate::swap_puzzle::bound::simple_bound;
use crate::swap_puzzle::{Answer, Instance, Swap};
use crate::{Bound, Budget, Unsolved};

/// Larger grids have more swaps than can be kept in lists.
const MOST_CELLS: usize = 40_000;
/// With walls, the distances from each cell to each other are kept too.
const MOST_WALLED_CELLS: usize = 4_096;

/// Steps of annealing in one round.
const STEPS: usize = 1024;
/// Rounds where nothing limits them.
const ROUNDS: u64 = 4096;
/// Rounds a second on a busy machine, for choosing a temperature in advance: beginning too hot costs more than too cold.
const SPEED: f64 = 600.0;
/// At the end two swaps more are accepted about once in a million times.
const COLD: f64 = 0.15;
/// Where every swap gets more turns than this, the temperature falls more than once, each time from another beginning.
const TURNS_A_FALL: f64 = 100_000.0;
/// Answers are handed over after so many rounds; the clock has no say in it, so that the last one is always the same.
const PAUSE: u64 = 128;

pub(super) fn solve(
    instance: &Instance,
    budget: &Budget,
    improved: &mut dyn FnMut(Answer),
) -> Result<Option<Bound>, Unsolved> {
    if one_line::is_line(instance) || instance.shape.cells() <= optimal::MOST_EASY_CELLS {
        return optimal::solve(instance, budget, improved);
    }
    let bound = quick_bound(instance, budget);
    shorten(instance, budget, bound.value, improved)?;
    Ok(Some(bound))
}

/// A bound that leaves nearly all of the time for the answer.
pub(super) fn quick_bound(instance: &Instance, budget: &Budget) -> Bound {
    match budget.remaining() {
        Some(time) => simple_bound(instance, &budget.within(time / 10)),
        None => simple_bound(instance, budget),
    }
}

/// Hands over ever shorter answers until the time is over or the lower limit is met; returns the length of the last.
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
    if shape.cells() > MOST_CELLS {
        return Ok(shortest.len() as i64);
    }
    let mut take = |swaps: Vec<Swap>| {
        if swaps.len() < shortest.len() {
            shortest.clone_from(&swaps);
            improved(Answer { shape, swaps });
        }
    };

    let dice = &mut Dice::new(budget.seed());
    let mut beginnings = Vec::new();
    if instance.walls.is_empty() || shape.cells() <= MOST_WALLED_CELLS {
        let costs = Costs::new(instance);
        for taste in Taste::all() {
            // One is worth its time even if it takes long; with a limit on rounds all are tried, whatever they take.
            let spent = begin.elapsed() * 10;
            let late = budget.iterations().is_none()
                && budget.remaining().is_some_and(|left| spent > left);
            if late && taste != Taste::FIRST || budget.expired() {
                break;
            }
            if let Some(swaps) = construct(instance, &costs, taste, dice, budget) {
                take(swaps.clone());
                beginnings.push(swaps);
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
        if temperature > last_temperature && !beginnings.is_empty() {
            falls += 1;
            annealer.restart(&beginnings[falls % beginnings.len()]);
        }
        last_temperature = temperature;
        annealer.run(STEPS, temperature);
        round += 1;
        let now = annealer.len();
        if now as i64 <= lower {
            break;
        }
        if now < length && round % PAUSE == 0 {
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

/// How the temperature falls, once or several times.
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
            (None, time) => SPEED * time.unwrap_or_default().as_secs_f64(),
        };
        // The more often each swap gets its turn, the hotter it may begin.
        let turns = expected * STEPS as f64 / swaps as f64;
        Self {
            hot: (0.25 + 0.12 * (turns / 3000.0).max(0.1).log10()).clamp(0.16, 0.45),
            falls: (turns / TURNS_A_FALL).floor().clamp(1.0, 20.0),
            rounds,
            time,
        }
    }

    /// The temperature of a round; `None` at the end.
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
        Some(COLD * (self.hot / COLD).powf(left))
    }
}
