//! Primal-dual minimum-cost flow on a rectangular lattice with unit edge costs.

use crate::Budget;

/// Work for a node labelled by a search and for one step along a path.
const NODE_WORK: u64 = 65;
const STEP_WORK: u64 = 10;

pub(super) const RIGHT: usize = 0;
pub(super) const DOWN: usize = 1;
const LEFT: usize = 2;

#[derive(Clone, Copy)]
struct Node {
    /// The remaining supply; negative for a remaining demand.
    supply: i32,
    /// The dual potential. It differs by at most 1 between neighbours and increases by 1 along every arc with flow.
    potential: i32,
    /// Net flow to the right and down.
    flow: [i32; 2],
    /// The distance from the nearest supply in reduced costs; `i32::MIN` outside the lattice.
    level: i32,
    /// The iteration in which the search reached the node, counted from 1. Augmenting paths lead from lower to higher
    /// waves.
    wave: u32,
    /// The first direction that has not failed in this round (the current-arc rule).
    direction: u8,
}

/// A lattice with supplies and demands, and a minimum-cost flow between them.
///
/// Each round of the primal-dual method computes the distance to the nearest demands, adjusts the potentials so that
/// all shortest paths become tight, and sends a blocking flow along tight arcs. Reduced costs are 0, 1 or 2, so three
/// queues replace a heap.
pub(super) struct Lattice {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The number of nodes per row, including one border node that serves as the right border of this row and the left
    /// border of the next.
    stride: usize,
    nodes: Vec<Node>,
    /// Index offsets for right, down, left and up, to be added with wrapping.
    offsets: [usize; 4],
    /// All nodes labelled by the last search.
    visited: Vec<u32>,
    queues: [Vec<u32>; 3],
    /// Steps along augmenting paths that have not been charged as work yet.
    steps: u64,
}

impl Lattice {
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        let inside = Node {
            supply: 0,
            potential: 0,
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

    /// Returns the number of nodes including the border. Every index returned by [`Lattice::node`] is less.
    pub(super) fn nodes_and_border(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn add_supply(&mut self, node: usize, amount: i32) {
        self.nodes[node].supply += amount;
    }

    pub(super) fn potential(&self, node: usize) -> i32 {
        self.nodes[node].potential
    }

    /// Sets a potential. Allowed only while there is no flow, and only if neighbours differ by at most 1.
    pub(super) fn set_potential(&mut self, node: usize, potential: i32) {
        self.nodes[node].potential = potential;
    }

    /// Returns the net flow to the right and down.
    pub(super) fn flows(&self, node: usize) -> [i32; 2] {
        self.nodes[node].flow
    }

    /// Moves `amount` of a node's supply right or down, or back if it is negative, and returns the neighbour.
    ///
    /// Allowed only along arcs on which the potential increases by 1.
    pub(super) fn send(&mut self, node: usize, direction: usize, amount: i32) -> usize {
        let neighbour = node + self.offsets[direction];
        self.nodes[node].flow[direction] += amount;
        self.nodes[node].supply -= amount;
        self.nodes[neighbour].supply += amount;
        neighbour
    }

    /// Sends all supply to demands. Returns `None` if the budget expires first.
    pub(super) fn balance(&mut self, budget: &Budget) -> Option<()> {
        let mut active: Vec<u32> = (0..self.nodes.len() as u32)
            .filter(|&node| self.nodes[node as usize].supply > 0)
            .collect();
        while !active.is_empty() {
            if budget.expired() {
                return None;
            }
            let depth = self.search(&active);
            self.adjust_potentials(depth);
            for &node in &active {
                self.send_from(node as usize);
            }
            let work = NODE_WORK * self.visited.len() as u64 + STEP_WORK * self.steps;
            budget.spend(work);
            self.steps = 0;
            for node in self.visited.drain(..) {
                self.nodes[node as usize].wave = 0;
            }
            active.retain(|&node| self.nodes[node as usize].supply > 0);
        }
        Some(())
    }

    /// Removes one unit of flow that leaves a node and returns the node it leads to.
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

    /// Returns the reduced cost of one more unit from a node to its neighbour: 0 if it cancels flow.
    fn reduced_cost(&self, node: usize, neighbour: usize, direction: usize) -> i32 {
        if self.flow(node, neighbour, direction) < 0 {
            0
        } else {
            1 + self.nodes[node].potential - self.nodes[neighbour].potential
        }
    }

    /// Labels nodes with their distance from the supplies up to the nearest demand, and returns its distance.
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
                        found |= node.supply < 0;
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

    /// Adjusts the potentials so that the shortest paths from the supplies to the demands at distance `depth` become
    /// tight.
    fn adjust_potentials(&mut self, depth: i32) {
        for &node in &self.visited {
            let node = &mut self.nodes[node as usize];
            // Lowering the labelled nodes is equivalent to raising all others, and touches fewer nodes.
            node.potential -= (depth - node.level).max(0);
            node.level = i32::MAX;
            node.direction = 0;
        }
    }

    /// Sends as much as possible from a node along tight arcs to higher waves.
    fn send_from(&mut self, start: usize) {
        let mut path: Vec<(usize, usize)> = Vec::new();
        while self.nodes[start].supply > 0 {
            path.clear();
            let mut node = start;
            while self.nodes[node].supply >= 0 {
                if let Some((direction, neighbour)) = self.next_arc(node) {
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
            let mut amount = self.nodes[start].supply.min(-self.nodes[node].supply);
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
            self.nodes[start].supply -= amount;
            self.nodes[node].supply += amount;
        }
    }

    /// Returns the next admissible arc of a node. Earlier directions have failed in this round.
    fn next_arc(&mut self, node: usize) -> Option<(usize, usize)> {
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
