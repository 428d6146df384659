//! Proven upper bounds on the score.

use std::time::Instant;

use super::instance::Instance;
use super::relaxation::{ALL, Descent, Mode, Prices, Relaxation};
use super::solvers;
use crate::math::power;
use crate::{Bound, Budget};

/// Rounds of a descent where nothing else sets a limit.
const ROUNDS: u64 = 2000;
/// Up to this size a search often finds the best score itself; so many nodes are enough or hopeless.
const LARGEST_TO_SEARCH: usize = 16;
const NODES: u64 = 2000;

const METHOD: &str = "Lagrangian relaxation in whole numbers";

/// The higher of the two modes' bounds: with at most `t` black pawns, and with more. On small grids a search goes on
/// from there.
pub(super) fn bound(instance: &Instance, budget: &Budget, known: Option<i64>) -> Bound {
    let mut value = i64::MIN;
    for &mode in Mode::of(instance) {
        let Some(relaxation) = Relaxation::new(instance, mode) else {
            return cell_by_cell(instance);
        };
        // What the other mode allows need not be undercut.
        let enough = known.unwrap_or(i64::MIN).max(value);
        value = value.max(relaxed(&relaxation, budget, enough));
    }
    let mut bound = Bound::new(value, METHOD).at_most(cell_by_cell(instance));
    let met = known.is_some_and(|known| bound.value <= known);
    if !met && instance.size() <= LARGEST_TO_SEARCH && !budget.expired() {
        let nodes = budget.iterations().unwrap_or(NODES);
        let searched = solvers::bound(instance, &budget.clone().with_iterations(nodes));
        if let Some(searched) = searched {
            bound = bound.at_most(searched);
        }
    }
    bound
}

/// At most this share of what is left goes to the descent of one mode.
const SHARE: f64 = 0.9;

/// The bound of one mode. The steps grow shorter with the rounds or with the time, whichever is faster.
///
/// Rounds cost the same, so that a limit on work is one on rounds.
fn relaxed(relaxation: &Relaxation, budget: &Budget, enough: i64) -> i64 {
    const FIRST: f64 = 0.25;
    const LAST: f64 = 0.002;
    let affordable = budget.work_left().map_or(u64::MAX, |work| {
        (SHARE * work as f64) as u64 / relaxation.round_work()
    });
    let rounds = budget.iterations().unwrap_or(ROUNDS);
    let rounds = rounds.min(affordable).max(1);
    let began = Instant::now();
    let time = budget.remaining().map(|time| SHARE * time.as_secs_f64());
    let domains = vec![ALL; relaxation.cells()];
    let mut descent = Descent::new(relaxation);
    descent.start(relaxation, &domains, &Prices::new(relaxation));
    for round in 0..rounds {
        let by_time = time.map_or(0.0, |time| began.elapsed().as_secs_f64() / time);
        let progress = by_time.max(round as f64 / rounds as f64);
        budget.spend(relaxation.round_work());
        descent.look(relaxation, &domains);
        if relaxation.points(descent.best) <= enough || progress >= 1.0 || budget.expired() {
            break;
        }
        descent.step(relaxation, FIRST * power(LAST / FIRST, progress));
    }
    relaxation.points(descent.best)
}

impl Bound {
    /// The lower one of two bounds.
    fn at_most(self, other: Self) -> Self {
        if other.value < self.value {
            other
        } else {
            self
        }
    }
}

/// Every cell for itself, penalties left out: yellow, green or nothing, the best `t` cells black and doubled, and one
/// cell red.
fn cell_by_cell(instance: &Instance) -> Bound {
    let values = instance.values();
    let alone = |cell: usize| values[cell].max(instance.cross(cell)).max(0);
    let sum: i64 = (0..values.len()).map(alone).sum();
    // Undoubled black is worth less than yellow. Doubled black adds to what the cell is worth anyway, t times at most.
    let mut black: Vec<i64> = (0..values.len())
        .map(|cell| (2 * (values[cell] - 1) - alone(cell)).max(0))
        .collect();
    black.sort_unstable();
    let doubled: i64 = black.iter().rev().take(instance.size()).sum();
    let red = (0..values.len())
        .map(|cell| -values[cell] - alone(cell))
        .max();
    let value = sum + doubled + red.unwrap_or(0);
    Bound::new(value, "the best pawn for every cell, without penalties")
}
