//! Instances of any problem from recipes in one line.

use puzzles::{Case, FieldValue, Fields, problem};

/// An instance from a recipe such as `layout=scatter rows=4 columns=5 colours=2`.
pub(crate) fn generated(name: &str, recipe: &str, seed: u64) -> Box<dyn Case> {
    let fields = recipe.split(' ').map(|pair| {
        let (key, value) = pair.split_once('=').expect("a key and a value");
        let value = match (value.parse(), value.parse()) {
            (Ok(integer), _) => FieldValue::Integer(integer),
            (_, Ok(number)) => FieldValue::Number(number),
            _ => FieldValue::Text(value.to_owned()),
        };
        (key.to_owned(), value)
    });
    let problem = problem(name).expect("the problem is registered");
    let recipe = problem
        .recipe(Fields::new(fields))
        .expect("the recipe is complete");
    recipe.generate(seed).expect("the seed makes an instance")
}
