//! `judge generate`: generates one instance.

use super::input;
use crate::cli::Generate;
use crate::error::Result;
use crate::problems;
use crate::recipe::{field, recipe, refused};
use crate::terminal;

pub(super) fn generate(arguments: &Generate) -> Result<()> {
    input::isolate_problems(arguments.unsandboxed);
    let problem = problems::named(&arguments.problem)?;
    let fields = arguments.recipe.iter().map(|pair| field(pair));
    let recipe = recipe(problem, fields.collect::<Result<Vec<_>>>()?)?;
    let made = recipe.generate(arguments.seed);
    let case = made.map_err(|error| refused(problem, error))?;
    terminal::print_own(&case.text())
}
