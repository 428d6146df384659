//! Depth-first search for an answer within a limit, or a proof that there is none.
//!
//! **What.** IDA* (iterative deepening on the number of swaps) over all arrangements. A branch ends where the swaps so
//! far and a lower limit on those to come exceed the number allowed. The limit is the larger one of two sums over
//! pattern databases, made even or odd as the arrangement demands. Swaps that help both tiles are tried first. A table
//! remembers arrangements from which the goal cannot be reached with so many swaps.
//!
//! **Guarantee.** A refutation is a proof: limits never say too much, and the table compares whole arrangements.
//!
//! **Complexity.** Exponential in the excess of the answer over the limit at the start; the table has a fixed size.
//!
//! **Source.** Korf 1985; Felner, Korf and Hanan 2004 for additive pattern databases, with half swaps as charges.

use super::patterns::Patterns;
use crate::Budget;
use crate::swap_puzzle::instance::home;
use crate::swap_puzzle::{Instance, Swap};

/// An arrangement of up to this many cells fits into one word of the table, five bits a cell.
pub(super) const MOST_CELLS: usize = 25;

/// What a search came to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Found(Vec<Swap>),
    /// It is proved that there is no answer within the limit.
    Refuted,
    /// The budget was spent first.
    Open,
}

/// The groups of one set of patterns as the tiles are now.
#[derive(Debug)]
struct Groups {
    /// The place of every group in its table.
    places: Vec<usize>,
    /// Half swaps to go, per group and in all.
    charges: Vec<u32>,
    total: u32,
}

#[derive(Debug)]
pub(super) struct Search<'p> {
    patterns: &'p [Patterns],
    edges: Vec<Swap>,
    /// Per cell, its tile.
    tiles: Vec<usize>,
    /// Per patterns.
    groups: Vec<Groups>,
    /// The arrangement as one word, and what a solved grid looks like.
    key: u128,
    goal: u128,
    refuted: Vec<u128>,
    path: Vec<Swap>,
    /// How many more arrangements may be looked at.
    nodes: u64,
}

/// How many nodes pass between two looks at the clock.
const PATIENCE: u64 = 1 << 12;

/// Work for a node, and for each edge that is weighed there.
const NODE_WORK: u64 = 45;
const EDGE_WORK: u64 = 5;

/// In the table, the number of swaps that did not suffice stands above the arrangement.
const KEY_BITS: u32 = 120;

impl<'p> Search<'p> {
    /// The table gets 2 to the power of `table_bits` entries of 16 bytes.
    pub(super) fn new(instance: &Instance, patterns: &'p [Patterns], table_bits: u32) -> Self {
        let tiles: Vec<usize> = instance.tiles.iter().map(|&tile| home(tile)).collect();
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
        // The last tile follows from the others.
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
            refuted: vec![0; 1 << table_bits],
            path: Vec::new(),
            nodes: 0,
        }
    }

    /// At least so many swaps are needed from here, parity aside.
    fn limit(&self) -> u32 {
        let totals = self.groups.iter().map(|groups| groups.total);
        totals.max().unwrap_or(0).div_ceil(2)
    }

    /// Looks for an answer of at most so many swaps; `nodes` is how many arrangements may be looked at.
    ///
    /// The number must have the right parity, and two less must have been refuted: only then a swap that takes the last
    /// one back need not be tried.
    pub(super) fn run(&mut self, swaps: u32, nodes: &mut u64, budget: &Budget) -> Outcome {
        if self.limit() > swaps {
            return Outcome::Refuted;
        }
        self.nodes = *nodes;
        let outcome = self.descend(swaps, budget);
        *nodes = self.nodes;
        let path = std::mem::take(&mut self.path);
        for &edge in path.iter().rev() {
            self.swap(edge);
        }
        match outcome {
            Some(true) => Outcome::Found(path),
            Some(false) => Outcome::Refuted,
            None => Outcome::Open,
        }
    }

    /// Whether the goal can be reached with the swaps that are left; `None` where the budget is spent. Only a failure
    /// takes its swaps back.
    fn descend(&mut self, left: u32, budget: &Budget) -> Option<bool> {
        if self.key == self.goal {
            return Some(true);
        }
        if self.nodes == 0 {
            return None;
        }
        if self.nodes.is_multiple_of(PATIENCE) {
            budget.spend(PATIENCE * (NODE_WORK + EDGE_WORK * self.edges.len() as u64));
            if budget.expired() {
                return None;
            }
        }
        self.nodes -= 1;
        let slot = self.slot();
        for known in [self.refuted[slot], self.refuted[slot ^ 1]] {
            if known & ((1 << KEY_BITS) - 1) == self.key && known >> KEY_BITS >= u128::from(left) {
                return Some(false);
            }
        }
        let mut promising = [0_u32; MOST_EDGES];
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
            if self.descend(left - 1, budget)? {
                return Some(true);
            }
            self.path.pop();
            self.swap(edge);
        }
        self.remember(slot, left);
        Some(false)
    }

    fn slot(&self) -> usize {
        let mixed = (self.key as u64 ^ (self.key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let folded = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (folded >> 32) as usize & (self.refuted.len() - 1)
    }

    /// One entry of a pair keeps what took longest, the other what came last.
    fn remember(&mut self, slot: usize, left: u32) {
        let entry = self.key | u128::from(left) << KEY_BITS;
        let deeper = self.refuted[slot] >> KEY_BITS > u128::from(left);
        self.refuted[if deeper { slot ^ 1 } else { slot }] = entry;
    }

    /// Half swaps to go after a swap, by the patterns that see most; or some number above `most`, if it is above.
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

/// A grid of [`MOST_CELLS`] cells has fewer.
const MOST_EDGES: usize = 48;
