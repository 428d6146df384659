//! Depth-bounded search for an answer: one iteration of IDA*.
//!
//! **What.** A branch is pruned if the swaps so far plus a lower bound on the remaining ones exceed the limit. The
//! lower bound is the largest of four sums of pattern databases, rounded up to the parity of the permutation: two sets
//! of databases are applied to the arrangement and to its inverse, which the reversed sequence of swaps solves. Swaps
//! that help both tiles are tried first. A transposition table stores arrangements from which the goal cannot be reached
//! within a number of swaps.
//!
//! **Guarantee.** A failed search is a proof: the lower bounds are admissible, and the table compares whole
//! arrangements.
//!
//! **Complexity.** Exponential in the difference between the optimum and the initial lower bound; the table has a fixed
//! size.
//!
//! **Source.** Korf 1985; Felner, Korf and Hanan 2004 for additive pattern databases, here with half swaps as charges;
//! Felner et al. 2005 for lookups of the inverse.

use super::pattern_databases::PatternDatabases;
use crate::Budget;
use crate::swap_puzzle::instance::target_cell;
use crate::swap_puzzle::{Instance, Swap};

/// The largest grid: with five bits per cell, an arrangement fits into one word of the table.
pub(in crate::swap_puzzle) const MAX_CELLS: usize = 25;

/// The result of a search.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SearchResult {
    Found(Vec<Swap>),
    /// It is proved that there is no answer within the limit.
    Infeasible,
    /// The budget or the node limit was reached first.
    LimitReached,
}

/// A set of pattern databases, applied to the arrangement or to its inverse.
#[derive(Debug)]
struct View<'p> {
    patterns: &'p PatternDatabases,
    inverse: bool,
    /// The index of every group in its database.
    places: Vec<usize>,
    /// The remaining charge in half swaps, per group and in total.
    charges: Vec<u32>,
    total: u32,
}

impl<'p> View<'p> {
    /// `cells` gives the cell of each tile.
    fn new(patterns: &'p PatternDatabases, inverse: bool, cells: &[usize]) -> Self {
        let places = patterns.places(cells);
        let charge = |(group, &place)| patterns.charge(group, place);
        let charges: Vec<u32> = places.iter().enumerate().map(charge).collect();
        Self {
            patterns,
            inverse,
            total: charges.iter().sum(),
            places,
            charges,
        }
    }

    /// Returns the tiles that a swap of the tiles s and t on two cells moves, and the distance from the cell of the
    /// first one to that of the second one in the numbering of the cells, modulo 2^64. In the inverse of an arrangement
    /// tile x lies on cell y if in the arrangement tile y lies on cell x.
    fn moved(&self, (one, other): Swap, (s, t): (usize, usize)) -> (usize, usize, usize) {
        if self.inverse {
            (one, other, t.wrapping_sub(s))
        } else {
            (s, t, other.wrapping_sub(one))
        }
    }

    /// Returns the groups of the tiles that a swap moves, with their indices after it.
    fn after(&self, edge: Swap, tiles: (usize, usize)) -> [(usize, usize); 2] {
        let (first, second, step) = self.moved(edge, tiles);
        let (a, stride_a) = self.patterns.member(first);
        let (b, stride_b) = self.patterns.member(second);
        let (forth, back) = (stride_a.wrapping_mul(step), stride_b.wrapping_mul(step));
        if a == b {
            let to = self.places[a].wrapping_add(forth).wrapping_sub(back);
            [(a, to), (a, to)]
        } else {
            let to_b = self.places[b].wrapping_sub(back);
            [(a, self.places[a].wrapping_add(forth)), (b, to_b)]
        }
    }

    /// Returns the remaining charge after a swap.
    fn charge_after(&self, edge: Swap, tiles: (usize, usize)) -> u32 {
        let [(a, to_a), (b, to_b)] = self.after(edge, tiles);
        let mut charge = self.total - self.charges[a] + self.patterns.charge(a, to_a);
        if a != b {
            charge = charge - self.charges[b] + self.patterns.charge(b, to_b);
        }
        charge
    }

    fn swap(&mut self, edge: Swap, tiles: (usize, usize)) {
        for (group, place) in self.after(edge, tiles) {
            let charge = self.patterns.charge(group, place);
            self.places[group] = place;
            self.total = self.total - self.charges[group] + charge;
            self.charges[group] = charge;
        }
    }
}

#[derive(Debug)]
pub(super) struct Search<'p> {
    edges: Vec<Swap>,
    /// The tile on each cell.
    tiles: Vec<usize>,
    /// Every set of pattern databases, applied to the arrangement and to its inverse.
    views: Vec<View<'p>>,
    /// The current and the solved arrangement as words.
    key: u128,
    goal: u128,
    transpositions: Vec<u128>,
    path: Vec<Swap>,
    /// The remaining number of nodes.
    nodes: u64,
}

/// Nodes between two checks of the budget.
const NODES_BETWEEN_CHECKS: u64 = 1 << 12;

/// Work for a node and for each edge that is evaluated there.
const NODE_WORK: u64 = 45;
const EDGE_WORK: u64 = 10;

/// In the table, the number of swaps that do not suffice is stored above the arrangement.
const KEY_BITS: u32 = 120;

