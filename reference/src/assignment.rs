//! Minimum-cost perfect matching of grid points under Manhattan distance.

mod band;
mod buckets;
mod lattice;
mod line;
mod matching;
mod rough;
mod scales;
#[cfg(test)]
mod tests;

pub(crate) use self::rough::{Effort, match_roughly};
use crate::{Budget, MAX_CELLS};

/// A point on a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    /// The row, counted from 0.
    pub row: i32,
    /// The column, counted from 0.
    pub column: i32,
}

impl Point {
    /// Returns the Manhattan distance to another point.
    pub fn distance(self, other: Self) -> i32 {
        (self.row - other.row).abs() + (self.column - other.column).abs()
    }
}

/// A minimum-cost perfect matching with dual prices that prove its optimality.
///
/// For every source and every target, the sum of their prices is at most their distance (dual feasibility); for a
/// matched pair the two are equal (complementary slackness). Every matching therefore costs at least the sum of all
/// prices, and this one costs exactly that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The index of the target of each source.
    pub target_of: Vec<u32>,
    /// The total distance of all pairs.
    pub cost: u64,
    /// The dual price of each source.
    pub source_prices: Vec<i32>,
    /// The dual price of each target.
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

/// The bounding box of a set of points.
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

    /// Returns the nearest point inside the frame. Some shortest path from `point` to any point inside the frame leads
    /// through it.
    fn clamp(self, point: Point) -> Point {
        Point {
            row: point.row.clamp(self.top, self.bottom),
            column: point.column.clamp(self.left, self.right),
        }
    }

    /// Returns the rows and columns of a lattice with a spacing of 2^`shift`.
    fn size(self, shift: u32) -> (usize, usize) {
        let nodes = |length: i32| (length >> shift) as usize + 1;
        (nodes(self.bottom - self.top), nodes(self.right - self.left))
    }
}

/// Computes a minimum-cost perfect matching between sources and targets under Manhattan distance.
///
/// Returns `None` if the budget expires. All points must lie on one grid of at most [`MAX_CELLS`] cells.
///
/// **What.** The method depends on the density of the points. Dense points: a minimum-cost flow between neighbouring
/// cells, by the primal-dual method with scaling from coarse to fine lattices. Sparse points: successive shortest
/// augmenting paths between the points, with distances computed on demand. Sparse points with nearly all targets in a
/// narrow band: a flow inside the band, completed by augmenting paths. Points on one line: matching in order.
///
/// **Guarantee.** The matching is optimal and carries its dual certificate.
///
/// **Complexity.** Dense points: O(cells × rounds), usually with tens or hundreds of rounds. Sparse points: O(n³) in
/// the worst case, usually about n². Memory is linear in points and cells; distances are never stored.
///
/// **Source.** Ford and Fulkerson, *Flows in Networks* (1962) for the primal-dual method; Dinic (1970) for its layered
/// rounds; Jonker and Volgenant (1987) for the augmenting paths.
///
/// # Panics
///
/// Panics if the two slices differ in length.
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

/// A lower bound on the cost of every assignment: dual prices that are feasible but not yet optimal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LowerBound {
    pub(crate) source_prices: Vec<i32>,
    pub(crate) target_prices: Vec<i32>,
}

impl LowerBound {
    /// Returns the sum of all prices.
    pub(crate) fn value(&self) -> i64 {
        let prices = self.source_prices.iter().chain(&self.target_prices);
        prices.map(|&price| i64::from(price)).sum()
    }
}

/// Like [`assign`], but returns a lower bound on the cost if the budget expires.
pub(crate) fn assign_or_bound(
    sources: &[Point],
    targets: &[Point],
    budget: &Budget,
) -> Result<Assignment, LowerBound> {
    assert_eq!(sources.len(), targets.len(), "every source has a target");
    if sources.is_empty() {
        return Ok(Assignment::new(Vec::new(), Vec::new(), Vec::new()));
    }
    // The distance from a point to the bounding box of the other side does not depend on its partner. Clamping the
    // points to that box leaves a smaller problem, much smaller if one side fills only a few rows.
    let near_sources = clamp_all(sources, Frame::around(targets));
    let near_targets = clamp_all(targets, Frame::around(&near_sources));
    let near = assign_near(&near_sources, &near_targets, budget);
    let with_distances = |prices: Vec<i32>, points: &[Point], near: &[Point]| {
        let distances = points.iter().zip(near).map(|(a, &b)| a.distance(b));
        prices
            .iter()
            .zip(distances)
            .map(|(price, distance)| price + distance)
            .collect()
    };
    let near = near.map_err(|bound| LowerBound {
        source_prices: with_distances(bound.source_prices, sources, &near_sources),
        target_prices: with_distances(bound.target_prices, targets, &near_targets),
    })?;
    Ok(Assignment::new(
        near.target_of,
        with_distances(near.source_prices, sources, &near_sources),
        with_distances(near.target_prices, targets, &near_targets),
    ))
}

fn clamp_all(points: &[Point], frame: Frame) -> Vec<Point> {
    points.iter().map(|&point| frame.clamp(point)).collect()
}

/// With fewer points than this, plain augmenting paths finish before an approximate start would be computed.
const MIN_POINTS_FOR_SCALING: usize = 500;

/// A band has at least this many times fewer cells than the frame of all points.
const MIN_BAND_GAIN: usize = 8;

/// Chooses the method.
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
    // Measured: from about this density on, flow on the cells is faster than paths between the points.
    let densest = points.saturating_mul(points) / 48;
    if cells <= MAX_CELLS && densest > cells {
        return scales::flow_points(sources, targets, frame, budget);
    }
    if points < MIN_POINTS_FOR_SCALING {
        return matching::match_points(sources, targets, &vec![0; points], None, budget);
    }
    if let Some(band) = band::find_band(targets, densest.min(cells / MIN_BAND_GAIN)) {
        return band::match_in_band(sources, targets, band, budget);
    }
    let prices = scales::approximate_prices(sources, targets, frame, 4 * points, budget)?;
    matching::match_points(sources, targets, &prices, None, budget)
}
