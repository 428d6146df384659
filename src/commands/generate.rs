//! `judge generate`: makes one instance.

use super::{input, output};
use crate::cli::Generate;
use crate::error::{Error, Result};
use crate::recipe::{field, recipe, refused};

pub(super) fn generate(arguments: &Generate) -> Result<()> {
    let problem = input::problem(&arguments.problem)?;
    let fields = arguments.recipe.iter().map(|pair| field(pair));
    let recipe = recipe(problem, fields.collect::<Result<Vec<_>>>()?)?;
    let made = recipe.generate(arguments.seed);
    let case = made.map_err(|error| refused(problem, error))?;
    match &arguments.output {
        None => output::print(&case.text()),
        Some(path) => {
            std::fs::write(path, case.text()).map_err(|error| Error::path("write", path, &error))
        }
    }
}
