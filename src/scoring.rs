//! Scoring rules: pure functions from the table of results to scores.

mod basis;
mod best;
mod integral;
mod means;
mod par2;
mod points;
mod rank;
mod reference_rule;
mod relative;
mod table;
mod total;

use crate::contest::ScoringRule;

pub use self::basis::{Basis, BonusReason};
pub use self::integral::{QualityCurves, Step};
pub use self::table::{Column, ScoringInput, Table};

/// Returns the scorer of a rule, which does as much work as possible in advance: bootstrapping calls it thousands of
/// times.
pub fn scorer<'t>(rule: ScoringRule, table: &'t Table<'_>) -> Box<dyn Scorer + 't> {
    match rule {
        ScoringRule::Reference => reference_rule::scorer(table),
        ScoringRule::Best => best::scorer(table),
        ScoringRule::Rank => rank::scorer(table),
        ScoringRule::Total => total::scorer(table),
        ScoringRule::Par2 => par2::scorer(table),
        ScoringRule::Integral => integral::scorer(table),
        ScoringRule::Points => points::scorer(table),
    }
}

/// Scores the entrants of one table by one rule.
pub trait Scorer: Sync {
    /// Returns the score of every entrant if each column has this weight.
    fn scores(&self, weights: &[f64]) -> Vec<Score>;

    /// Returns what an entrant earns in a column, before the column's weight.
    fn earned(&self, entrant: usize, column: usize) -> f64;

    /// Returns what the earnings are based on.
    fn basis(&self, _entrant: usize, _column: usize) -> Basis {
        Basis::Result
    }

    /// Returns what an entrant earns besides its columns.
    fn bonuses(&self, _entrant: usize) -> Vec<Bonus> {
        Vec::new()
    }
}

/// Points of a whole round.
#[derive(Clone, Debug, PartialEq)]
pub struct Bonus {
    /// The index of the round.
    pub round: usize,
    pub reason: BonusReason,
    pub points: f64,
}

/// The score of an entrant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// The primary sort key; more is better.
    pub primary: f64,
    /// The secondary sort key; more is better.
    pub secondary: f64,
    /// The value in tables.
    pub value: f64,
}

impl Score {
    /// Returns a score of which more is better.
    pub(crate) fn more_is_better(value: f64) -> Self {
        Self {
            primary: value,
            secondary: 0.0,
            value,
        }
    }

    /// Returns a score of which less is better.
    fn less_is_better(value: f64) -> Self {
        Self {
            primary: -value,
            secondary: 0.0,
            value,
        }
    }
}
