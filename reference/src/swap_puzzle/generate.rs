//! Instance generator with three layouts.

use std::fmt;

use super::instance::{DisjointSets, Instance, Tile, Walls};
use crate::{FieldError, Fields, Key, MAX_CELLS, Random, Shape};

const ROWS: Key = Key::required("rows", "number of rows");
const COLUMNS: Key = Key::required("columns", "number of columns");

/// The layouts, the default first.
pub(super) const LAYOUTS: &[crate::Layout] = &[
    crate::Layout {
        name: "shuffle",
        about: "a random permutation",
        keys: &[ROWS, COLUMNS],
    },
    crate::Layout {
        name: "walk",
        about: "random swaps from the solved grid",
        keys: &[
            ROWS,
            COLUMNS,
            Key::required("swaps", "number of random swaps, 0 to 1000000000"),
        ],
    },
    crate::Layout {
        name: "walls",
        about: "a random permutation on a connected grid with walls",
        keys: &[
            ROWS,
            COLUMNS,
            Key::optional("walls", "share of the possible walls, 0 to 1", "0.3"),
        ],
    },
];

/// A recipe: what kind of grid to generate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    layout: Layout,
    shape: Shape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Shuffle,
    /// With the number of random swaps from the goal.
    Walk {
        swaps: usize,
    },
    /// With the number of walls.
    Walls {
        walls: usize,
    },
}

/// The largest number of random swaps.
const MAX_SWAPS: usize = 1_000_000_000;

impl Recipe {
    /// Reads a recipe.
    pub fn read(fields: &mut Fields) -> Result<Self, FieldError> {
        let layout = fields.layout(LAYOUTS)?;
        let rows = fields.integer("rows", 1..=MAX_CELLS, None)?;
        let columns = fields.integer("columns", 1..=MAX_CELLS, None)?;
        let shape = Shape::new(rows, columns).ok_or_else(|| {
            let message =
                format!("a grid may have at most {MAX_CELLS} cells, not {rows} × {columns}");
            FieldError::new("rows", message)
        })?;
        let layout = match layout {
            "walk" => Layout::Walk {
                swaps: fields.integer("swaps", 0..=MAX_SWAPS, None)?,
            },
            "walls" => {
                let share = fields.number("walls", 0.0..=1.0, 0.3)?;
                // More walls would disconnect the grid.
                let most = (rows - 1) * (columns - 1);
                Layout::Walls {
                    walls: (share * most as f64).floor() as usize,
                }
            }
            _ => Layout::Shuffle,
        };
        Ok(Self { layout, shape })
    }

    /// Generates the instance of a seed.
    pub fn generate(&self, seed: u64) -> Instance {
        let shape = self.shape;
        let random = &mut Random::new(seed);
        let mut tiles: Vec<Tile> = (1..=shape.cells() as Tile).collect();
        let mut walls = Walls::default();
        match self.layout {
            Layout::Shuffle => random.shuffle(&mut tiles),
            Layout::Walk { swaps } => walk(shape, swaps, &mut tiles, random),
            Layout::Walls { walls: count } => {
                random.shuffle(&mut tiles);
                walls = some_walls(shape, count, random);
            }
        }
        Instance {
            shape,
            tiles,
            walls,
        }
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { rows, columns } = self.shape;
        match self.layout {
            Layout::Shuffle => write!(f, "shuffle-{rows}x{columns}"),
            Layout::Walk { swaps } => write!(f, "walk-{rows}x{columns}-s{swaps}"),
            Layout::Walls { walls } => write!(f, "walls-{rows}x{columns}-w{walls}"),
        }
    }
}

/// Returns the number of pairs of neighbouring cells.
fn edges(shape: Shape) -> usize {
    shape.rows * (shape.columns - 1) + shape.columns * (shape.rows - 1)
}

/// Returns the two cells of an edge. Edges between columns come first, row by row, then those between rows.
fn ends(shape: Shape, edge: usize) -> (usize, usize) {
    let sideways = shape.rows * (shape.columns - 1);
    if edge < sideways {
        let across = shape.columns - 1;
        let cell = shape.cell(edge / across, edge % across);
        (cell, cell + 1)
    } else {
        let cell = edge - sideways;
        (cell, cell + shape.columns)
    }
}

/// Applies random swaps, none of which undoes the previous one.
fn walk(shape: Shape, swaps: usize, tiles: &mut [Tile], random: &mut Random) {
    let edges = edges(shape);
    let mut last = None;
    for _ in 0..swaps {
        let edge = match (edges, last) {
            (0, _) => return,
            (1, _) | (_, None) => random.below(edges),
            (_, Some(last)) => (last + 1 + random.below(edges - 1)) % edges,
        };
        let (one, other) = ends(shape, edge);
        tiles.swap(one, other);
        last = Some(edge);
    }
}

/// Places walls only on edges outside a random spanning tree, so that the grid stays connected.
fn some_walls(shape: Shape, count: usize, random: &mut Random) -> Walls {
    let mut order: Vec<u32> = (0..edges(shape) as u32).collect();
    random.shuffle(&mut order);
    let mut sets = DisjointSets::new(shape.cells());
    order.retain(|&edge| {
        let (one, other) = ends(shape, edge as usize);
        !sets.union(one, other)
    });
    let mut walls = Walls::default();
    for &edge in order.iter().take(count) {
        let (one, other) = ends(shape, edge as usize);
        walls.add(shape, one, other);
    }
    walls
}
