//! The languages of what a class sees: pages, handouts and starters. Commands, JSON, CSV and messages of commands are
//! English.
//!
//! The messages are in Fluent files beside the templates that use them. Both languages have the same messages with the
//! same variables; a test checks this, and that all of them are used.

mod catalogue;
mod dates;
pub mod details;
mod numbers;
mod pattern;
mod recognise;
mod text;
mod translated;

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::timestamp::Timestamp;

pub use self::catalogue::Catalogue;
pub use self::pattern::Pattern;
pub use self::text::Text;
pub use self::translated::Translated;

/// A language of pages.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    clap::ValueEnum,
)]
pub enum Language {
    #[default]
    #[serde(rename = "en")]
    #[value(name = "en")]
    English,
    #[serde(rename = "fr")]
    #[value(name = "fr")]
    French,
}

impl Language {
    pub const ALL: [Self; 2] = [Self::English, Self::French];

    /// Returns the code of the language, as in `language = "fr"` and in HTML.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
        }
    }

    /// Returns the language with a code.
    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|language| language.code() == code)
    }

    /// Returns the name of the language in the language itself.
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::French => "français",
        }
    }

    /// Returns the other language, which the switch of a page leads to.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::English => Self::French,
            Self::French => Self::English,
        }
    }

    /// Returns a message by its key. [`Message::with`] sets its variables, `Display` writes it.
    pub fn message(self, key: &str) -> Message<'_> {
        Message {
            language: self,
            key,
            arguments: Vec::new(),
        }
    }

    /// Returns the messages of some files, for the function `message` of the scripts.
    pub fn script_messages(self, catalogues: &[Catalogue]) -> Value {
        let messages = catalogues
            .iter()
            .flat_map(|catalogue| catalogue.patterns(self));
        let messages = messages.map(|(key, pattern)| (key.clone(), serde_json::json!(pattern)));
        Value::Object(messages.collect::<Map<_, _>>())
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A message of a page with its arguments.
#[derive(Clone, Debug)]
pub struct Message<'m> {
    language: Language,
    key: &'m str,
    arguments: Vec<(&'m str, Argument)>,
}

impl<'m> Message<'m> {
    /// Sets a variable.
    #[must_use]
    pub fn with(mut self, name: &'m str, argument: impl Into<Argument>) -> Self {
        self.arguments.push((name, argument.into()));
        self
    }
}

/// Writes the message. A message that the language lacks, which a test excludes, is written as its key.
impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match catalogue::find(self.language, self.key) {
            Some(pattern) => pattern.write(f, self.language, &self.arguments),
            None => f.write_str(self.key),
        }
    }
}

/// The value of a variable of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    Text(String),
    /// A number, which also chooses between singular and plural.
    Count(i64),
    /// A number of bytes.
    Size(u64),
    Duration(Duration),
    Moment(Timestamp),
    Message(Box<self::Text>),
}

impl Argument {
    /// Writes the value as the language does.
    fn show(&self, language: Language) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) => language.count(*count),
            Self::Size(bytes) => language.size(*bytes),
            Self::Duration(duration) => language.duration(*duration),
            Self::Moment(moment) => language.moment_in_words(*moment),
            Self::Message(text) => text.in_language(language).to_string(),
        }
    }
}

impl From<&str> for Argument {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Argument {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&String> for Argument {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<Duration> for Argument {
    fn from(duration: Duration) -> Self {
        Self::Duration(duration)
    }
}

impl From<Timestamp> for Argument {
    fn from(moment: Timestamp) -> Self {
        Self::Moment(moment)
    }
}

impl From<self::Text> for Argument {
    fn from(text: self::Text) -> Self {
        Self::Message(Box::new(text))
    }
}

impl From<Message<'_>> for Argument {
    fn from(message: Message) -> Self {
        Self::Text(message.to_string())
    }
}

macro_rules! count {
    ($($number:ty),*) => {$(
        impl From<$number> for Argument {
            fn from(count: $number) -> Self {
                Self::Count(i64::try_from(count).unwrap_or(i64::MAX))
            }
        }
        impl From<&$number> for Argument {
            fn from(count: &$number) -> Self {
                Self::from(*count)
            }
        }
    )*};
}
count!(i32, i64, u8, u16, u32, u64, usize);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_back() {
        for language in Language::ALL {
            assert_eq!(Language::of_code(language.code()), Some(language));
            assert_ne!(language.other(), language);
        }
        assert_eq!(Language::of_code("de"), None);
    }

    #[test]
    fn numbers_choose_the_plural() {
        let runs = |language: Language, count: u64| {
            language.message("runs").with("count", count).to_string()
        };
        assert_eq!(runs(Language::English, 0), "0 runs");
        assert_eq!(runs(Language::English, 1), "1 run");
        assert_eq!(runs(Language::French, 0), "0 exécution");
        assert_eq!(runs(Language::French, 2), "2 exécutions");
        assert_eq!(runs(Language::French, 12345), "12\u{202f}345 exécutions");
    }
}
