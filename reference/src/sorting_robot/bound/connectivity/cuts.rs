//! Separation of violated cuts: sets of sites that every walk must enter but the flow does not.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc as Shared;

use super::flow::Flow;
use super::layers::{Arc, Layers};
use crate::Budget;

/// A set of sites in the layers that the walk must enter.
///
/// If it contains a cell in the layer of the colour that the cell gives, it contains that cell in all layers, because
/// the robot can pick up the piece whatever it carries. The walk therefore enters the set by a step or begins inside,
/// with its first pick-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// The edges of all layers that lead in or out, in increasing order.
    pub(super) border: Vec<u32>,
    /// Indices of the cells that it contains in the layer of the empty hand, where walks may begin or end.
    pub(super) ends: Vec<u32>,
    /// The required number of border crossings in both directions, where a beginning or an end inside counts as one.
    pub(super) crossings: i32,
    /// The sites as a proof numbers them, in increasing order; empty unless a proof is wanted.
    pub(super) nodes: Shared<[u32]>,
}

impl Cut {
    /// Returns an FNV-1a hash of the cut.
    pub(super) fn fingerprint(&self) -> u64 {
        let words = self.border.iter().chain(&self.ends).copied();
        words.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
            (hash ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    }
}

/// Grows cuts; holds the buffers of the search.
pub(super) struct CutFinder {
    length: Vec<i32>,
    queue: BinaryHeap<Reverse<(i32, u32)>>,
    /// The sites inside, in increasing order of length.
    inside: Vec<u32>,
    touched: Vec<u32>,
    reached: Vec<bool>,
    stack: Vec<u32>,
    /// For each cell that is not black, whether the smallest set of an earlier search contained its piece.
    was_inside: Vec<bool>,
    /// Whether cuts contain their nodes.
    keeps_nodes: bool,
    /// Work that has not been charged to the budget yet.
    work: u64,
}

const FAR: i32 = i32::MAX;
/// Work for a site removed from the queue and for a list entry.
const PLACE_WORK: u64 = 110;
const ENTRY_WORK: u64 = 10;
/// The shares of the distance to the reached sites at which cuts are taken.
const SHARES: [f64; 3] = [0.0, 0.3, 0.6];

impl CutFinder {
    pub(super) fn new(layers: &Layers) -> Self {
        let nodes = layers.cells * layers.count;
        Self {
            length: vec![FAR; nodes],
            queue: BinaryHeap::new(),
            inside: Vec::new(),
            touched: Vec::new(),
            reached: vec![false; nodes],
            stack: Vec::new(),
            was_inside: vec![false; layers.unsorted.len()],
            keeps_nodes: false,
            work: 0,
        }
    }

    /// From now on, cuts contain their nodes.
    pub(super) fn keep_nodes(&mut self) {
        self.keeps_nodes = true;
    }

    /// Returns the indices of the cells whose pieces the flow does not reach from the first pick-up.
    pub(super) fn unreached(&mut self, layers: &Layers, flows: &[Flow], first: u32) -> Vec<u32> {
        self.reached.fill(false);
        self.was_inside.fill(false);
        self.reach(layers.node(layers.empty(), first));
        self.work += self.reached.len() as u64 / 8;
        while let Some(node) = self.stack.pop() {
            self.work += ENTRY_WORK;
            let (layer, cell) = (node as usize / layers.cells, node as usize % layers.cells);
            if let Some(index) = layers.index_of[cell] {
                let exchange = layers.unsorted[index as usize];
                self.reach(layers.node(exchange.gives as usize, exchange.cell));
            }
            for &arc in layers.arcs(cell as u32) {
                if flows[layer].uses(arc) {
                    self.reach(layers.node(layer, arc.to));
                }
            }
        }
        let unreached = |&index: &u32| {
            let exchange = layers.unsorted[index as usize];
            !self.reached[layers.node(exchange.gives as usize, exchange.cell)]
        };
        (0..layers.unsorted.len() as u32)
            .filter(unreached)
            .collect()
    }

    /// Returns whether a search since the last call of [`CutFinder::unreached`] started with a set that contains the
    /// piece of this cell.
    pub(super) fn was_inside(&self, index: u32) -> bool {
        self.was_inside[index as usize]
    }

    fn reach(&mut self, node: usize) {
        if !std::mem::replace(&mut self.reached[node], true) {
            self.stack.push(node as u32);
        }
    }

