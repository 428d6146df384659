//! Reads TOML files with the position of every value, so that errors can point at it.

mod command;

use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};
use std::time::Duration;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::{Diagnostic, Error, Result, nearest};
use crate::timestamp::Timestamp;
use crate::units;

/// The text of a TOML file, and its path for messages.
#[derive(Clone, Debug)]
pub struct Document {
    pub path: PathBuf,
    pub text: String,
}

/// A value and its position.
#[derive(Clone, Debug)]
pub struct Located<T> {
    pub value: T,
    pub span: Range<usize>,
}

impl Document {
    pub fn read(path: &Path) -> Result<Self> {
        let bytes = std::fs::read(path).map_err(|error| Error::path("read", path, &error))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let line = error.as_bytes()[..error.utf8_error().valid_up_to()]
                .split(|&b| b == b'\n')
                .count();
            Error::user(format!(
                "{}:{line}: the file is not UTF-8 text",
                path.display()
            ))
        })?;
        Ok(Self {
            path: path.to_owned(),
            text,
        })
    }

    /// Parses the text and passes its top level to `read`. Fails if `read` does not ask for every key.
    pub fn parse<T>(&self, read: impl FnOnce(&mut Section) -> Result<T>) -> Result<T> {
        let table = DeTable::parse(&self.text).map_err(|error| {
            self.error(error.span().unwrap_or(0..0), error.message().to_lowercase())
        })?;
        let span = table.span();
        let mut root = Section::new(self, span, table.into_inner());
        let value = read(&mut root)?;
        root.finish()?;
        Ok(value)
    }

    pub fn diagnostic(&self, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::at_span(message, &self.path.display().to_string(), &self.text, span)
    }

    pub fn error(&self, span: Range<usize>, message: impl Into<String>) -> Error {
        self.diagnostic(span, message).into()
    }
}

/// One table of a document. Keys are taken by name; reading a section fails if any key is left.
#[derive(Debug)]
pub struct Section<'d> {
    document: &'d Document,
    span: Range<usize>,
    entries: DeTable<'d>,
    asked: Vec<&'static str>,
}

impl<'d> Section<'d> {
    fn new(document: &'d Document, span: Range<usize>, entries: DeTable<'d>) -> Self {
        Self {
            document,
            span,
            entries,
            asked: Vec::new(),
        }
    }

