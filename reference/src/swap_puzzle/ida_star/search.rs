//! Depth-bounded search for an answer: one iteration of IDA*.
//!
//! **What.** A branch is pruned if the swaps so far plus a lower bound on the remaining ones exceed the limit. The
//! lower bound is the larger of two sums of pattern databases, rounded up to the parity of the permutation. Swaps that
//! help both tiles are tried first. A transposition table stores arrangements from which the goal cannot be reached
//! within a number of swaps.
//!
//! **Guarantee.** A failed search is a proof: the lower bounds are admissible, and the table compares whole
//! arrangements.
//!
//! **Complexity.** Exponential in the difference between the optimum and the initial lower bound; the table has a fixed
//! size.
//!
//! **Source.** Korf 1985; Felner, Korf and Hanan 2004 for additive pattern databases, here with half swaps as charges.

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

/// The state of one set of pattern databases.
#[derive(Debug)]
struct Groups {
    /// The index of every group in its database.
    places: Vec<usize>,
    /// The remaining charge in half swaps, per group and in total.
    charges: Vec<u32>,
    total: u32,
}

#[derive(Debug)]
pub(super) struct Search<'p> {
    patterns: &'p [PatternDatabases],
    edges: Vec<Swap>,
    /// The tile on each cell.
    tiles: Vec<usize>,
    /// One entry per set of pattern databases.
    groups: Vec<Groups>,
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
const EDGE_WORK: u64 = 5;

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
        let groups = patterns.iter().map(|patterns| {
            let places = patterns.places(&cells);
            let charge = |(group, &place)| patterns.charge(group, place);
            let charges: Vec<u32> = places.iter().enumerate().map(charge).collect();
            Groups {
                total: charges.iter().sum(),
                places,
                charges,
            }
        });
        let groups = groups.collect();
        // The last tile is determined by the others.
        let word = |tiles: &mut dyn Iterator<Item = usize>| {
            let tiles = tiles.take(cells.len() - 1).enumerate();
            tiles.fold(0, |key, (cell, tile)| key | (tile as u128) << (5 * cell))
        };
        Self {
            patterns,
            edges: instance.swaps().collect(),
            key: word(&mut tiles.iter().copied()),
            goal: word(&mut (0..cells.len())),
            tiles,
            groups,
            transpositions: vec![0; 1 << table_bits],
            path: Vec::new(),
            nodes: 0,
        }
    }

    /// Returns a lower bound on the remaining swaps, without parity.
    fn limit(&self) -> u32 {
        let totals = self.groups.iter().map(|groups| groups.total);
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

    /// Returns the remaining charge after a swap, by the strongest pattern databases; or any number above `most` if it
    /// is larger.
    fn charge_after(&self, (one, other): Swap, most: u32) -> u32 {
        let (s, t) = (self.tiles[one], self.tiles[other]);
        let step = other - one;
        let mut highest = 0;
        for (patterns, groups) in self.patterns.iter().zip(&self.groups) {
            let ((a, stride_a), (b, stride_b)) = (patterns.member(s), patterns.member(t));
            let after = if a == b {
                let to = groups.places[a] + stride_a * step - stride_b * step;
                groups.total - groups.charges[a] + patterns.charge(a, to)
            } else {
                let to_a = groups.places[a] + stride_a * step;
                let to_b = groups.places[b] - stride_b * step;
                groups.total - groups.charges[a] - groups.charges[b]
                    + patterns.charge(a, to_a)
                    + patterns.charge(b, to_b)
            };
            highest = highest.max(after);
            if highest > most {
                break;
            }
        }
        highest
    }

    fn swap(&mut self, (one, other): Swap) {
        let (s, t) = (self.tiles[one], self.tiles[other]);
        let step = other - one;
        for (patterns, groups) in self.patterns.iter().zip(&mut self.groups) {
            let ((a, stride_a), (b, stride_b)) = (patterns.member(s), patterns.member(t));
            groups.places[a] += stride_a * step;
            groups.places[b] -= stride_b * step;
            for group in [a, b] {
                let charge = patterns.charge(group, groups.places[group]);
                groups.total = groups.total - groups.charges[group] + charge;
                groups.charges[group] = charge;
            }
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
