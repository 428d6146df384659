//! A text in every language, for what is known before the language of the page is.

use serde_json::{Value, json};

use super::Language;

/// A text in every language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translated([String; Language::ALL.len()]);

impl Translated {
    /// Returns the text that `write` returns for each language.
    pub fn of(write: impl Fn(Language) -> String) -> Self {
        Self(Language::ALL.map(write))
    }

    /// Returns a message without variables by its key.
    pub fn message(key: &str) -> Self {
        Self::of(|language| language.message(key).to_string())
    }

    /// Returns two names with a colon between them.
    pub fn titled(title: &str, name: &str) -> Self {
        Self::of(|language| {
            let message = language.message("play-titled").with("title", title);
            message.with("name", name).to_string()
        })
    }

    /// Returns the text in a language.
    pub fn in_language(&self, language: Language) -> &str {
        &self.0[language as usize]
    }

    /// Returns the text for scripts: as it is if it is the same in every language, otherwise by the codes of languages.
    pub fn for_scripts(&self) -> Value {
        let [english, french] = &self.0;
        if english == french {
            return json!(english);
        }
        json!({ Language::English.code(): english, Language::French.code(): french })
    }
}

/// A name is the same in every language.
impl From<String> for Translated {
    fn from(name: String) -> Self {
        Self::of(|_| name.clone())
    }
}

impl From<&str> for Translated {
    fn from(name: &str) -> Self {
        Self::from(name.to_owned())
    }
}

impl From<&String> for Translated {
    fn from(name: &String) -> Self {
        Self::from(name.clone())
    }
}
