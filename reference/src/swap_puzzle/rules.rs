//! The rules: what a swap does, and when the grid is solved.

use super::instance::{Instance, Tile, target_cell};
use crate::Rejection;

/// The state of the grid during a replay.
#[derive(Debug)]
pub(super) struct TileGrid<'i> {
    instance: &'i Instance,
    tiles: Vec<Tile>,
    swaps: u64,
}

impl<'i> TileGrid<'i> {
    pub(super) fn new(instance: &'i Instance) -> Self {
        Self {
            instance,
            tiles: instance.tiles.clone(),
            swaps: 0,
        }
    }

    /// Exchanges the tiles at `i1 j1` and `i2 j2`. Fails if the rules forbid it.
    pub(super) fn swap(&mut self, numbers: [i64; 4]) -> Result<(), Rejection> {
        let [i1, j1, i2, j2] = numbers;
        let shape = self.instance.shape;
        let on_grid = |i: i64, j: i64| {
            (0..shape.rows as i64).contains(&i) && (0..shape.columns as i64).contains(&j)
        };
        for (i, j) in [(i1, j1), (i2, j2)] {
            if !on_grid(i, j) {
                let (rows, columns) = (shape.rows, shape.columns);
                let why = format!("row {i}, column {j} is not on the {rows} × {columns} grid");
                return Err(self.reject(numbers, &why));
            }
        }
        let one = shape.cell(i1 as usize, j1 as usize);
        let other = shape.cell(i2 as usize, j2 as usize);
        if shape.distance(one, other) != 1 {
            return Err(self.reject(numbers, "these cells do not share an edge"));
        }
        if self.instance.walls.between(one, other) {
            return Err(self.reject(numbers, "a wall stands between these cells"));
        }
        self.tiles.swap(one, other);
        self.swaps += 1;
        Ok(())
    }

    fn reject(&self, numbers: [i64; 4], why: &str) -> Rejection {
        let at = self.swaps;
        let [i1, j1, i2, j2] = numbers;
        let reason = format!("swap {at} (`{i1} {j1} {i2} {j2}`): {why}");
        Rejection { at, reason }
    }

    /// Returns the tile on each cell, row by row.
    pub(super) fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    pub(super) fn swaps(&self) -> u64 {
        self.swaps
    }

    /// Returns the cells whose tile belongs somewhere else.
    pub(super) fn misplaced(&self) -> impl Iterator<Item = usize> {
        let tiles = self.tiles.iter().enumerate();
        tiles.filter_map(|(cell, &tile)| (target_cell(tile) != cell).then_some(cell))
    }

    /// Returns the number of swaps. Fails unless every tile is in place.
    pub(super) fn finish(&self) -> Result<u64, Rejection> {
        let Some(first) = self.misplaced().next() else {
            return Ok(self.swaps);
        };
        let at = self.swaps;
        let reason = format!(
            "after all {at} swaps {} of {} tiles are not in place: row {}, column {} holds {} instead of {}",
            self.misplaced().count(),
            self.tiles.len(),
            self.instance.shape.row(first),
            self.instance.shape.column(first),
            self.tiles[first],
            first + 1,
        );
        Err(Rejection { at, reason })
    }
}
