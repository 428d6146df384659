//! Lower bounds on the number of swaps.

use super::distances::distances_from;
use super::instance::{Instance, target_cell};
use super::{ida_star, inversions};
use crate::{Bound, Budget, Shape};

/// Work for a cell visited by the search for distances around walls.
const CELL_WORK: u64 = 19;

/// Returns the best bound that can be proved within the budget: the number of inversions on a line, otherwise half the
/// sum of distances, which iterative deepening raises on small grids. `known` is the value of a known answer, at which
/// the search stops.
pub(super) fn bound(instance: &Instance, budget: &Budget, known: Option<i64>) -> Bound {
    let simple = simple_bound(instance, budget);
    if known == Some(simple.value.whole()) {
        return simple;
    }
    ida_star::raise_bound(instance, simple, known, budget)
}

/// A bound without search. On a line it is the number of inversions, which each swap changes by one. Otherwise it is
/// half the sum of all distances plus linear conflicts, rounded up to the parity of the permutation.
///
/// A swap moves two tiles by one cell each. The grid is bipartite, with or without walls, so each of the two distances
/// changes by exactly one: the sum of all distances changes by at most 2, also if distances are measured around walls.
/// Every swap changes the parity of the permutation, which fixes the parity of the number of swaps.
pub(super) fn simple_bound(instance: &Instance, budget: &Budget) -> Bound {
    if let Some(count) = inversions::inversions_of_line(instance) {
        return Bound::new(count as i64, inversions::METHOD);
    }
    let (distances, around) = sum_of_distances(instance, budget);
    let half = distances / 2 + linear_conflicts(instance);
    let odd = is_odd(instance);
    let value = half + u64::from((half % 2 == 1) != odd);
    let method = match around {
        Around::Nothing => "half the sum of distances and detours, and parity".to_owned(),
        Around::Walls => "half the sum of distances around the walls, and parity".to_owned(),
        Around::Some(tiles) => format!(
            "half the sum of distances, and parity; the budget was used up, so walls were looked at for {tiles} of {} tiles",
            instance.tiles.len()
        ),
    };
    Bound::new(value as i64, method)
}

/// Counts linear conflicts: pairs of tiles on their own line that have to pass each other although one of them does not
/// move in that direction.
///
/// Consider two tiles that are both in their target row, in the wrong order, and do not both move towards each other.
/// If neither left the row nor made a detour, they would pass each other in a swap that moves one of them away from its
/// target. One of the two therefore makes at least two additional steps, which is one additional swap. Disjoint pairs
/// add up. With walls shortest paths may leave the line, and nothing is added.
fn linear_conflicts(instance: &Instance) -> u64 {
    let Shape { rows, columns } = instance.shape;
    if !instance.walls.is_empty() {
        return 0;
    }
    let mut used = vec![false; instance.tiles.len()];
    let lines = (0..rows)
        .map(|row| (row * columns, 1, columns))
        .chain((0..columns).map(|column| (column, columns, rows)));
    let mut pairs = 0;
    for (first, step, length) in lines {
        // The target position of each cell's tile on this line, if it belongs there.
        let target = |index: usize| {
            let target_cell = target_cell(instance.tiles[first + index * step]);
            let offset = target_cell.checked_sub(first)?;
            (offset % step == 0 && offset / step < length).then_some(offset / step)
        };
        for left in 0..length {
            for right in left + 1..length {
                let (one, other) = (first + left * step, first + right * step);
                let (Some(a), Some(b)) = (target(left), target(right)) else {
                    continue;
                };
                let towards_each_other = a > left && b < right;
                if a > b && !towards_each_other && !used[one] && !used[other] {
                    used[one] = true;
                    used[other] = true;
                    pairs += 1;
                }
            }
        }
    }
    pairs
}

/// How walls were taken into account.
enum Around {
    Nothing,
    Walls,
    /// For this many tiles, before the budget expired.
    Some(usize),
}

fn sum_of_distances(instance: &Instance, budget: &Budget) -> (u64, Around) {
    let shape = instance.shape;
    let mut sum = 0;
    let mut measured = 0;
    for (cell, &tile) in instance.tiles.iter().enumerate() {
        // Walls only increase distances, so the bound is valid without them.
        let measure = !instance.walls.is_empty() && measured == cell && !budget.expired();
        sum += if measure {
            measured += 1;
            budget.spend(CELL_WORK * shape.cells() as u64);
            u64::from(distances_from(instance, target_cell(tile))[cell])
        } else {
            shape.distance(cell, target_cell(tile)) as u64
        };
    }
    let around = match measured {
        _ if instance.walls.is_empty() => Around::Nothing,
        measured if measured == instance.tiles.len() => Around::Walls,
        measured => Around::Some(measured),
    };
    (sum, around)
}

/// Returns the parity of the permutation: a cycle of k tiles takes k - 1 swaps, up to an even number.
pub(super) fn is_odd(instance: &Instance) -> bool {
    let mut seen = vec![false; instance.tiles.len()];
    let mut cycles = 0;
    for start in 0..seen.len() {
        cycles += usize::from(!seen[start]);
        let mut cell = start;
        while !std::mem::replace(&mut seen[cell], true) {
            cell = target_cell(instance.tiles[cell]);
        }
    }
    (seen.len() - cycles) % 2 == 1
}
