//! Breadth-first search that generates states on demand.
//!
//! **What.** States are visited in the order of their distance from the start, each with the swap that led to it, until
//! the goal is reached; the swaps are then traced back.
//!
//! **Guarantee.** The fewest swaps. All visited states are stored; the search gives up at four million, which suffices
//! for every grid of up to ten cells, and for larger ones that few swaps solve.
//!
//! **Complexity.** O(S·N) time and memory for S visited states and N cells; S can be N!.
//!
//! **Source.** Projet Programmation report (Morand and Samani), section 4.
//!
//! **Example.** On `3 4 2 / 5 6 1` it takes 5 swaps.

use std::collections::{HashMap, VecDeque};

use crate::swap_puzzle::instance::target_cell;
use crate::swap_puzzle::{Answer, Instance, Swap};
use crate::{Budget, Unsolved};

/// For each cell, the target of its tile. In the goal state every tile is on its target.
pub(super) type State = Box<[u8]>;

const MAX_CELLS: usize = 256;
pub(super) const MAX_STATES: usize = 4_000_000;

pub(super) fn solve(instance: &Instance, budget: &Budget) -> Result<Answer, Unsolved> {
    let start = start(instance, "bfs")?;
    let swaps: Vec<Swap> = instance.swaps().collect();
    let mut came_by: HashMap<State, Option<Swap>> = HashMap::from([(start.clone(), None)]);
    let mut queue = VecDeque::from([start]);
    while let Some(state) = queue.pop_front() {
        if is_goal(&state) {
            return Ok(Answer {
                shape: instance.shape,
                swaps: trace_back(state, |state| came_by[state]),
            });
        }
        if budget.expired() {
            return Err(Unsolved::Stopped);
        }
        for &(one, other) in &swaps {
            let mut next = state.clone();
            next.swap(one, other);
            if !came_by.contains_key(&next) {
                came_by.insert(next.clone(), Some((one, other)));
                queue.push_back(next);
            }
        }
        if came_by.len() > MAX_STATES {
            return Err(too_many_states("bfs"));
        }
    }
    unreachable!("every arrangement leads to the goal")
}

pub(super) fn start(instance: &Instance, solver: &str) -> Result<State, Unsolved> {
    let cells = instance.shape.cells();
    if cells > MAX_CELLS {
        let takes =
            format!("`{solver}` takes grids of at most {MAX_CELLS} cells; this one has {cells}");
        return Err(Unsolved::NotApplicable(takes));
    }
    let tiles = instance.tiles.iter();
    Ok(tiles.map(|&tile| target_cell(tile) as u8).collect())
}

pub(super) fn is_goal(state: &State) -> bool {
    let mut tiles = state.iter().enumerate();
    tiles.all(|(cell, &tile)| cell == usize::from(tile))
}

/// Traces the swaps from the start to a state. A swap is its own inverse, so the last one leads back to the previous
/// state.
pub(super) fn trace_back(mut state: State, came_by: impl Fn(&State) -> Option<Swap>) -> Vec<Swap> {
    let mut swaps = Vec::new();
    while let Some((one, other)) = came_by(&state) {
        swaps.push((one, other));
        state.swap(one, other);
    }
    swaps.reverse();
    swaps
}

pub(super) fn too_many_states(solver: &str) -> Unsolved {
    Unsolved::NotApplicable(format!(
        "`{solver}` stores every visited state and stopped at {MAX_STATES}; try a smaller grid or one that few swaps solve"
    ))
}
