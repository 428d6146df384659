//! Proven upper bounds on the score.

use super::instance::Instance;
use crate::{Bound, Budget};

/// Every cell for itself, penalties left out: yellow, green or nothing, the best `t` cells black and doubled, and one
/// cell red.
pub(super) fn bound(instance: &Instance, _budget: &Budget, _known: Option<i64>) -> Bound {
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
