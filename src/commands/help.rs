//! `judge help`: the help of commands, and the topics of the manual.

use std::io;

use crate::cli::{self, Help};
use crate::error::{Diagnostic, Error, Result};
use crate::help::{self, TOPICS};
use crate::terminal;

/// Lines of text longer than this are hard to read, however wide the terminal is.
const LONGEST_LINE: u16 = 100;

pub(super) fn help(arguments: &Help) -> Result<()> {
    match arguments.words.as_slice() {
        [word] if help::topic(word).is_some() => topic(word),
        [word, more, ..] if help::topic(word).is_some() => Err(Error::user(format!(
            "the help topic `{word}` has no part `{more}`"
        ))),
        words => command(words.iter().map(String::as_str)),
    }
}

fn topic(name: &str) -> Result<()> {
    let text = help::topic(name).map_or("", |topic| topic.text);
    if !terminal::is_terminal() {
        return terminal::print(text);
    }
    let width = terminal::width().min(LONGEST_LINE);
    terminal::print_styled(&help::render(text, usize::from(width), terminal::colours()))
}

/// Prints what `judge COMMAND --help` prints.
pub(super) fn command<'w>(words: impl Iterator<Item = &'w str>) -> Result<()> {
    let mut root = cli::definition();
    root.build();
    match find(&root, words)?.print_long_help() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::fault("write to standard output", &error))
        }
        _ => Ok(()),
    }
}

/// Returns the command of that name and its subcommands.
pub(super) fn find<'w>(
    root: &clap::Command,
    words: impl Iterator<Item = &'w str>,
) -> Result<clap::Command> {
    let mut command = root.clone();
    for word in words {
        let found = command.find_subcommand(word).cloned();
        command = found.ok_or_else(|| unknown(&command, word))?;
    }
    Ok(command)
}

fn unknown(command: &clap::Command, word: &str) -> Error {
    let commands = command.get_subcommands().filter(|c| !c.is_hide_set());
    let mut known: Vec<&str> = commands.map(clap::Command::get_name).collect();
    if command.get_name() == "judge" {
        known.extend(TOPICS.iter().map(|topic| topic.name));
    }
    let unknown = Diagnostic::new(format!("there is no command or help topic `{word}`"));
    unknown
        .suggest(word, &known)
        .with_help("`judge help` lists all commands and topics")
        .into()
}
