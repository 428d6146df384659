//! The text of a message: literal text, variables, and choices by a variable.
//!
//! Only these parts of Fluent are used, so that the scripts of a page can write messages from the same patterns. Both
//! languages have two plural categories, `one` and `other`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use fluent_syntax::ast;
use serde::Serialize;

use super::{Argument, Language};

/// The text of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Pattern(pub(super) Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum Part {
    Text(String),
    Variable {
        variable: String,
    },
    Choice {
        by: String,
        cases: BTreeMap<String, Pattern>,
        other: Pattern,
    },
}

impl Pattern {
    /// Reads a Fluent file.
    ///
    /// # Panics
    ///
    /// Panics if the file cannot be read. Files are part of the program, and tests read all of them.
    pub(super) fn read_all(file: &'static str) -> BTreeMap<String, Self> {
        let resource = fluent_syntax::parser::parse(file);
        let resource = resource.unwrap_or_else(|(_, errors)| panic!("{errors:?} in\n{file}"));
        let message = |entry: ast::Entry<&str>| match entry {
            ast::Entry::Message(message) => {
                let text = message.value.expect("a message has a text");
                Some((message.id.name.to_owned(), Self::of(&text)))
            }
            _ => None,
        };
        resource.body.into_iter().filter_map(message).collect()
    }

    fn of(pattern: &ast::Pattern<&str>) -> Self {
        Self(pattern.elements.iter().map(part).collect())
    }

    /// Returns the names of the variables.
    pub fn variables(&self) -> BTreeSet<&str> {
        self.0.iter().flat_map(Part::variables).collect()
    }

    /// Writes the message in a language.
    pub(super) fn write(
        &self,
        f: &mut fmt::Formatter,
        language: Language,
        arguments: &[(&str, Argument)],
    ) -> fmt::Result {
        let value = |name: &str| arguments.iter().find(|(known, _)| *known == name);
        for part in &self.0 {
            match part {
                Part::Text(text) => f.write_str(text)?,
                Part::Variable { variable } => match value(variable) {
                    Some((_, argument)) => f.write_str(&argument.show(language))?,
                    None => write!(f, "{{{variable}}}")?,
                },
                Part::Choice { by, cases, other } => {
                    let case = value(by).and_then(|(_, argument)| match argument {
                        Argument::Text(text) => cases.get(text),
                        Argument::Count(count) => cases
                            .get(&count.to_string())
                            .or_else(|| cases.get(language.plural_category(*count))),
                        _ => None,
                    });
                    case.unwrap_or(other).write(f, language, arguments)?;
                }
            }
        }
        Ok(())
    }
}

/// One form of a message, with all choices made, with which texts are compared.
#[derive(Clone, Debug, Default)]
pub(super) struct Template {
    pieces: Vec<Piece>,
    /// The variables whose values follow from the choices.
    known: Vec<(&'static str, Argument)>,
}

#[derive(Clone, Debug)]
enum Piece {
    Text(String),
    Variable(&'static str),
}

impl Pattern {
    /// Returns whether the message has different texts by the value of a variable.
    pub(super) fn has_choice_by(&self, name: &str) -> bool {
        self.0.iter().any(|part| match part {
            Part::Choice { by, cases, other } => {
                let mut texts = cases.values().chain([other]);
                by == name || texts.any(|text| text.has_choice_by(name))
            }
            Part::Text(_) | Part::Variable { .. } => false,
        })
    }

    /// Returns all forms of a message. In a message with a choice by a number, `one` stands for 1.
    pub(super) fn templates(&'static self) -> Vec<Template> {
        let mut templates = vec![Template::default()];
        for part in &self.0 {
            let forms: Vec<Template> = match part {
                Part::Text(text) => vec![Template::of(Piece::Text(text.clone()))],
                Part::Variable { variable } => vec![Template::of(Piece::Variable(variable))],
                Part::Choice { by, cases, other } => {
                    let count = |case: &str| match case {
                        "one" => Argument::Count(1),
                        number => number
                            .parse()
                            .map_or_else(|_| Argument::Text(number.to_owned()), Argument::Count),
                    };
                    let chosen = cases.iter().flat_map(|(case, pattern)| {
                        let forms = pattern.templates().into_iter();
                        forms.map(|mut form| {
                            form.known.push((by, count(case)));
                            form
                        })
                    });
                    chosen.chain(other.templates()).collect()
                }
            };
            let extended = |start: &Template| {
                let ends = forms.iter();
                ends.map(|end| start.followed_by(end)).collect::<Vec<_>>()
            };
            templates = templates.iter().flat_map(extended).collect();
        }
        templates
    }
}

impl Template {
    fn of(piece: Piece) -> Self {
        Self {
            pieces: vec![piece],
            known: Vec::new(),
        }
    }

