//! The scoring rules that a contest can name. The module `scoring` turns results into scores by them.

use crate::locale::Language;

/// A scoring rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoringRule {
    Reference,
    Best,
    Rank,
    Total,
    Par2,
    Integral,
    Points,
}

impl ScoringRule {
    /// All rules; the first is the default.
    pub const ALL: [Self; 7] = [
        Self::Reference,
        Self::Best,
        Self::Rank,
        Self::Total,
        Self::Par2,
        Self::Integral,
        Self::Points,
    ];

    /// Returns the rule's name in contest files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Best => "best",
            Self::Rank => "rank",
            Self::Total => "total",
            Self::Par2 => "par2",
            Self::Integral => "integral",
            Self::Points => "points",
        }
    }

    /// Says what a score means, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Reference => "100 = as good as the best baseline",
            Self::Best => "100 = as good as the best team everywhere",
            Self::Rank => "mean rank, 1 is best",
            Self::Total => "sum of values; fewer failures come first",
            Self::Par2 => "instances solved; among equals the time, unsolved = 2 × limit",
            Self::Integral => {
                "mean quality over the time limit; 100 = the best value from the start"
            }
            Self::Points => "points for bests, seconds and the two bonuses of each round",
        }
    }

    /// Says what a score means, in a language.
    pub fn about_in(self, language: Language) -> String {
        let key = match self {
            Self::Reference => "scoring-reference",
            Self::Best => "scoring-best",
            Self::Rank => "scoring-rank",
            Self::Total => "scoring-total",
            Self::Par2 => "scoring-par2",
            Self::Integral => "scoring-integral",
            Self::Points => "scoring-points",
        };
        language.message(key).to_string()
    }

    /// Returns whether the rule compares teams with baselines.
    pub fn needs_baselines(self) -> bool {
        self == Self::Reference
    }

    /// Returns whether the rule gives scores to baselines.
    pub fn scores_baselines(self) -> bool {
        self != Self::Points
    }

    /// Returns the rule of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// Returns the names of all rules.
    pub fn names() -> [&'static str; 7] {
        Self::ALL.map(Self::name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_says_what_a_score_means() {
        for rule in ScoringRule::ALL {
            assert_eq!(rule.about_in(Language::English), rule.about());
            assert_ne!(rule.about_in(Language::French), rule.about());
        }
    }
}
