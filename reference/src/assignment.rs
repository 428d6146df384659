//! Minimum-cost perfect matching of grid points under Manhattan distance.

mod buckets;
mod lattice;
mod line;
mod matching;
mod scales;
#[cfg(test)]
mod tests;

use crate::{Budget, MAX_CELLS};

/// A place on a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    pub row: i32,
    pub column: i32,
}

impl Point {
    /// Manhattan distance.
    pub fn distance(self, other: Self) -> i32 {
        (self.row - other.row).abs() + (self.column - other.column).abs()
    }
}

/// A cheapest perfect matching, and prices that prove that there is no cheaper one.
///
/// For every source and every target, the sum of their prices is at most their distance; for a matched pair it is
/// equal. Any matching therefore costs at least the sum of all prices, and this one costs just that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Per source the index of its target.
    pub target_of: Vec<u32>,
    pub cost: u64,
    pub source_prices: Vec<i32>,
    pub target_prices: Vec<i32>,
}

impl Assignment {
    fn new(target_of: Vec<u32>, source_prices: Vec<i32>, target_prices: Vec<i32>) -> Self {
        let prices = source_prices.iter().chain(&target_prices);
        let cost: i64 = prices.map(|&price| i64::from(price)).sum();
        Self {
            target_of,
            cost: cost as u64,
            source_prices,
            target_prices,
        }
    }
}

/// The rectangle around all points.
#[derive(Clone, Copy, Debug)]
struct Frame {
    top: i32,
    left: i32,
    bottom: i32,
    right: i32,
}

impl Frame {
    fn around<'a>(points: impl IntoIterator<Item = &'a Point>) -> Self {
        let nothing = Self {
            top: i32::MAX,
            left: i32::MAX,
            bottom: i32::MIN,
            right: i32::MIN,
        };
        points.into_iter().fold(nothing, |frame, point| Self {
            top: frame.top.min(point.row),
            left: frame.left.min(point.column),
            bottom: frame.bottom.max(point.row),
            right: frame.right.max(point.column),
        })
    }

    /// The nearest place inside. Every shortest way from outside to a point inside can lead through it.
    fn clamp(self, point: Point) -> Point {
        Point {
            row: point.row.clamp(self.top, self.bottom),
            column: point.column.clamp(self.left, self.right),
        }
    }

    /// Rows and columns of a lattice of that spacing, a power of two.
    fn size(self, shift: u32) -> (usize, usize) {
        let nodes = |length: i32| (length >> shift) as usize + 1;
        (nodes(self.bottom - self.top), nodes(self.right - self.left))
    }
}

/// Matches every source with a target of its own so that the distances add up to as little as possible.
///
/// The result is optimal and carries its proof; `None` only means that the budget expired.
/// The lists must be equally long, and all points must lie on one grid of at most [`MAX_CELLS`] cells.
///
/// Where points are dense, the grid itself is the network: a minimum-cost flow between neighbouring cells, from coarse
/// scales to fine ones, takes time O(cells × rounds), and some dozens or hundreds of rounds are usual. Where they are
/// few, shortest augmenting paths run between the points: O(n³) at worst, about n² usually. On one line matching in
/// order is enough. Memory is linear in points and cells; distances are never stored.
///
/// Sources: Ford and Fulkerson, *Flows in Networks* (1962) for the primal-dual method; Dinic (1970) for its layered
/// rounds; Jonker and Volgenant (1987) for the augmenting paths.
///
/// ```
/// use puzzles::{Budget, Point, assign};
///
/// let at = |row, column| Point { row, column };
/// let sources = [at(0, 0), at(0, 3)];
/// let targets = [at(0, 4), at(2, 0)];
/// let assignment = assign(&sources, &targets, &Budget::unlimited()).unwrap();
/// assert_eq!(assignment.target_of, [1, 0]);
/// assert_eq!(assignment.cost, 3);
/// ```
pub fn assign(sources: &[Point], targets: &[Point], budget: &Budget) -> Option<Assignment> {
    assign_or_bound(sources, targets, budget).ok()
}

/// A number that no assignment costs less than: the sum of prices that hold but are not yet the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LowerBound(pub(crate) i64);

/// The same, with a lower bound on the cost where the budget expired.
pub(crate) fn assign_or_bound(
    sources: &[Point],
    targets: &[Point],
    budget: &Budget,
) -> Result<Assignment, LowerBound> {
    assert_eq!(sources.len(), targets.len(), "every source has a target");
    if sources.is_empty() {
        return Ok(Assignment::new(Vec::new(), Vec::new(), Vec::new()));
    }
    // Ways into the other side's rectangle cost the same whatever the target: with them out of the problem, what is
    // left is smaller, often much so when one side fills a few rows.
    let near_sources = clamp_all(sources, Frame::around(targets));
    let near_targets = clamp_all(targets, Frame::around(&near_sources));
    let near = assign_near(&near_sources, &near_targets, budget);
    let way = |(a, &b): (&Point, &Point)| i64::from(a.distance(b));
    let near = near.map_err(|LowerBound(bound)| {
        let outside = sources.iter().zip(&near_sources).map(way).sum::<i64>();
        LowerBound(bound + outside + targets.iter().zip(&near_targets).map(way).sum::<i64>())
    })?;
    let with_ways = |prices: Vec<i32>, points: &[Point], near: &[Point]| {
        let ways = points.iter().zip(near).map(|(a, &b)| a.distance(b));
        prices
            .iter()
            .zip(ways)
            .map(|(price, way)| price + way)
            .collect()
    };
    Ok(Assignment::new(
        near.target_of,
        with_ways(near.source_prices, sources, &near_sources),
        with_ways(near.target_prices, targets, &near_targets),
    ))
}

fn clamp_all(points: &[Point], frame: Frame) -> Vec<Point> {
    points.iter().map(|&point| frame.clamp(point)).collect()
}

/// Below so many points the plain search is done before a rough solution would be.
const WORTH_A_ROUGH_START: usize = 500;

/// The choice of the method.
fn assign_near(
    sources: &[Point],
    targets: &[Point],
    budget: &Budget,
) -> Result<Assignment, LowerBound> {
    let points = sources.len();
    let frame = Frame::around(sources.iter().chain(targets));
    let (rows, columns) = frame.size(0);
    if rows == 1 {
        return Ok(line::match_in_order(sources, targets, |p| p.column));
    }
    if columns == 1 {
        return Ok(line::match_in_order(sources, targets, |p| p.row));
    }
    let cells = rows.saturating_mul(columns);
    // Measured: about here the pairs of points begin to outweigh the cells.
    if cells <= MAX_CELLS && points.saturating_mul(points) / 48 > cells {
        return scales::flow_points(sources, targets, frame, budget);
    }
    let prices = if points < WORTH_A_ROUGH_START {
        vec![0; points]
    } else {
        scales::rough_prices(sources, targets, frame, 4 * points, budget)?
    };
    matching::match_points(sources, targets, &prices, budget)
}
