//! Branching and bound on a Lagrangian relaxation, after annealing and diving.
//!
//! **What.** Both modes, at most `t` doubled black pawns and more undoubled ones, are searched one after the other. The
//! bound of the relaxation prunes branches and removes colours from cells where they cannot be part of a better
//! placement; the search branches on the least clear decision of the relaxation, oranges first.
//!
//! **Guarantee.** The optimal score with a proof in exact integer arithmetic, if the budget suffices. Otherwise the
//! best score found and a bound that is proved in the same way.
//!
//! **Complexity.** Exponential in the worst case; O(t²) for every round at a node.
//!
//! **Source.** Land and Doig 1960 for branch and bound; Geoffrion 1974 for the relaxation.

use crate::la_grille::search::prove_bound;
use crate::la_grille::{Answer, Instance};
use crate::{Bound, Budget};

pub(super) fn solve(
    instance: &Instance,
    budget: &Budget,
    improved: &mut dyn FnMut(Answer),
) -> Option<Bound> {
    prove_bound(instance, budget, improved).map(|(bound, _)| bound)
}
