//! Provably optimal answers.
//!
//! **What.** One row or column is solved by insertion sort. Up to nine cells are solved by a table of all arrangements.
//! Up to 25 cells are solved by iterative deepening ([`ida_star`](crate::swap_puzzle::ida_star)), which raises the
//! lower bound until it finds an answer or meets one that annealing has found. Larger grids are left to `best`.
//!
//! **Guarantee.** The fewest swaps if the bound is met; otherwise the best answer found and a proved lower bound. In
//! practice all grids of 4 × 4 and many of 5 × 5 are solved to optimality.
//!
//! **Complexity.** Exponential in the difference between the optimum and the bound of the pattern databases; up to 170
//! MB of tables.
//!
//! **Source.** Korf 1985; Felner, Korf and Hanan 2004; tables after Projet Programmation report (Morand and Samani).
//!
//! **Example.** On `3 4 2 / 5 6 1` it takes 5 swaps.

use std::time::Duration;

use super::state_table::{self, StateTable};
use super::{best, greedy};
use crate::swap_puzzle::ida_star::{DEEP, DEEPEST, IterativeDeepening, MAX_CELLS, QUICK, THOROUGH};
use crate::swap_puzzle::{Answer, Instance, inversions};
use crate::{Bound, Budget, Unsolved};

/// The largest grid solved by a table; for larger grids building the table takes longer than the search.
const MAX_TABLE_CELLS: usize = 9;

/// The largest grid on which iterative deepening is likely to finish soon without an upper bound.
pub(super) const MAX_EASY_CELLS: usize = 16;

/// The largest share of the time for annealing if a proof is uncertain.
const ANNEALING_SHARE: f64 = 0.2;

/// The least remaining time for which the largest pattern databases are built, and the node limit of the search before,
/// which takes a few seconds.
const TIME_FOR_DEEPEST: Duration = Duration::from_secs(20);
const NODES_BEFORE_DEEPEST: u64 = 10_000_000;

/// The node limit of the search if the budget has no limit.
const MAX_NODES: u64 = 20_000_000;
/// Nodes per iteration if the budget limits iterations.
const NODES_PER_ROUND: u64 = 1024;

pub(super) fn solve(
    instance: &Instance,
    budget: &Budget,
    improved: &mut dyn FnMut(Answer),
) -> Result<Option<Bound>, Unsolved> {
    let shape = instance.shape;
    if inversions::is_line(instance) {
        let swaps = inversions::sort(instance, budget)?;
        let bound = Bound::new(swaps.len() as i64, inversions::METHOD);
        improved(Answer { shape, swaps });
        return Ok(Some(bound));
    }
    // Guarantees that there is an answer.
    let first = greedy::solve(instance, budget)?;
    let mut shortest = first.swaps.len();
    improved(first);
    let improved = &mut |answer: Answer| {
        if answer.swaps.len() < shortest {
            shortest = answer.swaps.len();
            improved(answer);
        }
    };
    if shape.cells() <= MAX_TABLE_CELLS {
        let swaps = instance.swaps().collect();
        let Some(table) = StateTable::new(shape.cells(), swaps, budget) else {
            return Ok(Some(best::quick_bound(instance, budget)));
        };
        let mut swaps = Vec::new();
        table.follow_path(state_table::start(instance), |_| 0, |swap| swaps.push(swap));
        let bound = Bound::new(swaps.len() as i64, "table of all arrangements");
        improved(Answer { shape, swaps });
        return Ok(Some(bound));
    }
    let simple = best::quick_bound(instance, budget);
    if shape.cells() > MAX_CELLS {
        best::shorten(instance, budget, simple.value.whole(), improved)?;
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
    let mut deepening = IterativeDeepening::new(simple.value.whole());
    if shape.cells() <= MAX_EASY_CELLS {
        deepening.deepen(instance, None, QUICK, budget);
        deepening.deepen(instance, None, THOROUGH, budget);
    }
    if deepening.found.is_none() {
        let part = match budget.remaining() {
            Some(time) => budget.within(time.mul_f64(ANNEALING_SHARE).min(enough(shape.cells()))),
            None => budget.clone(),
        };
        let upper = best::shorten(instance, &part, deepening.lower, improved)?;
        let stages = match (budget.remaining(), budget.iterations()) {
            (_, Some(rounds)) => vec![DEEP.with_nodes(rounds.saturating_mul(NODES_PER_ROUND))],
            (None, None) => vec![DEEP.with_nodes(MAX_NODES)],
            (Some(left), None) if left < TIME_FOR_DEEPEST => vec![DEEP],
            (Some(_), None) => vec![DEEP.with_nodes(NODES_BEFORE_DEEPEST), DEEPEST],
        };
        for limits in stages {
            deepening.deepen(instance, Some(upper), limits, budget);
        }
    }
    let bound = deepening.bound(simple);
    if let Some(swaps) = deepening.found {
        improved(Answer { shape, swaps });
    }
    Ok(Some(bound))
}

/// Returns the annealing time after which shorter answers are rarely found.
fn enough(cells: usize) -> Duration {
    Duration::from_millis(3 * (cells * cells) as u64)
}
