//! The `key = value` pairs that say what instances to make, from a contest file or a command line.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

/// One value of a recipe.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldValue {
    Integer(i64),
    Number(f64),
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

/// What is wrong with a recipe, and at which key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    pub key: String,
    pub message: String,
    /// Whether nobody knows the key itself; otherwise its value is wrong.
    pub unknown_key: bool,
    /// The words that would have been right here: keys, or values of this key.
    pub known: Vec<String>,
}

impl FieldError {
    pub fn new(key: &str, message: impl Into<String>) -> Self {
        Self {
            key: key.to_owned(),
            message: message.into(),
            unknown_key: false,
            known: Vec::new(),
        }
    }
}

/// The pairs of one recipe. Each key is taken once; [`Fields::finish`] refuses what is left.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    given: BTreeMap<String, FieldValue>,
    asked: Vec<&'static str>,
}

impl Fields {
    pub fn new(given: impl IntoIterator<Item = (String, FieldValue)>) -> Self {
        Self {
            given: given.into_iter().collect(),
            asked: Vec::new(),
        }
    }

    fn take(&mut self, key: &'static str) -> Option<FieldValue> {
        self.asked.push(key);
        self.given.remove(key)
    }

    /// A whole number in `range`, or `default` where the key is absent.
    pub fn integer(
        &mut self,
        key: &'static str,
        range: RangeInclusive<usize>,
        default: Option<usize>,
    ) -> Result<usize, FieldError> {
        let (low, high) = (range.start(), range.end());
        let wanted = format!("a whole number from {low} to {high}");
        match self.take(key) {
            None => default.ok_or_else(|| missing(key, &wanted)),
            Some(FieldValue::Integer(value)) => {
                let value = usize::try_from(value).ok().filter(|v| range.contains(v));
                value.ok_or_else(|| FieldError::new(key, format!("`{key}` must be {wanted}")))
            }
            Some(other) => Err(wrong(key, &other, &wanted)),
        }
    }

    /// A number in `range`, or `default` where the key is absent.
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

    /// One of the words in `choices`; the first is the default.
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
                found.ok_or_else(|| FieldError {
                    key: key.to_owned(),
                    message: format!("unknown {key} `{word}`: expected {wanted}"),
                    unknown_key: false,
                    known: choices.iter().map(|&choice| choice.to_owned()).collect(),
                })
            }
            Some(other) => Err(wrong(key, &other, &wanted)),
        }
    }

    /// Refuses keys that were never asked for.
    pub fn finish(self) -> Result<(), FieldError> {
        let Some(key) = self.given.into_keys().next() else {
            return Ok(());
        };
        let message = format!(
            "unknown key `{key}` in a recipe: expected {}",
            self.asked.join(", ")
        );
        let known = self.asked.iter().map(|&asked| asked.to_owned()).collect();
        Err(FieldError {
            key,
            message,
            unknown_key: true,
            known,
        })
    }
}

fn missing(key: &str, wanted: &str) -> FieldError {
    FieldError::new(key, format!("the recipe needs `{key}`: {wanted}"))
}

fn wrong(key: &str, found: &FieldValue, wanted: &str) -> FieldError {
    FieldError::new(key, format!("`{key}` is {found} but must be {wanted}"))
}
