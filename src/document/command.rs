//! Commands in TOML files: a list of words, or one text that is split into words as a shell does.

use toml::de::DeValue;

use super::{Located, Section};
use crate::error::Result;

impl Section<'_> {
    /// Takes a command: a list of texts, or one text that needs no shell.
    pub fn command(&mut self, key: &'static str) -> Result<Option<Vec<String>>> {
        let name = toml::Spanned::new(0..0, key.into());
        let is_text = |value: &DeValue| value.as_str().is_some();
        if !self
            .entries
            .get(&name)
            .is_some_and(|value| is_text(value.get_ref()))
        {
            let words = self.texts(key)?;
            return Ok(words.map(|words| words.into_iter().map(|word| word.value).collect()));
        }
        let Some(Located { value, span }) = self.text(key)? else {
            return Ok(None);
        };
        if let Some(words) = split_words(&value) {
            return Ok(Some(words));
        }
        let message = format!("`{key}` needs a shell to be understood");
        let error = self.document.diagnostic(span, message);
        let help = format!("write {key} = [\"sh\", \"-c\", \"…\"]");
        Err(error.with_help(help).into())
    }
}

impl Section<'_> {
    /// Takes all remaining keys as the names of commands.
    pub fn commands(&mut self) -> Result<Vec<(Located<String>, Vec<String>)>> {
        let mut commands = Vec::new();
        for (name, value) in self.remaining() {
            let words = match value.get_ref() {
                DeValue::String(text) => split_words(text),
                DeValue::Array(items) => {
                    let words = items.iter().map(|item| item.get_ref().as_str());
                    words.map(|word| word.map(ToOwned::to_owned)).collect()
                }
                _ => None,
            };
            let words = words.ok_or_else(|| {
                let message = format!("`{}` must be a command: a list of texts", name.value);
                self.document.error(value.span(), message)
            })?;
            commands.push((name, words));
        }
        Ok(commands)
    }
}

/// Splits a command as a shell does, with quotes and backslashes. Returns `None` if it needs a shell: an open quote,
/// or characters that a shell interprets.
fn split_words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some('"') | None, '\\') => word.get_or_insert_default().push(characters.next()?),
            (Some('"'), '$' | '`') => return None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if "|&;<>()$`*?[]{}~#!\n".contains(c) => return None,
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let words = |text| split_words(text).map(|words| words.join("|"));
        assert_eq!(words("make").as_deref(), Some("make"));
        assert_eq!(words(" make  -j 4 ").as_deref(), Some("make|-j|4"));
        assert_eq!(
            words(r#"cc "my file.c" -o 'a b'"#).as_deref(),
            Some("cc|my file.c|-o|a b")
        );
        assert_eq!(words(r"a\ b ''").as_deref(), Some("a b|"));
        for text in [
            "make && ./x",
            "a | b",
            "echo $HOME",
            "\"open",
            "a > b",
            "a\\",
            "\"$x\"",
            "*.c",
        ] {
            assert_eq!(words(text), None, "{text}");
        }
    }
}
