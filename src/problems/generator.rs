//! Generates instances with the generator of a problem folder.

use std::fmt;

use puzzles::{AnyProblem, Case, Companion, FieldError, FieldValue, Fields, Recipe};

use super::folder::ProblemFolder;
use super::programs::Call;
use crate::sandbox::Ending;

/// Arguments for the generator, which alone knows what they mean.
#[derive(Debug)]
pub(super) struct FolderRecipe {
    problem: &'static ProblemFolder,
    fields: Vec<(String, String)>,
}

impl FolderRecipe {
    pub(super) fn new(problem: &'static ProblemFolder, fields: Fields) -> Result<Self, FieldError> {
        let mut given = Vec::new();
        for (key, value) in fields.into_pairs() {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
            if key.is_empty() || key.starts_with('-') || !key.chars().all(is_plain) {
                let message = format!("`{key}` is not a key: use letters, digits, `_` and `-`");
                return Err(FieldError::new(&key, message));
            }
            if key == "seed" {
                return Err(FieldError::new(&key, "the seed is not part of a recipe"));
            }
            let value = match value {
                FieldValue::Text(text) => text,
                number => number.to_string(),
            };
            if value.contains(char::is_control) {
                let message = format!("the value of `{key}` has control characters");
                return Err(FieldError::new(&key, message));
            }
            given.push((key, value));
        }
        Ok(Self {
            problem,
            fields: given,
        })
    }
}

impl Recipe for FolderRecipe {
    fn generate(&self, seed: u64) -> Result<Box<dyn Case>, FieldError> {
        let failed = |message: String| FieldError::new("", message);
        let programs = self.problem.programs().map_err(failed)?;
        let tool = programs.generator.as_ref().ok_or_else(|| {
            let name = self.problem.name();
            failed(format!("{name} has no generator"))
        })?;
        let pairs = self
            .fields
            .iter()
            .map(|(key, value)| format!("{key}={value}"));
        let arguments: Vec<String> = pairs.chain([format!("seed={seed}")]).collect();
        let outcome = tool.run(|_| arguments, Call::default()).map_err(failed)?;
        if outcome.ending != Ending::Exited(0) {
            return Err(failed(tool.failure(&outcome)));
        }
        let case = self
            .problem
            .read_with(outcome.output(), Companion::default());
        case.map_err(|error| failed(format!("the generator wrote no instance: {error}")))
    }
}

/// Writes a label that is suitable for a file name.
impl fmt::Display for FolderRecipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |c: char| {
            if c.is_alphanumeric() || "._+-".contains(c) {
                c
            } else {
                '_'
            }
        };
        let part = |(key, value): &(String, String)| -> String {
            let value: String = value.chars().map(plain).take(40).collect();
            format!("{key}-{value}")
        };
        let parts: Vec<String> = self.fields.iter().map(part).collect();
        match parts.as_slice() {
            [] => f.write_str("generated"),
            parts => f.write_str(&parts.join("-")),
        }
    }
}
