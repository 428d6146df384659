//! What is expected of the example submissions of a package.

use std::collections::BTreeSet;
use std::fmt;

use super::pattern;
use super::settings::Format;
use crate::verdict::Verdict;

/// How a program ends on a test case, in the words of the package format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    Accepted,
    WrongAnswer,
    TimeLimit,
    RunTimeError,
    CompilerError,
}

use Outcome::{Accepted, CompilerError, RunTimeError, TimeLimit, WrongAnswer};

impl Outcome {
    pub const ALL: [Self; 5] = [
        Accepted,
        WrongAnswer,
        TimeLimit,
        RunTimeError,
        CompilerError,
    ];

    /// Returns the outcome that a verdict of the judge stands for. Exceeding the limits of memory and of output are
    /// run-time errors. `None`: the verdict says nothing about the program.
    pub fn of(verdict: Verdict) -> Option<Self> {
        match verdict {
            Verdict::Accepted => Some(Accepted),
            Verdict::Rejected => Some(WrongAnswer),
            Verdict::TimeLimit => Some(TimeLimit),
            Verdict::MemoryLimit | Verdict::OutputLimit | Verdict::Crashed => Some(RunTimeError),
            Verdict::BuildFailed => Some(CompilerError),
            Verdict::Missing | Verdict::Interrupted | Verdict::JudgeError => None,
        }
    }

    /// Reads an abbreviation of submissions.yaml, or a word of an annotation in a source.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        match word.to_ascii_uppercase().replace('_', "-").as_str() {
            "AC" | "CORRECT" | "ACCEPTED" | "PARTIALLY-ACCEPTED" => Some(Accepted),
            "WA" | "WRONG-ANSWER" | "NO-OUTPUT" => Some(WrongAnswer),
            "TLE" | "TIMELIMIT" | "TIME-LIMIT" | "TIME-LIMIT-EXCEEDED" => Some(TimeLimit),
            "RTE" | "MLE" | "OLE" | "RUN-ERROR" | "RUNTIME-ERROR" | "RUN-TIME-ERROR"
            | "MEMORY-LIMIT" | "OUTPUT-LIMIT" => Some(RunTimeError),
            "CE" | "COMPILER-ERROR" | "COMPILE-ERROR" => Some(CompilerError),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Accepted => "accepted",
            WrongAnswer => "wrong answer",
            TimeLimit => "time limit",
            RunTimeError => "run-time error",
            CompilerError => "compiler error",
        })
    }
}

/// How results contradict a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub message: String,
    /// Whether further test cases cannot change it.
    pub is_certain: bool,
}

/// A rule on the score of a submission: it lies in a range.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreRule {
    /// The group of test cases whose score it is about, such as `secret/group1`; `secret` is the whole.
    pub group: String,
    pub least: f64,
    pub most: f64,
}

/// A rule on what the output validator says: one of its messages contains a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageRule {
    /// The test cases that it is about, as a pattern; `None`: all.
    pub cases: Option<String>,
    pub text: String,
}

/// A rule on the outcomes of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The test cases that it is about, as a pattern of names such as `secret/group1`; `None`: all.
    pub cases: Option<String>,
    /// Every test case has one of these outcomes.
    pub permitted: BTreeSet<Outcome>,
    /// At least one test case has one of these outcomes.
    pub required: BTreeSet<Outcome>,
}

impl Rule {
    pub(super) fn new(permitted: &[Outcome], required: &[Outcome]) -> Self {
        Self {
            cases: None,
            permitted: permitted.iter().copied().collect(),
            required: required.iter().copied().collect(),
        }
    }

    /// Returns the rule that permits everything.
    pub(super) fn anything() -> Self {
        Self::new(&Outcome::ALL, &Outcome::ALL)
    }

    /// Returns the rule of a folder of `submissions`.
    pub(super) fn of_folder(folder: &str, format: Format) -> Self {
        let is_legacy = format == Format::Legacy;
        match folder {
            "accepted" => Self::new(&[Accepted], &[Accepted]),
            "partially_accepted" => Self::new(
                &[Accepted, WrongAnswer, TimeLimit, RunTimeError],
                &[Accepted],
            ),
            "wrong_answer" => Self::new(&[Accepted, WrongAnswer], &[WrongAnswer]),
            "time_limit_exceeded" if is_legacy => {
                Self::new(&[Accepted, WrongAnswer, TimeLimit], &[TimeLimit])
            }
            "time_limit_exceeded" => Self::new(&[Accepted, TimeLimit], &[TimeLimit]),
            "run_time_error" if is_legacy => Self::new(
                &[Accepted, WrongAnswer, TimeLimit, RunTimeError],
                &[RunTimeError],
            ),
            "run_time_error" => Self::new(&[Accepted, RunTimeError], &[RunTimeError]),
            "rejected" => Self::new(
                &[Accepted, WrongAnswer, TimeLimit, RunTimeError],
                &[WrongAnswer, TimeLimit, RunTimeError],
            ),
            "brute_force" => Self::new(
                &[Accepted, TimeLimit, RunTimeError],
                &[TimeLimit, RunTimeError],
            ),
            // Folders of DOMjudge; `mixed` and all others say nothing.
            other => Outcome::from_word(other).map_or_else(Self::anything, Self::final_verdict),
        }
    }

    fn final_verdict(outcome: Outcome) -> Self {
        Self::of_verdicts(&BTreeSet::from([outcome]))
    }

    /// Returns the rule that the final verdict is one of `verdicts`. A failed submission may be accepted on some test
    /// cases.
    pub(super) fn of_verdicts(verdicts: &BTreeSet<Outcome>) -> Self {
        let mut permitted = verdicts.clone();
        permitted.insert(Accepted);
        Self {
            cases: None,
            permitted,
            required: verdicts.clone(),
        }
    }

    /// Describes how results break this rule. A result is the name of a test case and its outcome.
    pub(super) fn violation(&self, results: &[(String, Outcome)]) -> Option<Violation> {
        let results = results
            .iter()
            .filter(|(name, _)| concerns(self.cases.as_deref(), name));
        let results: Vec<_> = results.collect();
        let wrong = results
            .iter()
            .find(|(_, outcome)| !self.permitted.contains(outcome));
        if let Some((name, outcome)) = wrong {
            let permitted = listed(&self.permitted);
            return Some(Violation {
                message: format!("{outcome} on {name}, permitted: {permitted}"),
                is_certain: true,
            });
        }
        let reached = results
            .iter()
            .any(|(_, outcome)| self.required.contains(outcome));
        if !results.is_empty() && !reached {
            let required = listed(&self.required);
            let cases = self.cases.as_ref();
            let cases = cases.map_or(String::new(), |cases| format!(" of {cases}"));
            return Some(Violation {
                message: format!("no test case{cases} ends in: {required}"),
                is_certain: false,
            });
        }
        None
    }
}

/// Returns whether a rule for these test cases, all if `None`, is about one of them.
pub(super) fn concerns(cases: Option<&str>, name: &str) -> bool {
    cases.is_none_or(|pattern| pattern::covers(pattern, name))
}

fn listed(outcomes: &BTreeSet<Outcome>) -> String {
    let names: Vec<String> = outcomes.iter().map(ToString::to_string).collect();
    names.join(", ")
}
