//! What the cuts and the prices of one round prove.

use super::{Layers, Round};
use crate::sorting_robot::proof::from_start;

/// What a round proves: a walk from `s` to `e` costs at least `all + begin[s] + end[e]`.
pub(super) struct Value {
    pub(super) all: i128,
    pub(super) begin: Vec<i128>,
    pub(super) end: Vec<i128>,
}

pub(super) fn evaluate(layers: &Layers, round: &Round) -> Result<Value, String> {
    let Reduced {
        costs,
        gain,
        earned,
    } = Reduced::new(layers, round)?;
    let shape = layers.instance.shape;
    for node in 0..round.prices.len() {
        let cell = node % layers.cells;
        let (row, column) = (shape.row(cell), shape.column(cell));
        let steep = |other: usize, cost: i64| {
            // Numbers are at most 10^15, so this does not overflow.
            (round.prices[node] - round.prices[other]).abs() > cost
        };
        if column + 1 < shape.columns && steep(node + 1, costs.right[node])
            || row + 1 < shape.rows && steep(node + shape.columns, costs.down[node])
        {
            return Err(format!(
                "layer {}: the price in row {row}, column {column} differs from that of a neighbour by more than the cost",
                node / layers.cells
            ));
        }
    }
    let price = |layer: usize, cell: usize| i128::from(round.prices[layers.node(layer, cell)]);
    let carried = layers.open.iter();
    let carried = carried.map(|open| price(open.takes, open.cell) - price(open.gives, open.cell));
    let distance = |cell: usize| i128::from(round.unit) * from_start(layers.instance, cell) as i128;
    let open = || layers.open.iter().zip(&gain);
    let begin = open().map(|(open, gain)| distance(open.cell) - price(0, open.cell) - gain);
    let end = open().map(|(open, gain)| price(0, open.cell) - gain);
    Ok(Value {
        all: earned + carried.sum::<i128>(),
        begin: begin.collect(),
        end: end.collect(),
    })
}

/// The costs that the multipliers leave, and what they earn.
struct Reduced {
    costs: Costs,
    /// For each cell that is not black, the multipliers of the cuts in which a walk may begin or end there.
    gain: Vec<i128>,
    /// The sum of multiplier times required crossings.
    earned: i128,
}

/// The cost of the edge to the right of each node and of that below it.
struct Costs {
    right: Vec<i64>,
    down: Vec<i64>,
}

impl Reduced {
    fn new(layers: &Layers, round: &Round) -> Result<Self, String> {
        let (shape, nodes) = (layers.instance.shape, round.prices.len());
        let mut right = vec![round.unit; nodes];
        let mut down = right.clone();
        let mut gain = vec![0; layers.open.len()];
        let mut earned = 0;
        let mut set = Set::new(layers, nodes);
        for (number, cut) in round.cuts.iter().enumerate() {
            let wrong = |reason: &str| format!("cut {}: {reason}", number + 1);
            if cut.multiplier < 0 {
                return Err(wrong("the multiplier is negative"));
            }
            let multiplier = i128::from(cut.multiplier);
            let brought = set.fill(layers, &cut.nodes).map_err(wrong)?;
            earned += multiplier * (2 - brought);
            // No price fits a negative cost, however low.
            let lower = |cost: &mut i64| *cost = cost.saturating_sub(cut.multiplier);
            for &node in &set.list {
                let cell = node % layers.cells;
                if let (true, Some(index)) = (node < layers.cells, layers.index[cell]) {
                    gain[index] += multiplier;
                }
                let (row, column) = (shape.row(cell), shape.column(cell));
                if column > 0 && !set.contains(node - 1) {
                    lower(&mut right[node - 1]);
                }
                if column + 1 < shape.columns && !set.contains(node + 1) {
                    lower(&mut right[node]);
                }
                if row > 0 && !set.contains(node - shape.columns) {
                    lower(&mut down[node - shape.columns]);
                }
                if row + 1 < shape.rows && !set.contains(node + shape.columns) {
                    lower(&mut down[node]);
                }
            }
        }
        Ok(Self {
            costs: Costs { right, down },
            gain,
            earned,
        })
    }
}

/// The nodes of one cut.
struct Set {
    list: Vec<usize>,
    /// The number of the last set that contained each node.
    member_of: Vec<usize>,
    /// For each cell, the number of its nodes in the set; 0 between sets.
    layers_at: Vec<usize>,
    number: usize,
}

impl Set {
    fn new(layers: &Layers, nodes: usize) -> Self {
        Self {
            list: Vec::new(),
            member_of: vec![0; nodes],
            layers_at: vec![0; layers.cells],
            number: 0,
        }
    }

    fn contains(&self, node: usize) -> bool {
        self.member_of[node] == self.number
    }

    /// Replaces the set. Returns the number of cells to which something is brought inside, but whose own piece is not
    /// inside. Fails if a walk need not enter the set.
    fn fill(&mut self, layers: &Layers, nodes: &[i64]) -> Result<i128, &'static str> {
        self.number += 1;
        self.list.clear();
        for &node in nodes {
            let node = usize::try_from(node)
                .ok()
                .filter(|&n| n < self.member_of.len());
            let node = node.ok_or("a node is not on the grid")?;
            if self.list.last().is_some_and(|&last| last >= node) {
                return Err("the nodes are not in increasing order");
            }
            self.list.push(node);
            self.member_of[node] = self.number;
            self.layers_at[node % layers.cells] += 1;
        }
        let (mut must_enter, mut closed, mut brought) = (false, true, 0);
        for &node in &self.list {
            let (layer, cell) = (node / layers.cells, node % layers.cells);
            if let Some(index) = layers.index[cell] {
                let open = &layers.open[index];
                if layer == open.gives {
                    must_enter = true;
                    closed &= self.layers_at[cell] == layers.count;
                } else if layer == open.takes && !self.contains(layers.node(open.gives, cell)) {
                    brought += 1;
                }
            }
        }
        for &node in &self.list {
            self.layers_at[node % layers.cells] = 0;
        }
        match (must_enter, closed) {
            (false, _) => Err("the set holds no piece, so that a walk need not enter it"),
            (_, false) => Err("the set holds a piece, but not all layers of its cell"),
            _ => Ok(brought),
        }
    }
}
