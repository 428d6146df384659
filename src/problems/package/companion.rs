//! What belongs to an input: the expected answer, the arguments of the output validator, and what it is worth.

use std::path::Path;

use super::Package;
use super::files::read_outside;
use super::validator::Validator;
use crate::error::{Error, Result};

/// The largest answer file, in bytes.
const MOST_ANSWER: u64 = 256 << 20;

/// What belongs to an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Companion {
    /// The content of the `.ans` file; empty if there is none and the output validator is a program.
    pub answer: Vec<u8>,
    /// The arguments of the output validator, after input, answer and feedback folder.
    pub arguments: Vec<String>,
    /// What an accepted answer is worth in a scoring package if the validator writes no `score.txt`, as a decimal
    /// number. `None`: the package is not scoring, or the validator must write a score.
    pub accepted_score: Option<String>,
    /// Whether the validator may write `score_multiplier.txt` instead of `score.txt`: a number from 0 to 1 that
    /// `accepted_score` is multiplied by.
    pub score_multiplier: bool,
}

impl Package {
    /// Returns what belongs to an input. For an input outside of `data`, only the arguments of problem.yaml apply. Fails
    /// if there is no `.ans` file and the default validator needs it.
    pub fn companion(&self, input: &Path) -> Result<Companion> {
        let inside = self.root.relative(input);
        let answer = match &inside {
            Some(inside) => self.root.read(&inside.with_extension("ans"), MOST_ANSWER)?,
            None => read_outside(&input.with_extension("ans"), MOST_ANSWER)?,
        };
        if answer.is_none() && self.validator == Validator::Default {
            let file = input.with_extension("ans");
            let error = Error::user(format!("{}: the answer file is missing", file.display()));
            let help = "the default output validator compares answers with it: add it";
            return Err(error.with_help(help));
        }
        let case = self.inside_data(input);
        let settings = match &case {
            Some(case) => self.applicable(case)?,
            None => Vec::new(),
        };
        if let Some(case) = &case {
            self.check_needs(case, &settings)?;
        }
        let worth = self.worth(case.as_deref(), &settings)?;
        Ok(Companion {
            answer: answer.unwrap_or_default(),
            arguments: self.validator_arguments(&settings)?,
            accepted_score: worth.score,
            score_multiplier: worth.multiplier,
        })
    }
}
