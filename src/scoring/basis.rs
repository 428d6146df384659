//! What the earnings of a run are based on, and why a team gets a bonus.

use puzzles::{Goal, Value};

use crate::locale::Language;

/// What the earnings of a run are based on: the values that the result is compared with, or how it placed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Basis {
    /// The result alone decides.
    Result,
    /// The reference value.
    Value(Value),
    /// The worst and the best of the reference values.
    Range(Value, Value),
    /// A time.
    Seconds(f64),
    /// The team has the best value.
    Best,
    /// The team has the second best value.
    Second,
}

impl Basis {
    /// Returns the values that a percentage is relative to, given the best and the worst of them.
    pub(super) fn relative(goal: Goal, reference: Option<(Value, Value)>) -> Self {
        match (goal, reference) {
            (Goal::Solve, _) | (_, None) => Self::Result,
            (Goal::Minimise, Some((best, _))) => Self::Value(best),
            (Goal::Maximise, Some((best, worst))) => Self::Range(worst, best),
        }
    }

    /// Writes the basis; empty if the result alone decides.
    pub fn show(self, language: Language) -> String {
        let number = |value: Value| language.number(&value.to_string());
        match self {
            Self::Result => String::new(),
            Self::Value(value) => number(value),
            Self::Range(worst, best) => {
                let range = language.message("scoring-range");
                let range = range.with("worst", number(worst));
                range.with("best", number(best)).to_string()
            }
            Self::Seconds(time) => format!("{} s", language.decimal(time, 2)),
            Self::Best => language.message("scoring-best-value").to_string(),
            Self::Second => language.message("scoring-second-value").to_string(),
        }
    }
}

/// Why a team gets a bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BonusReason {
    /// It has the best value on most instances.
    MostBests,
    /// Its mean value is the best.
    BestMean,
}

impl BonusReason {
    /// Writes the reason.
    pub fn show(self, language: Language) -> String {
        let key = match self {
            Self::MostBests => "scoring-most-bests",
            Self::BestMean => "scoring-best-mean",
        };
        language.message(key).to_string()
    }
}
