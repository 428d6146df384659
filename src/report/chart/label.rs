//! The texts of a chart, which is drawn once and written in every language.

use crate::locale::Language;

/// A text of a chart.
#[derive(Clone, Debug)]
pub(crate) enum Label {
    /// The same in every language, such as a name.
    Text(String),
    /// The key of a message.
    Message(&'static str),
    /// A name and a number with a decimal point.
    Scored(String, String),
}

impl Label {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(super) fn show(&self, language: Language) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Message(key) => language.message(key).to_string(),
            Self::Scored(name, number) => format!("{name} {}", language.number(number)),
        }
    }
}
