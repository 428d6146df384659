//! Greedy construction, one colour after the other, then hill climbing.
//!
//! **What.** Red goes to the smallest value, black to the t largest, green where it adds most after paying for adjacent
//! greens, orange to the lowest values that no other orange attacks, blue to pairs of a negative and a small positive
//! value; all other cells are yellow. Then single cells are recoloured as long as that improves the score.
//!
//! **Guarantee.** A valid placement that no recolouring of a single cell improves while black stays doubled; no bound
//! on the distance from the optimum is known.
//!
//! **Complexity.** O(t² log t), and O(t²) for every pass of recolouring.
//!
//! **Source.** The project's text; the order of the colours is own work.

use crate::la_grille::search::greedy_placement;
use crate::la_grille::{Answer, Instance};

pub(super) fn solve(instance: &Instance, improved: &mut dyn FnMut(Answer)) {
    improved(greedy_placement(instance).answer());
}
