//! Upper bounds on the score.

use std::time::Instant;

use super::instance::Instance;
use super::relaxation::{ALL, Descent, Mode, Multipliers, Relaxation};
use super::search::prove_bound;
use crate::math::power;
use crate::{Bound, Budget};

/// The number of rounds of a descent if the budget has no limit.
const ROUNDS: u64 = 2000;
/// The largest grid on which branch and bound often finds the optimum; more nodes than this rarely help.
const MAX_SIZE_TO_SEARCH: usize = 16;
const NODES: u64 = 2000;

const METHOD: &str = "Lagrangian relaxation in whole numbers";

/// Returns the larger of the bounds of the two modes: at most `t` black pawns, and more. On small grids branch and
/// bound improves it.
pub(super) fn bound(instance: &Instance, budget: &Budget, known: Option<i64>) -> Bound {
    let mut value = i64::MIN;
    for &mode in Mode::of(instance) {
        let Some(relaxation) = Relaxation::new(instance, mode) else {
            return cell_by_cell(instance);
        };
        // A mode whose bound is below that of the other need not be improved further.
        let enough = known.unwrap_or(i64::MIN).max(value);
        value = value.max(relaxed(&relaxation, budget, enough));
    }
    let mut bound = Bound::new(value, METHOD).at_most(cell_by_cell(instance));
    let met = known.is_some_and(|known| bound.value <= known);
    if !met && instance.size() <= MAX_SIZE_TO_SEARCH && !budget.expired() {
        let nodes = budget.iterations().unwrap_or(NODES);
        let searched = prove_bound(
            instance,
            &budget.clone().with_iterations(nodes),
            &mut |_| {},
        );
        if let Some(searched) = searched {
            bound = bound.at_most(searched);
        }
    }
    bound
}

/// The largest share of the remaining budget for the descent of one mode.
const SHARE: f64 = 0.9;

/// Returns the bound of one mode. The step size falls with the rounds or with the time, whichever is faster.
///
/// All rounds cost the same, so a work limit is a limit on rounds.
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
    descent.start(relaxation, &domains, &Multipliers::new(relaxation));
    for round in 0..rounds {
        let by_time = time.map_or(0.0, |time| began.elapsed().as_secs_f64() / time);
        let progress = by_time.max(round as f64 / rounds as f64);
        budget.spend(relaxation.round_work());
        descent.evaluate(relaxation, &domains);
        if relaxation.points(descent.best) <= enough || progress >= 1.0 || budget.expired() {
            break;
        }
        descent.step(relaxation, FIRST * power(LAST / FIRST, progress));
    }
    relaxation.points(descent.best)
}

impl Bound {
    /// Returns the lower of two bounds.
    fn at_most(self, other: Self) -> Self {
        if other.value < self.value {
            other
        } else {
            self
        }
    }
}

/// A bound that treats every cell on its own and ignores penalties: yellow, green or nothing, the best `t` cells black
/// and doubled, and one cell red.
fn cell_by_cell(instance: &Instance) -> Bound {
    let values = instance.values();
    let alone = |cell: usize| values[cell].max(instance.cross(cell)).max(0);
    let sum: i64 = (0..values.len()).map(alone).sum();
    // Black without doubling scores less than yellow. Doubled black adds to the other score of a cell, at most `t`
    // times.
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
