//! Coarse-to-fine scaling: the flow problem is solved on coarse lattices first, whose potentials warm-start the finer
//! ones.

use super::lattice::{DOWN, Lattice, RIGHT};
use super::{Assignment, Frame, LowerBound, Point};
use crate::Budget;

/// The largest number of nodes of the coarsest lattice.
const COARSEST: usize = 16;

/// Work for setting up a lattice node and for one step of a unit of flow.
const NODE_WORK: u64 = 40;
const STEP_WORK: u64 = 10;
/// The number of sources that are traced along the flow between two checks of the budget.
const SOURCES_BETWEEN_CHECKS: usize = 64;

/// A lattice over the frame with a node spacing of 2^`shift`.
struct Scale {
    frame: Frame,
    shift: u32,
    lattice: Lattice,
}

/// Solves the flow problem on the finest lattice and extracts the assignment and its prices.
pub(super) fn flow_points(
    sources: &[Point],
    targets: &[Point],
    frame: Frame,
    budget: &Budget,
) -> Result<Assignment, LowerBound> {
    let scale = solve(sources, targets, frame, 0, budget)
        .map_err(|unfinished| unfinished.lower_bound(sources, targets))?;
    let prices = scale.lower_bound(sources, targets);
    let Some(target_of) = trace(sources, targets, scale, budget) else {
        return Err(prices);
    };
    Ok(Assignment::new(
        target_of,
        prices.source_prices,
        prices.target_prices,
    ))
}

/// Returns approximate target prices from a lattice of at most `nodes` nodes.
///
/// They are feasible duals together with the best source prices that they allow.
pub(super) fn approximate_prices(
    sources: &[Point],
    targets: &[Point],
    frame: Frame,
    nodes: usize,
    budget: &Budget,
) -> Result<Vec<i32>, LowerBound> {
    let shift = shift_for(frame, nodes);
    let scale = solve(sources, targets, frame, shift, budget)
        .map_err(|unfinished| unfinished.lower_bound(sources, targets))?;
    Ok(targets
        .iter()
        .map(|&point| scale.potential(point))
        .collect())
}

/// Returns a matching whose cost is minimal on a lattice of at most `nodes` nodes, to which all points are rounded.
pub(super) fn match_on_lattice(
    sources: &[Point],
    targets: &[Point],
    frame: Frame,
    nodes: usize,
    budget: &Budget,
) -> Option<Vec<u32>> {
    let scale = solve(sources, targets, frame, shift_for(frame, nodes), budget).ok()?;
    trace(sources, targets, scale, budget)
}

/// Returns the finest spacing for which the lattice has at most `nodes` nodes.
fn shift_for(frame: Frame, nodes: usize) -> u32 {
    let fits = |&shift: &u32| {
        let (rows, columns) = frame.size(shift);
        rows.saturating_mul(columns) <= nodes
    };
    (0..i32::BITS).find(fits).unwrap_or(0)
}

/// Solves the flow from the coarsest lattice down to the spacing `finest`. Fails with the unfinished scale if the
/// budget expires.
fn solve(
    sources: &[Point],
    targets: &[Point],
    frame: Frame,
    finest: u32,
    budget: &Budget,
) -> Result<Scale, Box<Scale>> {
    let mut coarser: Option<Scale> = None;
    for shift in (finest..=shift_for(frame, COARSEST).max(finest)).rev() {
        let (rows, columns) = frame.size(shift);
        budget.spend(NODE_WORK * (rows * columns + sources.len()) as u64);
        let mut scale = Scale {
            frame,
            shift,
            lattice: Lattice::new(rows, columns),
        };
        if let Some(coarser) = coarser {
            scale.interpolate_potentials(&coarser);
            scale.transfer_flow(&coarser);
        }
        for (points, amount) in [(sources, 1), (targets, -1)] {
            for &point in points {
                scale.lattice.add_supply(scale.node(point), amount);
            }
        }
        if scale.lattice.balance(budget).is_none() {
            return Err(Box::new(scale));
        }
        coarser = Some(scale);
    }
    Ok(coarser.expect("there is at least one scale"))
}

