//! Completes command lines for shells: what can follow, from the definition of the command line and from files.
//!
//! Runs no program, reads no secret, and finds nothing where something is wrong: a shell has no place for errors.

mod cursor;
mod files;
mod line;
mod values;

use clap::{Command, ValueEnum};

use self::cursor::{Cursor, Place};
use self::line::Line;

/// A shell with a script of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shell {
    Bash,
    Zsh,
    Fish,
}

impl Shell {
    /// Returns the script that makes the shell call `judge complete`.
    pub fn script(self) -> &'static str {
        match self {
            Self::Bash => include_str!("completion/judge.bash"),
            Self::Zsh => include_str!("completion/judge.zsh"),
            Self::Fish => include_str!("completion/judge.fish"),
        }
    }
}

/// A word that can stand at the cursor, and a remark about it. After a word that ends in `/` or `=` follows no blank.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    word: String,
    about: String,
}

impl Candidate {
    fn new(word: impl Into<String>, about: impl Into<String>) -> Self {
        Self {
            word: word.into(),
            about: about.into(),
        }
    }
}

/// Returns what can follow on a command line that ends at the cursor, one per line, as the shell's script expects it.
/// `breaks` are the characters at which the shell starts another word.
pub fn complete(root: &Command, shell: Shell, line: &str, breaks: &str) -> String {
    let line = Line::split(line, breaks);
    let cursor = Cursor::find(root, &line);
    let mut found = match &cursor.place {
        Place::Flag => flags(cursor.command),
        Place::Command => commands(cursor.command),
        Place::Value { argument, before } => {
            let found = values::values(&cursor, argument, &line.text[before.len()..]);
            let whole = |candidate: Candidate| {
                Candidate::new(format!("{before}{}", candidate.word), candidate.about)
            };
            found.into_iter().map(whole).collect()
        }
        Place::Nowhere => Vec::new(),
    };
    // A name with a control character cannot be typed, and could change what the terminal shows.
    found.retain(|candidate| {
        candidate.word.starts_with(&line.text) && !candidate.word.chars().any(char::is_control)
    });
    let shown = found.into_iter().map(|candidate| match shell {
        Shell::Bash => line.replacement(&candidate.word) + "\n",
        Shell::Zsh | Shell::Fish => format!("{}\t{}\n", candidate.word, candidate.about),
    });
    shown.collect()
}

/// The first sentence of a description.
fn remark(text: Option<&clap::builder::StyledStr>) -> String {
    let text = text.map(ToString::to_string).unwrap_or_default();
    let text = text.lines().next().unwrap_or_default();
    let end = text.find(". ").unwrap_or(text.len());
    text[..end].to_owned()
}

fn flags(command: &Command) -> Vec<Candidate> {
    let visible = command.get_arguments().filter(|a| !a.is_hide_set());
    let long = visible.filter_map(|argument| {
        let name = argument.get_long()?;
        Some(Candidate::new(
            format!("--{name}"),
            remark(argument.get_help()),
        ))
    });
    long.collect()
}

fn commands(command: &Command) -> Vec<Candidate> {
    let visible = command.get_subcommands().filter(|c| !c.is_hide_set());
    let names = visible.map(|c| Candidate::new(c.get_name(), remark(c.get_about())));
    names.collect()
}
