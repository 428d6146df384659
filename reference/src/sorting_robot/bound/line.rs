//! The exact bound for one row or one column: the minimum number of crossings of every edge.

use crate::sorting_robot::instance::{Instance, NONE};
use crate::sorting_robot::transport::slot;

/// The fewest steps for a grid of one row or one column, and the end of such a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sorting_robot) struct LineBound {
    pub(in crate::sorting_robot) steps: u64,
    pub(in crate::sorting_robot) end: usize,
}

/// Returns `None` if the grid has more than one row and more than one column.
///
/// For every colour, the surplus or deficit of pieces to the left of an edge must cross it. The empty hand is a colour
/// like the others; it starts before the first cell and ends where the walk ends. An edge with work behind it is
/// crossed at least once, and at least twice if the walk ends before it. The sum over all edges for the best end is the
/// bound, and it is attained.
pub(in crate::sorting_robot) fn line_bound(instance: &Instance) -> Option<LineBound> {
    let shape = instance.shape;
    if shape.rows > 1 && shape.columns > 1 {
        return None;
    }
    // The number of crossings if the walk ends after all edges so far, and if it ends at the best position among these.
    let mut passing = 0;
    let mut best = (0, 0);
    for (edge, crossings) in crossings(instance).enumerate() {
        passing += crossings.beyond;
        best.0 += crossings.before;
        best = best.min((passing, edge + 1));
    }
    let (steps, end) = best;
    Some(LineBound { steps, end })
}

/// How often a walk crosses an edge at least.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Crossings {
    /// If it ends beyond the edge.
    pub(super) beyond: u64,
    /// If it ends before the edge.
    pub(super) before: u64,
}

/// Returns the crossings of the edges before the last cell that is not black.
pub(super) fn crossings(instance: &Instance) -> impl Iterator<Item = Crossings> {
    let mut work = (0..instance.shape.cells()).filter(|&cell| !instance.is_black(cell));
    let last = work.next_back().unwrap_or(0);
    let colours = instance.colours;
    let mut surplus = vec![0_i64; colours + 1];
    let mut carried = 0;
    (0..last).map(move |edge| {
        let change = [(instance.pieces[edge], 1), (instance.backgrounds[edge], -1)];
        for (colour, by) in change {
            let surplus = &mut surplus[slot(colours, colour)];
            if colour != NONE {
                carried -= surplus.abs();
            }
            *surplus += by;
            if colour != NONE {
                carried += surplus.abs();
            }
        }
        let empty = surplus[colours];
        Crossings {
            beyond: (carried + (empty + 1).abs()) as u64,
            before: (carried + empty.abs()).max(2) as u64,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str) -> Option<u64> {
        let instance = Instance::read(text.as_bytes()).unwrap();
        line_bound(&instance).map(|line| line.steps)
    }

    #[test]
    fn rows_and_columns() {
        // The walk need not return to what it has passed.
        assert_eq!(steps("1 5 5\n0 1 2 3 4\n1 0 2 4 3\n"), Some(7));
        assert_eq!(steps("3 1 2\n0\n1\n0\n0\n0\n1\n"), Some(3));
        assert_eq!(steps("1 4 1\n0 -1 -1 -1\n-1 -1 -1 0\n"), Some(6));
        assert_eq!(steps("1 2 2\n0 1\n0 1\n"), Some(0));
        assert_eq!(steps("2 2 2\n0 1\n0 1\n0 1\n1 0\n"), None);
    }
}