impl Scale {
    /// Returns the node at or above and to the left of a point. On the finest scale this is the point itself.
    fn node(&self, point: Point) -> usize {
        let row = (point.row - self.frame.top) >> self.shift;
        let column = (point.column - self.frame.left) >> self.shift;
        self.lattice.node(row as usize, column as usize)
    }

    /// Returns the largest potential at a point that keeps the potential 1-Lipschitz.
    ///
    /// A path to a more distant node leads through one of the four surrounding nodes, so these four are sufficient.
    fn potential(&self, point: Point) -> i32 {
        let (down, right) = (point.row - self.frame.top, point.column - self.frame.left);
        let (above, before) = (down >> self.shift, right >> self.shift);
        let mut lowest = i32::MAX;
        for row in above..(above + 2).min(self.lattice.rows as i32) {
            for column in before..(before + 2).min(self.lattice.columns as i32) {
                let node = self.lattice.node(row as usize, column as usize);
                let away =
                    (down - (row << self.shift)).abs() + (right - (column << self.shift)).abs();
                lowest = lowest.min((self.lattice.potential(node) << self.shift) + away);
            }
        }
        lowest
    }

    /// Returns dual prices. The potential is 1-Lipschitz at all times, so a unit that travels from a source to a target
    /// costs at least the difference of their potentials.
    fn lower_bound(&self, sources: &[Point], targets: &[Point]) -> LowerBound {
        let prices = |points: &[Point], sign: i32| {
            let price = |&point: &Point| sign * self.potential(point);
            points.iter().map(price).collect()
        };
        LowerBound {
            source_prices: prices(sources, -1),
            target_prices: prices(targets, 1),
        }
    }

    fn interpolate_potentials(&mut self, coarser: &Self) {
        for row in 0..self.lattice.rows {
            for column in 0..self.lattice.columns {
                let point = Point {
                    row: self.frame.top + ((row as i32) << self.shift),
                    column: self.frame.left + ((column as i32) << self.shift),
                };
                let node = self.lattice.node(row, column);
                self.lattice
                    .set_potential(node, coarser.potential(point) >> self.shift);
            }
        }
    }

    /// Transfers the flow of the coarser lattice. A coarse arc corresponds to two tight arcs, so the remaining
    /// imbalance stays within blocks of four nodes.
    fn transfer_flow(&mut self, coarser: &Self) {
        for row in 0..coarser.lattice.rows {
            for column in 0..coarser.lattice.columns {
                let flows = coarser.lattice.flows(coarser.lattice.node(row, column));
                let node = self.lattice.node(2 * row, 2 * column);
                for direction in [RIGHT, DOWN].into_iter().filter(|&way| flows[way] != 0) {
                    let halfway = self.lattice.send(node, direction, flows[direction]);
                    self.lattice.send(halfway, direction, flows[direction]);
                }
            }
        }
    }
}

/// Traces every source along the flow to a target. The potential increases along the flow, so a trace cannot cycle.
fn trace(
    sources: &[Point],
    targets: &[Point],
    mut scale: Scale,
    budget: &Budget,
) -> Option<Vec<u32>> {
    // For each node, a linked list of the unassigned targets there.
    let mut first_of = vec![None; scale.lattice.nodes_and_border()];
    let mut next_after = Vec::with_capacity(targets.len());
    for (target, &point) in targets.iter().enumerate() {
        next_after.push(first_of[scale.node(point)].replace(target as u32));
    }
    let mut target_of = Vec::with_capacity(sources.len());
    let mut steps = 0;
    for (index, &source) in sources.iter().enumerate() {
        if index % SOURCES_BETWEEN_CHECKS == 0 {
            budget.spend(STEP_WORK * std::mem::take(&mut steps));
            if budget.expired() {
                return None;
            }
        }
        let mut node = scale.node(source);
        let target: u32 = loop {
            if let Some(target) = first_of[node] {
                break target;
            }
            steps += 1;
            let next = scale.lattice.follow_flow(node);
            node = next.expect("what arrives at a node leaves it or stays with a target");
        };
        first_of[node] = next_after[target as usize];
        target_of.push(target);
    }
    Some(target_of)
}
