//! A heuristic transport plan from a space-filling curve, in O(N log N).

use crate::Shape;
use crate::sorting_robot::sites::{NO_SITE, Site, Sites};
use crate::sorting_robot::transport::slot;

/// Returns all cells in the order of the Hilbert curve.
fn along(shape: Shape) -> Vec<Site> {
    let order = shape.rows.max(shape.columns).next_power_of_two().ilog2();
    let mut cells: Vec<(u64, Site)> = (0..shape.cells())
        .map(|cell| {
            let (row, column) = (shape.row(cell) as u64, shape.column(cell) as u64);
            (index_on_curve(order, row, column), cell as Site)
        })
        .collect();
    cells.sort_unstable();
    cells.into_iter().map(|(_, cell)| cell).collect()
}

/// Returns the index of a cell on the curve, quadrant by quadrant; each is a rotated or mirrored copy of the whole.
fn index_on_curve(order: u32, mut row: u64, mut column: u64) -> u64 {
    let mut site = 0;
    for bit in (0..order).rev() {
        let (down, right) = (row >> bit & 1, column >> bit & 1);
        site = site << 2 | (3 * right) ^ down;
        if down == 0 {
            if right == 1 {
                let all = (1 << order) - 1;
                (row, column) = (all - row, all - column);
            }
            std::mem::swap(&mut row, &mut column);
        }
    }
    site
}

/// Returns a successor for every site that is not black. For each colour, givers and takers are paired like brackets
/// along the curve, which prefers close pairs.
pub(in crate::sorting_robot) fn pair_along_curve(sites: &Sites) -> Vec<Site> {
    let instance = sites.instance;
    let colours = instance.colours;
    let mut successor = vec![NO_SITE; sites.cells() + 1];
    // For each colour the waiting sites, which are all givers or all takers.
    let mut waiting: Vec<Vec<Site>> = vec![Vec::new(); colours + 1];
    let mut takers_wait = vec![false; colours + 1];
    for site in along(instance.shape) {
        if instance.is_black(site as usize) {
            continue;
        }
        for (colour, takes) in [(sites.takes(site), true), (sites.gives(site), false)] {
            let colour = slot(colours, colour);
            if takes == takers_wait[colour] || waiting[colour].is_empty() {
                takers_wait[colour] = takes;
                waiting[colour].push(site);
            } else if let Some(other) = waiting[colour].pop() {
                let (from, to) = if takes { (other, site) } else { (site, other) };
                successor[from as usize] = to;
            }
        }
    }
    successor[sites.start() as usize] = sites.end();
    successor
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_goes_from_neighbour_to_neighbour() {
        let square = Shape::new(8, 8).unwrap();
        let cells = along(square);
        let near = |pair: &[Site]| square.distance(pair[0] as usize, pair[1] as usize) == 1;
        assert!(cells.windows(2).all(near));
        let mut others = along(Shape::new(3, 11).unwrap());
        others.sort_unstable();
        assert!(others.into_iter().eq(0..33));
    }
}
