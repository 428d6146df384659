//! `judge show`: draws an instance in the terminal, or its state after an answer, or replays an answer.

use std::path::Path;

use puzzles::{Case, Picture, TextError};

use super::input;
use super::signals::STOPPED;
use crate::answers::last_answer;
use crate::cli::Show;
use crate::error::{Error, Result};
use crate::player::{self, Ended};
use crate::report;
use crate::terminal;

pub(super) fn show(arguments: &Show) -> Result<u8> {
    let standard_input = Path::new("-");
    if arguments.instance == standard_input && arguments.answer.as_deref() == Some(standard_input) {
        return Err(Error::user(
            "only one of instance and answer can be standard input",
        ));
    }
    if arguments.play {
        player::require_terminal()?;
    }
    let case = input::instance(&arguments.instance, input::chosen(&arguments.problem))?;
    let unreadable = |error: TextError| {
        let path = arguments.answer.as_ref().unwrap_or(&arguments.instance);
        Error::from(input::unreadable(path, &error))
    };
    let Some(path) = &arguments.answer else {
        let picture = case.draw(None, None).map_err(unreadable)?;
        return print(&picture);
    };
    let text = input::read(path)?;
    let (answer, picture) = drawn(&*case, &text, arguments.step).map_err(unreadable)?;
    if !arguments.play {
        return print(&picture);
    }
    Ok(match player::play(&*case, answer, &picture)? {
        Ended::ByKey => 0,
        Ended::BySignal => STOPPED,
    })
}

fn print(picture: &Picture) -> Result<u8> {
    terminal::print_own(&report::picture::render(picture))?;
    Ok(0)
}

/// Finds the answer in a text and draws it. If the last part is not a valid answer, the whole text may be one answer with
/// empty lines in it.
fn drawn<'t>(
    case: &dyn Case,
    text: &'t [u8],
    step: Option<u64>,
) -> std::result::Result<(&'t [u8], Picture), TextError> {
    let draw = |answer: &'t [u8]| Ok((answer, case.draw(Some(answer), step)?));
    draw(last_answer(text)).or_else(|_| draw(text))
}
