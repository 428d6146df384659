//! Instance generator with five layouts.

mod glibc;

use std::collections::BinaryHeap;
use std::fmt;

use self::glibc::GlibcRandom;
use super::instance::{Colour, Instance, NONE};
use crate::{FieldError, Fields, Key, MAX_CELLS, Random, Shape};

const ROWS: Key = Key::required("rows", "number of rows");
const COLUMNS: Key = Key::required("columns", "number of columns");
const COLOURS: Key = Key::required("colours", "number of colours");

/// The layouts, the default first.
pub(super) const LAYOUTS: &[crate::Layout] = &[
    crate::Layout {
        name: "scatter",
        about: "balanced colours, scattered over the grid",
        keys: &[ROWS, COLUMNS, COLOURS],
    },
    crate::Layout {
        name: "course",
        about: "the course's own generator, for seeds up to 4294967295",
        keys: &[ROWS, COLUMNS, COLOURS],
    },
    crate::Layout {
        name: "blocks",
        about: "rectangular patches of one colour, about three per colour",
        keys: &[ROWS, COLUMNS, COLOURS],
    },
    crate::Layout {
        name: "vector",
        about: "one row in which every colour occurs once",
        keys: &[
            Key::optional("rows", "number of rows, always 1", "1"),
            COLUMNS,
            Key::optional(
                "colours",
                "number of colours, always that of columns",
                "columns",
            ),
        ],
    },
    crate::Layout {
        name: "sparse",
        about: "scattered colours; some cells lack a background or a piece",
        keys: &[
            ROWS,
            COLUMNS,
            Key::optional(
                "holes",
                "share of cells without a background, 0 to 0.6",
                "0.25",
            ),
            COLOURS,
        ],
    },
];

/// A recipe: what kind of grid to generate.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    layout: Layout,
    shape: Shape,
    colours: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Layout {
    Course,
    Scatter,
    Blocks,
    Vector,
    /// With the number of cells without a background.
    Sparse {
        holes: usize,
    },
}

impl Recipe {
    /// Reads a recipe.
    pub fn read(fields: &mut Fields) -> Result<Self, FieldError> {
        let layout = fields.layout(LAYOUTS)?;
        let vector = layout == "vector";
        let rows = if vector {
            fields.integer("rows", 1..=1, Some(1))?
        } else {
            fields.integer("rows", 1..=MAX_CELLS, None)?
        };
        let columns = fields.integer("columns", 1..=MAX_CELLS, None)?;
        let shape = Shape::new(rows, columns).ok_or_else(|| {
            let message =
                format!("a grid may have at most {MAX_CELLS} cells, not {rows} × {columns}");
            FieldError::new("rows", message)
        })?;
        let cells = shape.cells();
        let layout = match layout {
            "course" => Layout::Course,
            "blocks" => Layout::Blocks,
            "vector" => Layout::Vector,
            "sparse" => {
                let share = fields.number("holes", 0.0..=0.6, 0.25)?;
                Layout::Sparse {
                    holes: (share * cells as f64).floor() as usize,
                }
            }
            _ => Layout::Scatter,
        };
        let colours = match layout {
            Layout::Vector => fields.integer("colours", columns..=columns, Some(columns))?,
            Layout::Sparse { holes } => fields.integer("colours", 1..=cells - holes, None)?,
            _ => fields.integer("colours", 1..=cells, None)?,
        };
        Ok(Self {
            layout,
            shape,
            colours,
        })
    }

    /// Generates the instance of a seed.
    pub fn generate(&self, seed: u64) -> Result<Instance, FieldError> {
        let Self {
            layout,
            shape,
            colours,
        } = *self;
        if layout == Layout::Course {
            let seed = u32::try_from(seed).map_err(|_| {
                FieldError::new(
                    "seed",
                    format!("the course's generator takes seeds up to {}", u32::MAX),
                )
            })?;
            return Ok(course(shape, colours, seed));
        }
        let random = &mut Random::new(seed);
        let (backgrounds, pieces) = match layout {
            Layout::Sparse { holes } => sparse(shape, colours, holes, random),
            Layout::Blocks => with_shuffled_pieces(blocks(shape, colours, random), random),
            Layout::Vector | Layout::Scatter | Layout::Course => {
                let mut backgrounds = balanced(shape.cells(), colours);
                random.shuffle(&mut backgrounds);
                with_shuffled_pieces(backgrounds, random)
            }
        };
        Ok(Instance {
            shape,
            colours,
            backgrounds,
            pieces,
        })
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.layout {
            Layout::Course => "course",
            Layout::Scatter => "scatter",
            Layout::Blocks => "blocks",
            Layout::Vector => "vector",
            Layout::Sparse { .. } => "sparse",
        };
        write!(
            f,
            "{name}-{}x{}-c{}",
            self.shape.rows, self.shape.columns, self.colours
        )?;
        match self.layout {
            Layout::Sparse { holes } => write!(f, "-h{holes}"),
            _ => Ok(()),
        }
    }
}

