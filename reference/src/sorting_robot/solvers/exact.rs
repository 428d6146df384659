//! A* over all states of a small grid; see [`state_search`](crate::sorting_robot::state_search).
//!
//! **What.** Expands states until the goal is reached or six million states are stored.
//!
//! **Guarantee.** The fewest steps.
//!
//! **Complexity.** Up to as many states as there are arrangements, about 100 bytes each.
//!
//! **Source.** Hart, Nilsson and Raphael, *A Formal Basis for the Heuristic Determination of Minimum Cost Paths* (1968).

use crate::sorting_robot::state_search::{MAX_STATES, shortest};
use crate::sorting_robot::{Answer, Instance};
use crate::{Bound, Budget, Unsolved};

const TAKES: &str = "`exact` takes grids of at most 256 cells, with at most 25 cells to sort and 15 colours among them";

pub(super) fn solve(
    instance: &Instance,
    budget: &Budget,
    improved: &mut dyn FnMut(Answer),
) -> Result<Option<Bound>, Unsolved> {
    let found = shortest(instance, MAX_STATES, budget);
    let shortest = found.ok_or_else(|| Unsolved::NotApplicable(TAKES.to_owned()))??;
    improved(shortest.answer);
    Ok(Some(shortest.bound))
}
