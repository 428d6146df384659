//! The distance of every arrangement of a small grid from the goal.

use crate::Budget;
use crate::swap_puzzle::instance::home;
use crate::swap_puzzle::{Instance, Swap};

/// A grid of this many cells at most has few enough arrangements (10! = 3,628,800).
pub(super) const MOST_CELLS: usize = 10;

/// An arrangement, four bits a cell: the cell where its tile belongs.
pub(super) type State = u64;

pub(super) fn start(instance: &Instance) -> State {
    let tiles = instance.tiles.iter().enumerate();
    tiles.fold(0, |state, (cell, &tile)| {
        state | (home(tile) as u64) << (4 * cell)
    })
}

fn goal(cells: usize) -> State {
    (0..cells as u64).fold(0, |state, cell| state | cell << (4 * cell))
}

pub(super) fn swapped(state: State, (one, other): Swap) -> State {
    let difference = (state >> (4 * one) ^ state >> (4 * other)) & 15;
    state ^ difference << (4 * one) ^ difference << (4 * other)
}

/// The whole state graph of one grid, walls heeded.
#[derive(Debug)]
pub(super) struct StateTable {
    cells: usize,
    swaps: Vec<Swap>,
    /// Per arrangement, in the order of the factorial number system.
    distances: Vec<u8>,
}

const UNKNOWN: u8 = u8::MAX;

impl StateTable {
    /// Breadth-first from the goal; `None` where the time is over before the end.
    pub(super) fn new(instance: &Instance, budget: &Budget) -> Option<Self> {
        let cells = instance.shape.cells();
        assert!(cells <= MOST_CELLS, "the table would not fit");
        let states = (1..=cells).product();
        let mut table = Self {
            cells,
            swaps: instance.swaps().collect(),
            distances: vec![UNKNOWN; states],
        };
        let goal = goal(cells);
        let rank = table.rank(goal);
        table.distances[rank] = 0;
        let mut layer = vec![goal];
        for distance in 1.. {
            let mut next_layer = Vec::new();
            for (index, &state) in layer.iter().enumerate() {
                if index % 4096 == 0 && budget.expired() {
                    return None;
                }
                for &swap in &table.swaps {
                    let next = swapped(state, swap);
                    let rank = table.rank(next);
                    if table.distances[rank] == UNKNOWN {
                        table.distances[rank] = distance;
                        next_layer.push(next);
                    }
                }
            }
            if next_layer.is_empty() {
                break;
            }
            layer = next_layer;
        }
        Some(table)
    }

    /// The place of an arrangement among all: how many smaller tiles follow each.
    fn rank(&self, state: State) -> usize {
        let mut left = (1_u32 << self.cells) - 1;
        let mut rank = 0;
        for cell in 0..self.cells {
            let tile = 1_u32 << (state >> (4 * cell) & 15);
            rank = rank * (self.cells - cell) + (left & (tile - 1)).count_ones() as usize;
            left ^= tile;
        }
        rank
    }

    pub(super) fn distance(&self, state: State) -> u8 {
        self.distances[self.rank(state)]
    }

    /// A shortest way to the goal.
    pub(super) fn way(&self, mut state: State) -> Vec<Swap> {
        let mut way = Vec::new();
        for left in (0..self.distance(state)).rev() {
            let nearer = |swap: &&Swap| self.distance(swapped(state, **swap)) == left;
            let swap = *self.swaps.iter().find(nearer).expect("one swap is nearer");
            way.push(swap);
            state = swapped(state, swap);
        }
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(rows: usize, columns: usize) -> Instance {
        let tiles: Vec<_> = (1..=rows * columns).map(|t| t.to_string()).collect();
        let rows_of: Vec<_> = tiles.chunks(columns).map(|row| row.join(" ")).collect();
        let text = format!("{rows} {columns}\n{}\n", rows_of.join("\n"));
        Instance::read(text.as_bytes()).unwrap()
    }

    fn table(rows: usize, columns: usize) -> StateTable {
        StateTable::new(&sorted(rows, columns), &Budget::unlimited()).unwrap()
    }

    #[test]
    fn known_diameters() {
        // On a line the farthest arrangement is the reversal, with n·(n − 1)/2 inversions.
        for (rows, columns, diameter) in [
            (1, 1, 0),
            (1, 6, 15),
            (5, 1, 10),
            (2, 2, 4),
            (2, 3, 9),
            (2, 4, 14),
            (3, 3, 16),
        ] {
            let table = table(rows, columns);
            let farthest = table.distances.iter().max().copied();
            assert_eq!(farthest, Some(diameter), "{rows} × {columns}");
        }
    }

    #[test]
    fn every_arrangement_has_its_own_place() {
        let table = table(2, 3);
        assert_eq!(table.distances.len(), 720);
        assert!(!table.distances.contains(&UNKNOWN));
        let reversed = (0..6).fold(0, |state, cell| state | (5 - cell) << (4 * cell));
        assert_eq!(table.rank(reversed), 719);
        assert_eq!(table.rank(goal(6)), 0);
    }
}
