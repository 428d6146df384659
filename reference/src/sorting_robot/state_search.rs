//! A* over all states of a small grid.
//!
//! **What.** A state consists of the robot's position, the carried piece and the pieces on all cells. A step costs 1, a
//! swap costs nothing. States are expanded in the order of the steps so far plus a lower bound on the remaining steps:
//! a minimum-cost assignment per colour of the misplaced pieces, including the carried one, to the cells that need
//! them.
//!
//! **Guarantee.** The fewest steps.
//!
//! **Complexity.** Up to as many states as there are arrangements; the heuristic reduces this to some thousands for 16
//! cells and mostly less than a million for 25. The search gives up at a fixed number of states.
//!
//! **Source.** Hart, Nilsson and Raphael, *A Formal Basis for the Heuristic Determination of Minimum Cost Paths*
//! (1968).

mod state;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use self::state::{State, StateSpace};
use crate::sorting_robot::{Answer, Instance, Walk};
use crate::{Bound, Budget, Unsolved};

/// The state limit of the solver `exact`; a state takes about 100 bytes.
pub(super) const MAX_STATES: usize = 6_000_000;
/// The state limit of a short search, which takes at most a second or two.
const MAX_SHORT_STATES: usize = 500_000;

/// States between two checks of the budget.
const STATES_BETWEEN_CHECKS: u64 = 256;
/// Work for expanding a state.
const STATE_WORK: u64 = 2000;
const METHOD: &str = "every state that could lead to fewer steps was searched";

/// A state that was reached, and its predecessor.
struct Reached {
    state: State,
    from: u32,
    steps: u32,
    done: bool,
}

struct Search {
    space: StateSpace,
    reached: Vec<Reached>,
    index: HashMap<State, u32>,
    /// Open states by the steps to them plus the lower bound on the remaining steps.
    queues: Vec<Vec<u32>>,
    /// The number of states whose successors were generated.
    expanded: u64,
}

/// A shortest answer.
pub(super) struct Shortest {
    pub(super) answer: Answer,
    /// The number of its steps.
    pub(super) bound: Bound,
    /// The number of states that were expanded to prove it.
    pub(super) nodes: u64,
}

/// Returns a shortest answer; `None` if the grid is too large. Fails if a limit is reached.
pub(super) fn shortest(
    instance: &Instance,
    max_states: usize,
    budget: &Budget,
) -> Option<Result<Shortest, Unsolved>> {
    let mut search = Search::new(instance)?;
    let goal = search.run(max_states, budget);
    Some(goal.map(|goal| Shortest {
        answer: search.answer(instance, goal),
        bound: search.bound(goal),
        nodes: search.expanded,
    }))
}

/// Returns a shortest answer, if a search of limited size finds it.
pub(super) fn short_search(instance: &Instance, budget: &Budget) -> Option<Shortest> {
    shortest(instance, MAX_SHORT_STATES, budget)?.ok()
}

impl Search {
    /// Returns `None` if the grid is too large.
    fn new(instance: &Instance) -> Option<Self> {
        let (space, start) = StateSpace::new(instance)?;
        let mut search = Self {
            space,
            reached: Vec::new(),
            index: HashMap::new(),
            queues: Vec::new(),
            expanded: 0,
        };
        search.reach(start, u32::MAX, 0);
        Some(search)
    }

    fn bound(&self, goal: u32) -> Bound {
        Bound::new(i64::from(self.reached[goal as usize].steps), METHOD)
    }

    fn run(&mut self, max_states: usize, budget: &Budget) -> Result<u32, Unsolved> {
        let mut total = 0;
        loop {
            let Some(queue) = self.queues.get_mut(total) else {
                return Err(Unsolved::NoSolution("no state is left to try".to_owned()));
            };
            let Some(next) = queue.pop() else {
                total += 1;
                continue;
            };
            let Reached {
                state, steps, done, ..
            } = &mut self.reached[next as usize];
            if std::mem::replace(done, true) {
                continue;
            }
            let (state, steps) = (*state, *steps);
            if self.space.is_sorted(state) {
                return Ok(next);
            }
            self.expanded += 1;
            if self.expanded.is_multiple_of(STATES_BETWEEN_CHECKS) {
                budget.spend(STATE_WORK * STATES_BETWEEN_CHECKS);
                if budget.expired() {
                    return Err(Unsolved::Stopped);
                }
            }
            if self.reached.len() > max_states {
                let many = max_states / 1_000_000;
                let why = format!("`exact` stops after {many} million states");
                return Err(Unsolved::NotApplicable(why));
            }
            if let Some(swapped) = self.space.swap(state) {
                self.reach(swapped, next, steps);
            }
            for moved in self.space.moves(state).into_iter().flatten() {
                self.reach(moved, next, steps + 1);
            }
        }
    }

    /// Adds a state unless it was reached with as few steps before.
    fn reach(&mut self, state: State, from: u32, steps: u32) {
        let new = self.reached.len() as u32;
        let index = match self.index.entry(state) {
            Entry::Vacant(entry) => {
                entry.insert(new);
                let done = false;
                let reached = Reached {
                    state,
                    from,
                    steps,
                    done,
                };
                self.reached.push(reached);
                new
            }
            Entry::Occupied(entry) => {
                let known = &mut self.reached[*entry.get() as usize];
                if known.steps <= steps {
                    return;
                }
                (known.from, known.steps) = (from, steps);
                *entry.get()
            }
        };
        let total = (steps + self.space.heuristic(state)) as usize;
        if self.queues.len() <= total {
            self.queues.resize(total + 1, Vec::new());
        }
        self.queues[total].push(index);
    }

    fn answer(&self, instance: &Instance, goal: u32) -> Answer {
        let mut path = vec![goal];
        let mut at = goal;
        while self.reached[at as usize].from != u32::MAX {
            at = self.reached[at as usize].from;
            path.push(at);
        }
        let mut walk = Walk::new(instance.shape);
        for pair in path.windows(2).rev() {
            let [to, from] = [pair[0], pair[1]].map(|index| self.reached[index as usize].state);
            if to.robot() == from.robot() {
                walk.swap();
            } else {
                walk.go(to.robot());
            }
        }
        walk.finish()
    }
}
