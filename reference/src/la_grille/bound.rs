//! Proven upper bounds on the score.

use super::instance::Instance;
use super::relaxation::{ALL, Descent, Mode, Prices, Relaxation};
use crate::{Bound, Budget};

/// Rounds of a descent where nothing else sets a limit.
const ROUNDS: u64 = 2000;

const METHOD: &str = "Lagrangian relaxation, prices and sums in whole numbers";

/// The higher of the two modes' bounds: with at most `t` black pawns, and with more.
pub(super) fn bound(instance: &Instance, budget: &Budget, known: Option<i64>) -> Bound {
    let modes = Mode::of(instance);
    let mut bounds = Vec::new();
    for &mode in modes {
        let Some(relaxation) = Relaxation::new(instance, mode) else {
            return cell_by_cell(instance);
        };
        // What the other mode allows need not be undercut.
        let known = known.into_iter().chain(bounds.iter().copied()).max();
        bounds.push(relaxed(&relaxation, budget, known));
    }
    let value = bounds.into_iter().max().unwrap_or(i64::MAX);
    Bound::new(value, METHOD).at_most(cell_by_cell(instance))
}

fn relaxed(relaxation: &Relaxation, budget: &Budget, known: Option<i64>) -> i64 {
    const FIRST: f64 = 0.25;
    const LAST: f64 = 0.002;
    let rounds = budget.iterations().unwrap_or(ROUNDS).max(1);
    let domains = vec![ALL; relaxation.cells()];
    let mut descent = Descent::new(relaxation);
    descent.start(relaxation, &domains, &Prices::new(relaxation));
    for round in 0..rounds {
        let length = FIRST * (LAST / FIRST).powf(round as f64 / rounds as f64);
        let met =
            |descent: &Descent| known.is_some_and(|known| relaxation.points(descent.best) <= known);
        descent.look(relaxation, &domains);
        if met(&descent) || budget.expired() {
            break;
        }
        descent.step(relaxation, length);
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
