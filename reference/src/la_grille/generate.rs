//! Instance generator with three layouts.

use std::fmt;

use super::instance::Instance;
use crate::{FieldError, Fields, Key, Random, Shape};

/// The largest absolute value of a cell.
const MAX_VALUE: i64 = 1_000_000_000;
const MAX_SIZE: usize = 4000;

const SIZE: Key = Key::required("size", "number of rows and of columns, 1 to 4000");
const PENALTY: Key = Key::optional("penalty", "cost of a penalty", "10");

/// The layouts, the default first.
pub(super) const LAYOUTS: &[crate::Layout] = &[
    crate::Layout {
        name: "uniform",
        about: "independent uniform values",
        keys: &[
            SIZE,
            PENALTY,
            Key::optional("low", "smallest value", "-9"),
            Key::optional("high", "largest value", "9"),
        ],
    },
    crate::Layout {
        name: "clusters",
        about: "smooth hills and valleys with some noise",
        keys: &[
            SIZE,
            PENALTY,
            Key::optional("low", "smallest value", "-9"),
            Key::optional("high", "largest value", "9"),
        ],
    },
    crate::Layout {
        name: "extreme",
        about: "small values with a few very large and very small ones",
        keys: &[
            SIZE,
            PENALTY,
            Key::optional("low", "smallest value", "-99"),
            Key::optional("high", "largest value", "99"),
        ],
    },
];

/// A recipe: what kind of grid to generate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    layout: Layout,
    shape: Shape,
    penalty: i64,
    low: i64,
    high: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Uniform,
    Clusters,
    Extreme,
}

impl Layout {
    /// Returns the default for the largest value.
    fn default_limit(self) -> i64 {
        match self {
            Self::Uniform | Self::Clusters => 9,
            Self::Extreme => 99,
        }
    }
}

impl Recipe {
    /// Reads a recipe.
    pub fn read(fields: &mut Fields) -> Result<Self, FieldError> {
        let layout = match fields.layout(LAYOUTS)? {
            "clusters" => Layout::Clusters,
            "extreme" => Layout::Extreme,
            _ => Layout::Uniform,
        };
        let size = fields.integer("size", 1..=MAX_SIZE, None)?;
        let penalty = fields.signed("penalty", 1..=MAX_VALUE, 10)?;
        let usual = layout.default_limit();
        let low = fields.signed("low", -MAX_VALUE..=MAX_VALUE, -usual)?;
        let high = fields.signed("high", low..=MAX_VALUE, usual.max(low))?;
        Ok(Self {
            layout,
            shape: Shape {
                rows: size,
                columns: size,
            },
            penalty,
            low,
            high,
        })
    }

    /// Generates the instance of a seed.
    pub fn generate(&self, seed: u64) -> Result<Instance, FieldError> {
        let random = &mut Random::new(seed);
        let values = match self.layout {
            Layout::Uniform => (0..self.shape.cells())
                .map(|_| between(self.low, self.high, random))
                .collect(),
            Layout::Clusters => self.clusters(random),
            Layout::Extreme => (0..self.shape.cells())
                .map(|_| self.heavy_tailed(random))
                .collect(),
        };
        Instance::new(self.shape.rows, self.penalty, values).map_err(|_| {
            let message = "with such numbers a score might not fit into 64 bits";
            FieldError::new("penalty", message)
        })
    }

    /// Returns overlapping cones of random position, height and width with some noise.
    fn clusters(&self, random: &mut Random) -> Vec<i64> {
        let (shape, size) = (self.shape, self.shape.rows);
        let mut heights = vec![0_i64; shape.cells()];
        let widest = (size / 3).clamp(2, 40);
        let cones = 2 + (shape.cells() / (widest * widest)).min(2000) * 2;
        for cone in 0..cones {
            let (row, column) = (random.below(size), random.below(size));
            let width = 1 + random.below(widest);
            let rise = if cone % 2 == 0 { 1 } else { -1 };
            for r in row.saturating_sub(width)..(row + width + 1).min(size) {
                for c in column.saturating_sub(width)..(column + width + 1).min(size) {
                    let distance = r.abs_diff(row).max(c.abs_diff(column));
                    heights[shape.cell(r, c)] += rise * (width + 1 - distance) as i64;
                }
            }
        }
        let lowest = heights.iter().copied().min().unwrap_or(0);
        let rise = (heights.iter().copied().max().unwrap_or(0) - lowest).max(1);
        let range = self.high - self.low;
        let noise = range / 6;
        let value = |height: i64| {
            let level = self.low + (height - lowest) * range / rise;
            (level + between(-noise, noise, random)).clamp(self.low, self.high)
        };
        heights.into_iter().map(value).collect()
    }

    /// Draws one value in twelve from the outer half of the range and the others from its inner tenth.
    fn heavy_tailed(&self, random: &mut Random) -> i64 {
        let middle = self.low + (self.high - self.low) / 2;
        let (below, above) = (middle - self.low, self.high - middle);
        if random.below(12) > 0 {
            between(middle - below / 10, middle + above / 10, random)
        } else if random.below(2) == 0 {
            between(self.low, middle - below / 2, random)
        } else {
            between(middle + above / 2, self.high, random)
        }
    }
}

/// Returns a random integer from `low` to `high`, both included.
fn between(low: i64, high: i64, random: &mut Random) -> i64 {
    low + random.below((high - low + 1) as usize) as i64
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.layout {
            Layout::Uniform => "uniform",
            Layout::Clusters => "clusters",
            Layout::Extreme => "extreme",
        };
        write!(f, "{name}-{}-p{}", self.shape.rows, self.penalty)?;
        let usual = self.layout.default_limit();
        if (self.low, self.high) == (-usual, usual) {
            return Ok(());
        }
        write!(f, "-v{}..{}", self.low, self.high)
    }
}
