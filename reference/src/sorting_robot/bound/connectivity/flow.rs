//! Minimum-cost flow in one layer, from the cells that give its colour to those that take it, by successive shortest
//! paths.
//!
//! Costs are non-negative integers and equal in both directions of an edge. The dual prices prove the cost of the flow:
//! they differ by at most the cost of an edge between its ends.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::layers::{Arc, Layers};
use crate::Budget;

const FAR: i32 = i32::MAX / 4;

/// Work for a cell removed from a queue and for a list entry.
const CELL_WORK: u64 = 70;
const ENTRY_WORK: u64 = 2;

#[derive(Clone, Debug)]
pub(super) struct Flow {
    /// The net flow of each edge, from its first cell to its second; negative in the other direction.
    pub(super) net: Vec<i32>,
    /// The dual price of each cell; it increases along the flow by the cost of the edge.
    pub(super) price: Vec<i32>,
    surplus: Vec<i32>,
    /// Buffers of one search.
    length: Vec<i32>,
    came_by: Vec<Arc>,
    queue: BinaryHeap<Reverse<(i32, u32)>>,
    settled: Vec<u32>,
    touched: Vec<u32>,
    /// Work that has not been charged to the budget yet.
    work: u64,
}

impl Flow {
    pub(super) fn new(layers: &Layers) -> Self {
        let nowhere = Arc {
            to: 0,
            edge: 0,
            forward: true,
        };
        Self {
            net: vec![0; layers.edges.len()],
            price: vec![0; layers.cells],
            surplus: vec![0; layers.cells],
            length: vec![FAR; layers.cells],
            came_by: vec![nowhere; layers.cells],
            queue: BinaryHeap::new(),
            settled: Vec::new(),
            touched: Vec::new(),
            work: 0,
        }
    }

    /// Returns the work since the last call.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// Starts from a minimum-cost assignment for uniform edge costs: pairs of giver and taker, and the prices of the
    /// givers.
    ///
    /// The highest prices that agree with these increase by the cost on every shortest path from giver to taker.
    pub(super) fn start_from(
        &mut self,
        layers: &Layers,
        cost: i32,
        givers: impl Iterator<Item = (u32, u32, i32)>,
    ) {
        self.price.fill(FAR);
        let columns = layers.columns as u32;
        for (giver, taker, price) in givers {
            self.price[giver as usize] = -price * cost;
            self.queue.push(Reverse((-price * cost, giver)));
            let mut cell = giver;
            while cell != taker {
                let next = match (cell % columns).cmp(&(taker % columns)) {
                    Ordering::Less => cell + 1,
                    Ordering::Greater => cell - 1,
                    Ordering::Equal if cell < taker => cell + columns,
                    Ordering::Equal => cell - columns,
                };
                let arc = layers.arcs(cell).iter().find(|arc| arc.to == next);
                let arc = arc.expect("the arc stays on the grid");
                self.net[arc.edge as usize] += if arc.forward { 1 } else { -1 };
                cell = next;
                self.work += ENTRY_WORK;
            }
        }
        if self.queue.is_empty() {
            self.price.fill(0);
        }
        self.spread_prices(layers, |_| cost);
    }

    /// Computes a minimum-cost flow for new costs from that for the old costs. Returns `None` if the budget expires.
    ///
    /// Prices are lowered until they are feasible. Flow is kept where they still increase by the cost, and rerouted
    /// elsewhere.
    pub(super) fn solve(
        &mut self,
        layers: &Layers,
        costs: &[i32],
        gives: impl Iterator<Item = u32>,
        takes: impl Iterator<Item = u32>,
        budget: &Budget,
    ) -> Option<()> {
        self.settle_prices(layers, costs);
        self.work += 2 * ENTRY_WORK * (layers.cells + layers.edges.len()) as u64;
        // Only price differences matter; without normalisation the prices would decrease without bound.
        let level = self.price[0];
        self.price.iter_mut().for_each(|price| *price -= level);
        self.surplus.fill(0);
        for cell in gives {
            self.surplus[cell as usize] += 1;
        }
        for cell in takes {
            self.surplus[cell as usize] -= 1;
        }
        let edges = layers.edges.iter().zip(costs);
        for (net, (&[a, b], &cost)) in self.net.iter_mut().zip(edges) {
            if *net != 0 {
                let rise = self.price[b as usize] - self.price[a as usize];
                if rise != cost * net.signum() {
                    *net = 0;
                }
                self.surplus[a as usize] -= *net;
                self.surplus[b as usize] += *net;
            }
        }
        for giver in 0..layers.cells as u32 {
            while self.surplus[giver as usize] > 0 {
                budget.spend(self.take_work());
                if budget.expired() {
                    return None;
                }
                let end = self.search(layers, costs, giver);
                self.send(end);
            }
        }
        budget.spend(self.take_work());
        Some(())
    }

