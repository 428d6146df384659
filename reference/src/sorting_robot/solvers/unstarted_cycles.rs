//! The cycles that the robot has not started yet, with a search for the nearest one.

use super::cycles::Cycle;
use super::row_trees::RowTrees;
use crate::sorting_robot::{Answer, Walk};
use crate::{Budget, Shape, Unsolved};

/// Chains and cycles are stored as two sets.
const SETS: usize = 2;
const CLOSED: usize = 1;

fn set_of(cycle: &Cycle) -> usize {
    usize::from(cycle.closed)
}

/// Cycles in the row-major order of their first cells, by which they are searched.
pub(super) struct Unstarted<'a> {
    shape: Shape,
    cycles: &'a [Cycle],
    firsts: RowTrees,
}

impl<'a> Unstarted<'a> {
    pub(super) fn new(shape: Shape, cycles: &'a [Cycle]) -> Self {
        let firsts = cycles.iter().map(|c| (set_of(c), c.first()));
        Self {
            shape,
            cycles,
            firsts: RowTrees::new(shape, SETS, firsts),
        }
    }

    /// Removes and returns the cycle or chain whose first cell is nearest; ties go to the first in row-major order.
    pub(super) fn take_nearest(&mut self, from: usize) -> Option<&'a Cycle> {
        let nearest = |set| self.firsts.nearest(set, from, usize::MAX);
        let firsts = (0..SETS).filter_map(nearest);
        let first = firsts.min_by_key(|&cell| (self.shape.distance(from, cell), cell))?;
        self.take(first)
    }

    /// Removes and returns the nearest cycle whose first cell is less than `within` away; chains are ignored.
    pub(super) fn take_closed(&mut self, from: usize, within: usize) -> Option<&'a Cycle> {
        let first = self.firsts.nearest(CLOSED, from, within)?;
        self.take(first)
    }

    /// Removes and returns the cycle or chain that begins at a cell.
    fn take(&mut self, first: usize) -> Option<&'a Cycle> {
        let index = self.cycles.binary_search_by_key(&first, Cycle::first);
        let cycle = &self.cycles[index.ok()?];
        self.firsts.remove(set_of(cycle), first);
        Some(cycle)
    }
}

/// Walks the first cycle of the list, then always the cycle whose first cell is nearest.
pub(super) fn run_nearest_first(
    shape: Shape,
    cycles: &[Cycle],
    budget: &Budget,
) -> Result<Answer, Unsolved> {
    let mut walk = Walk::new(shape);
    let mut unstarted = Unstarted::new(shape, cycles);
    let head = cycles.first();
    let mut next = head.and_then(|cycle| unstarted.take(cycle.first()));
    while let Some(cycle) = next {
        cycle.run(&mut walk, budget)?;
        next = unstarted.take_nearest(walk.at());
    }
    Ok(walk.finish())
}
