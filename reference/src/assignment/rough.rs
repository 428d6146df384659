//! A fast matching of low but not minimum cost.
//!
//! **What.** All points are rounded to a coarse lattice with several points per node, on which a minimum-cost flow is
//! computed; it tells how many units go from node to node. If all points lie in a narrow band, matching in order along
//! the band is cheaper and replaces the flow. Then pairs exchange their targets where that is shorter.
//!
//! **Guarantee.** A perfect matching. On scattered points it costs about a third more than the optimum with
//! [`Effort::QUICK`] and a tenth more with [`Effort::FINE`].
//!
//! **Complexity.** That of the flow on the lattice, which is small, and O(n) time per sweep; O(n) memory.
//!
//! **Source.** Own work; the exchanges after Croes, "A Method for Solving Traveling-Salesman Problems" (1958).

use super::scales::match_on_lattice;
use super::{Frame, Point};
use crate::Budget;

const UNMATCHED: u32 = u32::MAX;

/// Sources between two checks of the budget.
const SOURCES_BETWEEN_CHECKS: usize = 4096;

/// How much time a rough matching may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// The least number of sources per node of the coarse lattice.
    sources_per_node: usize,
    /// How often every source looks for an exchange.
    sweeps: usize,
}

impl Effort {
    pub(crate) const QUICK: Self = Self {
        sources_per_node: 12,
        sweeps: 1,
    };
    pub(crate) const FINE: Self = Self {
        sources_per_node: 2,
        sweeps: 3,
    };
}

/// Returns the target of each source, and the cost. Returns `None` if the budget expires.
pub(crate) fn match_roughly(
    sources: &[Point],
    targets: &[Point],
    effort: Effort,
    budget: &Budget,
) -> Option<(Vec<u32>, u64)> {
    let frame = Frame::around(sources.iter().chain(targets));
    let nodes = sources.len() / effort.sources_per_node;
    let mut best = match_on_lattice(sources, targets, frame, nodes.max(1), budget)?;
    let mut least = cost(sources, targets, &best);
    let coordinates: [fn(&Point) -> i32; 2] = [|point| point.column, |point| point.row];
    for coordinate in coordinates {
        let in_order = match_in_order(sources, targets, coordinate);
        let cost = cost(sources, targets, &in_order);
        if cost < least {
            (best, least) = (in_order, cost);
        }
    }
    exchange_targets(sources, targets, &mut best, effort.sweeps, budget);
    let cost = cost(sources, targets, &best);
    Some((best, cost))
}

fn cost(sources: &[Point], targets: &[Point], target_of: &[u32]) -> u64 {
    let pairs = sources.iter().zip(target_of);
    pairs
        .map(|(source, &target)| source.distance(targets[target as usize]) as u64)
        .sum()
}

/// Matches points in the order of one coordinate.
fn match_in_order(sources: &[Point], targets: &[Point], coordinate: fn(&Point) -> i32) -> Vec<u32> {
    let mut target_of = vec![UNMATCHED; sources.len()];
    let (sources, targets) = (sort_by(sources, coordinate), sort_by(targets, coordinate));
    for (source, target) in sources.into_iter().zip(targets) {
        target_of[source as usize] = target;
    }
    target_of
}

/// Returns the indices of points in the order of a coordinate.
fn sort_by(points: &[Point], coordinate: fn(&Point) -> i32) -> Vec<u32> {
    let first = points.iter().map(coordinate).min().unwrap_or(0);
    let last = points.iter().map(coordinate).max().unwrap_or(0);
    let range = (last - first) as usize + 1;
    if range > 4 * points.len() {
        let mut order: Vec<u32> = (0..points.len() as u32).collect();
        order.sort_by_key(|&index| coordinate(&points[index as usize]));
        return order;
    }
    // Counting sort, which is stable too.
    let mut next = vec![0_u32; range + 1];
    for point in points {
        next[(coordinate(point) - first) as usize + 1] += 1;
    }
    for index in 1..range {
        next[index] += next[index - 1];
    }
    let mut order = vec![0; points.len()];
    for (index, point) in points.iter().enumerate() {
        let place = &mut next[(coordinate(point) - first) as usize];
        order[*place as usize] = index as u32;
        *place += 1;
    }
    order
}

