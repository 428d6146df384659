//! How an algorithm chooses the cell to which a piece is carried.

use crate::Shape;
use crate::sorting_robot::{Colour, Instance, NONE};

/// The unfilled cells: those that need a piece of their own colour.
pub(super) trait Targets {
    /// Returns the unfilled cell to which a piece of `colour` is carried from the cell `from`.
    ///
    /// There is always one: a piece in transit leaves a cell of its colour unfilled.
    fn target(&self, from: usize, colour: Colour) -> usize;

    /// Removes a cell that has been filled or will be.
    fn remove(&mut self, cell: usize);
}

/// Returns the backgrounds or pieces per cell, with [`NONE`] on cells that are black at the start.
pub(super) fn where_not_black(instance: &Instance, layer: &[Colour]) -> Vec<Colour> {
    let mut layer = layer.to_vec();
    for (cell, colour) in layer.iter_mut().enumerate() {
        if instance.is_black(cell) {
            *colour = NONE;
        }
    }
    layer
}

/// Returns the colour that each cell needs, [`NONE`] if it needs nothing.
pub(super) fn needed_colours(instance: &Instance) -> Vec<Colour> {
    where_not_black(instance, &instance.backgrounds)
}

/// Returns the nearest of the given cells; ties go to the first.
pub(super) fn nearest(
    shape: Shape,
    from: usize,
    cells: impl Iterator<Item = usize>,
) -> Option<usize> {
    let (row, column) = (shape.row(from), shape.column(from));
    cells.min_by_key(|&cell| shape.row(cell).abs_diff(row) + shape.column(cell).abs_diff(column))
}
