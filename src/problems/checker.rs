//! Checks answers with the checker of a problem folder.
//!
//! A checker is an output validator: it is called as `checker INPUT ANSWER FEEDBACK_DIR`, followed by the arguments of
//! the instance, with the team's answer on standard input. Exit code 42 accepts, 43 rejects; anything else is a failure
//! of the checker, never one of the team.

use puzzles::{Checked, Companion, Declined, Goal, Refusal, Value};

use super::description::Scores;
use super::package;
use super::programs::{Call, Tool};
use crate::sandbox::{Collected, Ending, Exchange, FEEDBACK, Limit, Outcome};

/// How the answers of a problem are checked.
#[derive(Debug)]
pub(super) enum Checker {
    Program(Box<Tool>),
    /// Compares the answer with the answer file, word by word.
    Comparison,
}

/// The exit codes of a checker.
const ACCEPTS: i32 = 42;
const REJECTS: i32 = 43;

/// The files of the feedback folder that are read.
const SCORE: &str = "score.txt";
const MULTIPLIER: &str = "score_multiplier.txt";
const FOR_STAFF: &str = "judgemessage.txt";
const FOR_TEAM: &str = "teammessage.txt";
/// What some checkers write before they abort.
const ON_ERROR: &str = "judgeerror.txt";

/// How much of each file is read, in bytes.
const LARGEST: u64 = 16 << 10;

/// The message to a team if the checker has none.
const REJECTED: &str = "rejected by the checker";

/// The rules by which a checker's verdict becomes a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Valuation {
    pub(super) goal: Goal,
    pub(super) scores: Scores,
}

impl Checker {
    /// Checks one answer.
    pub(super) fn check(
        &self,
        valuation: Valuation,
        text: &str,
        companion: &Companion,
        answer: &[u8],
    ) -> Result<Checked, Refusal> {
        match self {
            Self::Comparison => compare(valuation, companion, answer),
            Self::Program(tool) => {
                let outcome = run(tool, text, companion, answer).map_err(Refusal::Unchecked)?;
                judge(tool, valuation, companion, &outcome)
            }
        }
    }
}

fn compare(valuation: Valuation, companion: &Companion, answer: &[u8]) -> Result<Checked, Refusal> {
    let comparison = package::Comparison::from_arguments(&companion.arguments);
    let comparison = comparison.map_err(|error| Refusal::Unchecked(error.to_string()))?;
    match comparison.compare(answer, &companion.answer) {
        Ok(()) => {
            let value = valuation.of_accepted(companion);
            let missing = "the problem gives accepted answers no score";
            let value = value.ok_or_else(|| Refusal::Unchecked(missing.to_owned()))?;
            Ok(Checked::new(value))
        }
        Err(mismatch) => Err(Refusal::Declined(Declined {
            reason: mismatch.for_team(),
            confidential: mismatch.to_string(),
        })),
    }
}

fn run(tool: &Tool, text: &str, companion: &Companion, answer: &[u8]) -> Result<Outcome, String> {
    const INPUT: &str = "input";
    const ANSWER: &str = "answer";
    let files = [
        (INPUT, text.as_bytes()),
        (ANSWER, companion.answer.as_slice()),
    ];
    let attempt = || {
        let arguments = |folder: &str| {
            let fixed = [
                format!("{folder}/{INPUT}"),
                format!("{folder}/{ANSWER}"),
                // Some checkers append names of files to it.
                format!("{folder}/{FEEDBACK}/"),
            ];
            [&fixed[..], &companion.arguments].concat()
        };
        let call = Call {
            input: answer,
            exchange: Some(Exchange {
                files: &files,
                collected: &[SCORE, MULTIPLIER, FOR_STAFF, FOR_TEAM, ON_ERROR],
                largest: LARGEST,
            }),
            ..Call::default()
        };
        tool.run(arguments, call)
    };
    let outcome = attempt()?;
    match outcome.ending {
        // A busy machine may have caused it.
        Ending::Stopped(Limit::Wall(_)) | Ending::Unsupervised(_) => attempt(),
        _ => Ok(outcome),
    }
}

