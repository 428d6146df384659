//! Recognises messages that were written in English, to show them in another language.
//!
//! Databases keep short texts in English: why a hand-in was withdrawn, what the staff did. A page in another language
//! finds the message that such a text is, with the values of its variables.

use super::{Argument, Catalogue, Language, Message, Pattern, dates};

impl Language {
    /// Returns an English text in this language, if it is a message of one of these files; otherwise the text itself.
    pub fn translate(self, catalogues: &[Catalogue], text: &str) -> String {
        if self == Self::English {
            return text.to_owned();
        }
        let found = self.recognise(catalogues, text);
        found.map_or_else(|| text.to_owned(), |message| message.to_string())
    }

    /// Returns the message that an English text is: the one with the longest fixed part, if there are several.
    fn recognise(self, catalogues: &[Catalogue], text: &str) -> Option<Message<'static>> {
        let files = catalogues.iter();
        let patterns = files.flat_map(|file| file.patterns(Self::English));
        let found = patterns.flat_map(|(key, pattern)| {
            let templates = pattern.templates().into_iter();
            templates.filter_map(move |template| {
                let values = template.values(text)?;
                Some((template.literal_length(), key, pattern, values))
            })
        });
        let fixed = found.filter(|(length, ..)| *length > 0);
        let (_, key, pattern, values) = fixed.max_by_key(|(length, ..)| *length)?;
        let values = values.into_iter();
        Some(Message {
            language: self,
            key,
            arguments: values
                .map(|(name, value)| (name, typed(pattern, name, value)))
                .collect(),
        })
    }
}

/// Returns the value of a variable: a number if the message depends on it, a moment, or the text.
fn typed(pattern: &Pattern, name: &str, value: Argument) -> Argument {
    let Argument::Text(text) = value else {
        return value;
    };
    let count = text.parse().ok().filter(|_| pattern.has_choice_by(name));
    let moment = || dates::read_english(&text).map(Argument::Moment);
    let known = count.map(Argument::Count).or_else(moment);
    known.unwrap_or(Argument::Text(text))
}