impl<'p> Search<'p> {
    /// The transposition table gets 2^`table_bits` entries of 16 bytes.
    pub(super) fn new(
        instance: &Instance,
        patterns: &'p [PatternDatabases],
        table_bits: u32,
    ) -> Self {
        let tiles: Vec<usize> = instance
            .tiles
            .iter()
            .map(|&tile| target_cell(tile))
            .collect();
        let mut cells = vec![0; tiles.len()];
        for (cell, &tile) in tiles.iter().enumerate() {
            cells[tile] = cell;
        }
        let views = patterns.iter().flat_map(|patterns| {
            [
                View::new(patterns, false, &cells),
                View::new(patterns, true, &tiles),
            ]
        });
        let views = views.collect();
        // The last tile is determined by the others.
        let word = |tiles: &mut dyn Iterator<Item = usize>| {
            let tiles = tiles.take(cells.len() - 1).enumerate();
            tiles.fold(0, |key, (cell, tile)| key | (tile as u128) << (5 * cell))
        };
        Self {
            edges: instance.swaps().collect(),
            key: word(&mut tiles.iter().copied()),
            goal: word(&mut (0..cells.len())),
            tiles,
            views,
            transpositions: vec![0; 1 << table_bits],
            path: Vec::new(),
            nodes: 0,
        }
    }

    /// Returns a lower bound on the remaining swaps, without parity.
    fn limit(&self) -> u32 {
        let totals = self.views.iter().map(|view| view.total);
        totals.max().unwrap_or(0).div_ceil(2)
    }

    /// Searches for an answer of at most `swaps` swaps with at most `nodes` nodes.
    ///
    /// `swaps` must have the right parity, and `swaps` - 2 must have been ruled out: only then a swap that undoes the
    /// previous one need not be tried.
    pub(super) fn run(&mut self, swaps: u32, nodes: &mut u64, budget: &Budget) -> SearchResult {
        if self.limit() > swaps {
            return SearchResult::Infeasible;
        }
        self.nodes = *nodes;
        let outcome = self.depth_first(swaps, budget);
        *nodes = self.nodes;
        let path = std::mem::take(&mut self.path);
        for &edge in path.iter().rev() {
            self.swap(edge);
        }
        match outcome {
            Some(true) => SearchResult::Found(path),
            Some(false) => SearchResult::Infeasible,
            None => SearchResult::LimitReached,
        }
    }

    /// Returns whether the goal can be reached with `left` swaps; `None` if a limit is reached. On success the swaps
    /// are not undone.
    fn depth_first(&mut self, left: u32, budget: &Budget) -> Option<bool> {
        if self.key == self.goal {
            return Some(true);
        }
        if self.nodes == 0 {
            return None;
        }
        if self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) {
            budget.spend(NODES_BETWEEN_CHECKS * (NODE_WORK + EDGE_WORK * self.edges.len() as u64));
            if budget.expired() {
                return None;
            }
        }
        self.nodes -= 1;
        let slot = self.slot();
        for known in [self.transpositions[slot], self.transpositions[slot ^ 1]] {
            if known & ((1 << KEY_BITS) - 1) == self.key && known >> KEY_BITS >= u128::from(left) {
                return Some(false);
            }
        }
        let mut promising = [0_u32; MAX_EDGES];
        let mut count = 0;
        for (index, &edge) in self.edges.iter().enumerate() {
            let charge = self.charge_after(edge, 2 * (left - 1));
            if charge <= 2 * (left - 1) && self.path.last() != Some(&edge) {
                promising[count] = charge << 8 | index as u32;
                count += 1;
            }
        }
        promising[..count].sort_unstable();
        for &next in &promising[..count] {
            let edge = self.edges[(next & 255) as usize];
            self.swap(edge);
            self.path.push(edge);
            if self.depth_first(left - 1, budget)? {
                return Some(true);
            }
            self.path.pop();
            self.swap(edge);
        }
        self.store(slot, left);
        Some(false)
    }

    fn slot(&self) -> usize {
        let mixed = (self.key as u64 ^ (self.key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let folded = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (folded >> 32) as usize & (self.transpositions.len() - 1)
    }

    /// Replacement policy: one entry of a pair keeps the deepest search, the other the most recent.
    fn store(&mut self, slot: usize, left: u32) {
        let entry = self.key | u128::from(left) << KEY_BITS;
        let deeper = self.transpositions[slot] >> KEY_BITS > u128::from(left);
        self.transpositions[if deeper { slot ^ 1 } else { slot }] = entry;
    }

    /// Returns the remaining charge after a swap, by the strongest view; or any number above `most` if it is larger.
    fn charge_after(&self, edge: Swap, most: u32) -> u32 {
        let tiles = (self.tiles[edge.0], self.tiles[edge.1]);
        let mut highest = 0;
        for view in &self.views {
            highest = highest.max(view.charge_after(edge, tiles));
            if highest > most {
                break;
            }
        }
        highest
    }

    fn swap(&mut self, (one, other): Swap) {
        let (s, t) = (self.tiles[one], self.tiles[other]);
        for view in &mut self.views {
            view.swap((one, other), (s, t));
        }
        self.tiles.swap(one, other);
        let difference = (s ^ t) as u128;
        self.key ^= difference << (5 * one);
        if other + 1 < self.tiles.len() {
            self.key ^= difference << (5 * other);
        }
    }
}

/// Larger than the number of edges of a grid of [`MAX_CELLS`] cells.
const MAX_EDGES: usize = 48;
