//! Minimum-cost flow on a rectangular lattice whose neighbours are one apart.

use crate::Budget;

/// Work for a node that a search labels, and for a step along a path.
const NODE_WORK: u64 = 65;
const STEP_WORK: u64 = 10;

pub(super) const RIGHT: usize = 0;
pub(super) const DOWN: usize = 1;
const LEFT: usize = 2;

#[derive(Clone, Copy)]
struct Node {
    /// What still has to leave it; negative where something has to arrive.
    surplus: i32,
    /// The dual: it differs by at most one from neighbour to neighbour, and rises by one along every flow.
    height: i32,
    /// Net flow to the right and down.
    flow: [i32; 2],
    /// Distance from the nearest surplus, in reduced costs; below everything outside the lattice.
    level: i32,
    /// When the search reached it, in waves counted from one; augmenting paths go from wave to later wave.
    wave: u32,
    /// The first direction that no path has failed in.
    direction: u8,
}

/// Nodes with a surplus or a need, and the cheapest flow between them.
///
/// The primal-dual method: find how far the nearest needs are from the surplus, lift the heights
/// so that all the ways there become tight, send all that fits along tight arcs, repeat.
/// Reduced costs are 0, 1 or 2, so three queues are enough for the search.
pub(super) struct Lattice {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Nodes of one row, with the column outside that serves as right and left border.
    stride: usize,
    nodes: Vec<Node>,
    /// To be added, wrapping, for right, down, left and up.
    offsets: [usize; 4],
    /// All nodes of the last search.
    visited: Vec<u32>,
    queues: [Vec<u32>; 3],
    /// Steps along augmenting paths since they were last counted as work.
    steps: u64,
}

