//! One copy of the grid for every colour that the robot can carry; the empty hand is the last layer.
//!
//! A walk is a path through the layers: steps stay in one layer, a swap changes the layer at the same cell.

use crate::Point;
use crate::sorting_robot::sites::Sites;
use crate::sorting_robot::transport::{ByColour, slot};

/// A directed edge from a cell to a neighbour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    pub(super) to: u32,
    pub(super) edge: u32,
    /// Whether it leads from the first cell of the edge to the second.
    pub(super) forward: bool,
}

/// The layers of what a cell that is not black gives and takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exchange {
    pub(super) cell: u32,
    pub(super) gives: u32,
    pub(super) takes: u32,
    /// The distance from the start.
    pub(super) distance: i32,
    /// Whether walks that end here have an odd number of steps.
    pub(super) odd: bool,
}

#[derive(Debug)]
pub(super) struct Layers {
    pub(super) columns: usize,
    pub(super) cells: usize,
    pub(super) count: usize,
    /// The two cells of every edge; all layers have the same edges.
    pub(super) edges: Vec<[u32; 2]>,
    arcs: Vec<Arc>,
    first_arc: Vec<u32>,
    pub(super) unsorted: Vec<Exchange>,
    /// The index of each cell in `unsorted`.
    pub(super) index_of: Vec<Option<u32>>,
}

impl Layers {
    pub(super) fn new(sites: &Sites) -> Self {
        let shape = sites.instance.shape;
        let cells = shape.cells();
        let mut edges = Vec::with_capacity(2 * cells);
        let mut arcs = Vec::with_capacity(4 * cells);
        let mut first_arc = Vec::with_capacity(cells + 1);
        // The edges to the right of and below each cell.
        let mut numbers = vec![[0; 2]; cells];
        for (cell, numbers) in numbers.iter_mut().enumerate() {
            for (direction, offset, inside) in [
                (0, 1, shape.column(cell) + 1 < shape.columns),
                (1, shape.columns, shape.row(cell) + 1 < shape.rows),
            ] {
                if inside {
                    numbers[direction] = edges.len() as u32;
                    edges.push([cell as u32, (cell + offset) as u32]);
                }
            }
        }
        for cell in 0..cells {
            first_arc.push(arcs.len() as u32);
            for (direction, offset, after, before) in [
                (
                    0,
                    1,
                    shape.column(cell) + 1 < shape.columns,
                    shape.column(cell) > 0,
                ),
                (
                    1,
                    shape.columns,
                    shape.row(cell) + 1 < shape.rows,
                    shape.row(cell) > 0,
                ),
            ] {
                if after {
                    arcs.push(Arc {
                        to: (cell + offset) as u32,
                        edge: numbers[cell][direction],
                        forward: true,
                    });
                }
                if before {
                    arcs.push(Arc {
                        to: (cell - offset) as u32,
                        edge: numbers[cell - offset][direction],
                        forward: false,
                    });
                }
            }
        }
        first_arc.push(arcs.len() as u32);
        let (unsorted, count) = exchanges(sites);
        let mut index_of = vec![None; cells];
        for (index, exchange) in unsorted.iter().enumerate() {
            index_of[exchange.cell as usize] = Some(index as u32);
        }
        Self {
            columns: shape.columns,
            cells,
            count,
            edges,
            arcs,
            first_arc,
            unsorted,
            index_of,
        }
    }

    /// Returns the layer of the empty hand.
    pub(super) fn empty(&self) -> usize {
        self.count - 1
    }

    pub(super) fn arcs(&self, cell: u32) -> &[Arc] {
        let cell = cell as usize;
        &self.arcs[self.first_arc[cell] as usize..self.first_arc[cell + 1] as usize]
    }

    /// Returns the index of a cell of a layer.
    pub(super) fn node(&self, layer: usize, cell: u32) -> usize {
        layer * self.cells + cell as usize
    }
}

/// Returns the cells that are not black, and the number of layers.
fn exchanges(sites: &Sites) -> (Vec<Exchange>, usize) {
    let colours = ByColour::new(sites);
    let all = sites.instance.colours;
    let mut layer_of = vec![0; all + 1];
    let mut count = 0;
    for (colour, layer) in layer_of.iter_mut().enumerate().take(all) {
        *layer = count;
        count += u32::from(!colours.gives(colour).is_empty());
    }
    layer_of[all] = count;
    let exchange = |cell| {
        let Point { row, column } = sites.point(cell);
        Exchange {
            cell,
            gives: layer_of[slot(all, sites.gives(cell))],
            takes: layer_of[slot(all, sites.takes(cell))],
            distance: row + column,
            odd: (row + column) % 2 == 1,
        }
    };
    (sites.unsorted().map(exchange).collect(), count as usize + 1)
}
