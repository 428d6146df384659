//! Lower bounds on the number of swaps.

use super::certificate::Certificate;
use super::distances::distances_from;
use super::instance::{Instance, target_cell};
use super::proof::MOST_CELLS_SEARCHED;
use super::{ida_star, inversions};
use crate::{Bound, Budget, Evidence, EvidenceKind, Shape};

/// Work for a cell visited by the search for distances around walls.
const CELL_WORK: u64 = 19;

/// Returns the best bound that can be proved within the budget: the number of inversions on a line, otherwise half the
/// sum of distances, which iterative deepening raises on small grids. `known` is the value of a known answer, at which
/// the search stops.
pub(super) fn bound(instance: &Instance, budget: &Budget, known: Option<i64>) -> Bound {
    raised(instance, budget, known).0
}

/// Returns the same bound with its evidence. If the search raised it, the proof is that of the bound without search.
pub(super) fn prove(instance: &Instance, budget: &Budget, known: Option<i64>) -> (Bound, Evidence) {
    let (bound, kind, simple, certificate) = raised(instance, budget, known);
    let proof = Some(certificate.proof(instance, simple));
    (bound, Evidence { kind, proof })
}

/// Returns the bound, how it can be checked, and the value and the certificate of the bound without search.
fn raised(
    instance: &Instance,
    budget: &Budget,
    known: Option<i64>,
) -> (Bound, EvidenceKind, i64, Certificate) {
    let (simple, certificate) = certified_bound(instance, budget);
    let value = simple.value.whole();
    if known == Some(value) {
        return (simple, EvidenceKind::Recomputed, value, certificate);
    }
    let (bound, nodes) = ida_star::raise_bound(instance, simple, known, budget);
    let kind = if bound.value.whole() == value {
        EvidenceKind::Recomputed
    } else {
        EvidenceKind::Searched { nodes }
    };
    (bound, kind, value, certificate)
}

/// A bound without search; see [`certified_bound`].
pub(super) fn simple_bound(instance: &Instance, budget: &Budget) -> Bound {
    certified_bound(instance, budget).0
}

/// A bound without search, with what a checker needs to recompute it. On a line it is the number of inversions, which
/// each swap changes by one. Otherwise it is half the sum of all distances plus linear conflicts, rounded up to the
/// parity of the permutation.
///
/// A swap moves two tiles by one cell each. The grid is bipartite, with or without walls, so each of the two distances
/// changes by exactly one: the sum of all distances changes by at most 2, also if distances are measured around walls.
/// Every swap changes the parity of the permutation, which fixes the parity of the number of swaps.
fn certified_bound(instance: &Instance, budget: &Budget) -> (Bound, Certificate) {
    if let Some(count) = inversions::inversions_of_line(instance) {
        let bound = Bound::new(count as i64, inversions::METHOD);
        return (bound, Certificate::Inversions);
    }
    let (distances, around) = sum_of_distances(instance, budget);
    let conflicts = linear_conflicts(instance);
    let half = distances / 2 + conflicts.len() as u64;
    let odd = is_odd(instance);
    let value = half + u64::from((half % 2 == 1) != odd);
    let cells = instance.tiles.len();
    let (method, around) = match around {
        Around::Nothing => (
            "half the sum of distances and detours, and parity".to_owned(),
            0,
        ),
        Around::Walls => (
            "half the sum of distances around the walls, and parity".to_owned(),
            cells,
        ),
        Around::Some(tiles) => (
            format!(
                "half the sum of distances, and parity; the budget was used up, so walls were looked at for {tiles} of {cells} tiles"
            ),
            tiles,
        ),
    };
    let certificate = Certificate::Distances { around, conflicts };
    (Bound::new(value as i64, method), certificate)
}

/// Finds disjoint linear conflicts: pairs of cells whose tiles are on their own line and have to pass each other
/// although one of them does not move in that direction.
///
/// Consider two tiles that are both in their target row, in the wrong order, and do not both move towards each other.
/// If neither left the row nor made a detour, they would pass each other in a swap that moves one of them away from its
/// target. One of the two therefore makes at least two additional steps, which is one additional swap. Disjoint pairs
/// add up. With walls shortest paths may leave the line, and nothing is added.
fn linear_conflicts(instance: &Instance) -> Vec<(usize, usize)> {
    let Shape { rows, columns } = instance.shape;
    let mut pairs = Vec::new();
    if !instance.walls.is_empty() {
        return pairs;
    }
    let mut used = vec![false; instance.tiles.len()];
    let lines = (0..rows)
        .map(|row| (row * columns, 1, columns))
        .chain((0..columns).map(|column| (column, columns, rows)));
    for (first, step, length) in lines {
        // The cells whose tiles belong on this line: cell, position and target position.
        let members = (0..length).filter_map(|position| {
            let cell = first + position * step;
            let offset = target_cell(instance.tiles[cell]).checked_sub(first)?;
            let belongs = offset % step == 0 && offset / step < length;
            belongs.then_some((cell, position, offset / step))
        });
        let members: Vec<_> = members.collect();
        for (number, &(one, left, a)) in members.iter().enumerate() {
            let conflict = |&&(other, right, b): &&(usize, usize, usize)| {
                let towards_each_other = a > left && b < right;
                a > b && !towards_each_other && !used[other]
            };
            if used[one] {
                continue;
            }
            if let Some(&(other, _, _)) = members[number + 1..].iter().find(conflict) {
                used[one] = true;
                used[other] = true;
                pairs.push((one, other));
            }
        }
    }
    pairs
}

/// How walls were taken into account.
enum Around {
    Nothing,
    Walls,
    /// For this many tiles, before the budget expired or the checker's limit was reached.
    Some(usize),
}

fn sum_of_distances(instance: &Instance, budget: &Budget) -> (u64, Around) {
    let shape = instance.shape;
    let mut sum = 0;
    let mut measured = 0;
    for (cell, &tile) in instance.tiles.iter().enumerate() {
        // Walls only increase distances, so the bound is valid without them.
        let measure = !instance.walls.is_empty()
            && measured == cell
            && (measured as u64 + 1) * shape.cells() as u64 <= MOST_CELLS_SEARCHED
            && !budget.expired();
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
