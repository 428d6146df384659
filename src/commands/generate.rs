//! `judge generate`: generates one instance.

use super::input;
use crate::cli::Generate;
use crate::error::{Error, Result};
use crate::recipe::{field, recipe, refused};
use crate::terminal;

pub(super) fn generate(arguments: &Generate) -> Result<()> {
    let problem = input::problem(&arguments.problem)?;
    let fields = arguments.recipe.iter().map(|pair| field(pair));
    let recipe = recipe(problem, fields.collect::<Result<Vec<_>>>()?)?;
    let made = recipe.generate(arguments.seed);
    let case = made.map_err(|error| refused(problem, error))?;
    match &arguments.output {
        None => terminal::print_own(&case.text()),
        Some(path) => {
            std::fs::write(path, case.text()).map_err(|error| Error::path("write", path, &error))
        }
    }
}
