//! The nearest-neighbour loop that the four nearest-cell algorithms share; they differ in the data structure of the
//! search.
//!
//! With an empty hand, the robot walks to the nearest misplaced piece and picks it up. Otherwise it walks to the
//! nearest unfilled cell of the carried colour and swaps. Ties go to the topmost, then the leftmost cell.

use super::targets::{Targets, where_not_black};
use crate::sorting_robot::{Answer, Colour, Instance, NONE, Walk};
use crate::{Budget, Shape, Unsolved};

/// Finds the nearest cell of `misplaced` that holds a piece.
pub(super) type PieceSearch = fn(Shape, misplaced: &[Colour], from: usize) -> Option<usize>;

pub(super) fn solve(
    instance: &Instance,
    budget: &Budget,
    mut targets: impl Targets,
    nearest_piece: PieceSearch,
) -> Result<Answer, Unsolved> {
    let mut misplaced = where_not_black(instance, &instance.pieces);
    let mut walk = Walk::new(instance.shape);
    let mut hand = NONE;
    loop {
        if budget.expired() {
            return Err(Unsolved::Stopped);
        }
        let cell = if hand == NONE {
            match nearest_piece(instance.shape, &misplaced, walk.at()) {
                Some(cell) => cell,
                None => return Ok(walk.finish()),
            }
        } else {
            let cell = targets.target(walk.at(), hand);
            targets.remove(cell);
            cell
        };
        walk.go(cell);
        walk.swap();
        // The piece that the robot put down here is not misplaced.
        hand = std::mem::replace(&mut misplaced[cell], NONE);
    }
}
