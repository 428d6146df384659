//! Instance generator with three layouts. Every instance is derived from a filled grid, so it has a solution.

use std::cmp::Reverse;
use std::fmt;

use super::enumeration::{Difficulty, enumerate, logical_difficulty, unknown_after_logic};
use super::instance::Instance;
use crate::{Budget, FieldError, Fields, Key, MAX_CELLS, Random, Shape};

const ROWS: Key = Key::required("rows", "number of rows");
const COLUMNS: Key = Key::required("columns", "number of columns");
const DIFFICULTY: Key = Key::optional(
    "difficulty",
    "technique that the solution needs: any, lines, probing or search",
    "any",
);
const DENSITY: Key = Key::optional("density", "share of black cells, 0 to 1", "0.5");

/// The layouts, the default first.
pub(super) const LAYOUTS: &[crate::Layout] = &[
    crate::Layout {
        name: "picture",
        about: "smooth shapes",
        keys: &[
            ROWS,
            COLUMNS,
            DIFFICULTY,
            DENSITY,
            Key::optional(
                "radius",
                "radius of the smoothing, 1 to 60",
                "a tenth of the shorter side",
            ),
        ],
    },
    crate::Layout {
        name: "random",
        about: "independent random cells",
        keys: &[ROWS, COLUMNS, DIFFICULTY, DENSITY],
    },
    crate::Layout {
        name: "unique",
        about: "random cells with exactly one solution, at most 900 cells",
        keys: &[ROWS, COLUMNS, DIFFICULTY, DENSITY],
    },
];

/// A recipe: what kind of grid to generate.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    layout: Layout,
    shape: Shape,
    /// Black cells per thousand.
    density: usize,
    /// The required difficulty, if any.
    difficulty: Option<Difficulty>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Layout {
    Random,
    /// With the radius of the smoothing filter.
    Picture {
        radius: usize,
    },
    Unique,
}

/// Larger grids are rarely unique or of a given difficulty, and checking them can take very long.
const CHOSEN_CELLS: usize = 900;

/// The number of grids that are tried before generation fails.
const TRIES: usize = 10_000;

/// The number of moves of black cells while hardening a grid: per start, per cell, and in total.
const MOVES_A_START: usize = 2000;
const MOVES_A_CELL: usize = 10_000;
const MOST_MOVES: usize = 1_000_000;

impl Recipe {
    /// Reads a recipe.
    pub fn read(fields: &mut Fields) -> Result<Self, FieldError> {
        let layout = fields.layout(LAYOUTS)?;
        let rows = fields.integer("rows", 1..=MAX_CELLS, None)?;
        let columns = fields.integer("columns", 1..=MAX_CELLS, None)?;
        let difficulty =
            match fields.choice("difficulty", &["any", "lines", "probing", "search"])? {
                "lines" => Some(Difficulty::Lines),
                "probing" => Some(Difficulty::Probing),
                "search" => Some(Difficulty::Search),
                _ => None,
            };
        let (kind, most) = if layout == "unique" || difficulty.is_some() {
            (
                "a grid with a unique solution or a given difficulty",
                CHOSEN_CELLS,
            )
        } else {
            ("a grid", MAX_CELLS)
        };
        let shape = Shape::new(rows, columns).filter(|shape| shape.cells() <= most);
        let shape = shape.ok_or_else(|| {
            let message = format!("{kind} may have at most {most} cells, not {rows} × {columns}");
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
            difficulty,
        })
    }

    /// Generates the instance of a seed.
    pub fn generate(&self, seed: u64) -> Result<Instance, FieldError> {
        let random = &mut Random::new(seed);
        let found = if (self.layout, self.difficulty) == (Layout::Unique, Some(Difficulty::Search))
        {
            self.hardened(random)
        } else {
            let mut candidates = (0..TRIES).map(|_| self.candidate(random));
            candidates.find(|candidate| self.is_wanted(candidate))
        };
        found.ok_or_else(|| {
            let message =
                "no grid was found for this recipe: try another size, density or difficulty";
            FieldError::new("rows", message)
        })
    }

    fn candidate(&self, random: &mut Random) -> Instance {
        match self.layout {
            Layout::Random | Layout::Unique => {
                Instance::of_grid(self.shape, &scattered(self.shape, self.density, random))
            }
            Layout::Picture { radius } => picture(self.shape, self.density, radius, random),
        }
    }

    /// Returns whether a candidate meets the recipe. Depends on the clues alone, never on a time limit.
    fn is_wanted(&self, candidate: &Instance) -> bool {
        let unique = || self.layout != Layout::Unique || is_unique(candidate);
        let by_logic = |most| logical_difficulty(candidate, most);
        match self.difficulty {
            None => unique(),
            // A grid that logic solves is unique, because every candidate has a solution.
            Some(wanted @ (Difficulty::Lines | Difficulty::Probing)) => {
                by_logic(wanted) == Ok(Some(wanted))
            }
            Some(_) => by_logic(Difficulty::Probing) == Ok(None),
        }
    }

    /// Hardens a grid by local search. Unique grids that logic does not solve are too rare to be found by sampling.
    /// Starting from a unique grid, black cells are moved while the grid stays unique and line solving decides no more
    /// cells than before, until probing does not solve it either.
    fn hardened(&self, random: &mut Random) -> Option<Instance> {
        if self.shape.rows.min(self.shape.columns) == 1 {
            // Line solving alone solves a single line.
            return None;
        }
        let cells = self.shape.cells();
        let mut moves = (MOVES_A_CELL * cells).min(MOST_MOVES);
        for _ in 0..TRIES {
            let mut black = scattered(self.shape, self.density, random);
            let mut instance = Instance::of_grid(self.shape, &black);
            if !is_unique(&instance) {
                continue;
            }
            let mut left = unknown_after_logic(&instance, 0).ok()??;
            for _ in 0..MOVES_A_START {
                if left.1 > 0 {
                    return Some(instance);
                }
                moves = moves.checked_sub(1)?;
                let (from, to) = (random.below(cells), random.below(cells));
                if black[from] == black[to] {
                    continue;
                }
                black.swap(from, to);
                let moved = Instance::of_grid(self.shape, &black);
                match unknown_after_logic(&moved, left.0) {
                    Ok(Some(now)) if now.1 == 0 || is_unique(&moved) => {
                        (instance, left) = (moved, now);
                    }
                    _ => black.swap(from, to),
                }
            }
        }
        None
    }
}

fn is_unique(instance: &Instance) -> bool {
    let found = enumerate(instance, &Budget::unlimited(), 2);
    found.is_ok_and(|found| found.solutions.len() == 1 && found.exhausted)
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
        if let Layout::Picture { radius } = self.layout {
            write!(f, "-r{radius}")?;
        }
        match self.difficulty {
            None => Ok(()),
            Some(difficulty) => write!(f, "-{}", difficulty.name()),
        }
    }
}

/// Returns a grid in which every cell is black with the same probability.
fn scattered(shape: Shape, density: usize, random: &mut Random) -> Vec<bool> {
    (0..shape.cells())
        .map(|_| random.below(1000) < density)
        .collect()
}

/// Three rounds of smoothing multiply a value by at most (2·60 + 1)^6 < 2^42.
const MAX_RADIUS: usize = 60;
const NOISE: usize = 1 << 20;

/// Returns the clues of a picture: smoothed noise, thresholded so that the highest cells are black.
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
    // Ties are broken by position, so that exactly `count` cells are black.
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

/// Replaces every value by the sum of the values at most `radius` away on its line. Values beyond the ends repeat the
/// outermost value.
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
