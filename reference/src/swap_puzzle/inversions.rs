//! One row or one column: the fewest swaps is the number of inversions.
//!
//! Every swap of neighbours on a line changes the number of inversions by one, and as long as there is an inversion
//! there is one of neighbours. Insertion sort is therefore optimal.

use crate::swap_puzzle::{Instance, Swap, Tile};
use crate::{Budget, Unsolved};

pub(super) const METHOD: &str = "number of pairs in the wrong order on a line";

pub(super) fn is_line(instance: &Instance) -> bool {
    instance.shape.rows == 1 || instance.shape.columns == 1
}

pub(super) fn sort(instance: &Instance, budget: &Budget) -> Result<Vec<Swap>, Unsolved> {
    let mut tiles = instance.tiles.clone();
    let mut swaps = Vec::new();
    for end in 1..tiles.len() {
        if budget.expired() {
            return Err(Unsolved::Stopped);
        }
        let mut cell = end;
        while cell > 0 && tiles[cell - 1] > tiles[cell] {
            tiles.swap(cell - 1, cell);
            swaps.push((cell - 1, cell));
            cell -= 1;
        }
    }
    Ok(swaps)
}

/// Returns the fewest swaps of a grid that is one line.
pub(super) fn inversions_of_line(instance: &Instance) -> Option<u64> {
    is_line(instance).then(|| inversions(&instance.tiles))
}

/// Counts inversions by merge sort.
fn inversions(tiles: &[Tile]) -> u64 {
    let mut sorted = tiles.to_vec();
    let mut merged = Vec::with_capacity(tiles.len());
    let mut count = 0;
    let mut width = 1;
    while width < sorted.len() {
        merged.clear();
        for run in sorted.chunks(2 * width) {
            let (mut left, mut right) = run.split_at(width.min(run.len()));
            while let (Some(&a), Some(&b)) = (left.first(), right.first()) {
                if a < b {
                    merged.push(a);
                    left = &left[1..];
                } else {
                    merged.push(b);
                    right = &right[1..];
                    count += left.len() as u64;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        std::mem::swap(&mut sorted, &mut merged);
        width *= 2;
    }
    count
}
