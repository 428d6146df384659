//! Finds what stands at the cursor: a command, an option, or the value of an argument.

use std::collections::BTreeMap;

use clap::{Arg, ArgAction, Command};

use super::line::Line;

/// A place on the command line.
#[derive(Debug)]
pub(super) struct Cursor<'c> {
    /// The root of the commands.
    pub(super) root: &'c Command,
    /// The command whose arguments are being written.
    pub(super) command: &'c Command,
    /// The values before the cursor, by the id of their argument.
    given: BTreeMap<&'c str, Vec<String>>,
    pub(super) place: Place<'c>,
}

#[derive(Debug)]
pub(super) enum Place<'c> {
    /// The name of a command.
    Command,
    /// The name of an option.
    Flag,
    /// The value of an argument, after a part of the word that belongs to the option or to earlier values of a list.
    Value { argument: &'c Arg, before: String },
    /// More arguments than the command has.
    Nowhere,
}

impl<'c> Cursor<'c> {
    /// Reads the words before the cursor. Mistakes in them are ignored.
    pub(super) fn find(root: &'c Command, line: &Line) -> Self {
        let mut cursor = Self {
            root,
            command: root,
            given: BTreeMap::new(),
            place: Place::Nowhere,
        };
        let mut pending: Option<&'c Arg> = None;
        let mut positions = 0;
        let mut only_values = false;
        for word in line.words.iter().skip(1) {
            let is_option = !only_values && word.len() > 1 && word.starts_with('-');
            if let Some(argument) = pending.filter(|_| !is_option) {
                cursor.give(argument, word);
                pending = Some(argument).filter(|argument| is_list(argument));
            } else if word == "--" && !only_values {
                only_values = true;
                pending = None;
            } else if is_option {
                pending = cursor.option(word);
            } else if let Some(found) = cursor.command.find_subcommand(word)
                && positions == 0
            {
                cursor.command = found;
                cursor.given.clear();
            } else {
                if let Some(argument) = cursor.positional(positions) {
                    cursor.give(argument, word);
                }
                positions += 1;
            }
        }
        cursor.place = cursor.place_of(&line.text, pending, positions, only_values);
        cursor
    }

    /// The first value of an argument before the cursor.
    pub(super) fn given(&self, id: &str) -> Option<&str> {
        self.given.get(id)?.first().map(String::as_str)
    }

    fn give(&mut self, argument: &'c Arg, value: &str) {
        let values = self.given.entry(argument.get_id().as_str()).or_default();
        values.push(value.to_owned());
    }

    /// Reads an option. Returns it if its value is the next word.
    fn option(&mut self, word: &str) -> Option<&'c Arg> {
        if let Some(long) = word.strip_prefix("--") {
            let (name, value) = match long.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (long, None),
            };
            let argument = self.long(name)?;
            match value {
                Some(value) => self.give(argument, value),
                None => return Some(argument).filter(|argument| takes_value(argument)),
            }
            return None;
        }
        let mut letters = word[1..].chars();
        while let Some(letter) = letters.next() {
            let mut arguments = self.command.get_arguments();
            let argument = arguments.find(|argument| argument.get_short() == Some(letter))?;
            if takes_value(argument) {
                let rest = letters.as_str();
                if rest.is_empty() {
                    return Some(argument);
                }
                self.give(argument, rest);
                return None;
            }
        }
        None
    }

    fn long(&self, name: &str) -> Option<&'c Arg> {
        self.command.get_arguments().find(|argument| {
            let aliases = argument.get_all_aliases().unwrap_or_default();
            argument.get_long() == Some(name) || aliases.contains(&name)
        })
    }

    /// The argument of that position; the last one may be a list.
    fn positional(&self, position: usize) -> Option<&'c Arg> {
        let mut last = None;
        for (index, argument) in self.command.get_positionals().enumerate() {
            if index == position {
                return Some(argument);
            }
            last = Some(argument);
        }
        last.filter(|argument| is_list(argument))
    }

    fn place_of(
        &self,
        text: &str,
        pending: Option<&'c Arg>,
        positions: usize,
        only_values: bool,
    ) -> Place<'c> {
        if text.starts_with('-') && !only_values {
            let option = text
                .strip_prefix("--")
                .and_then(|long| long.split_once('='));
            return match option.map(|(name, _)| (name, self.long(name))) {
                None => Place::Flag,
                Some((name, Some(argument))) => value(argument, text, name.len() + 3),
                Some((_, None)) => Place::Nowhere,
            };
        }
        if let Some(argument) = pending {
            return value(argument, text, 0);
        }
        if self.command.has_subcommands() {
            return Place::Command;
        }
        match self.positional(positions) {
            Some(argument) => value(argument, text, 0),
            None => Place::Nowhere,
        }
    }
}

/// The value that starts at a byte of the text. Only the last part of a list is completed.
fn value<'c>(argument: &'c Arg, text: &str, start: usize) -> Place<'c> {
    let delimiter = argument.get_value_delimiter();
    let part = delimiter.and_then(|c| text[start..].rfind(c).map(|at| at + c.len_utf8()));
    Place::Value {
        argument,
        before: text[..start + part.unwrap_or(0)].to_owned(),
    }
}

fn takes_value(argument: &Arg) -> bool {
    argument.get_action().takes_values()
}

/// Whether several words in a row can be values of the argument.
fn is_list(argument: &Arg) -> bool {
    let range = argument.get_num_args();
    let several = range.is_some_and(|range| range.max_values() > 1);
    let repeated = matches!(argument.get_action(), ArgAction::Append);
    several || (argument.is_positional() && repeated)
}