    /// Returns the position of the whole table.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    fn take(&mut self, key: &'static str) -> Option<Spanned<DeValue<'d>>> {
        self.asked.push(key);
        let name = Spanned::new(0..0, key.into());
        self.entries.remove(&name)
    }

    fn typed<T>(
        &mut self,
        key: &'static str,
        wanted: &str,
        read: impl FnOnce(&DeValue<'d>) -> Option<T>,
    ) -> Result<Option<Located<T>>> {
        let Some(entry) = self.take(key) else {
            return Ok(None);
        };
        let span = entry.span();
        if let Some(value) = read(entry.get_ref()) {
            return Ok(Some(Located { value, span }));
        }
        let found = entry.get_ref().type_str();
        let article = if found.starts_with(['a', 'i']) {
            "an"
        } else {
            "a"
        };
        let message = format!("`{key}` must be {wanted}, not {article} {found}");
        Err(self.document.error(span, message))
    }

    pub fn text(&mut self, key: &'static str) -> Result<Option<Located<String>>> {
        self.typed(key, "a text in quotes", |value| {
            value.as_str().map(ToOwned::to_owned)
        })
    }

    pub fn boolean(&mut self, key: &'static str) -> Result<Option<bool>> {
        Ok(self
            .typed(key, "true or false", DeValue::as_bool)?
            .map(|located| located.value))
    }

    pub fn integer(
        &mut self,
        key: &'static str,
        range: RangeInclusive<i64>,
    ) -> Result<Option<Located<i64>>> {
        let Some(found) = self.typed(key, "a whole number", whole_number)? else {
            return Ok(None);
        };
        if !range.contains(&found.value) {
            let message = format!("`{key}` must be from {} to {}", range.start(), range.end());
            return Err(self.document.error(found.span, message));
        }
        Ok(Some(found))
    }

    /// Takes a number from 0 to `most`.
    pub fn number(&mut self, key: &'static str, most: f64) -> Result<Option<f64>> {
        let read = |value: &DeValue| match value {
            DeValue::Float(float) => float.as_str().parse().ok(),
            other => whole_number(other).map(|number| number as f64),
        };
        let Some(found) = self.typed(key, "a number", read)? else {
            return Ok(None);
        };
        if !(0.0..=most).contains(&found.value) {
            let message = format!("`{key}` must be from 0 to {most}");
            return Err(self.document.error(found.span, message));
        }
        Ok(Some(found.value))
    }

    pub fn duration(&mut self, key: &'static str) -> Result<Option<Duration>> {
        self.parsed(key, "a duration in quotes such as \"10s\"", units::duration)
    }

    /// Takes a moment, which must tell its offset from UTC.
    pub fn moment(&mut self, key: &'static str) -> Result<Option<Located<Timestamp>>> {
        let wanted = "a time with its offset such as 2027-03-21T20:00:00+01:00";
        let read = |value: &DeValue| match value {
            DeValue::Datetime(moment) => moment.to_string().parse::<jiff::Timestamp>().ok(),
            _ => None,
        };
        let found = self.typed(key, wanted, read)?;
        Ok(found.map(|found| Located {
            value: found.value.into(),
            span: found.span,
        }))
    }

    /// Takes a size of at most `most` bytes.
    pub fn size(&mut self, key: &'static str, most: u64) -> Result<Option<u64>> {
        let read = |text: &str| match units::size(text)? {
            size if size > most => Err(format!(
                "`{key}` must be at most {}",
                units::show_size(most)
            )),
            size => Ok(size),
        };
        self.parsed(key, "a size in quotes such as \"512 MiB\"", read)
    }

    fn parsed<T>(
        &mut self,
        key: &'static str,
        wanted: &str,
        parse: impl FnOnce(&str) -> std::result::Result<T, String>,
    ) -> Result<Option<T>> {
        let read = |value: &DeValue| value.as_str().map(ToOwned::to_owned);
        let Some(text) = self.typed(key, wanted, read)? else {
            return Ok(None);
        };
        parse(&text.value)
            .map(Some)
            .map_err(|message| self.document.error(text.span, message))
    }

    /// Takes a list of texts, each with its position.
    pub fn texts(&mut self, key: &'static str) -> Result<Option<Vec<Located<String>>>> {
        let Some(found) = self.typed(key, "a list of texts", |value| value.as_array().cloned())?
        else {
            return Ok(None);
        };
        let texts = found
            .value
            .iter()
            .map(|item| match item.get_ref().as_str() {
                Some(text) => Ok(Located {
                    value: text.to_owned(),
                    span: item.span(),
                }),
                None => Err(self
                    .document
                    .error(item.span(), format!("`{key}` must be a list of texts"))),
            });
        texts.collect::<Result<_>>().map(Some)
    }

    /// Takes the table of that name, read by `read`; `None` if it is absent.
    pub fn section<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&mut Section) -> Result<T>,
    ) -> Result<Option<T>> {
        let wanted = format!("a table, written [{key}]");
        let Some(found) = self.typed(key, &wanted, |value| value.as_table().cloned())? else {
            return Ok(None);
        };
        let mut section = Section::new(self.document, found.span, found.value);
        let value = read(&mut section)?;
        section.finish()?;
        Ok(Some(value))
    }

    /// Takes a list of tables, each read by `read`.
    pub fn sections<T>(
        &mut self,
        key: &'static str,
        wanted: &str,
        mut read: impl FnMut(&mut Section) -> Result<T>,
    ) -> Result<Option<Vec<T>>> {
        let Some(found) = self.typed(key, wanted, |value| value.as_array().cloned())? else {
            return Ok(None);
        };
        let mut values = Vec::new();
        for item in found.value {
            let span = item.span();
            let DeValue::Table(table) = item.into_inner() else {
                return Err(self
                    .document
                    .error(span, format!("`{key}` must be {wanted}")));
            };
            let mut section = Section::new(self.document, span, table);
            values.push(read(&mut section)?);
            section.finish()?;
        }
        Ok(Some(values))
    }

    /// Returns the error for a missing key. If the table has a similar unknown key, the error points at that one.
    pub fn missing(&self, key: &str, message: impl Into<String>) -> Diagnostic {
        let unasked: Vec<_> = self.entries.keys().collect();
        let names: Vec<_> = unasked.iter().map(|name| name.get_ref()).collect();
        let misspelt = nearest(key, &names)
            .and_then(|near| unasked.iter().find(|name| **name.get_ref() == *near));
        match misspelt {
            None => self.document.diagnostic(self.span(), message),
            Some(name) => {
                let unknown = format!("unknown key `{}`", name.get_ref());
                let diagnostic = self.document.diagnostic(name.span(), unknown);
                diagnostic.with_help(format!("did you mean `{key}`?"))
            }
        }
    }

    /// Takes all remaining keys, with the positions of key and value.
    pub fn remaining(&mut self) -> Vec<(Located<String>, Spanned<DeValue<'d>>)> {
        let entries = std::mem::take(&mut self.entries).into_iter();
        entries
            .map(|(key, value)| {
                let span = key.span();
                (
                    Located {
                        value: key.into_inner().into_owned(),
                        span,
                    },
                    value,
                )
            })
            .collect()
    }

    /// Fails if any key was not taken.
    fn finish(mut self) -> Result<()> {
        let Some((key, _)) = self
            .remaining()
            .into_iter()
            .min_by_key(|(key, _)| key.span.start)
        else {
            return Ok(());
        };
        let diagnostic = self
            .document
            .diagnostic(key.span, format!("unknown key `{}`", key.value))
            .suggest(&key.value, &self.asked);
        Err(diagnostic
            .with_help(format!("keys known here: {}", self.asked.join(", ")))
            .into())
    }
}

/// Returns the value of a TOML integer that fits 64 bits.
pub fn whole_number(value: &DeValue) -> Option<i64> {
    let integer = value.as_integer()?;
    i64::from_str_radix(integer.as_str(), integer.radix()).ok()
}
