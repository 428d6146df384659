//! A heuristic transport plan from a space-filling curve, in O(N log N).

use crate::Shape;
use crate::sorting_robot::carriage::slot;
use crate::sorting_robot::ground::{Ground, NOWHERE, Place};

/// Returns all cells in the order of the Hilbert curve.
fn along(shape: Shape) -> Vec<Place> {
    let order = shape.rows.max(shape.columns).next_power_of_two().ilog2();
    let mut cells: Vec<(u64, Place)> = (0..shape.cells())
        .map(|cell| {
            let (row, column) = (shape.row(cell) as u64, shape.column(cell) as u64);
            (place_on_curve(order, row, column), cell as Place)
        })
        .collect();
    cells.sort_unstable();
    cells.into_iter().map(|(_, cell)| cell).collect()
}

/// Returns the index of a cell on the curve, quadrant by quadrant; each is a rotated or mirrored copy of the whole.
fn place_on_curve(order: u32, mut row: u64, mut column: u64) -> u64 {
    let mut place = 0;
    for bit in (0..order).rev() {
        let (down, right) = (row >> bit & 1, column >> bit & 1);
        place = place << 2 | (3 * right) ^ down;
        if down == 0 {
            if right == 1 {
                let all = (1 << order) - 1;
                (row, column) = (all - row, all - column);
            }
            std::mem::swap(&mut row, &mut column);
        }
    }
    place
}

/// Returns a successor for every site that is not black. For each colour, givers and takers are paired like
/// brackets along the curve, which prefers close pairs.
pub(in crate::sorting_robot) fn pair_along_curve(ground: &Ground) -> Vec<Place> {
    let instance = ground.instance;
    let colours = instance.colours;
    let mut successor = vec![NOWHERE; ground.cells() + 1];
    // For each colour the waiting sites, which are all givers or all takers.
    let mut waiting: Vec<Vec<Place>> = vec![Vec::new(); colours + 1];
    let mut takers_wait = vec![false; colours + 1];
    for place in along(instance.shape) {
        if instance.is_black(place as usize) {
            continue;
        }
        for (colour, takes) in [(ground.takes(place), true), (ground.gives(place), false)] {
            let colour = slot(colours, colour);
            if takes == takers_wait[colour] || waiting[colour].is_empty() {
                takers_wait[colour] = takes;
                waiting[colour].push(place);
            } else if let Some(other) = waiting[colour].pop() {
                let (from, to) = if takes {
                    (other, place)
                } else {
                    (place, other)
                };
                successor[from as usize] = to;
            }
        }
    }
    successor[ground.start() as usize] = ground.end();
    successor
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_goes_from_neighbour_to_neighbour() {
        let square = Shape::new(8, 8).unwrap();
        let cells = along(square);
        let near = |pair: &[Place]| square.distance(pair[0] as usize, pair[1] as usize) == 1;
        assert!(cells.windows(2).all(near));
        let mut others = along(Shape::new(3, 11).unwrap());
        others.sort_unstable();
        assert!(others.into_iter().eq(0..33));
    }
}
