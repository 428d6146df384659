//! Additive pattern databases: how far small groups of tiles are from home, whatever the other tiles do.
//!
//! A swap moves two tiles, so each tile that it moves is charged half of it. For a group of tiles, the database knows
//! the least charge that brings all of them home, over every way to place them; all other tiles look alike. Groups
//! that share no tile may be added up, since no charge is counted twice. A group of one tile is charged its distance,
//! so that the sum over all groups is never less than the sum of distances; it is more where tiles of a group are in
//! each other's way.

use crate::Budget;
use crate::swap_puzzle::Instance;

/// Half swaps that bring a group home; no group is farther away than this.
const UNKNOWN: u8 = u8::MAX;

/// Work for a way to place a group that leaves a layer, for each tile of the group.
const TILE_WORK: u64 = 15;

/// One group of tiles.
#[derive(Debug)]
struct Pattern {
    /// Per way to place the tiles: the first tile's cell counts most.
    charges: Vec<u8>,
}

/// Groups that share no tile and have all tiles together.
#[derive(Debug)]
pub(super) struct Patterns {
    groups: Vec<Pattern>,
    /// Per tile: its group, and what one cell further on adds to the place in the group's table.
    members: Vec<(usize, usize)>,
}

impl Patterns {
    /// Cuts an order of the tiles into groups of some size; `None` where the time is over before the end.
    pub(super) fn new(
        instance: &Instance,
        order: &[usize],
        size: usize,
        budget: &Budget,
    ) -> Option<Self> {
        let cells = instance.shape.cells();
        let neighbours: Vec<Vec<usize>> = (0..cells)
            .map(|cell| instance.neighbours(cell).collect())
            .collect();
        let mut members = vec![(0, 0); cells];
        let mut groups = Vec::new();
        for tiles in order.chunks(size) {
            let mut stride = 1;
            for &tile in tiles.iter().rev() {
                members[tile] = (groups.len(), stride);
                stride *= cells;
            }
            groups.push(Pattern::new(&neighbours, tiles, budget)?);
        }
        Some(Self { groups, members })
    }

    /// The group of a tile, and what one cell further on adds to the place in the group's table.
    pub(super) fn member(&self, tile: usize) -> (usize, usize) {
        self.members[tile]
    }

    /// The charge, in half swaps, of a group at a place of its table.
    pub(super) fn charge(&self, group: usize, place: usize) -> u32 {
        u32::from(self.groups[group].charges[place])
    }

    /// The places in the tables of all groups; `cells` says where each tile is.
    pub(super) fn places(&self, cells: &[usize]) -> Vec<usize> {
        let mut places = vec![0; self.groups.len()];
        for (tile, &cell) in cells.iter().enumerate() {
            let (group, stride) = self.members[tile];
            places[group] += stride * cell;
        }
        places
    }
}

impl Pattern {
    /// Breadth-first from home, in layers of half swaps.
    fn new(neighbours: &[Vec<usize>], tiles: &[usize], budget: &Budget) -> Option<Self> {
        let cells = neighbours.len();
        let size = tiles.len();
        let mut charges = vec![UNKNOWN; cells.pow(size as u32)];
        let place = |at: &[usize]| at.iter().fold(0, |place, cell| place * cells + cell);
        let start = place(tiles);
        charges[start] = 0;
        // Layer after layer; a swap of two tiles of the group costs two layers.
        let mut layers = [vec![start], Vec::new(), Vec::new()];
        let mut at = vec![0; size];
        let mut strides = vec![1; size];
        for tile in (0..size.saturating_sub(1)).rev() {
            strides[tile] = strides[tile + 1] * cells;
        }
        let mut charge = 0_u8;
        while layers.iter().any(|layer| !layer.is_empty()) {
            if budget.expired() {
                return None;
            }
            let layer = std::mem::take(&mut layers[usize::from(charge) % 3]);
            budget.spend(TILE_WORK * (size * layer.len()) as u64);
            for from in layer {
                if charges[from] != charge {
                    continue;
                }
                let mut rest = from;
                for cell in at.iter_mut().rev() {
                    *cell = rest % cells;
                    rest /= cells;
                }
                for tile in 0..size {
                    for &cell in &neighbours[at[tile]] {
                        let other = at.iter().position(|&taken| taken == cell);
                        let mut to = from + strides[tile] * cell - strides[tile] * at[tile];
                        let mut cost = 1;
                        if let Some(other) = other {
                            to = to + strides[other] * at[tile] - strides[other] * cell;
                            cost = 2;
                        }
                        if charges[to] > charge + cost {
                            charges[to] = charge + cost;
                            layers[usize::from(charge + cost) % 3].push(to);
                        }
                    }
                }
            }
            charge += 1;
        }
        Some(Self { charges })
    }
}

/// The tiles row by row, and column by column: two orders to cut into groups.
pub(super) fn orders(instance: &Instance) -> [Vec<usize>; 2] {
    let shape = instance.shape;
    let by_rows = (0..shape.cells()).collect();
    let columns = 0..shape.columns;
    let by_columns =
        columns.flat_map(|column| (0..shape.rows).map(move |row| shape.cell(row, column)));
    [by_rows, by_columns.collect()]
}
