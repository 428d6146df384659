//! What can be proved about a puzzle: that it has a solution, or that it has none.

use super::instance::Instance;
use super::solvers::fusion;
use crate::{Bound, Budget, Unsolved};

pub(super) fn bound(instance: &Instance, budget: &Budget, known: Option<i64>) -> Bound {
    if known == Some(1) {
        return Bound::new(1, "an answer is known");
    }
    match fusion::solve(instance, budget) {
        Ok(_) => Bound::new(1, "a solution was found"),
        Err(Unsolved::NoSolution(_)) => Bound::new(0, "proved to have no solution"),
        Err(Unsolved::NotApplicable(_) | Unsolved::Stopped) => {
            Bound::new(1, "not known to have no solution, in the time given")
        }
    }
}
