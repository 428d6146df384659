//! Proven lower bounds on the number of swaps.

use super::distances::distances_from;
use super::instance::{Instance, home};
use crate::{Bound, Budget};

/// Half the sum of all distances, made odd or even as the answer has to be.
///
/// A swap moves two tiles, each to a neighbouring cell. Cells can be coloured like a chess board, and a wall does not
/// change that, so each of the two comes one nearer to its place or goes one farther away: the sum of all distances
/// changes by 2 at most, also when distances are measured around walls. Every swap turns an even arrangement into an
/// odd one and back, which fixes whether the number of swaps is even.
pub(super) fn bound(instance: &Instance, budget: &Budget) -> Bound {
    let (distances, around) = sum_of_distances(instance, budget);
    let half = distances / 2;
    let odd = is_odd(instance);
    let value = half + u64::from((half % 2 == 1) != odd);
    let method = match around {
        Around::Nothing => "half the sum of distances, and parity".to_owned(),
        Around::Walls => "half the sum of distances around the walls, and parity".to_owned(),
        Around::Some(tiles) => format!(
            "half the sum of distances, and parity; out of time, so walls were looked at for {tiles} of {} tiles",
            instance.tiles.len()
        ),
    };
    Bound::new(value as i64, method)
}

/// What the distances heed.
enum Around {
    Nothing,
    Walls,
    /// So many tiles before the time was over.
    Some(usize),
}

fn sum_of_distances(instance: &Instance, budget: &Budget) -> (u64, Around) {
    let shape = instance.shape;
    let mut sum = 0;
    let mut heeded = 0;
    for (cell, &tile) in instance.tiles.iter().enumerate() {
        // Walls only make distances longer: without time to look at them the bound holds all the same.
        let heed = !instance.walls.is_empty() && heeded == cell && !budget.expired();
        sum += if heed {
            heeded += 1;
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