    /// Computes the highest feasible prices that are at most the old ones.
    fn settle_prices(&mut self, layers: &Layers, costs: &[i32]) {
        self.queue.clear();
        for (&[a, b], &cost) in layers.edges.iter().zip(costs) {
            let rise = self.price[b as usize] - self.price[a as usize];
            let (low, high) = if rise > 0 { (a, b) } else { (b, a) };
            if rise.abs() > cost {
                self.price[high as usize] = self.price[low as usize] + cost;
                self.queue.push(Reverse((self.price[high as usize], high)));
            }
        }
        self.spread_prices(layers, |edge| costs[edge as usize]);
    }

    /// Lowers prices around the cells in the queue until they are feasible.
    fn spread_prices(&mut self, layers: &Layers, cost: impl Fn(u32) -> i32) {
        while let Some(Reverse((price, cell))) = self.queue.pop() {
            self.work += CELL_WORK;
            if self.price[cell as usize] < price {
                continue;
            }
            for arc in layers.arcs(cell) {
                let through = price + cost(arc.edge);
                if through < self.price[arc.to as usize] {
                    self.price[arc.to as usize] = through;
                    self.queue.push(Reverse((through, arc.to)));
                }
            }
        }
    }

    /// Returns the reduced cost of one more unit.
    fn reduced(&self, costs: &[i32], from: u32, arc: Arc) -> i32 {
        let net = self.net[arc.edge as usize];
        let against = if arc.forward { net < 0 } else { net > 0 };
        let cost = costs[arc.edge as usize];
        let cost = if against { -cost } else { cost };
        cost + self.price[from as usize] - self.price[arc.to as usize]
    }

    /// Finds the cell with a demand that is nearest to a giver, and adjusts the prices so that the path becomes tight.
    fn search(&mut self, layers: &Layers, costs: &[i32], giver: u32) -> u32 {
        self.queue.clear();
        self.settled.clear();
        self.length[giver as usize] = 0;
        self.touched.push(giver);
        self.queue.push(Reverse((0, giver)));
        let (depth, end) = loop {
            let Some(Reverse((length, cell))) = self.queue.pop() else {
                unreachable!("layers are connected and as much is given as taken");
            };
            self.work += CELL_WORK;
            if self.length[cell as usize] < length {
                continue;
            }
            if self.surplus[cell as usize] < 0 {
                break (length, cell);
            }
            self.settled.push(cell);
            for &arc in layers.arcs(cell) {
                let through = length + self.reduced(costs, cell, arc);
                let known = &mut self.length[arc.to as usize];
                if through < *known {
                    if *known == FAR {
                        self.touched.push(arc.to);
                    }
                    *known = through;
                    self.came_by[arc.to as usize] = Arc { to: cell, ..arc };
                    self.queue.push(Reverse((through, arc.to)));
                }
            }
        };
        for &cell in &self.settled {
            self.price[cell as usize] -= depth - self.length[cell as usize];
        }
        for cell in self.touched.drain(..) {
            self.length[cell as usize] = FAR;
        }
        end
    }

    /// Sends one unit along the path of the last search.
    fn send(&mut self, end: u32) {
        self.surplus[end as usize] += 1;
        let mut cell = end;
        while self.surplus[cell as usize] <= 0 {
            let arc = self.came_by[cell as usize];
            self.net[arc.edge as usize] += if arc.forward { 1 } else { -1 };
            cell = arc.to;
        }
        self.surplus[cell as usize] -= 1;
    }

    /// Adds one unit of flow from any labelled cell, at the cost of its label, to the cell where the gain minus the
    /// path cost is largest.
    ///
    /// Prices become shortest-path costs. Returns the two ends of the path.
    pub(super) fn add_open_path(
        &mut self,
        layers: &Layers,
        costs: &[i32],
        labels: &[(u32, i32)],
        gains: &[(u32, i32)],
    ) -> (u32, u32) {
        let root = Arc {
            to: u32::MAX,
            edge: 0,
            forward: true,
        };
        self.queue.clear();
        for &(cell, label) in labels {
            let length = label - self.price[cell as usize];
            self.length[cell as usize] = length;
            self.came_by[cell as usize] = root;
            self.queue.push(Reverse((length, cell)));
        }
        while let Some(Reverse((length, cell))) = self.queue.pop() {
            self.work += CELL_WORK;
            if self.length[cell as usize] < length {
                continue;
            }
            for &arc in layers.arcs(cell) {
                let through = length + self.reduced(costs, cell, arc);
                if through < self.length[arc.to as usize] {
                    self.length[arc.to as usize] = through;
                    self.came_by[arc.to as usize] = Arc { to: cell, ..arc };
                    self.queue.push(Reverse((through, arc.to)));
                }
            }
        }
        for (price, length) in self.price.iter_mut().zip(&mut self.length) {
            *price += std::mem::replace(length, FAR);
        }
        let ends = gains.iter();
        let end = ends.min_by_key(|&&(cell, gain)| self.price[cell as usize] - gain);
        let end = end.expect("the path may end somewhere").0;
        let mut cell = end;
        loop {
            let arc = self.came_by[cell as usize];
            if arc.to == u32::MAX {
                return (cell, end);
            }
            self.net[arc.edge as usize] += if arc.forward { 1 } else { -1 };
            cell = arc.to;
        }
    }

