//! Line solving, probing, backtracking and SAT; see [`enumeration`](crate::picross::enumeration) for the stages.
//!
//! **What.** Enumerates solutions until the first one is found.
//!
//! **Guarantee.** Finds a solution or proves that there is none. The result is deterministic.
//!
//! **Complexity.** Polynomial while line solving and probing suffice, otherwise exponential in the number of unknown
//! cells.
//!
//! **Source.** After the webpbn survey (Wolter) and Batenburg and Kosters (2009).
//!
//! **Example.** On rows `1 1`, `2` and columns `2`, `1`, `1` it finds `#.#` above `##.`, by line solving alone.

use crate::picross::enumeration::enumerate;
use crate::picross::{Answer, Instance};
use crate::{Budget, Unsolved};

pub(super) fn solve(instance: &Instance, budget: &Budget) -> Result<Answer, Unsolved> {
    let mut found = enumerate(instance, budget, 1)?;
    match found.solutions.pop() {
        Some(answer) => Ok(answer),
        None if found.exhausted => Err(Unsolved::NoSolution(
            "no filling of the grid satisfies all clues".to_owned(),
        )),
        None => Err(Unsolved::Stopped),
    }
}
