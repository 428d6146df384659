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

use crate::contest::ScoringRule;

pub use self::table::{Played, Table};

/// Looks at the table once by a rule; the tally can then be asked again and again.
pub fn tally<'t>(rule: ScoringRule, table: &'t Table<'_>) -> Box<dyn Tally + 't> {
    match rule {
        ScoringRule::Reference => reference_rule::tally(table),
        ScoringRule::Best => best::tally(table),
        ScoringRule::Rank => rank::tally(table),
        ScoringRule::Total => total::tally(table),
        ScoringRule::Par2 => par2::tally(table),
        ScoringRule::Points => points::tally(table),
    }
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
