//! Search in growing rings of cells at equal distance from the robot.

use crate::Shape;
use crate::sorting_robot::{Colour, NONE};

/// Returns the nearest cell that is `wanted`; ties go to the topmost, then the leftmost.
///
/// A search that ends at distance d examines O(d²) cells, none of them more than twice.
pub(super) fn nearest(shape: Shape, from: usize, wanted: impl Fn(usize) -> bool) -> Option<usize> {
    let (row, column) = (shape.row(from), shape.column(from));
    let (rows_below, columns_right) = (shape.rows - 1 - row, shape.columns - 1 - column);
    let farthest = row.max(rows_below) + column.max(columns_right);
    let cell = |row, column| shape.cell(row, column);
    (0..=farthest).find_map(|radius| {
        // A cell of the ring that is `away` rows off lies `radius - away` columns off, to the left and to the right.
        // Each of the four edges is restricted to the rows where that is inside the grid, and goes downwards.
        let left = radius.saturating_sub(column);
        let right = radius.saturating_sub(columns_right);
        let (up, down) = (radius.min(row) + 1, radius.min(rows_below) + 1);
        let upper_left = (left..up)
            .rev()
            .map(|away| cell(row - away, column + away - radius));
        let upper_right = (right..up)
            .rev()
            .map(|away| cell(row - away, column + radius - away));
        let lower_left = (left..down).map(|away| cell(row + away, column + away - radius));
        let lower_right = (right..down).map(|away| cell(row + away, column + radius - away));
        first_of_both(upper_left, upper_right, &wanted)
            .or_else(|| first_of_both(lower_left, lower_right, &wanted))
    })
}

/// Returns the first wanted cell in row-major order on two edges that go downwards.
fn first_of_both(
    mut left: impl Iterator<Item = usize>,
    mut right: impl Iterator<Item = usize>,
    wanted: impl Fn(usize) -> bool,
) -> Option<usize> {
    let left = left.find(|&cell| wanted(cell));
    let right = right.find(|&cell| wanted(cell));
    left.into_iter().chain(right).min()
}

/// Returns the nearest cell with a misplaced piece.
pub(super) fn nearest_piece(shape: Shape, misplaced: &[Colour], from: usize) -> Option<usize> {
    nearest(shape, from, |cell| misplaced[cell] != NONE)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sorting_robot::solvers::targets;

    #[test]
    fn one_column_is_searched_in_linear_time() {
        let shape = Shape::new(1_000_000, 1).unwrap();
        assert_eq!(nearest(shape, 0, |cell| cell == 999_999), Some(999_999));
        assert_eq!(nearest(shape, 500_000, |_| false), None);
    }

    proptest! {
        #[test]
        fn agrees_with_a_full_scan(
            rows in 1_usize..9,
            columns in 1_usize..9,
            from in 0_usize..81,
            marks in proptest::collection::vec(prop::bool::weighted(0.15), 81),
        ) {
            let shape = Shape::new(rows, columns).unwrap();
            let from = from % shape.cells();
            let scanned = targets::nearest(shape, from, (0..shape.cells()).filter(|&cell| marks[cell]));
            prop_assert_eq!(nearest(shape, from, |cell| marks[cell]), scanned);
        }
    }
}
