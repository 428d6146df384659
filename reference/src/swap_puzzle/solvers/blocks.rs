//! The small blocks of a grid, with distance tables.

use std::collections::BTreeMap;

use super::state_table::StateTable;
use super::swap_sequence::MAX_PLACES;
use crate::random::SplitMix64;
use crate::swap_puzzle::{Instance, Swap};
use crate::{Budget, Shape};

/// The largest number of tables for blocks of eight cells with walls; other blocks use six cells.
const MAX_WALLED_TABLES: usize = 48;

/// All blocks of one shape.
#[derive(Debug)]
struct Kind {
    shape: Shape,
    /// The table of the block at each upper left cell. Without walls one table serves all.
    tables: Vec<Option<usize>>,
}

#[derive(Debug)]
pub(super) struct Blocks {
    grid: Shape,
    kinds: Vec<Kind>,
    tables: Vec<StateTable>,
}

/// A block: its cells and its table.
#[derive(Debug)]
pub(super) struct Block<'b> {
    cells: [u32; MAX_PLACES],
    count: usize,
    pub(super) table: &'b StateTable,
}

impl Block<'_> {
    pub(super) fn cells(&self) -> &[u32] {
        &self.cells[..self.count]
    }
}

impl Blocks {
    /// Returns `None` if the budget expires before the tables are complete, or if the grid is too small for any block.
    pub(super) fn new(instance: &Instance, budget: &Budget) -> Option<Self> {
        let grid = instance.shape;
        let mut blocks = Self {
            grid,
            kinds: Vec::new(),
            tables: Vec::new(),
        };
        let small = [(2, 3), (3, 2)];
        let large = [(3, 3), (2, 4), (4, 2)];
        let walled = !instance.walls.is_empty();
        let fits = |&(rows, columns): &(usize, usize)| rows <= grid.rows && columns <= grid.columns;
        let mut shapes: Vec<_> = large.into_iter().filter(fits).collect();
        if walled || shapes.is_empty() {
            shapes.extend(small.into_iter().filter(fits));
        }
        let mut known = BTreeMap::new();
        for (rows, columns) in shapes {
            let shape = Shape { rows, columns };
            let whole = links(instance, shape, None);
            let mut tables = Vec::new();
            for corner in 0..if walled { grid.cells() } else { 1 } {
                let inside = grid.row(corner) + rows <= grid.rows
                    && grid.column(corner) + columns <= grid.columns;
                if !inside {
                    tables.push(None);
                    continue;
                }
                let links = links(instance, shape, walled.then_some(corner));
                let wanted = shape.cells() < 8
                    || links == whole
                    || shape.cells() == 8 && known.len() < MAX_WALLED_TABLES;
                let key = (rows.min(columns), rows.max(columns), links);
                let table = match known.get(&key) {
                    Some(&table) => Some(table),
                    None if !wanted => None,
                    None => {
                        let swaps = key.2.clone();
                        let table = StateTable::new(shape.cells(), swaps, budget)?;
                        blocks.tables.push(table);
                        known.insert(key, blocks.tables.len() - 1);
                        Some(blocks.tables.len() - 1)
                    }
                };
                tables.push(table);
            }
            blocks.kinds.push(Kind { shape, tables });
        }
        (!blocks.kinds.is_empty()).then_some(blocks)
    }

    /// Returns a random block around two neighbouring cells, if the chosen shape has one.
    pub(super) fn around(
        &self,
        one: usize,
        other: usize,
        rng: &mut SplitMix64,
    ) -> Option<Block<'_>> {
        let kind = &self.kinds[rng.below(self.kinds.len())];
        let (one, other) = (one.min(other), one.max(other));
        let top = corner(
            [self.grid.row(one), self.grid.row(other)],
            kind.shape.rows,
            self.grid.rows,
            rng,
        )?;
        let (left, right) = (self.grid.column(one), self.grid.column(other));
        let ends = [left.min(right), left.max(right)];
        let left = corner(ends, kind.shape.columns, self.grid.columns, rng)?;
        let first = self.grid.cell(top, left);
        let table = kind.tables[first.min(kind.tables.len() - 1)]?;
        let mut block = Block {
            cells: [0; MAX_PLACES],
            count: kind.shape.cells(),
            table: &self.tables[table],
        };
        for (place, cell) in block.cells[..block.count].iter_mut().enumerate() {
            let (row, column) = place_in(kind.shape, place);
            *cell = self.grid.cell(top + row, left + column) as u32;
        }
        Some(block)
    }
}

/// Returns the row and the column of a position in a block. Upright blocks are numbered column by column, so that they
/// share a table with the transposed ones.
fn place_in(shape: Shape, place: usize) -> (usize, usize) {
    if shape.rows > shape.columns {
        (place % shape.rows, place / shape.rows)
    } else {
        (place / shape.columns, place % shape.columns)
    }
}

/// Returns the pairs of positions that may exchange tiles, in a block without walls or in the block at a corner.
fn links(instance: &Instance, shape: Shape, corner: Option<usize>) -> Vec<Swap> {
    let grid = instance.shape;
    let mut links = Vec::new();
    for other in 0..shape.cells() {
        for one in 0..other {
            let (a, b) = (place_in(shape, one), place_in(shape, other));
            let cell = |(row, column), corner| corner + grid.cell(row, column);
            let open = |corner| !instance.walls.between(cell(a, corner), cell(b, corner));
            if a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1 && corner.is_none_or(open) {
                links.push((one, other));
            }
        }
    }
    links
}

/// Returns a random start of an interval of `size` that covers both ends and lies in `0..limit`.
fn corner(ends: [usize; 2], size: usize, limit: usize, rng: &mut SplitMix64) -> Option<usize> {
    let first = (ends[1] + 1).saturating_sub(size);
    let last = ends[0].min(limit - size);
    (first <= last).then(|| first + rng.below(last - first + 1))
}