    /// Grows a set around the piece of a cell against the flow until it touches a reached site, and returns the sets at
    /// several shares of that distance. Returns nothing if the budget expires.
    ///
    /// No flow enters the set, whatever the share: the origin of flow into it is added at length 0.
    pub(super) fn grow(
        &mut self,
        layers: &Layers,
        flows: &[Flow],
        costs: &[Vec<i32>],
        index: u32,
        budget: &Budget,
    ) -> Vec<Cut> {
        let exchange = layers.unsorted[index as usize];
        self.inside.clear();
        self.label(layers.node(exchange.gives as usize, exchange.cell), 0);
        let mut depth = FAR;
        while let Some(Reverse((length, node))) = self.queue.pop() {
            self.work += PLACE_WORK;
            let index = node as usize;
            if self.length[index] < length {
                continue;
            }
            if self.reached[index] {
                depth = length;
                break;
            }
            self.inside.push(node);
            if self.inside.len().is_multiple_of(8192) {
                budget.spend(std::mem::take(&mut self.work));
                if budget.expired() {
                    break;
                }
            }
            let (layer, cell) = (index / layers.cells, index % layers.cells);
            if length == 0
                && let Some(index) = layers.index_of[cell]
                && layers.unsorted[index as usize].gives as usize == layer
            {
                self.was_inside[index as usize] = true;
            }
            for &arc in layers.arcs(cell as u32) {
                // Flow into this site runs against `arc`.
                let back = Arc {
                    forward: !arc.forward,
                    ..arc
                };
                let cost = if flows[layer].uses(back) {
                    0
                } else {
                    costs[layer][arc.edge as usize]
                };
                self.label(layers.node(layer, arc.to), length + cost);
            }
            if let Some(index) = layers.index_of[cell] {
                let gives = layers.unsorted[index as usize].gives as usize;
                if gives == layer {
                    for other in 0..layers.count {
                        self.label(layers.node(other, cell as u32), length);
                    }
                }
            }
        }
        self.queue.clear();
        let mut cuts = Vec::new();
        // Without a depth the search was stopped early, and the border of the set is unknown.
        for share in SHARES.into_iter().filter(|_| depth < FAR) {
            let limit = (f64::from(depth) * share) as i32;
            let size = self
                .inside
                .partition_point(|&node| self.length[node as usize] <= limit);
            self.work += ENTRY_WORK * size as u64;
            let cut = self.cut(layers, limit, size);
            if limit < depth && cut.crossings > 0 && !cuts.contains(&cut) {
                cuts.push(cut);
            }
        }
        for node in self.touched.drain(..) {
            self.length[node as usize] = FAR;
        }
        budget.spend(std::mem::take(&mut self.work));
        cuts
    }

    fn label(&mut self, node: usize, length: i32) {
        if length < self.length[node] {
            if self.length[node] == FAR {
                self.touched.push(node as u32);
            }
            self.length[node] = length;
            self.queue.push(Reverse((length, node as u32)));
        }
    }

    /// Returns the cut around all sites up to a length.
    fn cut(&self, layers: &Layers, limit: i32, size: usize) -> Cut {
        let inside = |node: usize| self.length[node] <= limit;
        let mut border = Vec::new();
        let mut ends = Vec::new();
        let mut crossings = 2;
        for &node in &self.inside[..size] {
            let (layer, cell) = (node as usize / layers.cells, node as usize % layers.cells);
            for arc in layers.arcs(cell as u32) {
                if !inside(layers.node(layer, arc.to)) {
                    border.push((layer * layers.edges.len()) as u32 + arc.edge);
                }
            }
            let Some(index) = layers.index_of[cell] else {
                continue;
            };
            let exchange = layers.unsorted[index as usize];
            if layer == layers.empty() {
                ends.push(index);
            }
            // What is brought to a site inside from outside enters anyway, without requiring that the walk leave again.
            if layer == exchange.takes as usize
                && !inside(layers.node(exchange.gives as usize, exchange.cell))
            {
                crossings -= 1;
            }
        }
        border.sort_unstable();
        ends.sort_unstable();
        let mut nodes = Vec::new();
        if self.keeps_nodes {
            // In a proof, the layer of the empty hand is the first one.
            let empty = layers.node(layers.empty(), 0) as u32;
            let number = |node: u32| {
                node.checked_sub(empty)
                    .unwrap_or(node + layers.cells as u32)
            };
            nodes.extend(self.inside[..size].iter().copied().map(number));
            nodes.sort_unstable();
        }
        Cut {
            border,
            ends,
            crossings,
            nodes: nodes.into(),
        }
    }
}