    fn followed_by(&self, end: &Self) -> Self {
        let mut pieces = self.pieces.clone();
        for piece in &end.pieces {
            match (pieces.last_mut(), piece) {
                (Some(Piece::Text(text)), Piece::Text(more)) => text.push_str(more),
                _ => pieces.push(piece.clone()),
            }
        }
        Self {
            pieces,
            known: [&*self.known, &end.known].concat(),
        }
    }

    /// Returns the number of bytes that are not variable.
    pub(super) fn literal_length(&self) -> usize {
        let lengths = self.pieces.iter().map(|piece| match piece {
            Piece::Text(text) => text.len(),
            Piece::Variable(_) => 0,
        });
        lengths.sum()
    }

    /// Returns the values of the variables with which the message is this text, or `None` if there are none. A variable
    /// ends where the text behind it occurs first.
    pub(super) fn values(&self, text: &str) -> Option<Vec<(&'static str, Argument)>> {
        let mut values = self.known.clone();
        let mut rest = text;
        let mut pieces = self.pieces.iter().peekable();
        while let Some(piece) = pieces.next() {
            match piece {
                Piece::Text(text) => rest = rest.strip_prefix(text.as_str())?,
                Piece::Variable(name) => {
                    let (value, behind) = match pieces.next() {
                        None | Some(Piece::Variable(_)) => (rest, ""),
                        Some(Piece::Text(end)) if pieces.peek().is_none() => {
                            (rest.strip_suffix(end.as_str())?, "")
                        }
                        Some(Piece::Text(end)) => rest.split_once(end.as_str())?,
                    };
                    if value.is_empty() {
                        return None;
                    }
                    values.push((*name, Argument::Text(value.to_owned())));
                    rest = behind;
                }
            }
        }
        rest.is_empty().then_some(values)
    }
}

impl Part {
    fn variables(&self) -> BTreeSet<&str> {
        match self {
            Self::Text(_) => BTreeSet::new(),
            Self::Variable { variable } => BTreeSet::from([variable.as_str()]),
            Self::Choice { by, cases, other } => {
                let texts = cases.values().chain([other]);
                let inner = texts.flat_map(Pattern::variables);
                inner.chain([by.as_str()]).collect()
            }
        }
    }
}

fn part(element: &ast::PatternElement<&str>) -> Part {
    let expression = match element {
        ast::PatternElement::TextElement { value } => return Part::Text((*value).to_owned()),
        ast::PatternElement::Placeable { expression } => expression,
    };
    match expression {
        ast::Expression::Inline(ast::InlineExpression::StringLiteral { value }) => {
            Part::Text((*value).to_owned())
        }
        ast::Expression::Inline(inline) => Part::Variable {
            variable: variable(inline),
        },
        ast::Expression::Select { selector, variants } => {
            let key = |variant: &ast::Variant<&str>| match variant.key {
                ast::VariantKey::Identifier { name } => name.to_owned(),
                ast::VariantKey::NumberLiteral { value } => value.to_owned(),
            };
            let other = variants.iter().find(|variant| variant.default);
            let cases = variants.iter().filter(|variant| !variant.default);
            Part::Choice {
                by: variable(selector),
                cases: cases
                    .map(|case| (key(case), Pattern::of(&case.value)))
                    .collect(),
                other: Pattern::of(&other.expect("a choice has a default").value),
            }
        }
    }
}

fn variable(expression: &ast::InlineExpression<&str>) -> String {
    match expression {
        ast::InlineExpression::VariableReference { id } => id.name.to_owned(),
        other => panic!("messages have no {other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the values with which a message is a text.
    fn values(message: &str, text: &str) -> Option<Vec<(String, Argument)>> {
        let file: &'static str = Box::leak(format!("key = {message}\n").into_boxed_str());
        let patterns = Box::leak(Box::new(Pattern::read_all(file)));
        let templates = patterns["key"].templates();
        let values = templates
            .iter()
            .find_map(|template| template.values(text))?;
        let owned = |(name, value): (&str, Argument)| (name.to_owned(), value);
        Some(values.into_iter().map(owned).collect())
    }

    #[test]
    fn variables_are_read_back() {
        let of = |pairs: &[(&str, Argument)]| {
            let pairs = pairs.iter().cloned();
            Some(
                pairs
                    .map(|(name, value)| (name.to_owned(), value))
                    .collect(),
            )
        };
        assert_eq!(values("runs again", "runs again"), of(&[]));
        assert_eq!(values("runs again", "runs again!"), None);
        let message = "pin { $id } of { $team }";
        assert_eq!(
            values(message, "pin 3 of one of us"),
            of(&[("id", "3".into()), ("team", "one of us".into())])
        );
        assert_eq!(values(message, "pin  of one"), None);
        let message = "{ $count ->\n    [one] { $count } run\n   *[other] { $count } runs\n}";
        assert_eq!(values(message, "12 runs"), of(&[("count", "12".into())]));
        let message = "closes { $when ->\n    [never] never\n   *[other] { $when }\n}";
        assert_eq!(
            values(message, "closes never"),
            of(&[("when", "never".into())])
        );
    }
}
