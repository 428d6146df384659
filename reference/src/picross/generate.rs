//! The three layouts of instances: the clues of a grid that is drawn first, so that every one has a solution.

use std::cmp::Reverse;
use std::fmt;

use super::instance::Instance;
use super::solvers::fusion;
use crate::{FieldError, Fields, MAX_CELLS, Random, Shape};

/// What kind of grid to make.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    layout: Layout,
    shape: Shape,
    /// Black cells in a thousand.
    density: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Layout {
    Random,
    /// With the radius that colours are smoothed over.
    Picture {
        radius: usize,
    },
    Unique,
}

/// Larger grids are rarely unique, and to prove it may take for ever.
const UNIQUE_CELLS: usize = 900;

/// After so many grids that are not unique, there is no use in trying on.
const UNIQUE_TRIES: usize = 10_000;

impl Recipe {
    pub fn read(fields: &mut Fields) -> Result<Self, FieldError> {
        let layout = fields.choice("layout", &["picture", "random", "unique"])?;
        let rows = fields.integer("rows", 1..=MAX_CELLS, None)?;
        let columns = fields.integer("columns", 1..=MAX_CELLS, None)?;
        let most = if layout == "unique" {
            UNIQUE_CELLS
        } else {
            MAX_CELLS
        };
        let shape = Shape::new(rows, columns).filter(|shape| shape.cells() <= most);
        let shape = shape.ok_or_else(|| {
            let message = format!(
                "a grid of layout \"{layout}\" may have at most {most} cells, not {rows} × {columns}"
            );
            FieldError::new("rows", message)
        })?;
        let density = fields.number("density", 0.0..=1.0, 0.5)?;
        let layout = match layout {
            "random" => Layout::Random,
            "unique" => Layout::Unique,
            _ => {
                let usual = (rows.min(columns) / 10).clamp(1, MAX_RADIUS);
                let radius = fields.integer("radius", 1..=MAX_RADIUS, Some(usual))?;
                Layout::Picture { radius }
            }
        };
        Ok(Self {
            layout,
            shape,
            density: (density * 1000.0).round() as usize,
        })
    }

    pub fn generate(&self, seed: u64) -> Result<Instance, FieldError> {
        let Self {
            layout,
            shape,
            density,
        } = *self;
        let random = &mut Random::new(seed);
        match layout {
            Layout::Random => Ok(scattered(shape, density, random)),
            Layout::Picture { radius } => Ok(picture(shape, density, radius, random)),
            Layout::Unique => {
                let mut candidates = (0..UNIQUE_TRIES).map(|_| scattered(shape, density, random));
                let found = candidates.find(|candidate| fusion::is_unique(candidate) == Ok(true));
                found.ok_or_else(|| {
                    let message = format!(
                        "none of {UNIQUE_TRIES} random grids had a unique solution: take a smaller grid, or a density nearer to 0.6"
                    );
                    FieldError::new("density", message)
                })
            }
        }
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { rows, columns } = self.shape;
        let name = match self.layout {
            Layout::Random => "random",
            Layout::Picture { .. } => "picture",
            Layout::Unique => "unique",
        };
        write!(f, "{name}-{rows}x{columns}-d{}", self.density)?;
        match self.layout {
            Layout::Picture { radius } => write!(f, "-r{radius}"),
            _ => Ok(()),
        }
    }
}

/// Every cell is black with the same probability.
fn scattered(shape: Shape, density: usize, random: &mut Random) -> Instance {
    let black: Vec<_> = (0..shape.cells())
        .map(|_| random.below(1000) < density)
        .collect();
    Instance::of_grid(shape, &black)
}

/// Three rounds of smoothing multiply a value by at most (2·60 + 1)^6 < 2^42.
const MAX_RADIUS: usize = 60;
const NOISE: usize = 1 << 20;

/// Noise, smoothed until it has hills and valleys; the highest cells are black.
fn picture(shape: Shape, density: usize, radius: usize, random: &mut Random) -> Instance {
    let Shape { rows, columns } = shape;
    let mut heights: Vec<u64> = (0..shape.cells())
        .map(|_| random.below(NOISE) as u64)
        .collect();
    for _ in 0..3 {
        for row in 0..rows {
            smooth(&mut heights, row * columns, 1, columns, radius);
        }
        for column in 0..columns {
            smooth(&mut heights, column, columns, rows, radius);
        }
    }
    // Equal heights go by their place, so that exactly so many cells are black.
    let count = (shape.cells() * density + 500) / 1000;
    let mut order: Vec<u32> = (0..shape.cells() as u32).collect();
    if 0 < count && count < order.len() {
        order
            .select_nth_unstable_by_key(count - 1, |&cell| (Reverse(heights[cell as usize]), cell));
    }
    let mut black = vec![false; shape.cells()];
    for &cell in &order[..count] {
        black[cell as usize] = true;
    }
    Instance::of_grid(shape, &black)
}

/// Every value becomes the sum of those at most `radius` away on its line; beyond the ends the last values go on.
fn smooth(values: &mut [u64], first: usize, step: usize, length: usize, radius: usize) {
    let line: Vec<u64> = (0..length).map(|at| values[first + at * step]).collect();
    let at = |index: isize| line[index.clamp(0, length as isize - 1) as usize];
    let radius = radius as isize;
    let mut sum: u64 = (-radius..=radius).map(at).sum();
    for index in 0..length as isize {
        values[first + index as usize * step] = sum;
        sum += at(index + radius + 1);
        sum -= at(index - radius);
    }
}
