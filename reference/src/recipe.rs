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
    pub fault: FieldFault,
    pub key: String,
    pub message: String,
    /// The word that was written, and those that would have been right in its place; for a missing key the key, and
    /// the keys that nobody has asked for so far.
    pub word: String,
    pub known: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldFault {
    UnknownKey,
    MissingKey,
    BadValue,
}

impl FieldError {
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

    /// A whole number in `range`, which may be negative, or `default` where the key is absent.
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
                found.ok_or_else(|| {
                    let message = format!("unknown {key} `{word}`: expected {wanted}");
                    FieldError::new(key, message).with_known(&word, choices)
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
        Err(FieldError {
            fault: FieldFault::UnknownKey,
            ..FieldError::new(&key, message).with_known(&key, &self.asked)
        })
    }
}

fn wrong(key: &str, found: &FieldValue, wanted: &str) -> FieldError {
    FieldError::new(key, format!("`{key}` is {found} but must be {wanted}"))
}
