//! The questions that picross asks the SAT solver, for comparisons with other solvers.

use std::time::Duration;

use super::backtracking::{MAX_SHORT_SOLVES, backtrack};
use super::belief_propagation::Beliefs;
use super::partial_grid::{PartialGrid, SolutionList};
use super::probe::Prober;
use super::sat_encoding::{GUESSES_BETWEEN_CHECKS, SatEncoding};
use crate::Budget;
use crate::picross::{Answer, Instance};
use crate::sat::{SatResult, Solver};

/// Clauses in the numbers of DIMACS files, with a hint for the value of each variable.
#[derive(Clone, Debug)]
pub struct Question {
    /// The clauses; variables are numbered from 1, and negative numbers are negated.
    pub clauses: Vec<Vec<i32>>,
    /// The hint for each variable.
    pub hints: Vec<bool>,
}

impl Question {
    /// Returns the clauses for a solution of a puzzle other than those given, after line solving, probing and the short
    /// search. Returns `None` if these stages decide the puzzle.
    pub fn of(instance: &Instance, others: &[Answer]) -> Option<Self> {
        let budget = Budget::unlimited();
        let mut grid = PartialGrid::new(instance, &budget).ok()?;
        let solutions = &mut SolutionList::default();
        let mut prober = Prober::new(instance.shape.cells());
        grid.propagate().ok()?;
        for learn in [false, true] {
            prober.exhaust(&mut grid, learn, solutions).ok()?;
        }
        let mut guesses = 0;
        backtrack(
            &mut grid,
            &mut prober,
            MAX_SHORT_SOLVES,
            &mut guesses,
            solutions,
        )
        .ok()?;
        let mut sat = SatEncoding::new(&grid, &Beliefs::of(&grid), 0, false).ok()?;
        for other in others {
            sat.exclude(other);
        }
        let solver = sat.solver();
        Some(Self {
            clauses: solver.clauses().collect(),
            hints: solver.hints().to_vec(),
        })
    }

    /// Returns whether the clauses have a model, by the SAT solver of this crate; `None` if the time does not suffice.
    pub fn solve(&self, with_hints: bool, time: Duration) -> Option<bool> {
        let budget = Budget::unlimited().with_time(time);
        let mut solver = Solver::default();
        let literals: Vec<_> = self
            .hints
            .iter()
            .map(|&hint| solver.variable(hint && with_hints))
            .collect();
        for clause in &self.clauses {
            let clause = clause.iter().map(|&number| {
                let literal = literals[number.unsigned_abs() as usize - 1];
                if number > 0 { literal } else { !literal }
            });
            solver.add(&clause.collect::<Vec<_>>());
        }
        let go_on =
            |guesses: u64, _| !guesses.is_multiple_of(GUESSES_BETWEEN_CHECKS) || !budget.expired();
        match solver.solve(go_on) {
            SatResult::Stopped => None,
            result => Some(result == SatResult::Satisfiable),
        }
    }
}
