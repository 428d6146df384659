//! Builds the tree of a YAML file from the events of the parser.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};

use super::{Node, Value, Yaml};
use crate::error::Result;

/// The deepest nesting of lists and maps. Deeper ones would overflow the stack when the tree is dropped.
const DEEPEST: usize = 64;

/// A list or a map that has begun.
struct Open {
    /// The values so far; of a map, keys and values in turn.
    nodes: Vec<Rc<Node>>,
    is_map: bool,
    anchor: usize,
    at: Range<usize>,
}

/// Parses the text of `yaml`. Returns `None` if it is empty.
pub(super) fn build(yaml: &Yaml) -> Result<Option<Rc<Node>>> {
    let mut builder = Builder::default();
    let mut documents = 0;
    for event in Parser::new_from_str(&yaml.text) {
        let (event, span) = event.map_err(|error| {
            let index = error.marker().index();
            let message = format!("invalid YAML: {}", error.info().to_lowercase());
            let help =
                "texts that contain `: ` or ` #`, or start with a special character, need quotes";
            yaml.diagnostic(&(index..index + 1), message)
                .with_help(help)
        })?;
        let at = characters(span);
        let fail = |message: &str, help: &str| {
            let error = yaml.diagnostic(&at, message);
            Err(error.with_help(help).into())
        };
        match event {
            Event::DocumentStart(_) => {
                documents += 1;
                if documents > 1 {
                    return fail("a second YAML document", "remove it");
                }
            }
            Event::Scalar(text, style, anchor, _) => {
                let value = Value::Scalar(text.into_owned(), style == ScalarStyle::Plain);
                builder.add(Node { value, at }, anchor);
            }
            Event::Alias(anchor) => {
                let Some(node) = builder.anchors.get(&anchor).cloned() else {
                    return fail("an alias inside of its own anchor", "write the value out");
                };
                builder.push(node);
            }
            Event::SequenceStart(anchor, _) | Event::MappingStart(anchor, _) => {
                if builder.open.len() >= DEEPEST {
                    let message = format!("nested more than {DEEPEST} levels deep");
                    return fail(&message, "use fewer levels");
                }
                builder.open.push(Open {
                    nodes: Vec::new(),
                    is_map: matches!(event, Event::MappingStart(..)),
                    anchor,
                    at,
                });
            }
            Event::SequenceEnd | Event::MappingEnd => builder.close(),
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
        }
    }
    Ok(builder.root)
}

fn characters(span: Span) -> Range<usize> {
    span.start.index()..span.end.index().max(span.start.index())
}

#[derive(Default)]
struct Builder {
    open: Vec<Open>,
    anchors: BTreeMap<usize, Rc<Node>>,
    root: Option<Rc<Node>>,
}

impl Builder {
    /// Adds a finished value. Anchors count from 1; 0 is none.
    fn add(&mut self, node: Node, anchor: usize) {
        let node = Rc::new(node);
        if anchor > 0 {
            self.anchors.insert(anchor, node.clone());
        }
        self.push(node);
    }

    fn push(&mut self, node: Rc<Node>) {
        match self.open.last_mut() {
            Some(open) => open.nodes.push(node),
            None => self.root = Some(node),
        }
    }

    /// Finishes the innermost list or map.
    fn close(&mut self) {
        let Some(open) = self.open.pop() else {
            return;
        };
        let value = if open.is_map {
            let mut nodes = open.nodes.into_iter();
            let mut entries = Vec::new();
            while let (Some(key), Some(value)) = (nodes.next(), nodes.next()) {
                entries.push((key, value));
            }
            Value::Map(entries)
        } else {
            Value::List(open.nodes)
        };
        self.add(Node { value, at: open.at }, open.anchor);
    }
}
