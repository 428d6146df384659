//! `judge completions`: the scripts of shells, and the hidden command that they call.

use crate::cli::{self, Complete, Completions};
use crate::completion;
use crate::error::Result;
use crate::terminal;

pub(super) fn completions(arguments: &Completions) -> Result<()> {
    terminal::print_own(arguments.shell.script())
}

pub(super) fn complete(arguments: &Complete) -> Result<()> {
    let mut root = cli::definition();
    root.build();
    let line = arguments.line.to_string_lossy();
    let found = completion::complete(&root, arguments.shell, &line, &arguments.breaks);
    terminal::print_own(&found)
}
