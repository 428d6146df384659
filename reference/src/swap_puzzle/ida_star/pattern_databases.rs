//! Additive pattern databases: the cost of bringing small groups of tiles to their targets, ignoring all other tiles.
//!
//! A swap moves two tiles, so each moved tile is charged half a swap. The database of a group stores, for every
//! placement of its tiles, the minimum charge that brings all of them to their targets; all other tiles are
//! indistinguishable. Disjoint groups are additive, because no charge is counted twice. The charge of a single tile is
//! its distance, so the sum over all groups is at least the sum of distances; it is larger if tiles of a group
//! conflict.

use crate::Budget;
use crate::swap_puzzle::Instance;

/// Marks a placement that has not been reached; no charge is as large.
const UNKNOWN: u8 = u8::MAX;

/// Work for expanding a placement, per tile of the group.
const TILE_WORK: u64 = 15;

/// The database of one group of tiles.
#[derive(Debug)]
struct PatternDatabase {
    /// The charge of every placement in half swaps; the first tile's cell is the most significant digit of the index.
    charges: Vec<u8>,
}

/// The databases of a partition of the tiles into groups.
#[derive(Debug)]
pub(super) struct PatternDatabases {
    groups: Vec<PatternDatabase>,
    /// For each tile its group, and the stride of its cell in the index of the group's database.
    members: Vec<(usize, usize)>,
}

impl PatternDatabases {
    /// Partitions an order of the tiles into groups of `size`. Returns `None` if the budget expires.
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
            groups.push(PatternDatabase::new(&neighbours, tiles, budget)?);
        }
        Some(Self { groups, members })
    }

    /// Returns the group of a tile, and the stride of its cell in the index of the group's database.
    pub(super) fn member(&self, tile: usize) -> (usize, usize) {
        self.members[tile]
    }

    /// Returns the charge of a group at an index of its database, in half swaps.
    pub(super) fn charge(&self, group: usize, place: usize) -> u32 {
        u32::from(self.groups[group].charges[place])
    }

    /// Returns the indices into the databases of all groups; `cells` gives the cell of each tile.
    pub(super) fn places(&self, cells: &[usize]) -> Vec<usize> {
        let mut places = vec![0; self.groups.len()];
        for (tile, &cell) in cells.iter().enumerate() {
            let (group, stride) = self.members[tile];
            places[group] += stride * cell;
        }
        places
    }
}

impl PatternDatabase {
    /// Breadth-first search from the targets, in layers of half swaps.
    fn new(neighbours: &[Vec<usize>], tiles: &[usize], budget: &Budget) -> Option<Self> {
        let cells = neighbours.len();
        let size = tiles.len();
        let mut charges = vec![UNKNOWN; cells.pow(size as u32)];
        let place = |at: &[usize]| at.iter().fold(0, |place, cell| place * cells + cell);
        let start = place(tiles);
        charges[start] = 0;
        // A swap of two tiles of the group costs two layers.
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

/// Returns the tiles row by row and column by column: two orders to partition into groups.
pub(super) fn orders(instance: &Instance) -> [Vec<usize>; 2] {
    let shape = instance.shape;
    let by_rows = (0..shape.cells()).collect();
    let columns = 0..shape.columns;
    let by_columns =
        columns.flat_map(|column| (0..shape.rows).map(move |row| shape.cell(row, column)));
    [by_rows, by_columns.collect()]
}
