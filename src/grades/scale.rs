//! How scores or ranks become marks.

use std::fmt;
use std::str::FromStr;

use puzzles::Goal;

use crate::contest::ScoringRule;
use crate::standings::{Line, Standings};

/// A scale of marks.
#[derive(Clone, Debug, PartialEq)]
pub enum Scale {
    /// Proportional to the score: the first team gets the upper end.
    Linear { low: f64, high: f64 },
    /// By rank, in equal steps: the first team gets the upper end, the last rank the lower one.
    Rank { low: f64, high: f64 },
    /// The mark of the largest threshold that the score reaches, sorted by threshold; 0 below all.
    Thresholds(Vec<(f64, f64)>),
}

const EXPECTED: &str =
    "expected `linear 0..20`, `rank 8..20` or `thresholds 50:10 75:15 100:20` (score:mark)";

impl FromStr for Scale {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (kind, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let scale = match kind {
            "linear" => range(rest).map(|(low, high)| Self::Linear { low, high }),
            "rank" => range(rest).map(|(low, high)| Self::Rank { low, high }),
            "thresholds" => thresholds(rest).map(Self::Thresholds),
            _ => None,
        };
        scale.ok_or_else(|| format!("`{text}` is not a scale: {EXPECTED}"))
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Linear { low, high } => write!(formatter, "linear {low}..{high}"),
            Self::Rank { low, high } => write!(formatter, "rank {low}..{high}"),
            Self::Thresholds(steps) => {
                formatter.write_str("thresholds")?;
                steps
                    .iter()
                    .try_for_each(|(score, mark)| write!(formatter, " {score}:{mark}"))
            }
        }
    }
}

fn number(text: &str) -> Option<f64> {
    const LARGEST: f64 = 1e6;
    let number: f64 = text.trim().parse().ok()?;
    (number.abs() <= LARGEST).then_some(number)
}

/// Reads two ends; without any, 0..20.
fn range(text: &str) -> Option<(f64, f64)> {
    if text.trim().is_empty() {
        return Some((0.0, 20.0));
    }
    let (low, high) = text.split_once("..")?;
    let (low, high) = (number(low)?, number(high)?);
    (low < high).then_some((low, high))
}

fn thresholds(text: &str) -> Option<Vec<(f64, f64)>> {
    let step = |step: &str| {
        let (score, mark) = step.split_once(':')?;
        Some((number(score)?, number(mark)?))
    };
    let steps: Option<Vec<(f64, f64)>> = text.split_whitespace().map(step).collect();
    let mut steps = steps.filter(|steps| !steps.is_empty())?;
    steps.sort_by(|a, b| a.0.total_cmp(&b.0));
    // Better scores get better marks, whichever direction is better.
    let marks = steps.iter().map(|(_, mark)| mark);
    let is_ordered = marks.clone().is_sorted() || marks.rev().is_sorted();
    is_ordered.then_some(steps)
}

impl Scale {
    /// Returns the mark of a team, rounded to hundredths; `None` if it has no rank.
    pub(super) fn mark(&self, line: &Line, standings: &Standings) -> Option<f64> {
        let (rank, score) = (line.rank?, line.score?);
        let ranked = || standings.lines.iter().filter(|line| line.rank.is_some());
        let mark = match self {
            Self::Linear { low, .. } if !is_comparable(line, standings) => *low,
            Self::Thresholds(_) if !is_comparable(line, standings) => 0.0,
            Self::Linear { low, high } => low + (high - low) * share(score, standings),
            Self::Rank { low, high } => {
                let last = ranked().filter_map(|line| line.rank).max().unwrap_or(1);
                let steps = (last - 1).max(1) as f64;
                high - (high - low) * (rank - 1) as f64 / steps
            }
            Self::Thresholds(steps) => {
                let reached =
                    |(threshold, _): &&(f64, f64)| is_reached(score, *threshold, standings);
                let mut reached = steps.iter().filter(reached);
                // The sharpest threshold among those that are reached.
                let best = if is_less_better(standings) {
                    reached.next()
                } else {
                    reached.next_back()
                };
                best.map_or(0.0, |(_, mark)| *mark)
            }
        };
        Some((mark * 100.0).round() / 100.0)
    }
}

/// Returns whether a smaller score is better.
fn is_less_better(standings: &Standings) -> bool {
    match standings.rule {
        ScoringRule::Rank => true,
        ScoringRule::Total => standings.goal == Goal::Minimise,
        _ => false,
    }
}

fn is_reached(score: f64, threshold: f64, standings: &Standings) -> bool {
    if is_less_better(standings) {
        score <= threshold
    } else {
        score >= threshold
    }
}

/// Returns how far a score is on the way from nothing to the best one. Where less is better there is no score that means
/// nothing: the way begins at the worst one.
fn share(score: f64, standings: &Standings) -> f64 {
    let scores = standings
        .lines
        .iter()
        .filter(|line| is_comparable(line, standings));
    let scores: Vec<f64> = scores.filter_map(|line| line.score).collect();
    let (Some(&first), worst) = (scores.first(), scores.iter().copied().fold(score, f64::max))
    else {
        return 0.0;
    };
    let share = if is_less_better(standings) {
        (worst - score) / (worst - first)
    } else {
        score / first
    };
    // All teams are equal if the quotient is not a number.
    if share.is_nan() {
        1.0
    } else {
        share.clamp(0.0, 1.0)
    }
}

/// Returns whether a score can be compared with others: a sum over all instances cannot with one over some.
fn is_comparable(line: &Line, standings: &Standings) -> bool {
    line.rank.is_some() && (standings.rule != ScoringRule::Total || line.failed == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_read() {
        let read = |text: &str| text.parse::<Scale>().map(|scale| scale.to_string());
        for text in ["linear 0..20", "rank 8..20", "thresholds 50:10 75:15.5"] {
            assert_eq!(read(text).as_deref(), Ok(text));
        }
        assert_eq!(read("linear").as_deref(), Ok("linear 0..20"));
        assert_eq!(
            read("thresholds 75:15 50:10").as_deref(),
            Ok("thresholds 50:10 75:15")
        );
        for text in [
            "",
            "cubic 0..20",
            "linear 20..0",
            "linear 0..nan",
            "thresholds",
            "thresholds 5",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
