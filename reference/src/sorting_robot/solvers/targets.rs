//! The one question that most algorithms differ in: to which waiting cell does a piece go?

use crate::Shape;
use crate::sorting_robot::{Colour, Instance, NONE};

/// The cells that wait for a piece of their own colour.
pub(super) trait Targets {
    /// The waiting cell to which a piece of `colour` goes from the cell `from`.
    ///
    /// There must be one, and there is: a piece that is on its way leaves a cell of its colour without a piece.
    fn target(&self, from: usize, colour: Colour) -> usize;

    /// The cell has its piece, or will have it: it waits no more.
    fn remove(&mut self, cell: usize);
}

/// Backgrounds or pieces per cell, with [`NONE`] on the cells that are black at the start.
pub(super) fn where_not_black(instance: &Instance, layer: &[Colour]) -> Vec<Colour> {
    let mut layer = layer.to_vec();
    for (cell, colour) in layer.iter_mut().enumerate() {
        if instance.is_black(cell) {
            *colour = NONE;
        }
    }
    layer
}

/// Per cell the colour it waits for, [`NONE`] where it waits for nothing.
pub(super) fn waiting_colours(instance: &Instance) -> Vec<Colour> {
    where_not_black(instance, &instance.backgrounds)
}

/// The nearest cell of those given, the first one on ties.
pub(super) fn nearest(
    shape: Shape,
    from: usize,
    cells: impl Iterator<Item = usize>,
) -> Option<usize> {
    let (row, column) = (shape.row(from), shape.column(from));
    cells.min_by_key(|&cell| shape.row(cell).abs_diff(row) + shape.column(cell).abs_diff(column))
}
