//! `judge generate`: makes one instance.

use reference::{FieldError, FieldValue, Fields};

use super::{input, output};
use crate::cli::Generate;
use crate::contest::intended;
use crate::error::{Diagnostic, Error, Result};

pub(super) fn generate(arguments: &Generate) -> Result<()> {
    let problem = input::problem(&arguments.problem)?;
    let fields = arguments
        .recipe
        .iter()
        .map(|pair| field(pair))
        .collect::<Result<Vec<_>>>()?;
    for (index, (key, _)) in fields.iter().enumerate() {
        if fields[..index].iter().any(|(other, _)| other == key) {
            return Err(Error::user(format!("`{key}` is given twice")));
        }
    }
    let refused = |error: FieldError| {
        let error = intended(error);
        let diagnostic = Diagnostic::new(error.message).suggest(&error.word, &error.known);
        let (name, example) = (problem.name(), example(problem));
        diagnostic.with_help(format!("for example: judge generate {name} {example}"))
    };
    let recipe = problem.recipe(Fields::new(fields)).map_err(refused)?;
    let case = recipe.generate(arguments.seed).map_err(refused)?;
    match &arguments.output {
        None => output::print(&case.text()),
        Some(path) => {
            std::fs::write(path, case.text()).map_err(|error| Error::path("write", path, &error))
        }
    }
}

/// A sample recipe in the spelling of the command line.
fn example(problem: &dyn reference::AnyProblem) -> String {
    let recipe = problem
        .sample_recipes()
        .first()
        .copied()
        .unwrap_or_default();
    recipe
        .replace(" = ", "=")
        .replace(", ", " ")
        .replace('"', "")
}

fn field(pair: &str) -> Result<(String, FieldValue)> {
    let (key, value) = pair.split_once('=').ok_or_else(|| {
        Error::user(format!("`{pair}` is not of the form key=value"))
            .with_help("for example rows=10")
    })?;
    let number = value.parse().map(FieldValue::Integer).ok();
    let number = number.or_else(|| value.parse().map(FieldValue::Number).ok());
    Ok((
        key.to_owned(),
        number.unwrap_or_else(|| FieldValue::Text(value.to_owned())),
    ))
}
