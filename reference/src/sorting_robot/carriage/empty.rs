//! The empty hand, from the start and from cells that begin without a piece, to the end and to cells that want none.

use super::{ByColour, points};
use crate::sorting_robot::ground::{Ground, Place};
use crate::{Assignment, Budget, Point};

/// Up to here the best end of the walk is worth a search in quadratic time.
const WORTH_A_SEARCH: usize = 4000;

/// Work for one of the pairs of places that this search looks at.
const PAIR_WORK: u64 = 2;

/// Fills in the successors of the places that the robot leaves empty-handed, and returns how many steps it must walk
/// like that at least.
///
/// Every cell that wants no piece is emptied by an empty hand at last, which comes from the start or from a cell where
/// nothing was to be taken away; all but one of these are needed, and where the last one is, the walk may end.
/// The walk from the start to the first piece is empty-handed too. If it does not lead to a cell that wants
/// no piece, it comes on top of the rest; if it does, that cell's piece is the first.
pub(super) fn assign(
    ground: &Ground,
    colours: &ByColour,
    successor: &mut [Place],
    budget: &Budget,
) -> u64 {
    let start = ground.start();
    successor[start as usize] = ground.end();
    let holding = ground
        .work()
        .filter(|&cell| ground.gives(cell) != super::NONE);
    let to_first = holding
        .map(|cell| i64::from(ground.distance(start, cell)))
        .min()
        .unwrap_or(0);
    let (gives, takes) = (colours.gives(colours.none()), colours.takes(colours.none()));
    if gives.is_empty() {
        return to_first as u64;
    }
    let (sources, targets) = (points(ground, gives), points(ground, takes));
    let Some(assignment) = crate::assign(&sources, &targets, budget) else {
        return to_first as u64;
    };
    for (from, &target) in gives.iter().zip(&assignment.target_of) {
        successor[*from as usize] = takes[target as usize];
    }
    let apart = assignment.cost as i64 + to_first;
    if gives.len() > WORTH_A_SEARCH {
        let from_start = least_from_start(ground, &targets, &assignment);
        let dearest = assignment.source_prices.iter().copied().max().unwrap_or(0);
        let joined = assignment.cost as i64 + i64::from(from_start - dearest);
        return joined.min(apart).max(to_first) as u64;
    }
    budget.spend(PAIR_WORK * (gives.len() as u64).pow(2));
    let path = path_from_start(ground, &sources, &targets, &assignment);
    let joined = assignment.cost as i64 + path.cost;
    if joined < apart {
        // Every source on the path hands its target to the one before it.
        let mut from = start;
        for &source in &path.sources {
            let source = gives[source];
            successor[from as usize] = successor[source as usize];
            from = source;
        }
        successor[from as usize] = ground.end();
    }
    joined.min(apart).max(to_first) as u64
}

/// The price of the start: with it, the prices still prove what they proved.
fn least_from_start(ground: &Ground, targets: &[Point], assignment: &Assignment) -> i32 {
    let start = ground.point(ground.start());
    let prices = &assignment.target_prices;
    let least = targets
        .iter()
        .zip(prices)
        .map(|(&t, price)| start.distance(t) - price);
    least.min().unwrap_or(0)
}

/// Sources that hand their targets on, so that the last one is free, and what that changes.
struct Path {
    sources: Vec<usize>,
    cost: i64,
}

/// Dijkstra's algorithm from the start over reduced distances, to the source that is best left without a target.
fn path_from_start(
    ground: &Ground,
    sources: &[Point],
    targets: &[Point],
    assignment: &Assignment,
) -> Path {
    let from_start = least_from_start(ground, targets, assignment);
    let point = ground.point(ground.start());
    let target = |source: usize| assignment.target_of[source] as usize;
    let reduced = |from: Point, price: i32, source: usize| {
        from.distance(targets[target(source)]) - price - assignment.target_prices[target(source)]
    };
    let count = sources.len();
    let mut length: Vec<i32> = (0..count).map(|s| reduced(point, from_start, s)).collect();
    let mut before = vec![usize::MAX; count];
    let mut done = vec![false; count];
    let mut best = (i64::MAX, 0);
    for _ in 0..count {
        let open = (0..count).filter(|&source| !done[source]);
        let Some(nearest) = open.min_by_key(|&source| length[source]) else {
            break;
        };
        done[nearest] = true;
        let price = assignment.source_prices[nearest];
        let cost = i64::from(length[nearest]) + i64::from(from_start - price);
        best = best.min((cost, nearest));
        for source in (0..count).filter(|&source| !done[source]) {
            let through = length[nearest] + reduced(sources[nearest], price, source);
            if through < length[source] {
                length[source] = through;
                before[source] = nearest;
            }
        }
    }
    let (cost, mut source) = best;
    let mut path = Vec::new();
    while source != usize::MAX {
        path.push(source);
        source = before[source];
    }
    path.reverse();
    Path {
        sources: path,
        cost,
    }
}
