//! What is known about a problem folder without its files: results folders keep it.

use puzzles::Goal;
use serde::{Deserialize, Serialize};

use crate::limits::{Limits, default_wall};

/// The facts about a problem that rank and show results need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    pub name: String,
    pub about: String,
    pub goal: Goal,
    /// The unit of values in the plural.
    pub unit: String,
    pub scores: Scores,
    /// The names of the baselines.
    pub baselines: Vec<String>,
    /// The limits that apply where a contest sets none.
    pub limits: SuggestedLimits,
    /// The script that draws instances and answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// The digest of all programs of the folder, and of how they are called.
    pub digest: String,
}

/// How the scores of a checker become values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scores {
    /// The number of digits after the point.
    pub decimals: u32,
    /// Whether further digits are rounded; otherwise they are an error.
    pub rounded: bool,
}

/// The limits that a problem suggests for programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuggestedLimits {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<u64>,
}

impl SuggestedLimits {
    /// Returns the limits of a contest that sets none.
    pub fn limits(self) -> Limits {
        let standard = Limits::default();
        let time = self.time_ms.map(std::time::Duration::from_millis);
        let time = time.unwrap_or(standard.time);
        Limits {
            time,
            wall: default_wall(time),
            memory: self.memory.unwrap_or(standard.memory),
            output: self.output.unwrap_or(standard.output),
            ..standard
        }
    }
}

/// The names of goals in files.
pub(super) const GOALS: [(&str, Goal); 3] = [
    ("minimise", Goal::Minimise),
    ("maximise", Goal::Maximise),
    ("solve", Goal::Solve),
];

/// Returns the names of goals in files.
pub fn goal_names() -> [&'static str; 3] {
    GOALS.map(|(name, _)| name)
}
