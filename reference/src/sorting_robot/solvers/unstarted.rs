//! The cycles that the robot has not started yet, with a search for the nearest one.

use super::circuits::Circuit;
use super::row_trees::RowTrees;
use crate::sorting_robot::{Answer, Walk};
use crate::{Budget, Shape, Unsolved};

/// Chains and cycles are stored as two sets.
const SETS: usize = 2;
const CLOSED: usize = 1;

fn set_of(circuit: &Circuit) -> usize {
    usize::from(circuit.closed)
}

/// Cycles in the row-major order of their first cells, by which they are searched.
pub(super) struct Unstarted<'a> {
    shape: Shape,
    circuits: &'a [Circuit],
    firsts: RowTrees,
}

impl<'a> Unstarted<'a> {
    pub(super) fn new(shape: Shape, circuits: &'a [Circuit]) -> Self {
        let firsts = circuits.iter().map(|c| (set_of(c), c.first()));
        Self {
            shape,
            circuits,
            firsts: RowTrees::new(shape, SETS, firsts),
        }
    }

    /// Removes and returns the cycle or chain whose first cell is nearest; ties go to the first in row-major
    /// order.
    pub(super) fn take_nearest(&mut self, from: usize) -> Option<&'a Circuit> {
        let nearest = |set| self.firsts.nearest(set, from, usize::MAX);
        let firsts = (0..SETS).filter_map(nearest);
        let first = firsts.min_by_key(|&cell| (self.shape.distance(from, cell), cell))?;
        self.take(first)
    }

    /// Removes and returns the nearest cycle whose first cell is less than `within` away; chains are ignored.
    pub(super) fn take_closed(&mut self, from: usize, within: usize) -> Option<&'a Circuit> {
        let first = self.firsts.nearest(CLOSED, from, within)?;
        self.take(first)
    }

    /// Removes and returns the cycle or chain that begins at a cell.
    fn take(&mut self, first: usize) -> Option<&'a Circuit> {
        let index = self.circuits.binary_search_by_key(&first, Circuit::first);
        let circuit = &self.circuits[index.ok()?];
        self.firsts.remove(set_of(circuit), first);
        Some(circuit)
    }
}

/// Walks the first cycle of the list, then always the cycle whose first cell is nearest.
pub(super) fn run_nearest_first(
    shape: Shape,
    circuits: &[Circuit],
    budget: &Budget,
) -> Result<Answer, Unsolved> {
    let mut walk = Walk::new(shape);
    let mut unstarted = Unstarted::new(shape, circuits);
    let head = circuits.first();
    let mut next = head.and_then(|circuit| unstarted.take(circuit.first()));
    while let Some(circuit) = next {
        circuit.run(&mut walk, budget)?;
        next = unstarted.take_nearest(walk.at());
    }
    Ok(walk.finish())
}
