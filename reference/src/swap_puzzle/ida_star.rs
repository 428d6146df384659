//! Iterative deepening (IDA*) on the number of swaps, for grids of up to 25 cells.
//!
//! The lower bound is raised by two at a time until an answer is found or the bound meets a known answer. Small pattern
//! databases, which are quick to build, are tried first; larger ones follow.

mod pattern_databases;
mod search;

pub(super) use self::search::MAX_CELLS;

use self::pattern_databases::{PatternDatabases, orders};
use self::search::{Search, SearchResult};
use crate::swap_puzzle::{Instance, Swap};
use crate::{Bound, Budget};

/// The limits of one search.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchLimits {
    /// Tiles per group of the pattern databases.
    group: usize,
    /// The binary logarithm of the size of the transposition table.
    table_bits: u32,
    nodes: u64,
}

/// Work for clearing an entry of the transposition table.
const ENTRY_WORK: u64 = 4;

/// About a hundredth of a second.
pub(super) const QUICK: SearchLimits = SearchLimits {
    group: 3,
    table_bits: 13,
    nodes: 6_000,
};
/// Less than a second.
pub(super) const THOROUGH: SearchLimits = SearchLimits {
    group: 4,
    table_bits: 18,
    nodes: 250_000,
};
/// Until the budget expires.
pub(super) const DEEP: SearchLimits = SearchLimits {
    group: 4,
    table_bits: 22,
    nodes: u64::MAX,
};
/// Until the budget expires, with databases that take 100 MB and about eight seconds.
pub(super) const DEEPEST: SearchLimits = SearchLimits { group: 5, ..DEEP };

impl SearchLimits {
    /// Returns these limits with another node limit.
    pub(super) fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }
}

/// What is known about the fewest swaps.
#[derive(Clone, Debug)]
pub(super) struct IterativeDeepening {
    /// The proved lower bound.
    pub(super) lower: i64,
    /// An answer that meets the lower bound, if the search found one.
    pub(super) found: Option<Vec<Swap>>,
    /// The nodes of the searches that raised the lower bound.
    pub(super) nodes: u64,
}

impl IterativeDeepening {
    /// Starts with a lower bound of the right parity.
    pub(super) fn new(lower: i64) -> Self {
        Self {
            lower,
            found: None,
            nodes: 0,
        }
    }

    /// Raises the lower bound until it meets an answer or a limit is reached. `upper` is the length of a known answer.
    pub(super) fn deepen(
        &mut self,
        instance: &Instance,
        upper: Option<i64>,
        limits: SearchLimits,
        budget: &Budget,
    ) {
        let met = |lower| upper.is_some_and(|upper| lower >= upper);
        if self.found.is_some() || met(self.lower) || instance.shape.cells() > MAX_CELLS {
            return;
        }
        let [by_rows, by_columns] = orders(instance)
            .map(|order| PatternDatabases::new(instance, &order, limits.group, budget));
        let (Some(by_rows), Some(by_columns)) = (by_rows, by_columns) else {
            return;
        };
        let patterns = [by_rows, by_columns];
        budget.spend(ENTRY_WORK << limits.table_bits);
        let mut search = Search::new(instance, &patterns, limits.table_bits);
        let mut nodes = limits.nodes;
        while !met(self.lower) {
            let before = nodes;
            match search.run(self.lower as u32, &mut nodes, budget) {
                SearchResult::Infeasible => {
                    self.lower += 2;
                    // The root counts even if its lower bound refutes it.
                    self.nodes += (before - nodes).max(1);
                }
                SearchResult::LimitReached => return,
                SearchResult::Found(swaps) => {
                    self.found = Some(swaps);
                    return;
                }
            }
        }
    }

    /// Returns the bound with its method, or `simple` if it has not been raised.
    pub(super) fn bound(&self, simple: Bound) -> Bound {
        if self.lower == simple.value.whole() {
            return simple;
        }
        let method = "search with pattern databases, which refuted all smaller numbers";
        Bound::new(self.lower, method)
    }
}

/// Raises a simple bound by search if the grid is small enough, and returns it with the number of nodes of the searches
/// that raised it. `known` is the value of a known answer.
pub(super) fn raise_bound(
    instance: &Instance,
    simple: Bound,
    known: Option<i64>,
    budget: &Budget,
) -> (Bound, u64) {
    let mut deepening = IterativeDeepening::new(simple.value.whole());
    // A deep search ends only with the budget.
    let limited = budget.remaining().is_some() || budget.work_left().is_some();
    let deep = if limited { DEEP } else { THOROUGH };
    for limits in [QUICK, THOROUGH, deep] {
        deepening.deepen(instance, known, limits, budget);
    }
    (deepening.bound(simple), deepening.nodes)
}