impl Lattice {
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        let inside = Node {
            surplus: 0,
            height: 0,
            flow: [0; 2],
            level: i32::MAX,
            wave: 0,
            direction: 0,
        };
        let outside = Node {
            level: i32::MIN,
            ..inside
        };
        let stride = columns + 1;
        let mut nodes = vec![outside; (rows + 2) * stride + 1];
        for row in 1..=rows {
            nodes[row * stride + 1..][..columns].fill(inside);
        }
        Self {
            rows,
            columns,
            stride,
            nodes,
            offsets: [1, stride, 1_usize.wrapping_neg(), stride.wrapping_neg()],
            visited: Vec::new(),
            queues: Default::default(),
            steps: 0,
        }
    }

    pub(super) fn node(&self, row: usize, column: usize) -> usize {
        (row + 1) * self.stride + column + 1
    }

    /// Every [`Lattice::node`] is less.
    pub(super) fn nodes_and_border(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn add_surplus(&mut self, node: usize, amount: i32) {
        self.nodes[node].surplus += amount;
    }

    pub(super) fn height(&self, node: usize) -> i32 {
        self.nodes[node].height
    }

    /// Only before there is flow, and only to heights that differ by at most one between neighbours.
    pub(super) fn set_height(&mut self, node: usize, height: i32) {
        self.nodes[node].height = height;
    }

    /// Net flow to the right and down.
    pub(super) fn flows(&self, node: usize) -> [i32; 2] {
        self.nodes[node].flow
    }

    /// Moves some of a node's surplus right or down, or back if negative, and returns that neighbour.
    ///
    /// Only where the height rises the way that the flow goes.
    pub(super) fn send(&mut self, node: usize, direction: usize, amount: i32) -> usize {
        let neighbour = node + self.offsets[direction];
        self.nodes[node].flow[direction] += amount;
        self.nodes[node].surplus -= amount;
        self.nodes[neighbour].surplus += amount;
        neighbour
    }

    /// Carries every surplus to a need; `None` when the budget expires before.
    pub(super) fn balance(&mut self, budget: &Budget) -> Option<()> {
        let mut active: Vec<u32> = (0..self.nodes.len() as u32)
            .filter(|&node| self.nodes[node as usize].surplus > 0)
            .collect();
        while !active.is_empty() {
            if budget.expired() {
                return None;
            }
            let depth = self.search(&active);
            self.lift(depth);
            for &node in &active {
                self.send_from(node as usize);
            }
            let work = NODE_WORK * self.visited.len() as u64 + STEP_WORK * self.steps;
            budget.spend(work);
            self.steps = 0;
            for node in self.visited.drain(..) {
                self.nodes[node as usize].wave = 0;
            }
            active.retain(|&node| self.nodes[node as usize].surplus > 0);
        }
        Some(())
    }

    /// Takes one unit of flow out of a node and returns where it goes, if any leaves it.
    pub(super) fn follow_flow(&mut self, node: usize) -> Option<usize> {
        for (direction, offset) in self.offsets.into_iter().enumerate() {
            let neighbour = node.wrapping_add(offset);
            if self.flow(node, neighbour, direction) > 0 {
                self.change_flow(node, neighbour, direction, -1);
                return Some(neighbour);
            }
        }
        None
    }

    fn flow(&self, node: usize, neighbour: usize, direction: usize) -> i32 {
        match direction {
            RIGHT | DOWN => self.nodes[node].flow[direction],
            _ => -self.nodes[neighbour].flow[direction - LEFT],
        }
    }

    fn change_flow(&mut self, node: usize, neighbour: usize, direction: usize, by: i32) {
        match direction {
            RIGHT | DOWN => self.nodes[node].flow[direction] += by,
            _ => self.nodes[neighbour].flow[direction - LEFT] -= by,
        }
    }

    /// What one unit more costs from a node to its neighbour: nothing if it only cancels flow.
    fn reduced_cost(&self, node: usize, neighbour: usize, direction: usize) -> i32 {
        if self.flow(node, neighbour, direction) < 0 {
            0
        } else {
            1 + self.nodes[node].height - self.nodes[neighbour].height
        }
    }

    /// Labels nodes with their distance from the surplus, up to the nearest need, whose distance it returns.
    fn search(&mut self, active: &[u32]) -> i32 {
        for &node in active {
            self.nodes[node as usize].level = 0;
        }
        self.queues[0].extend(active);
        self.visited.extend(active);
        let mut reached = Vec::new();
        let mut wave = 0;
        let mut depth = 0;
        loop {
            let mut found = false;
            let queue = depth as usize % 3;
            while !self.queues[queue].is_empty() {
                std::mem::swap(&mut reached, &mut self.queues[queue]);
                wave += 1;
                for index in reached.drain(..) {
                    let node = &mut self.nodes[index as usize];
                    if node.level == depth && node.wave == 0 {
                        node.wave = wave;
                        found |= node.surplus < 0;
                        self.label_neighbours(index as usize, depth);
                    }
                }
            }
            if found {
                break;
            }
            depth += 1;
        }
        self.queues.iter_mut().for_each(Vec::clear);
        depth
    }

    fn label_neighbours(&mut self, node: usize, depth: i32) {
        for (direction, offset) in self.offsets.into_iter().enumerate() {
            let neighbour = node.wrapping_add(offset);
            let level = depth + self.reduced_cost(node, neighbour, direction);
            let label = &mut self.nodes[neighbour].level;
            if level < *label {
                if *label == i32::MAX {
                    self.visited.push(neighbour as u32);
                }
                *label = level;
                self.queues[level as usize % 3].push(neighbour as u32);
            }
        }
    }

    /// Makes the shortest ways from the surplus to the needs at that depth tight.
    fn lift(&mut self, depth: i32) {
        for &node in &self.visited {
            let node = &mut self.nodes[node as usize];
            // Lowering what lies nearer is the same as lifting all the rest, and touches less.
            node.height -= (depth - node.level).max(0);
            node.level = i32::MAX;
            node.direction = 0;
        }
    }

    /// Sends as much as possible from a node along tight arcs that lead to later waves.
    fn send_from(&mut self, start: usize) {
        let mut path: Vec<(usize, usize)> = Vec::new();
        while self.nodes[start].surplus > 0 {
            path.clear();
            let mut node = start;
            while self.nodes[node].surplus >= 0 {
                if let Some((direction, neighbour)) = self.way_on(node) {
                    path.push((node, direction));
                    node = neighbour;
                } else if let Some((previous, _)) = path.pop() {
                    self.nodes[previous].direction += 1;
                    node = previous;
                } else {
                    return;
                }
            }

            self.steps += path.len() as u64;
            let mut amount = self.nodes[start].surplus.min(-self.nodes[node].surplus);
            for &(from, direction) in &path {
                let to = from.wrapping_add(self.offsets[direction]);
                let flow = self.flow(from, to, direction);
                if flow < 0 {
                    amount = amount.min(-flow);
                }
            }
            for &(from, direction) in &path {
                let to = from.wrapping_add(self.offsets[direction]);
                self.change_flow(from, to, direction, amount);
            }
            self.nodes[start].surplus -= amount;
            self.nodes[node].surplus += amount;
        }
    }

    /// The next direction worth trying from a node; the ones before it have failed for this round.
    fn way_on(&mut self, node: usize) -> Option<(usize, usize)> {
        for direction in usize::from(self.nodes[node].direction)..self.offsets.len() {
            let neighbour = node.wrapping_add(self.offsets[direction]);
            self.nodes[node].direction = direction as u8;
            if self.nodes[neighbour].wave > self.nodes[node].wave
                && self.reduced_cost(node, neighbour, direction) == 0
            {
                return Some((direction, neighbour));
            }
        }
        self.nodes[node].direction = self.offsets.len() as u8;
        None
    }
}
