//! Recipes: the `key = value` pairs that describe instances to generate, from a contest file or a command line.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use crate::Layout;

/// The value of a key.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldValue {
    /// An integer.
    Integer(i64),
    /// A floating-point number.
    Number(f64),
    /// A word.
    Text(String),
}

impl fmt::Display for FieldValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => value.fmt(f),
            Self::Number(value) => value.fmt(f),
            Self::Text(value) => write!(f, "\"{value}\""),
        }
    }
}

/// An error in a recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// The kind of error.
    pub fault: FieldFault,
    /// The key with the error.
    pub key: String,
    /// The message for the user.
    pub message: String,
    /// The word that does not match any alternative, for suggestions; empty if there are no alternatives.
    pub word: String,
    /// The alternatives: the valid words or, for a missing key, the keys that have not been used.
    pub known: Vec<String>,
}

/// The kind of an error in a recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldFault {
    /// The layout does not use the key.
    UnknownKey,
    /// A required key is missing.
    MissingKey,
    /// The value is not allowed.
    BadValue,
}

impl FieldError {
    /// Creates an error about the value of a key.
    pub fn new(key: &str, message: impl Into<String>) -> Self {
        Self {
            fault: FieldFault::BadValue,
            key: key.to_owned(),
            message: message.into(),
            word: String::new(),
            known: Vec::new(),
        }
    }

    fn with_known(self, word: &str, known: &[&str]) -> Self {
        let known = known.iter().map(|&known| known.to_owned()).collect();
        Self {
            word: word.to_owned(),
            known,
            ..self
        }
    }
}

/// The pairs of one recipe. Each key is read once; [`Fields::finish`] fails if any are left.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    given: BTreeMap<String, FieldValue>,
    asked: Vec<&'static str>,
}

impl Fields {
    /// Creates the pairs of a recipe.
    pub fn new(given: impl IntoIterator<Item = (String, FieldValue)>) -> Self {
        Self {
            given: given.into_iter().collect(),
            asked: Vec::new(),
        }
    }

    /// Returns all pairs, sorted by their keys.
    pub fn into_pairs(self) -> impl Iterator<Item = (String, FieldValue)> {
        self.given.into_iter()
    }

    fn take(&mut self, key: &'static str) -> Option<FieldValue> {
        self.asked.push(key);
        self.given.remove(key)
    }

    /// Reads a non-negative integer in `range`, or returns `default` if the key is missing. Fails if there is no default.
    pub fn integer(
        &mut self,
        key: &'static str,
        range: RangeInclusive<usize>,
        default: Option<usize>,
    ) -> Result<usize, FieldError> {
        let (low, high) = (range.start(), range.end());
        let wanted = format!("a whole number from {low} to {high}");
        match self.take(key) {
            None => default.ok_or_else(|| {
                let unasked: Vec<_> = self.given.keys().map(String::as_str).collect();
                let message = format!("the recipe needs `{key}`: {wanted}");
                FieldError {
                    fault: FieldFault::MissingKey,
                    ..FieldError::new(key, message).with_known(key, &unasked)
                }
            }),
            Some(FieldValue::Integer(value)) => {
                let value = usize::try_from(value).ok().filter(|v| range.contains(v));
                value.ok_or_else(|| FieldError::new(key, format!("`{key}` must be {wanted}")))
            }
            Some(other) => Err(wrong(key, &other, &wanted)),
        }
    }

    /// Reads an integer in `range`, or returns `default` if the key is missing.
    pub fn signed(
        &mut self,
        key: &'static str,
        range: RangeInclusive<i64>,
        default: i64,
    ) -> Result<i64, FieldError> {
        let wanted = format!("a whole number from {} to {}", range.start(), range.end());
        match self.take(key) {
            None => Ok(default),
            Some(FieldValue::Integer(value)) if range.contains(&value) => Ok(value),
            Some(other) => Err(wrong(key, &other, &wanted)),
        }
    }

    /// Reads a number in `range`, or returns `default` if the key is missing.
    pub fn number(
        &mut self,
        key: &'static str,
        range: RangeInclusive<f64>,
        default: f64,
    ) -> Result<f64, FieldError> {
        let wanted = format!("a number from {} to {}", range.start(), range.end());
        let value = match self.take(key) {
            None => return Ok(default),
            Some(FieldValue::Number(value)) => value,
            Some(FieldValue::Integer(value)) => value as f64,
            Some(other @ FieldValue::Text(_)) => return Err(wrong(key, &other, &wanted)),
        };
        let fits = range.contains(&value);
        fits.then_some(value)
            .ok_or_else(|| FieldError::new(key, format!("`{key}` must be {wanted}")))
    }

    /// Reads the key `layout`; the first layout is the default.
    pub fn layout(&mut self, layouts: &'static [Layout]) -> Result<&'static str, FieldError> {
        let names: Vec<_> = layouts.iter().map(|layout| layout.name).collect();
        self.choice("layout", &names)
    }

    /// Reads one of the words in `choices`; the first is the default.
    ///
    /// # Panics
    ///
    /// Panics if `choices` is empty and the key is missing.
    pub fn choice(
        &mut self,
        key: &'static str,
        choices: &[&'static str],
    ) -> Result<&'static str, FieldError> {
        let wanted = format!("one of {}", choices.join(", "));
        match self.take(key) {
            None => Ok(choices[0]),
            Some(FieldValue::Text(word)) => {
                let found = choices.iter().copied().find(|&choice| choice == word);
                found.ok_or_else(|| {
                    let message = format!("unknown {key} `{word}`: expected {wanted}");
                    FieldError::new(key, message).with_known(&word, choices)
                })
            }
            Some(other) => Err(wrong(key, &other, &wanted)),
        }
    }

    /// Fails if any key was not read.
    pub fn finish(self) -> Result<(), FieldError> {
        let Some(key) = self.given.into_keys().next() else {
            return Ok(());
        };
        let message = format!(
            "unknown key `{key}` in a recipe: expected {}",
            self.asked.join(", ")
        );
        Err(FieldError {
            fault: FieldFault::UnknownKey,
            ..FieldError::new(&key, message).with_known(&key, &self.asked)
        })
    }
}

fn wrong(key: &str, found: &FieldValue, wanted: &str) -> FieldError {
    FieldError::new(key, format!("`{key}` is {found} but must be {wanted}"))
}
