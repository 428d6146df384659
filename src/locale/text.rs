//! Messages whose language is chosen later: what a page shows, a command prints in English.

use std::fmt;

use super::{Argument, Language, Message};

/// A message of the pages, in any language. `Display` writes it in English.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    key: &'static str,
    arguments: Vec<(&'static str, Argument)>,
}

impl Text {
    /// Returns a message by its key. [`Text::with`] sets its variables.
    pub fn message(key: &'static str) -> Self {
        Self {
            key,
            arguments: Vec::new(),
        }
    }

    /// Sets a variable.
    #[must_use]
    pub fn with(mut self, name: &'static str, argument: impl Into<Argument>) -> Self {
        self.arguments.push((name, argument.into()));
        self
    }

    pub fn in_language(&self, language: Language) -> Message<'_> {
        Message {
            language,
            key: self.key,
            arguments: self.arguments.clone(),
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.in_language(Language::English).fmt(f)
    }
}
