//! Greedy construction, one colour after the other, then hill climbing.
//!
//! **What.** Red goes to the smallest value, black to the t largest, green where it adds most after paying for
//! adjacent greens, orange to the lowest values that no other orange attacks, blue to pairs of a negative and a
//! small positive value; all other cells are yellow. Then single cells are recoloured as long as that improves the
//! score.
//!
//! **Guarantee.** A valid placement that no recolouring of a single cell improves while black stays doubled; no
//! bound on the distance from the optimum is known.
//!
//! **Complexity.** O(t² log t), and O(t²) for every pass of recolouring.
//!
//! **Source.** The project's text; the order of the colours is own work.

use super::super::answer::{Answer, Pawn};
use super::super::instance::{Instance, around};
use super::super::relaxation::Mode;
use super::board::Board;

pub(super) fn solve(instance: &Instance, improved: &mut dyn FnMut(Answer)) {
    improved(layout(instance).answer());
}

/// Returns the greedy placement.
pub(super) fn layout(instance: &Instance) -> Board<'_> {
    let values = instance.values();
    let mut by_value: Vec<usize> = (0..values.len()).collect();
    by_value.sort_by_key(|&cell| values[cell]);
    let mut pawns = vec![Pawn::Yellow; values.len()];
    pawns[by_value[0]] = Pawn::Red;
    for &cell in by_value[1..].iter().rev().take(instance.size()) {
        if values[cell] > 2 {
            pawns[cell] = Pawn::Black;
        }
    }
    place_greens(instance, &mut pawns);
    place_oranges(instance, &by_value, &mut pawns);
    place_blues(instance, &by_value, &mut pawns);
    let mut board = Board::with(instance, Mode::Doubled, &pawns);
    board.climb();
    board
}

fn place_greens(instance: &Instance, pawns: &mut [Pawn]) {
    let gain = |cell: usize| instance.cross(cell) - instance.values()[cell].max(0);
    let mut cells: Vec<usize> = (0..pawns.len()).filter(|&cell| gain(cell) > 0).collect();
    cells.sort_by_key(|&cell| -gain(cell));
    for cell in cells {
        let green = around(instance.shape(), cell).filter(|&near| pawns[near] == Pawn::Green);
        let paid = instance.penalty() * green.count() as i64;
        if pawns[cell] == Pawn::Yellow && gain(cell) > paid {
            pawns[cell] = Pawn::Green;
        }
    }
}

fn place_oranges(instance: &Instance, by_value: &[usize], pawns: &mut [Pawn]) {
    let size = instance.size();
    let mut taken = vec![false; 6 * size];
    for &cell in by_value {
        let (row, column) = (cell / size, cell % size);
        let lines = [
            row,
            size + column,
            3 * size + row - column,
            4 * size + row + column,
        ];
        let bad = instance.values()[cell] < 0 && pawns[cell] == Pawn::Yellow;
        if bad && lines.iter().all(|&line| !taken[line]) {
            pawns[cell] = Pawn::Orange;
            for line in lines {
                taken[line] = true;
            }
        }
    }
}

/// Pairs the lowest remaining value with the smallest positive one.
fn place_blues(instance: &Instance, by_value: &[usize], pawns: &mut [Pawn]) {
    let values = instance.values();
    let free = |pawns: &[Pawn], cell: usize| pawns[cell] == Pawn::Yellow;
    let mut positive = by_value.iter().filter(|&&cell| values[cell] > 0);
    for &bad in by_value.iter().take_while(|&&cell| values[cell] < 0) {
        if !free(pawns, bad) {
            continue;
        }
        let good = positive.by_ref().find(|&&cell| free(pawns, cell));
        match good {
            Some(&good) if values[good] < -values[bad] => {
                pawns[good] = Pawn::Blue;
                pawns[bad] = Pawn::Blue;
            }
            _ => return,
        }
    }
}
