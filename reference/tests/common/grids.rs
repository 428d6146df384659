//! Small grids of every kind, and those of the recipes.

use puzzles::sorting_robot::{Colour, Instance, NONE, SortingRobot};
use puzzles::{FieldValue, Fields, Problem, Random, Shape};

/// Any balanced grid: up to `holes` cells without a background, the pieces anywhere.
pub(crate) fn random_grid(
    random: &mut Random,
    shape: Shape,
    colours: usize,
    holes: usize,
) -> Instance {
    let cells = shape.cells();
    let mut backgrounds = vec![NONE; cells];
    let coloured = cells - random.below(holes + 1).min(cells);
    for background in &mut backgrounds[..coloured] {
        *background = random.below(colours) as Colour;
    }
    random.shuffle(&mut backgrounds);
    let mut pieces = backgrounds.clone();
    random.shuffle(&mut pieces);
    Instance {
        shape,
        colours,
        backgrounds,
        pieces,
    }
}

/// A square grid of a layout.
pub(crate) fn grid_of_recipe(layout: &str, rows: usize, colours: usize, seed: u64) -> Instance {
    let number = |value: usize| FieldValue::Integer(value as i64);
    let fields = [
        ("layout", FieldValue::Text(layout.to_owned())),
        ("rows", number(rows)),
        ("columns", number(rows)),
        ("colours", number(colours)),
    ];
    let named = fields.map(|(key, value)| (key.to_owned(), value));
    let recipe = SortingRobot::recipe(&mut Fields::new(named)).unwrap();
    SortingRobot::generate(&recipe, seed).unwrap()
}
