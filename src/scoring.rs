//! Scoring rules: pure functions from the table of results to scores, so that a contest can be ranked again at once.

mod best;
mod means;
mod par2;
mod points;
mod rank;
mod reference_rule;
mod relative;
mod table;
mod total;

use std::fmt;

pub use self::table::{Bounds, Played, Table, Who};

/// Every rule there is; the first is the default.
static RULES: &[&dyn Rule] = &[
    &reference_rule::Reference,
    &best::Best,
    &rank::Rank,
    &total::Total,
    &par2::Par2,
    &points::Points,
];

/// A way to turn results into scores.
pub trait Rule: fmt::Debug + Sync {
    fn name(&self) -> &'static str;
    /// What a score means, in a few words.
    fn about(&self) -> &'static str;
    fn needs_baselines(&self) -> bool {
        false
    }
    /// Looks at the table once; the tally can then be asked again and again.
    fn tally<'t>(&self, table: &'t Table<'_>) -> Box<dyn Tally + 't>;
}

/// A table as one rule sees it.
pub trait Tally: Sync {
    /// What every entrant earns when each instance counts as often as its weight says.
    fn earned(&self, weights: &[f64]) -> Vec<Earned>;
}

/// What an entrant has earned.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Earned {
    /// More is better.
    pub merit: f64,
    /// Decides between equals; more is better.
    pub second: f64,
    /// The score to show.
    pub score: f64,
}

impl Earned {
    /// A score of which more is better.
    pub(crate) fn more(score: f64) -> Self {
        Self {
            merit: score,
            second: 0.0,
            score,
        }
    }

    /// A score of which less is better.
    fn less(score: f64) -> Self {
        Self {
            merit: -score,
            second: 0.0,
            score,
        }
    }
}

pub fn default_rule() -> &'static dyn Rule {
    RULES[0]
}

pub fn rule(name: &str) -> Option<&'static dyn Rule> {
    RULES.iter().copied().find(|rule| rule.name() == name)
}

pub fn names() -> Vec<&'static str> {
    RULES.iter().map(|rule| rule.name()).collect()
}
