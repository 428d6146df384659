//! The sites between which pieces are carried: the cells, the start and the end of the walk.
//!
//! An empty hand counts as carrying a piece of colour [`NONE`], and a cell without a piece as holding one. Then
//! every walk carries something all the time, every site that is not black gives one piece and takes one, and grids
//! with holes are not a special case. The start only gives the empty hand; the end only takes it.

use super::instance::{Colour, Instance, NONE};
use crate::Point;

/// A cell, the start or the end.
pub(super) type Place = u32;

/// No site.
pub(super) const NOWHERE: Place = Place::MAX;

#[derive(Debug)]
pub(super) struct Ground<'i> {
    pub(super) instance: &'i Instance,
    /// The positions of the cells, followed by the start and the end.
    points: Vec<Point>,
    /// Whether the walk may end anywhere, so that all distances to the end are 0.
    open: bool,
}

impl<'i> Ground<'i> {
    /// Creates the sites of a walk that may end anywhere.
    pub(super) fn new(instance: &'i Instance) -> Self {
        let shape = instance.shape;
        let point = |cell| Point {
            row: shape.row(cell) as i32,
            column: shape.column(cell) as i32,
        };
        let corners = [Point { row: 0, column: 0 }; 2];
        Self {
            instance,
            points: (0..shape.cells()).map(point).chain(corners).collect(),
            open: true,
        }
    }

    /// Creates the sites of a walk that must end at a cell.
    pub(super) fn ending_at(instance: &'i Instance, cell: usize) -> Self {
        let mut ground = Self::new(instance);
        let end = ground.end() as usize;
        ground.points[end] = ground.points[cell];
        ground.open = false;
        ground
    }

    pub(super) fn cells(&self) -> usize {
        self.instance.shape.cells()
    }

    pub(super) fn start(&self) -> Place {
        self.cells() as Place
    }

    pub(super) fn end(&self) -> Place {
        self.cells() as Place + 1
    }

    pub(super) fn point(&self, place: Place) -> Point {
        self.points[place as usize]
    }

    /// Returns whether a site is the end of a walk that may end anywhere.
    pub(super) fn is_anywhere(&self, place: Place) -> bool {
        self.open && place == self.end()
    }

    pub(super) fn distance(&self, a: Place, b: Place) -> i32 {
        if self.open && (a == self.end() || b == self.end()) {
            return 0;
        }
        self.point(a).distance(self.point(b))
    }

    /// Returns the colour that is carried away from a site.
    pub(super) fn gives(&self, place: Place) -> Colour {
        let pieces = &self.instance.pieces;
        pieces.get(place as usize).copied().unwrap_or(NONE)
    }

    /// Returns the colour that has to be brought to a site.
    pub(super) fn takes(&self, place: Place) -> Colour {
        let backgrounds = &self.instance.backgrounds;
        backgrounds.get(place as usize).copied().unwrap_or(NONE)
    }

    /// Returns the cells that are not black.
    pub(super) fn work(&self) -> impl Iterator<Item = Place> {
        let instance = self.instance;
        (0..self.cells() as Place).filter(move |&cell| !instance.is_black(cell as usize))
    }
}