    /// Returns whether flow uses an edge in this direction.
    pub(super) fn uses(&self, arc: Arc) -> bool {
        let net = self.net[arc.edge as usize];
        if arc.forward { net > 0 } else { net < 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sorting_robot::sites::Sites;
    use crate::sorting_robot::{Instance, NONE};
    use crate::{Random, Shape};

    /// Returns a small grid with two scattered colours.
    fn grid(random: &mut Random) -> Instance {
        let shape = Shape::new(3, 4).unwrap();
        let mut backgrounds = vec![NONE; shape.cells()];
        for (cell, background) in backgrounds.iter_mut().enumerate().skip(3) {
            *background = cell as i32 % 2;
        }
        random.shuffle(&mut backgrounds);
        let mut pieces = backgrounds.clone();
        random.shuffle(&mut pieces);
        Instance {
            shape,
            colours: 2,
            backgrounds,
            pieces,
        }
    }

    /// All-pairs shortest paths (Floyd and Warshall).
    fn shortest_paths(layers: &Layers, costs: &[i32]) -> Vec<Vec<i32>> {
        let cells = layers.cells;
        let mut ways = vec![vec![FAR; cells]; cells];
        for (&[a, b], &cost) in layers.edges.iter().zip(costs) {
            ways[a as usize][b as usize] = cost;
            ways[b as usize][a as usize] = cost;
        }
        for via in 0..cells {
            ways[via][via] = 0;
            for from in 0..cells {
                for to in 0..cells {
                    let through = ways[from][via] + ways[via][to];
                    ways[from][to] = ways[from][to].min(through);
                }
            }
        }
        ways
    }

    fn cheapest_pairing(ways: &[Vec<i32>], gives: &[u32], takes: &mut Vec<u32>) -> i32 {
        let Some((&first, rest)) = gives.split_first() else {
            return 0;
        };
        let mut best = FAR;
        for index in 0..takes.len() {
            let taker = takes.swap_remove(index);
            let arc = ways[first as usize][taker as usize];
            best = best.min(arc + cheapest_pairing(ways, rest, takes));
            takes.push(taker);
            let last = takes.len() - 1;
            takes.swap(index, last);
        }
        best
    }

    #[test]
    fn prices_prove_the_cheapest_flow_while_costs_change() {
        let random = &mut Random::new(21);
        for _ in 0..60 {
            let instance = grid(random);
            let layers = Layers::new(&Sites::new(&instance));
            let list = |layer: u32, takes: bool| -> Vec<u32> {
                let here = layers.unsorted.iter().filter(|e| {
                    let colour = if takes { e.takes } else { e.gives };
                    colour == layer
                });
                here.map(|e| e.cell).collect()
            };
            for layer in 0..layers.count as u32 {
                let (gives, mut takes) = (list(layer, false), list(layer, true));
                let mut flow = Flow::new(&layers);
                for _ in 0..6 {
                    let costs: Vec<i32> = layers
                        .edges
                        .iter()
                        .map(|_| random.below(9) as i32)
                        .collect();
                    let (from, to) = (gives.iter().copied(), takes.iter().copied());
                    flow.solve(&layers, &costs, from, to, &Budget::unlimited());
                    for (&[a, b], &cost) in layers.edges.iter().zip(&costs) {
                        let rise = flow.price[a as usize] - flow.price[b as usize];
                        assert!(rise.abs() <= cost);
                    }
                    let sum = |cells: &[u32]| -> i32 {
                        cells.iter().map(|&cell| flow.price[cell as usize]).sum()
                    };
                    let proved = sum(&takes) - sum(&gives);
                    let spent: i32 = flow.net.iter().zip(&costs).map(|(n, c)| n.abs() * c).sum();
                    let ways = shortest_paths(&layers, &costs);
                    let cheapest = cheapest_pairing(&ways, &gives, &mut takes);
                    assert_eq!((proved, spent), (cheapest, cheapest));
                }
            }
        }
    }
}
