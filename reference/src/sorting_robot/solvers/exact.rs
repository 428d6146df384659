//! A* over all the states of a small grid.
//!
//! **What.** A state is where the robot stands, what it carries and what lies where; a step leads to the next one, a
//! swap to another at no cost. States are explored in the order of the steps so far plus those that must follow at
//! least: the cheapest assignment, per colour, of misplaced pieces, the carried one among them, to cells that want them.
//!
//! **Guarantee.** The fewest steps there are.
//!
//! **Complexity.** As many states as there are arrangements, at worst; the estimate cuts that down to some thousands
//! for sixteen cells and mostly less than a million for twenty-five. It gives up when it has seen too many.
//!
//! **Source.** Hart, Nilsson and Raphael, *A Formal Basis for the Heuristic Determination of Minimum Cost Paths* (1968).

mod state;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use self::state::{Board, State};
use crate::sorting_robot::{Answer, Instance, Walk};
use crate::{Bound, Budget, Unsolved};

/// About 100 bytes each.
const MOST_STATES: usize = 6_000_000;
/// So many take no more than a second or two.
const FEW_STATES: usize = 500_000;

/// States between two looks at the budget.
const STATES_BETWEEN_LOOKS: u32 = 256;
/// Work for exploring a state.
const STATE_WORK: u64 = 2000;
const TAKES: &str = "`exact` takes grids of at most 256 cells, with at most 25 cells to sort and 15 colours among them";
const METHOD: &str = "every state that could lead to fewer steps was searched";

/// A state that was reached, and from which other one.
struct Reached {
    state: State,
    from: u32,
    steps: u32,
    done: bool,
}

struct Search {
    board: Board,
    reached: Vec<Reached>,
    index: HashMap<State, u32>,
    /// States by the steps to them plus those that must follow at least.
    queues: Vec<Vec<u32>>,
}

pub(super) fn solve(
    instance: &Instance,
    budget: &Budget,
    improved: &mut dyn FnMut(Answer),
) -> Result<Option<Bound>, Unsolved> {
    let Some(mut search) = Search::new(instance) else {
        return Err(Unsolved::NotApplicable(TAKES.to_owned()));
    };
    let goal = search.run(MOST_STATES, budget)?;
    improved(search.answer(instance, goal));
    Ok(Some(search.bound(goal)))
}

/// The shortest answer and the proof of it, where a short search finds them.
pub(in crate::sorting_robot) fn short_search(
    instance: &Instance,
    budget: &Budget,
) -> Option<(Answer, Bound)> {
    let mut search = Search::new(instance)?;
    let goal = search.run(FEW_STATES, budget).ok()?;
    Some((search.answer(instance, goal), search.bound(goal)))
}

impl Search {
    /// `None` where the grid is too large.
    fn new(instance: &Instance) -> Option<Self> {
        let (board, start) = Board::new(instance)?;
        let mut search = Self {
            board,
            reached: Vec::new(),
            index: HashMap::new(),
            queues: Vec::new(),
        };
        search.reach(start, u32::MAX, 0);
        Some(search)
    }

    fn bound(&self, goal: u32) -> Bound {
        Bound::new(i64::from(self.reached[goal as usize].steps), METHOD)
    }

    fn run(&mut self, most_states: usize, budget: &Budget) -> Result<u32, Unsolved> {
        let mut total = 0;
        let mut explored = 0_u32;
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
            if self.board.is_sorted(state) {
                return Ok(next);
            }
            explored = explored.wrapping_add(1);
            if explored.is_multiple_of(STATES_BETWEEN_LOOKS) {
                budget.spend(STATE_WORK * u64::from(STATES_BETWEEN_LOOKS));
                if budget.expired() {
                    return Err(Unsolved::Stopped);
                }
            }
            if self.reached.len() > most_states {
                let many = most_states / 1_000_000;
                let why = format!("`exact` gives up after {many} million states");
                return Err(Unsolved::NotApplicable(why));
            }
            if let Some(swapped) = self.board.swap(state) {
                self.reach(swapped, next, steps);
            }
            for moved in self.board.moves(state).into_iter().flatten() {
                self.reach(moved, next, steps + 1);
            }
        }
    }

    /// Notes a state, unless it was reached as fast before.
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
        let total = (steps + self.board.least_to_go(state)) as usize;
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
