//! A table of shortest paths from every arrangement of a small block of cells to the goal.

use crate::Budget;
use crate::swap_puzzle::instance::target_cell;
use crate::swap_puzzle::{Instance, Swap};

/// The largest block: 10! = 3,628,800 arrangements.
pub(super) const MAX_CELLS: usize = 10;

/// An arrangement with four bits per cell: the target of its tile.
pub(super) type State = u64;

pub(super) fn start(instance: &Instance) -> State {
    let tiles = instance.tiles.iter().enumerate();
    tiles.fold(0, |state, (cell, &tile)| {
        state | (target_cell(tile) as u64) << (4 * cell)
    })
}

/// Returns the arrangement with every tile on its target.
pub(super) fn goal(cells: usize) -> State {
    (0..cells as u64).fold(0, |state, cell| state | cell << (4 * cell))
}

pub(super) fn swapped(state: State, (one, other): Swap) -> State {
    let difference = (state >> (4 * one) ^ state >> (4 * other)) & 15;
    state ^ difference << (4 * one) ^ difference << (4 * other)
}

/// The state graph of one block with the swaps that it allows.
#[derive(Debug)]
pub(super) struct StateTable {
    cells: usize,
    swaps: Vec<Swap>,
    /// The distance of each arrangement, indexed by the factorial number system.
    distances: Vec<u8>,
    /// The swaps that bring an arrangement closer to the goal, one bit each.
    nearer: Vec<u16>,
}

const UNKNOWN: u8 = u8::MAX;

impl StateTable {
    /// Breadth-first search from the goal. Returns `None` if the budget expires.
    pub(super) fn new(cells: usize, swaps: Vec<Swap>, budget: &Budget) -> Option<Self> {
        assert!(cells <= MAX_CELLS, "the table would not fit");
        let states = (1..=cells).product();
        let mut table = Self {
            cells,
            swaps,
            distances: vec![UNKNOWN; states],
            nearer: vec![0; states],
        };
        let goal = goal(cells);
        let rank = table.rank(goal);
        table.distances[rank] = 0;
        let mut layer = vec![(goal, rank)];
        for distance in 1.. {
            let mut next_layer = Vec::new();
            for (index, &(state, rank)) in layer.iter().enumerate() {
                if index % 4096 == 0 && budget.expired() {
                    return None;
                }
                let nearer = table.nearer[rank];
                for (bit, &swap) in table.swaps.iter().enumerate() {
                    // A swap changes the parity of the permutation: those that do not lead nearer lead farther.
                    if nearer >> bit & 1 == 1 {
                        continue;
                    }
                    let next = swapped(state, swap);
                    let rank = table.rank(next);
                    if table.distances[rank] == UNKNOWN {
                        table.distances[rank] = distance;
                        next_layer.push((next, rank));
                    }
                    // A swap is its own inverse.
                    table.nearer[rank] |= 1 << bit;
                }
            }
            if next_layer.is_empty() {
                break;
            }
            layer = next_layer;
        }
        Some(table)
    }

    /// Returns the rank of a permutation (its Lehmer code as a number).
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

    pub(super) fn swaps(&self) -> &[Swap] {
        &self.swaps
    }

    /// Follows a shortest path to the goal. If several swaps are possible, `choose` gets their number and picks one.
    pub(super) fn follow_path(
        &self,
        mut state: State,
        mut choose: impl FnMut(usize) -> usize,
        mut take: impl FnMut(Swap),
    ) {
        loop {
            let mut nearer = self.nearer[self.rank(state)];
            if nearer == 0 {
                return;
            }
            for _ in 0..choose(nearer.count_ones() as usize) {
                nearer &= nearer - 1;
            }
            let swap = self.swaps[nearer.trailing_zeros() as usize];
            take(swap);
            state = swapped(state, swap);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, VecDeque};

    fn table(rows: usize, columns: usize) -> StateTable {
        let shape = crate::Shape::new(rows, columns).unwrap();
        let tiles = (1..=shape.cells() as u32).collect();
        let instance = Instance {
            shape,
            tiles,
            walls: crate::swap_puzzle::Walls::default(),
        };
        let swaps = instance.swaps().collect();
        StateTable::new(shape.cells(), swaps, &Budget::unlimited()).unwrap()
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

    #[test]
    fn all_of_3_by_3_agrees_with_plain_search() {
        let table = table(3, 3);
        let goal: Vec<u8> = (0..9).collect();
        let mut distances = HashMap::from([(goal.clone(), 0_u8)]);
        let mut queue = VecDeque::from([goal]);
        while let Some(tiles) = queue.pop_front() {
            let distance = distances[&tiles];
            let state = (0..9).fold(0, |state, cell| {
                state | State::from(tiles[cell]) << (4 * cell)
            });
            let mut length = 0;
            table.follow_path(state, |choices| choices - 1, |_| length += 1);
            assert_eq!(length, distance, "{tiles:?}");
            for (one, other) in (0..8).flat_map(|cell| [(cell, cell + 1), (cell, cell + 3)]) {
                if other < 9 && (other - one == 3 || other % 3 > 0) {
                    let mut next = tiles.clone();
                    next.swap(one, other);
                    if !distances.contains_key(&next) {
                        distances.insert(next.clone(), distance + 1);
                        queue.push_back(next);
                    }
                }
            }
        }
        assert_eq!(distances.len(), 362_880);
    }

    #[test]
    fn every_way_is_shortest_whatever_is_chosen() {
        let table = table(2, 3);
        let reversed = (0..6).fold(0, |state, cell| state | (5 - cell) << (4 * cell));
        for turn in 0..20 {
            let (mut state, mut length) = (reversed, 0);
            let choose = |choices: usize| turn % choices;
            table.follow_path(reversed, choose, |swap| {
                state = swapped(state, swap);
                length += 1;
            });
            let fewest = table.distances[table.rank(reversed)];
            assert_eq!((state, length), (goal(6), fewest));
        }
    }
}
