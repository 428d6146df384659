//! A small grid packed into one word, its transitions and a lower bound on the remaining steps.

use std::collections::HashMap;

use crate::sorting_robot::{Colour, Instance, NONE};
use crate::{Budget, Point, Shape, assign};

/// Four bits for the piece on each cell to be sorted, four for the carried piece, eight for the robot's position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State(u128);

const MAX_UNSORTED: usize = 25;
const MAX_COLOURS: usize = 15;
const MAX_CELLS: usize = 256;
const HAND: usize = MAX_UNSORTED;
const ROBOT: u32 = 4 * (MAX_UNSORTED as u32 + 1);
const NOTHING: u8 = 0;
const BLACK: usize = usize::MAX;

impl State {
    fn holds(self, slot: usize) -> u8 {
        (self.0 >> (4 * slot)) as u8 & 15
    }

    fn with(self, slot: usize, colour: u8) -> Self {
        let shift = 4 * slot;
        Self(self.0 & !(15 << shift) | u128::from(colour) << shift)
    }

    /// Returns the cell of the robot.
    pub(super) fn robot(self) -> usize {
        (self.0 >> ROBOT) as usize
    }

    fn with_robot(self, cell: usize) -> Self {
        Self(self.0 & ((1 << ROBOT) - 1) | (cell as u128) << ROBOT)
    }
}

/// The constant part of the search problem.
pub(super) struct StateSpace {
    shape: Shape,
    /// The cells that are not black at the start, and for each cell its index among them.
    unsorted: Vec<usize>,
    slot_of: Vec<usize>,
    /// The colour that each cell to be sorted needs.
    wants: Vec<u8>,
    colours: u8,
    /// A cache of assignment costs by colour, givers, takers and, if the colour is carried, the robot's position.
    costs: HashMap<(u8, u32, u32, usize), u32>,
}

const EMPTY_HAND: usize = MAX_CELLS;

impl StateSpace {
    /// Returns the state space and its initial state; `None` if the grid is too large.
    pub(super) fn new(instance: &Instance) -> Option<(Self, State)> {
        let shape = instance.shape;
        let unsorted: Vec<usize> = (0..shape.cells())
            .filter(|&cell| !instance.is_black(cell))
            .take(MAX_UNSORTED + 1)
            .collect();
        if unsorted.len() > MAX_UNSORTED || shape.cells() > MAX_CELLS {
            return None;
        }
        let mut used: Vec<Colour> = unsorted.iter().map(|&cell| instance.pieces[cell]).collect();
        used.retain(|&colour| colour != NONE);
        used.sort_unstable();
        used.dedup();
        if used.len() > MAX_COLOURS {
            return None;
        }
        let number = |colour: Colour| used.binary_search(&colour).map_or(NOTHING, |n| n as u8 + 1);
        let mut slot_of = vec![BLACK; shape.cells()];
        let mut start = State(0);
        for (slot, &cell) in unsorted.iter().enumerate() {
            slot_of[cell] = slot;
            start = start.with(slot, number(instance.pieces[cell]));
        }
        let wants = unsorted
            .iter()
            .map(|&cell| number(instance.backgrounds[cell]));
        let space = Self {
            shape,
            slot_of,
            wants: wants.collect(),
            colours: used.len() as u8,
            costs: HashMap::new(),
            unsorted,
        };
        Some((space, start))
    }

    pub(super) fn is_sorted(&self, state: State) -> bool {
        let mut slots = self.wants.iter().enumerate();
        slots.all(|(slot, &wanted)| state.holds(slot) == wanted)
    }

    /// Returns the state after a swap, if it differs.
    pub(super) fn swap(&self, state: State) -> Option<State> {
        let slot = self.slot_of[state.robot()];
        if slot == BLACK {
            return None;
        }
        let (hand, piece) = (state.holds(HAND), state.holds(slot));
        let allowed = piece != self.wants[slot] && piece != hand;
        allowed.then(|| state.with(slot, hand).with(HAND, piece))
    }

    /// Returns the states after one step in each direction that stays on the grid.
    pub(super) fn moves(&self, state: State) -> [Option<State>; 4] {
        let cell = state.robot();
        let (row, column) = (self.shape.row(cell), self.shape.column(cell));
        let to = |possible: bool, cell: usize| possible.then(|| state.with_robot(cell));
        [
            to(column + 1 < self.shape.columns, cell + 1),
            to(row + 1 < self.shape.rows, cell + self.shape.columns),
            to(column > 0, cell.wrapping_sub(1)),
            to(row > 0, cell.wrapping_sub(self.shape.columns)),
        ]
    }

    /// Returns a lower bound on the remaining steps. It is consistent: a step changes it by at most 1, and a swap never
    /// lowers it.
    pub(super) fn heuristic(&mut self, state: State) -> u32 {
        let robot = state.robot();
        let hand = state.holds(HAND);
        let mut steps = 0;
        for colour in 1..=self.colours {
            let carried_from = if hand == colour { robot } else { EMPTY_HAND };
            steps += self.assignment(state, colour, carried_from);
        }
        if hand == NOTHING {
            let misplaced = self.unsorted.iter().enumerate().filter(|&(slot, _)| {
                let piece = state.holds(slot);
                piece != NOTHING && piece != self.wants[slot]
            });
            let ways = misplaced.map(|(_, &cell)| self.shape.distance(robot, cell));
            steps += ways.min().unwrap_or(0) as u32;
        }
        steps
    }

    fn assignment(&mut self, state: State, colour: u8, carried_from: usize) -> u32 {
        let (mut gives, mut takes) = (0_u32, 0_u32);
        for (slot, &wanted) in self.wants.iter().enumerate() {
            let piece = state.holds(slot);
            if piece != wanted {
                gives |= u32::from(piece == colour) << slot;
                takes |= u32::from(wanted == colour) << slot;
            }
        }
        let Self {
            costs,
            unsorted,
            shape,
            ..
        } = self;
        let solve = || {
            let point = |cell: usize| Point {
                row: shape.row(cell) as i32,
                column: shape.column(cell) as i32,
            };
            let marked = |mask: u32| {
                let slots = (0..unsorted.len()).filter(move |slot| mask >> slot & 1 == 1);
                slots.map(|slot| point(unsorted[slot]))
            };
            let carried = (carried_from != EMPTY_HAND).then(|| point(carried_from));
            let sources: Vec<Point> = marked(gives).chain(carried).collect();
            let targets: Vec<Point> = marked(takes).collect();
            let assignment = assign(&sources, &targets, &Budget::unlimited());
            assignment.map_or(0, |assignment| assignment.cost as u32)
        };
        let key = (colour, gives, takes, carried_from);
        *costs.entry(key).or_insert_with(solve)
    }
}
