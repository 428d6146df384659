//! The fewest swaps, proved.
//!
//! **What.** One row or column is sorted by insertion. Up to nine cells there is a table of all arrangements. Up to 25
//! cells a search refutes smaller numbers of swaps from below ([`refute`](super::refute)) until it finds an answer, or
//! meets one that annealing has found. Larger grids are left to `best`.
//!
//! **Guarantee.** The fewest swaps where it says so; otherwise the best answer that was found, and a number below which
//! none is possible. In practice all grids of 4 × 4, and many of 5 × 5.
//!
//! **Complexity.** Exponential in the excess of the answer over the pattern databases' limit; up to 90 MB of tables.
//!
//! **Source.** Korf 1985; Felner, Korf and Hanan 2004; tables after Projet Programmation report (Morand and Samani).
//!
//! **Example.** On `3 4 2 / 5 6 1` it takes 5 swaps.

use std::time::Duration;

use super::prove::{DEEP, QUICK, Standing, THOROUGH};
use super::refute::MOST_CELLS;
use super::state_table::{self, StateTable};
use super::{best, greedy, one_line};
use crate::swap_puzzle::{Answer, Instance};
use crate::{Bound, Budget, Unsolved};

/// Grids with more cells get a table that takes longer to make than the search takes.
const MOST_TABLE_CELLS: usize = 9;

/// Up to here a search is likely to end soon without an answer to meet.
pub(super) const MOST_EASY_CELLS: usize = 16;

/// At most this share of the time goes to annealing where a proof is uncertain.
const ANNEALING: f64 = 0.2;

/// Without any limit the search gives up after so many arrangements.
const PATIENT: u64 = 20_000_000;
/// With a limit on rounds, each allows so many arrangements.
const NODES_A_ROUND: u64 = 1024;

pub(super) fn solve(
    instance: &Instance,
    budget: &Budget,
    improved: &mut dyn FnMut(Answer),
) -> Result<Option<Bound>, Unsolved> {
    let shape = instance.shape;
    if one_line::is_line(instance) {
        let swaps = one_line::sort(instance, budget)?;
        let bound = Bound::new(swaps.len() as i64, one_line::METHOD);
        improved(Answer { shape, swaps });
        return Ok(Some(bound));
    }
    // Whatever happens, there is an answer.
    let first = greedy::solve(instance, budget)?;
    let mut shortest = first.swaps.len();
    improved(first);
    let improved = &mut |answer: Answer| {
        if answer.swaps.len() < shortest {
            shortest = answer.swaps.len();
            improved(answer);
        }
    };
    if shape.cells() <= MOST_TABLE_CELLS {
        let swaps = instance.swaps().collect();
        let Some(table) = StateTable::new(shape.cells(), swaps, budget) else {
            return Ok(Some(best::quick_bound(instance, budget)));
        };
        let mut swaps = Vec::new();
        table.way(state_table::start(instance), |_| 0, |swap| swaps.push(swap));
        let bound = Bound::new(swaps.len() as i64, "table of all arrangements");
        improved(Answer { shape, swaps });
        return Ok(Some(bound));
    }
    let simple = best::quick_bound(instance, budget);
    if shape.cells() > MOST_CELLS {
        best::shorten(instance, budget, simple.value, improved)?;
        return Ok(Some(simple));
    }
    search(instance, simple, budget, improved)
}

fn search(
    instance: &Instance,
    simple: Bound,
    budget: &Budget,
    improved: &mut dyn FnMut(Answer),
) -> Result<Option<Bound>, Unsolved> {
    let shape = instance.shape;
    let mut standing = Standing::new(simple.value);
    if shape.cells() <= MOST_EASY_CELLS {
        standing.advance(instance, None, QUICK, budget);
        standing.advance(instance, None, THOROUGH, budget);
    }
    if standing.found.is_none() {
        let part = match budget.remaining() {
            Some(time) => budget.within(time.mul_f64(ANNEALING).min(enough(shape.cells()))),
            None => budget.clone(),
        };
        let upper = best::shorten(instance, &part, standing.lower, improved)?;
        let effort = match (budget.remaining(), budget.iterations()) {
            (_, Some(rounds)) => DEEP.with_nodes(rounds.saturating_mul(NODES_A_ROUND)),
            (None, None) => DEEP.with_nodes(PATIENT),
            (Some(_), None) => DEEP,
        };
        standing.advance(instance, Some(upper), effort, budget);
    }
    let bound = standing.bound(simple);
    if let Some(swaps) = standing.found {
        improved(Answer { shape, swaps });
    }
    Ok(Some(bound))
}

/// Annealing for longer seldom finds anything shorter.
fn enough(cells: usize) -> Duration {
    Duration::from_millis(3 * (cells * cells) as u64)
}
