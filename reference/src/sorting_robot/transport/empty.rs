//! Assigns the walks of the empty hand: from the start and from cells without a piece to the end and to cells without a
//! background.

use super::{ByColour, points};
use crate::sorting_robot::sites::{Site, Sites};
use crate::{Assignment, Budget, Point};

/// The largest number of sites for which the best end of the walk is searched in quadratic time.
const MAX_SEARCHED: usize = 4000;

/// Work for one pair of sites in this search.
const PAIR_WORK: u64 = 2;

/// Dual prices of the empty hand that prove the lower bound on its steps.
#[derive(Clone, Debug)]
pub(in crate::sorting_robot) enum HandPrices {
    /// The same price everywhere: only the way to the first piece counts.
    Equal,
    /// For each cell without a piece, the fewest steps of the empty hand up to there; see [`Path`].
    OfCells(Vec<(Site, i32)>),
}

/// Sets the successors of the sites that the robot leaves empty-handed. Returns a lower bound on the empty-handed steps
/// and the prices that prove it.
///
/// Every cell without a background is finally emptied by an empty hand that comes from the start or from a cell without
/// a piece. All but one of these sites are needed; the walk may end at the remaining one. The walk from the start to
/// the first piece is empty-handed too. If it does not lead to a cell without a background, it adds to the rest;
/// otherwise the piece on that cell is the first one.
pub(super) fn assign(
    sites: &Sites,
    colours: &ByColour,
    successor: &mut [Site],
    budget: &Budget,
) -> (u64, HandPrices) {
    let start = sites.start();
    successor[start as usize] = sites.end();
    let holding = sites
        .unsorted()
        .filter(|&cell| sites.gives(cell) != super::NONE);
    let to_first = holding
        .map(|cell| i64::from(sites.distance(start, cell)))
        .min()
        .unwrap_or(0);
    let (gives, takes) = (colours.gives(colours.none()), colours.takes(colours.none()));
    let equal = (to_first as u64, HandPrices::Equal);
    if gives.is_empty() {
        return equal;
    }
    let (sources, targets) = (points(sites, gives), points(sites, takes));
    let Some(assignment) = crate::assign(&sources, &targets, budget) else {
        return equal;
    };
    for (from, &target) in gives.iter().zip(&assignment.target_of) {
        successor[*from as usize] = takes[target as usize];
    }
    let apart = assignment.cost as i64 + to_first;
    if gives.len() > MAX_SEARCHED {
        let from_start = least_from_start(sites, &targets, &assignment);
        let max_price = assignment.source_prices.iter().copied().max().unwrap_or(0);
        let joined = assignment.cost as i64 + i64::from(from_start - max_price);
        let least = joined.min(apart);
        if least <= to_first {
            return equal;
        }
        let levels = gives.iter().zip(&assignment.source_prices);
        let levels = levels.map(|(&cell, price)| (cell, from_start - price));
        return (least as u64, HandPrices::OfCells(levels.collect()));
    }
    budget.spend(PAIR_WORK * (gives.len() as u64).pow(2));
    let path = path_from_start(sites, &sources, &targets, &assignment);
    let joined = assignment.cost as i64 + path.cost;
    if joined < apart {
        // Every source on the path passes its target to its predecessor.
        let mut from = start;
        for &source in &path.sources {
            let source = gives[source];
            successor[from as usize] = successor[source as usize];
            from = source;
        }
        successor[from as usize] = sites.end();
    }
    let levels = gives.iter().copied().zip(path.levels).collect();
    let least = joined.min(apart).max(to_first);
    (least as u64, HandPrices::OfCells(levels))
}

/// Returns the dual price of the start that keeps the prices feasible.
fn least_from_start(sites: &Sites, targets: &[Point], assignment: &Assignment) -> i32 {
    let start = sites.point(sites.start());
    let prices = &assignment.target_prices;
    let least = targets
        .iter()
        .zip(prices)
        .map(|(&t, price)| start.distance(t) - price);
    least.min().unwrap_or(0)
}

/// An alternating path: sources that pass on their targets so that the last one is free, and the change of the cost.
struct Path {
    sources: Vec<usize>,
    cost: i64,
    /// For each source, the cost of the shortest alternating path that ends there.
    levels: Vec<i32>,
}

/// Finds the shortest alternating path from the start by Dijkstra's algorithm over reduced costs.
fn path_from_start(
    sites: &Sites,
    sources: &[Point],
    targets: &[Point],
    assignment: &Assignment,
) -> Path {
    let from_start = least_from_start(sites, targets, assignment);
    let point = sites.point(sites.start());
    let target = |source: usize| assignment.target_of[source] as usize;
    let reduced = |from: Point, price: i32, source: usize| {
        from.distance(targets[target(source)]) - price - assignment.target_prices[target(source)]
    };
    let count = sources.len();
    let mut length: Vec<i32> = (0..count).map(|s| reduced(point, from_start, s)).collect();
    let mut before = vec![usize::MAX; count];
    let mut done = vec![false; count];
    let mut best = (i64::MAX, 0);
    let mut levels = vec![0; count];
    for _ in 0..count {
        let open = (0..count).filter(|&source| !done[source]);
        let Some(nearest) = open.min_by_key(|&source| length[source]) else {
            break;
        };
        done[nearest] = true;
        let price = assignment.source_prices[nearest];
        levels[nearest] = length[nearest] + from_start - price;
        let cost = i64::from(levels[nearest]);
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
        levels,
    }
}