/// Exchanges the targets of two sources where that is shorter, for targets near either end of a pair. Ends early if the
/// budget expires.
fn exchange_targets(
    sources: &[Point],
    targets: &[Point],
    target_of: &mut [u32],
    sweeps: usize,
    budget: &Budget,
) {
    let mut source_of = vec![UNMATCHED; targets.len()];
    for (source, &target) in target_of.iter().enumerate() {
        source_of[target as usize] = source as u32;
    }
    let buckets = Buckets::new(targets);
    for _ in 0..sweeps {
        for (source, &point) in sources.iter().enumerate() {
            if source.is_multiple_of(SOURCES_BETWEEN_CHECKS) && budget.expired() {
                return;
            }
            let mut target = target_of[source];
            let mut length = point.distance(targets[target as usize]);
            if length <= 1 {
                continue;
            }
            for centre in [point, targets[target as usize]] {
                for near in buckets.near(centre) {
                    let other = source_of[near.target as usize];
                    let other_point = sources[other as usize];
                    let now = length + other_point.distance(near.point);
                    let exchanged =
                        point.distance(near.point) + other_point.distance(targets[target as usize]);
                    if exchanged < now {
                        target_of[source] = near.target;
                        target_of[other as usize] = target;
                        source_of[near.target as usize] = source as u32;
                        source_of[target as usize] = other;
                        target = near.target;
                        length = point.distance(near.point);
                    }
                }
                // The neighbourhoods of the two ends are the same.
                if length <= buckets.side {
                    break;
                }
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Entry {
    point: Point,
    target: u32,
}

/// Targets in square buckets, about one in each.
struct Buckets {
    frame: Frame,
    side: i32,
    rows: i32,
    columns: i32,
    /// The start of each bucket, row by row, followed by the end of the last one.
    starts: Vec<u32>,
    entries: Vec<Entry>,
}

impl Buckets {
    fn new(targets: &[Point]) -> Self {
        let frame = Frame::around(targets);
        let (height, width) = (frame.bottom - frame.top, frame.right - frame.left);
        let area = f64::from(height + 1) * f64::from(width + 1);
        let side = (area / targets.len() as f64).sqrt().ceil() as i32;
        let (rows, columns) = (height / side + 1, width / side + 1);
        let nothing = Entry {
            point: Point { row: 0, column: 0 },
            target: UNMATCHED,
        };
        let mut buckets = Self {
            frame,
            side,
            rows,
            columns,
            starts: vec![0; rows as usize * columns as usize + 1],
            entries: vec![nothing; targets.len()],
        };
        for &target in targets {
            let bucket = buckets.bucket_of(target);
            buckets.starts[bucket] += 1;
        }
        let mut end = 0;
        for start in &mut buckets.starts {
            end += *start;
            *start = end;
        }
        // Filled from the end, which moves the starts to their places.
        for (index, &point) in targets.iter().enumerate().rev() {
            let bucket = buckets.bucket_of(point);
            buckets.starts[bucket] -= 1;
            let target = index as u32;
            buckets.entries[buckets.starts[bucket] as usize] = Entry { point, target };
        }
        buckets
    }

    /// Returns the row and the column of the bucket of a point inside the frame.
    fn place_of(&self, point: Point) -> (i32, i32) {
        let row = (point.row - self.frame.top) / self.side;
        let column = (point.column - self.frame.left) / self.side;
        (row, column)
    }

    fn bucket_of(&self, point: Point) -> usize {
        let (row, column) = self.place_of(point);
        row as usize * self.columns as usize + column as usize
    }

    /// Returns the targets in the bucket nearest to a point and in those that touch it.
    fn near(&self, point: Point) -> impl Iterator<Item = &Entry> {
        let (row, column) = self.place_of(self.frame.clamp(point));
        let rows = (row - 1).max(0)..(row + 2).min(self.rows);
        let (first, end) = ((column - 1).max(0), (column + 2).min(self.columns));
        rows.flat_map(move |row| {
            // Buckets of a row are consecutive.
            let bucket = |column: i32| row as usize * self.columns as usize + column as usize;
            let (start, end) = (self.starts[bucket(first)], self.starts[bucket(end)]);
            &self.entries[start as usize..end as usize]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    fn points(random: &mut Random, count: usize, rows: usize, columns: usize) -> Vec<Point> {
        let point = |_| Point {
            row: random.below(rows) as i32,
            column: random.below(columns) as i32,
        };
        (0..count).map(point).collect()
    }

    #[test]
    fn every_target_is_used_at_a_low_cost() {
        let random = &mut Random::new(8);
        let budget = &Budget::unlimited();
        for (effort, percent) in [(Effort::QUICK, 140), (Effort::FINE, 115)] {
            let (mut all, mut least) = (0, 0);
            for round in 0..200 {
                let (rows, columns) = (1 + random.below(60), 1 + random.below(60));
                let count = 1 + random.below(round + 1);
                let sources = points(random, count, rows, columns);
                let target_rows = 1 + random.below(rows);
                let targets = points(random, count, target_rows, columns);
                let matched = match_roughly(&sources, &targets, effort, budget);
                let (mut target_of, cost) = matched.unwrap();
                assert_eq!(cost, super::cost(&sources, &targets, &target_of));
                target_of.sort_unstable();
                assert!(target_of.into_iter().eq(0..count as u32));
                all += cost;
                least += crate::assign(&sources, &targets, budget).unwrap().cost;
            }
            assert!(100 * all < percent * least, "{all} instead of {least}");
        }
    }
}