/// The course's own generator, reproduced draw for draw.
pub(super) fn course(shape: Shape, colours: usize, seed: u32) -> Instance {
    let mut random = GlibcRandom::new(seed);
    let cells = shape.cells();
    let mut backgrounds: Vec<Colour> = (0..colours as Colour).collect();
    let alpha = cells / colours;
    let mut colour = 0;
    while backgrounds.len() < cells {
        let run = 1 + random.draw() as usize % (2 * alpha);
        let end = cells.min(backgrounds.len() + run);
        backgrounds.resize(end, colour as Colour);
        colour = (colour + 1) % colours;
    }
    let mut pieces = backgrounds.clone();
    for cell in 0..cells {
        let row = random.draw() as usize % shape.rows;
        let column = random.draw() as usize % shape.columns;
        pieces.swap(cell, shape.cell(row, column));
    }
    Instance {
        shape,
        colours,
        backgrounds,
        pieces,
    }
}

/// Returns every colour about equally often.
fn balanced(cells: usize, colours: usize) -> Vec<Colour> {
    (0..cells).map(|cell| (cell % colours) as Colour).collect()
}

fn with_shuffled_pieces(
    backgrounds: Vec<Colour>,
    random: &mut Random,
) -> (Vec<Colour>, Vec<Colour>) {
    let mut pieces = backgrounds.clone();
    random.shuffle(&mut pieces);
    (backgrounds, pieces)
}

/// Returns rectangular patches, about three per colour, by repeatedly splitting the largest one.
fn blocks(shape: Shape, colours: usize, random: &mut Random) -> Vec<Colour> {
    // Ordered by area; the corner breaks ties deterministically.
    let area = |p: &(usize, usize, usize, usize)| (p.2 * p.3, *p);
    let mut patches = BinaryHeap::from([area(&(0, 0, shape.rows, shape.columns))]);
    let wanted = (3 * colours).min(shape.cells());
    while patches.len() < wanted {
        let Some((_, (top, left, rows, columns))) = patches.pop() else {
            break;
        };
        if rows >= columns {
            let cut = 1 + random.below(rows - 1);
            patches.push(area(&(top, left, cut, columns)));
            patches.push(area(&(top + cut, left, rows - cut, columns)));
        } else {
            let cut = 1 + random.below(columns - 1);
            patches.push(area(&(top, left, rows, cut)));
            patches.push(area(&(top, left + cut, rows, columns - cut)));
        }
    }
    let mut patches: Vec<_> = patches
        .into_sorted_vec()
        .into_iter()
        .map(|(_, patch)| patch)
        .collect();
    random.shuffle(&mut patches);
    let mut backgrounds = vec![0; shape.cells()];
    for (index, (top, left, rows, columns)) in patches.into_iter().enumerate() {
        for row in top..top + rows {
            let start = shape.cell(row, left);
            backgrounds[start..start + columns].fill((index % colours) as Colour);
        }
    }
    backgrounds
}

/// Some cells have no background. Half of these hold a piece, and as many coloured cells start without one.
fn sparse(
    shape: Shape,
    colours: usize,
    holes: usize,
    random: &mut Random,
) -> (Vec<Colour>, Vec<Colour>) {
    let cells = shape.cells();
    let mut order: Vec<usize> = (0..cells).collect();
    random.shuffle(&mut order);
    let (colourless, coloured) = order.split_at(holes);
    let mut backgrounds = vec![NONE; cells];
    let mut pieces = vec![NONE; cells];
    let mut hues = balanced(coloured.len(), colours);
    random.shuffle(&mut hues);
    for (&cell, &colour) in coloured.iter().zip(&hues) {
        backgrounds[cell] = colour;
    }
    random.shuffle(&mut hues);
    let strays = holes.div_ceil(2).min(coloured.len());
    let holders = colourless[..strays].iter().chain(&coloured[strays..]);
    for (&cell, &colour) in holders.zip(&hues) {
        pieces[cell] = colour;
    }
    (backgrounds, pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_course_example() {
        let instance = course(Shape::new(3, 4).unwrap(), 4, 5);
        assert_eq!(instance.backgrounds, [0, 1, 2, 3, 0, 0, 1, 1, 1, 1, 1, 1]);
        assert_eq!(instance.pieces, [1, 1, 0, 1, 1, 1, 1, 0, 1, 2, 3, 0]);
    }
}
