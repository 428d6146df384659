//! The loop that the four nearest-cell algorithms share; they differ in how they search.
//!
//! If empty-handed, the robot goes to the nearest misplaced piece and takes it. Otherwise it goes to the nearest
//! cell that waits for the piece in its hand and swaps. Of equally near cells it takes the topmost, then the leftmost.

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
        // Whatever the robot put down here is not misplaced.
        hand = std::mem::replace(&mut misplaced[cell], NONE);
    }
}
