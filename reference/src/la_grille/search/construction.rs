//! Greedy construction of a placement; the solver `greedy` describes it.

use super::placement::Placement;
use crate::la_grille::instance::{Instance, Pawn, around};
use crate::la_grille::relaxation::Mode;

/// Returns the greedy placement.
pub(in crate::la_grille) fn greedy_placement(instance: &Instance) -> Placement<'_> {
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
    let mut placement = Placement::with(instance, Mode::Doubled, &pawns);
    placement.hill_climb();
    placement
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
