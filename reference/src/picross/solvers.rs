//! The bundled algorithms, one a file, and the parts they share.

pub(super) mod fusion;
mod leftmost;

use super::{Answer, Instance, Picross};
use crate::{Bound, Budget, Solver, SolverInfo, Unsolved};

pub(super) static ALL: &[Solver<Picross>] = &[Solver {
    info: SolverInfo {
        name: "fusion",
        about: "what the leftmost and the rightmost filling of a line have in common, then guessing",
        guarantee: "finds a solution or proves that there is none, given time enough",
        source: "Picross report (Connes, Prysiazhniuk, Benais-Hugot and Rivière), sections 2 and 3",
    },
    run: |instance, budget, improved| once(fusion::solve, instance, budget, improved),
}];

/// Hands over the one answer of an algorithm that does not improve it.
fn once(
    solve: fn(&Instance, &Budget) -> Result<Answer, Unsolved>,
    instance: &Instance,
    budget: &Budget,
    improved: &mut dyn FnMut(Answer),
) -> Result<Option<Bound>, Unsolved> {
    improved(solve(instance, budget)?);
    Ok(None)
}