fn judge(
    tool: &Tool,
    valuation: Valuation,
    companion: &Companion,
    outcome: &Outcome,
) -> Result<Checked, Refusal> {
    let message = |name| message(outcome, name);
    match outcome.ending {
        Ending::Exited(ACCEPTS) => {
            let value = valuation.value(companion, outcome);
            Ok(Checked {
                value: value.map_err(Refusal::Unchecked)?,
                warnings: message(FOR_TEAM).into_iter().collect(),
                confidential: message(FOR_STAFF).unwrap_or_default(),
            })
        }
        Ending::Exited(REJECTS) => Err(Refusal::Declined(Declined {
            reason: message(FOR_TEAM).unwrap_or_else(|| REJECTED.to_owned()),
            confidential: message(FOR_STAFF).unwrap_or_default(),
        })),
        Ending::Interrupted => Err(Refusal::Unchecked("the checker was interrupted".to_owned())),
        _ => {
            let mut reason = tool.failure(outcome);
            if let Some(words) = message(FOR_STAFF).or_else(|| message(ON_ERROR)) {
                reason = format!("{reason}; it says: {words}");
            }
            Err(Refusal::Unchecked(reason))
        }
    }
}

impl Valuation {
    fn value(self, companion: &Companion, outcome: &Outcome) -> Result<Value, String> {
        if self.goal == Goal::Solve {
            return Ok(1.into());
        }
        if let Some(text) = content(outcome, SCORE)? {
            return self.read(SCORE, &text);
        }
        if let Some(text) = content(outcome, MULTIPLIER)? {
            let factor = Value::rounded(&text, Value::MAX_DECIMALS)
                .map_err(|error| nonsense(MULTIPLIER, &text, &error))?;
            if !(Value::default()..=1.into()).contains(&factor) {
                return Err(nonsense(MULTIPLIER, &text, &"not from 0 to 1"));
            }
            let product = self
                .of_accepted(companion)
                .and_then(|full| full.times(factor));
            let product = product.ok_or_else(|| {
                format!("the checker wrote {MULTIPLIER}, but the instance has no score to multiply")
            })?;
            // The product may have more digits than either factor.
            return Value::rounded(&product.to_string(), self.scores.decimals)
                .map_err(|error| nonsense(MULTIPLIER, &text, &error));
        }
        self.of_accepted(companion)
            .ok_or_else(|| format!("the checker accepted the answer but wrote no {SCORE}"))
    }

    /// Returns the value of an accepted answer without a score.
    fn of_accepted(self, companion: &Companion) -> Option<Value> {
        match self.goal {
            Goal::Solve => Some(1.into()),
            Goal::Minimise | Goal::Maximise => companion.accepted,
        }
    }

    fn read(self, name: &str, text: &str) -> Result<Value, String> {
        let Scores { decimals, rounded } = self.scores;
        let value = if rounded {
            Value::rounded(text, decimals)
        } else {
            Value::parse(text, decimals)
        };
        value.map_err(|error| nonsense(name, text, &error))
    }
}

fn nonsense(name: &str, text: &str, error: &dyn std::fmt::Display) -> String {
    let shown: String = text.trim().chars().take(40).collect();
    format!("the checker wrote `{shown}` to {name}: {error}")
}

/// Returns the text of a collected file that must be readable, if it exists.
fn content(outcome: &Outcome, name: &str) -> Result<Option<String>, String> {
    match outcome.collected.get(name) {
        None => Ok(None),
        Some(Collected::File {
            content,
            is_truncated: false,
        }) => Ok(Some(String::from_utf8_lossy(content).into_owned())),
        Some(_) => Err(format!("the checker's {name} is not a short text file")),
    }
}

/// Returns a message of the checker: text without control characters, as far as there is any.
fn message(outcome: &Outcome, name: &str) -> Option<String> {
    let Some(Collected::File { content, .. }) = outcome.collected.get(name) else {
        return None;
    };
    let text = String::from_utf8_lossy(content);
    let plain = |c: char| if c.is_control() && c != '\n' { ' ' } else { c };
    let text: String = text.chars().map(plain).collect();
    let text = text.trim().to_owned();
    (!text.is_empty()).then_some(text)
}
