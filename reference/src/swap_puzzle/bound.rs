//! Proven lower bounds on the number of swaps.

use super::distances::distances_from;
use super::instance::{Instance, home};
use super::solvers;
use crate::{Bound, Budget, Shape};

/// Work for a cell that the search for distances around walls visits.
const CELL_WORK: u64 = 19;

/// The best bound that can be proved with the budget: on a line the number of inversions, on other small grids what a search
/// refutes, and otherwise half the sum of distances. `known` is the value of an answer, which is enough to meet.
pub(super) fn bound(instance: &Instance, budget: &Budget, known: Option<i64>) -> Bound {
    let simple = simple_bound(instance, budget);
    if known == Some(simple.value) {
        return simple;
    }
    solvers::raise(instance, simple, known, budget)
}

/// A bound that takes no search. On a line that is the number of pairs in the wrong order, which each swap changes by
/// one. Otherwise it is half the sum of all distances and of the detours that tiles on one line force upon each other,
/// made odd or even as the answer has to be.
///
/// A swap moves two tiles, each to a neighbouring cell. Cells can be coloured like a chess board, and a wall does not
/// change that, so each of the two comes one nearer to its place or goes one farther away: the sum of all distances
/// changes by 2 at most, also when distances are measured around walls. Every swap turns an even arrangement into an
/// odd one and back, which fixes whether the number of swaps is even.
pub(super) fn simple_bound(instance: &Instance, budget: &Budget) -> Bound {
    if let Some(inversions) = solvers::inversions_of_line(instance) {
        return Bound::new(
            inversions as i64,
            "number of pairs in the wrong order on a line",
        );
    }
    let (distances, around) = sum_of_distances(instance, budget);
    let half = distances / 2 + detours(instance);
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

/// How many swaps more are needed because tiles of one line have to pass each other although one of them does not want
/// to move that way.
///
/// Take two tiles that are in their own row both, in the wrong order, and not each going towards the other. If neither
/// left the row nor made a step in vain, they would pass each other in a swap, which moves both, one of them away from
/// its place. So one of the two makes at least two steps more than its distance, which is one swap more. Pairs that
/// share no tile add up. With walls, tiles may be nearer by other ways, and nothing is added.
fn detours(instance: &Instance) -> u64 {
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
        // Where each cell's tile belongs on this line, if it does.
        let target = |index: usize| {
            let home = home(instance.tiles[first + index * step]);
            let offset = home.checked_sub(first)?;
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

/// What the distances heed.
enum Around {
    Nothing,
    Walls,
    /// So many tiles before the budget was used up.
    Some(usize),
}

fn sum_of_distances(instance: &Instance, budget: &Budget) -> (u64, Around) {
    let shape = instance.shape;
    let mut sum = 0;
    let mut heeded = 0;
    for (cell, &tile) in instance.tiles.iter().enumerate() {
        // Walls only make distances longer: without a look at them the bound holds all the same.
        let heed = !instance.walls.is_empty() && heeded == cell && !budget.expired();
        sum += if heed {
            heeded += 1;
            budget.spend(CELL_WORK * shape.cells() as u64);
            u64::from(distances_from(instance, home(tile))[cell])
        } else {
            shape.distance(cell, home(tile)) as u64
        };
    }
    let around = match heeded {
        _ if instance.walls.is_empty() => Around::Nothing,
        heeded if heeded == instance.tiles.len() => Around::Walls,
        heeded => Around::Some(heeded),
    };
    (sum, around)
}

/// Whether an odd number of swaps is needed: a cycle of tiles takes one less than it has tiles, or an even number more.
pub(super) fn is_odd(instance: &Instance) -> bool {
    let mut seen = vec![false; instance.tiles.len()];
    let mut cycles = 0;
    for start in 0..seen.len() {
        cycles += usize::from(!seen[start]);
        let mut cell = start;
        while !std::mem::replace(&mut seen[cell], true) {
            cell = home(instance.tiles[cell]);
        }
    }
    (seen.len() - cycles) % 2 == 1
}
