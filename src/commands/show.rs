//! `judge show`: draws an instance in the terminal, or its state after an answer.

use std::path::Path;

use super::input;
use crate::answers::last_answer;
use crate::cli::Show;
use crate::error::{Error, Result};
use crate::report;
use crate::terminal;

pub(super) fn show(arguments: &Show) -> Result<()> {
    let standard_input = Path::new("-");
    if arguments.instance == standard_input && arguments.answer.as_deref() == Some(standard_input) {
        return Err(Error::user(
            "only one of instance and answer can be standard input",
        ));
    }
    let case = input::instance(&arguments.instance, arguments.problem.problem.as_deref())?;
    let picture = match &arguments.answer {
        None => case.draw(None, None),
        Some(path) => {
            let text = input::read(path)?;
            let answer = last_answer(&text);
            let drawn = case.draw(Some(answer), arguments.step);
            // If the last part is not a valid answer, the whole text may be one answer with empty lines in it.
            drawn.or_else(|_| case.draw(Some(&text), arguments.step))
        }
    };
    let picture = picture.map_err(|error| {
        let path = arguments.answer.as_ref().unwrap_or(&arguments.instance);
        Error::from(input::unreadable(path, &error))
    })?;
    terminal::print_own(&report::picture::render(&picture))
}
