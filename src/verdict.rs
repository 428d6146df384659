//! The verdict on one run.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::locale::Language;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Accepted,
    /// The answer cannot be read or breaks a rule.
    Rejected,
    TimeLimit,
    MemoryLimit,
    OutputLimit,
    Crashed,
    BuildFailed,
    /// Nothing was handed in.
    Missing,
    /// Stopped by us; the next run does it again.
    Interrupted,
    /// Our fault; the next run does it again.
    JudgeError,
}

impl Verdict {
    /// Whether the cell is settled, so that a resumed run need not do it again.
    pub fn is_final(self) -> bool {
        !matches!(self, Self::Interrupted | Self::JudgeError)
    }

    /// Returns the word for pages. In English it is that of files.
    pub fn word(self, language: Language) -> String {
        let key = match self {
            Self::Accepted => "verdict-accepted",
            Self::Rejected => "verdict-rejected",
            Self::TimeLimit => "verdict-time-limit",
            Self::MemoryLimit => "verdict-memory-limit",
            Self::OutputLimit => "verdict-output-limit",
            Self::Crashed => "verdict-crashed",
            Self::BuildFailed => "verdict-build-failed",
            Self::Missing => "verdict-missing",
            Self::Interrupted => "verdict-interrupted",
            Self::JudgeError => "verdict-judge-error",
        };
        language.message(key).to_string()
    }
}

/// All verdicts with their names in files.
const NAMES: [(Verdict, &str); 10] = [
    (Verdict::Accepted, "accepted"),
    (Verdict::Rejected, "rejected"),
    (Verdict::TimeLimit, "time-limit"),
    (Verdict::MemoryLimit, "memory-limit"),
    (Verdict::OutputLimit, "output-limit"),
    (Verdict::Crashed, "crashed"),
    (Verdict::BuildFailed, "build-failed"),
    (Verdict::Missing, "missing"),
    (Verdict::Interrupted, "interrupted"),
    (Verdict::JudgeError, "judge-error"),
];

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(verdict, _)| verdict == self);
        f.pad(name.map_or("", |(_, name)| name))
    }
}

impl FromStr for Verdict {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let found = NAMES.iter().find(|(_, name)| *name == text);
        found
            .map(|(verdict, _)| *verdict)
            .ok_or_else(|| format!("unknown verdict `{text}`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_files_have_the_same_words_in_english() {
        for (verdict, name) in NAMES {
            assert_eq!(verdict.word(Language::English), name);
            assert_ne!(verdict.word(Language::French), name);
        }
    }
}
