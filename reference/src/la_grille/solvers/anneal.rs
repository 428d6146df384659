//! Simulated annealing with restarts.
//!
//! **What.** From the greedy placement, random moves: recolour a cell, swap two cells (also with the red one), make a
//! negative and a positive cell blue together, relocate a black or orange pawn, or place a green, black or orange pawn
//! and recolour the pawns that conflict with it. Worse moves are accepted with a probability that falls with the
//! temperature. Each run is longer than the previous one. Black pawns are limited to `t`, where they count twice; the
//! first runs try both sides of that limit, and later ones mostly stay on the better side.
//!
//! **Guarantee.** Valid and never worse than `greedy`; no bound on the distance from the optimum is known.
//!
//! **Complexity.** O(1) per move, whatever the size of the grid.
//!
//! **Source.** Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated annealing", 1983; the moves are own work.

use std::sync::atomic::AtomicBool;

use crate::Budget;
use crate::la_grille::search::{anneal, greedy_placement};
use crate::la_grille::{Answer, Instance};

pub(super) fn solve(instance: &Instance, budget: &Budget, improved: &mut dyn FnMut(Answer)) {
    let greedy = greedy_placement(instance);
    let first = greedy.answer();
    let mut best = first.score();
    improved(first);
    anneal(&greedy, budget, &AtomicBool::new(false), &mut |answer| {
        if answer.score() > best {
            best = answer.score();
            improved(answer);
        }
    });
}
