//! The sites between which pieces are carried: the cells, the start and the end of the walk.
//!
//! An empty hand counts as carrying a piece of colour [`NONE`], and a cell without a piece as holding one. Then every
//! walk carries something all the time, every site that is not black gives one piece and takes one, and grids with
//! holes are not a special case. The start only gives the empty hand; the end only takes it.

use super::instance::{Colour, Instance, NONE};
use crate::Point;

/// A cell, the start or the end.
pub(super) type Site = u32;

/// No site.
pub(super) const NO_SITE: Site = Site::MAX;

#[derive(Debug)]
pub(super) struct Sites<'i> {
    pub(super) instance: &'i Instance,
    columns: Site,
    /// The positions of the start and the end.
    corners: [Point; 2],
    /// Whether the walk may end anywhere, so that all distances to the end are 0.
    open: bool,
}

impl<'i> Sites<'i> {
    /// Creates the sites of a walk that may end anywhere.
    pub(super) fn new(instance: &'i Instance) -> Self {
        Self {
            instance,
            columns: instance.shape.columns as Site,
            corners: [Point { row: 0, column: 0 }; 2],
            open: true,
        }
    }

    /// Creates the sites of a walk that must end at a cell.
    pub(super) fn ending_at(instance: &'i Instance, cell: usize) -> Self {
        let mut sites = Self::new(instance);
        sites.corners[1] = sites.point(cell as Site);
        sites.open = false;
        sites
    }

    pub(super) fn cells(&self) -> usize {
        self.instance.shape.cells()
    }

    pub(super) fn start(&self) -> Site {
        self.cells() as Site
    }

    pub(super) fn end(&self) -> Site {
        self.cells() as Site + 1
    }

    pub(super) fn point(&self, site: Site) -> Point {
        // Computed, because a table of millions of points would be slower.
        match site.checked_sub(self.start()) {
            None => Point {
                row: (site / self.columns) as i32,
                column: (site % self.columns) as i32,
            },
            Some(corner) => self.corners[corner as usize],
        }
    }

    /// Returns whether a site is the end of a walk that may end anywhere.
    pub(super) fn is_anywhere(&self, site: Site) -> bool {
        self.open && site == self.end()
    }

    pub(super) fn distance(&self, a: Site, b: Site) -> i32 {
        if self.open && (a == self.end() || b == self.end()) {
            return 0;
        }
        self.point(a).distance(self.point(b))
    }

    /// Returns the colour that is carried away from a site.
    pub(super) fn gives(&self, site: Site) -> Colour {
        let pieces = &self.instance.pieces;
        pieces.get(site as usize).copied().unwrap_or(NONE)
    }

    /// Returns the colour that has to be brought to a site.
    pub(super) fn takes(&self, site: Site) -> Colour {
        let backgrounds = &self.instance.backgrounds;
        backgrounds.get(site as usize).copied().unwrap_or(NONE)
    }

    /// Returns the cells that are not black.
    pub(super) fn unsorted(&self) -> impl Iterator<Item = Site> {
        let instance = self.instance;
        (0..self.cells() as Site).filter(move |&cell| !instance.is_black(cell as usize))
    }
}
