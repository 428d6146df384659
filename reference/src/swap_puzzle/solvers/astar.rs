//! A* search.
//!
//! **What.** States are expanded in the order of g + h, where g is the number of swaps so far and h is half the sum of
//! the tiles' distances to their targets, rounded up to the parity of the permutation.
//!
//! **Guarantee.** The fewest swaps: h is admissible and consistent, so no state is expanded twice. All visited states
//! are stored; the search gives up at four million.
//!
//! **Complexity.** O(S·(N + log S)) time for S visited states and N cells, O(S·N) memory. S is much smaller than for
//! breadth-first search but grows at the same rate.
//!
//! **Source.** Hart, Nilsson and Raphael 1968; Projet Programmation report (Morand and Samani), section 5. The report
//! orders states by the sum of distances alone (greedy best-first search), which is fast but not optimal.
//!
//! **Example.** On `3 4 2 / 5 6 1` it takes 5 swaps.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::bfs::{MAX_STATES, State, is_goal, start, too_many_states, trace_back};
use crate::swap_puzzle::bound::is_odd;
use crate::swap_puzzle::distances::distances_from;
use crate::swap_puzzle::{Answer, Instance, Swap};
use crate::{Budget, Unsolved};

/// The fewest swaps to a state found so far, and the last of these swaps.
struct Known {
    swaps: u32,
    by: Option<Swap>,
}

pub(super) fn solve(instance: &Instance, budget: &Budget) -> Result<Answer, Unsolved> {
    let start = start(instance, "astar")?;
    let heuristic = Heuristic::new(instance);
    let edges: Vec<Swap> = instance.swaps().collect();
    let begin = Known { swaps: 0, by: None };
    let mut known = HashMap::from([(start.clone(), begin)]);
    // Smallest g + h first; ties go to the state nearest to the goal.
    let estimate = heuristic.swaps_left(&start, 0);
    let mut open = BinaryHeap::from([Reverse((estimate, estimate, start))]);
    while let Some(Reverse((total, left, state))) = open.pop() {
        if is_goal(&state) {
            return Ok(Answer {
                shape: instance.shape,
                swaps: trace_back(state, |state| known[state].by),
            });
        }
        let swaps = total - left;
        if known[&state].swaps < swaps {
            continue;
        }
        if budget.expired() {
            return Err(Unsolved::Stopped);
        }
        for &(one, other) in &edges {
            let mut next = state.clone();
            next.swap(one, other);
            let better = |known: &Known| known.swaps <= swaps + 1;
            if known.get(&next).is_some_and(better) {
                continue;
            }
            let by = Some((one, other));
            let swaps = swaps + 1;
            known.insert(next.clone(), Known { swaps, by });
            let left = heuristic.swaps_left(&next, swaps);
            open.push(Reverse((swaps + left, left, next)));
        }
        if known.len() > MAX_STATES {
            return Err(too_many_states("astar"));
        }
    }
    unreachable!("every arrangement leads to the goal")
}

struct Heuristic {
    /// The distances between all cells, around the walls.
    distances: Vec<Vec<u32>>,
    /// Whether the start needs an odd number of swaps.
    odd: bool,
}

impl Heuristic {
    fn new(instance: &Instance) -> Self {
        let cells = 0..instance.shape.cells();
        Self {
            distances: cells.map(|cell| distances_from(instance, cell)).collect(),
            odd: is_odd(instance),
        }
    }

    /// Returns a lower bound on the remaining swaps of a state that is `swaps` away from the start.
    fn swaps_left(&self, state: &State, swaps: u32) -> u32 {
        let tiles = state.iter().enumerate();
        let distances = tiles.map(|(cell, &tile)| self.distances[usize::from(tile)][cell]);
        let half = distances.sum::<u32>() / 2;
        half + u32::from((half + swaps) % 2 != u32::from(self.odd))
    }
}
