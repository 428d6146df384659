//! The temperature schedule of annealing.

use std::time::Duration;

use crate::Budget;

/// Annealing moves per round.
pub(super) const STEPS: usize = 1024;
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

/// The temperature schedule, with one or several falls.
pub(super) struct Schedule {
    hot: f64,
    falls: f64,
    rounds: Option<u64>,
    time: Option<Duration>,
}

impl Schedule {
    pub(super) fn new(budget: &Budget, swaps: usize) -> Self {
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
    pub(super) fn temperature(&self, round: u64, budget: &Budget) -> Option<f64> {
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
