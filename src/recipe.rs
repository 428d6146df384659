//! Reads recipes of instances from the command line.

use puzzles::{AnyProblem, FieldError, FieldValue, Fields, Recipe};

use crate::contest::intended;
use crate::error::{Diagnostic, Error, Result};

/// Reads one `key=value` argument.
pub fn field(pair: &str) -> Result<(String, FieldValue)> {
    let (key, value) = pair.split_once('=').ok_or_else(|| {
        Error::user(format!("`{pair}` is not of the form key=value"))
            .with_help("for example rows=10")
    })?;
    let value = number(value).unwrap_or_else(|| FieldValue::Text(value.to_owned()));
    Ok((key.to_owned(), value))
}

/// Builds a recipe from fields. Fails with an example if the fields are wrong.
pub fn recipe(
    problem: &'static dyn AnyProblem,
    fields: Vec<(String, FieldValue)>,
) -> Result<Box<dyn Recipe>> {
    for (index, (key, _)) in fields.iter().enumerate() {
        if fields[..index].iter().any(|(other, _)| other == key) {
            return Err(Error::user(format!("`{key}` is given twice")));
        }
    }
    let recipe = problem.recipe(Fields::new(fields));
    recipe.map_err(|error| refused(problem, error))
}

/// Converts an error of a recipe into one of the command line.
pub fn refused(problem: &dyn AnyProblem, error: FieldError) -> Error {
    let error = intended(error);
    let example = problem.sample_recipes().first().copied();
    let example = example.unwrap_or_default().replace(" = ", "=");
    let example = example.replace(", ", " ").replace('"', "");
    let help = format!("for example: judge generate {} {example}", problem.name());
    let diagnostic = Diagnostic::new(error.message).suggest(&error.word, &error.known);
    diagnostic.with_help(help).into()
}

fn number(text: &str) -> Option<FieldValue> {
    let integer = text.parse().map(FieldValue::Integer);
    let number = integer.or_else(|_| text.parse().map(FieldValue::Number));
    number.ok()
}
