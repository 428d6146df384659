//! Reads YAML files with the position of every value, so that errors can point at it.
//!
//! Scalars stay texts: what is a number or a truth value is decided where it is read, so that `2023-07`, `1e-6` and `no`
//! mean what their writers meant. An alias shares the value of its anchor, so that nested aliases take no memory.

mod build;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::rc::Rc;

use crate::error::{Diagnostic, Result};

/// The largest YAML file that is read, in bytes.
pub(super) const MOST_YAML: u64 = 1 << 20;

/// A YAML file.
#[derive(Debug)]
pub(super) struct Yaml {
    /// The path of the file, for messages.
    pub(super) file: String,
    text: String,
    root: Option<Rc<Node>>,
}

/// A value and its position, counted in characters.
#[derive(Debug)]
struct Node {
    value: Value,
    at: Range<usize>,
}

#[derive(Debug)]
enum Value {
    /// A text, and whether it is written without quotes.
    Scalar(String, bool),
    List(Vec<Rc<Node>>),
    Map(Vec<(Rc<Node>, Rc<Node>)>),
}

impl Node {
    fn is_null(&self) -> bool {
        match &self.value {
            Value::Scalar(text, true) => {
                matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL")
            }
            _ => false,
        }
    }

    fn is_same_scalar(&self, other: &Self) -> bool {
        match (&self.value, &other.value) {
            (Value::Scalar(a, _), Value::Scalar(b, _)) => a == b,
            _ => false,
        }
    }
}

/// A value of a YAML file, under the name of its key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<'y> {
    yaml: &'y Yaml,
    node: &'y Node,
    name: &'y str,
}

/// A map of a YAML file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Map<'y> {
    yaml: &'y Yaml,
    entries: &'y [(Rc<Node>, Rc<Node>)],
}

impl Yaml {
    /// Parses a text. `file` is its path for messages.
    pub(super) fn parse(file: String, text: String) -> Result<Self> {
        let mut yaml = Self {
            file,
            text,
            root: None,
        };
        yaml.root = build::build(&yaml)?;
        Ok(yaml)
    }

    /// Returns the map that the file consists of. An empty file is an empty map.
    pub(super) fn map(&self) -> Result<Map<'_>> {
        match &self.root {
            Some(root) if !root.is_null() => Item {
                yaml: self,
                node: root,
                name: "the file",
            }
            .map(),
            _ => Ok(Map {
                yaml: self,
                entries: &[],
            }),
        }
    }

    fn diagnostic(&self, at: &Range<usize>, message: impl Into<String>) -> Diagnostic {
        let byte = |index: usize| {
            let found = self.text.char_indices().nth(index);
            found.map_or(self.text.len(), |(byte, _)| byte)
        };
        let span = byte(at.start)..byte(at.end);
        Diagnostic::at_span(message, &self.file, &self.text, span)
    }
}

impl<'y> Map<'y> {
    /// Returns the value of a key; `None` if it is missing or null. Fails if the key is given twice with different
    /// values.
    pub(super) fn get(&self, key: &'y str) -> Result<Option<Item<'y>>> {
        let is_key =
            |node: &Node, key: &str| matches!(&node.value, Value::Scalar(text, _) if text == key);
        let mut found: Option<&'y Node> = None;
        for (name, value) in self.entries {
            if is_key(name, "<<") {
                let error = self
                    .yaml
                    .diagnostic(&name.at, "merge keys are not supported");
                return Err(error
                    .with_help("write the keys of the merged map here")
                    .into());
            }
            if !is_key(name, key) {
                continue;
            }
            if found.is_some_and(|found| !found.is_same_scalar(value)) {
                let message = format!("the key `{key}` is given twice");
                let error = self.yaml.diagnostic(&name.at, message);
                return Err(error.with_help("remove one of them").into());
            }
            found = Some(value);
        }
        let found = found.filter(|node| !node.is_null());
        Ok(found.map(|node| Item {
            yaml: self.yaml,
            node,
            name: key,
        }))
    }

    /// Returns all entries in the order of the file. Fails if a key is not a text.
    pub(super) fn entries(&self) -> Result<Vec<(&'y str, Item<'y>)>> {
        let entry = |(key, value): &'y (Rc<Node>, Rc<Node>)| match &key.value {
            Value::Scalar(name, _) => Ok((
                name.as_str(),
                Item {
                    yaml: self.yaml,
                    node: value,
                    name,
                },
            )),
            _ => Err(self.yaml.diagnostic(&key.at, "a key must be a text").into()),
        };
        self.entries.iter().map(entry).collect()
    }
}

impl<'y> Item<'y> {
    pub(super) fn is_null(&self) -> bool {
        self.node.is_null()
    }

    pub(super) fn is_map(&self) -> bool {
        matches!(self.node.value, Value::Map(_))
    }

    pub(super) fn is_list(&self) -> bool {
        matches!(self.node.value, Value::List(_))
    }

    /// Returns a message that points at this value.
    pub(super) fn diagnostic(&self, message: impl Into<String>) -> Diagnostic {
        self.yaml.diagnostic(&self.node.at, message)
    }

    fn must_be(&self, wanted: &str) -> Diagnostic {
        let found = match &self.node.value {
            Value::Scalar(text, _) => {
                let shown: String = text.chars().take(40).collect();
                format!("`{}`", shown.escape_debug())
            }
            Value::List(_) => "a list".to_owned(),
            Value::Map(_) => "a map".to_owned(),
        };
        self.diagnostic(format!("`{}` must be {wanted}, not {found}", self.name))
    }

    /// Returns the text of a scalar, as it is written.
    pub(super) fn text(&self) -> Result<&'y str> {
        match &self.node.value {
            Value::Scalar(text, _) => Ok(text),
            _ => Err(self.must_be("a text").into()),
        }
    }

    /// Returns a positive number of at most `most`.
    pub(super) fn positive(&self, most: f64) -> Result<f64> {
        let Value::Scalar(text, _) = &self.node.value else {
            return Err(self.must_be("a number").into());
        };
        match text.trim().replace('_', "").parse::<f64>() {
            Ok(number) if number > 0.0 && number <= most => Ok(number),
            Ok(number) if number.is_finite() => Err(self
                .must_be(&format!("more than 0 and at most {most}"))
                .into()),
            _ => Err(self.must_be("a number").into()),
        }
    }

    /// Returns the values of a list; a single value counts as a list of one.
    pub(super) fn list(&self) -> Vec<Item<'y>> {
        let item = |node: &'y Node| Item { node, ..*self };
        match &self.node.value {
            Value::List(items) => items.iter().map(|node| item(node)).collect(),
            _ => vec![*self],
        }
    }

    /// Returns the texts of a list; a single text counts as a list of one.
    pub(super) fn texts(&self) -> Result<Vec<&'y str>> {
        self.list().iter().map(Self::text).collect()
    }

    pub(super) fn map(&self) -> Result<Map<'y>> {
        match &self.node.value {
            Value::Map(entries) => Ok(Map {
                yaml: self.yaml,
                entries,
            }),
            _ => Err(self.must_be("a map of keys and values").into()),
        }
    }
}
