//! The sorting robot solved by exhaustive search, from the text of the rules and not from the code of the crate.

use std::collections::{HashSet, VecDeque};

use puzzles::sorting_robot::{Colour, Instance, NONE};

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    row: usize,
    column: usize,
    hand: Colour,
    pieces: Vec<Colour>,
}

/// The fewest steps that make every cell black. Only for a handful of cells.
pub(crate) fn fewest_steps(instance: &Instance) -> u64 {
    let start = State {
        row: 0,
        column: 0,
        hand: NONE,
        pieces: instance.pieces.clone(),
    };
    let mut seen = HashSet::new();
    // A swap is free, so the queue is ordered by steps and states after a swap go first.
    let mut queue = VecDeque::from([(0, start)]);
    while let Some((steps, state)) = queue.pop_front() {
        if state.pieces == instance.backgrounds {
            return steps;
        }
        if !seen.insert(state.clone()) {
            continue;
        }
        let cell = state.row * instance.shape.columns + state.column;
        if state.pieces[cell] != instance.backgrounds[cell] {
            let mut swapped = state.clone();
            std::mem::swap(&mut swapped.hand, &mut swapped.pieces[cell]);
            queue.push_front((steps, swapped));
        }
        for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let row = state.row.checked_add_signed(down);
            let column = state.column.checked_add_signed(right);
            if let (Some(row), Some(column)) = (row, column)
                && row < instance.shape.rows
                && column < instance.shape.columns
            {
                let moved = State {
                    row,
                    column,
                    ..state.clone()
                };
                queue.push_back((steps + 1, moved));
            }
        }
    }
    unreachable!("a balanced grid can always be sorted")
}
