//! Confidence intervals of ranks and scores by paired bootstrap on two levels.
//!
//! Each resample draws as many instances as the contest has, with replacement, then as many repetitions of each drawn
//! instance as it has, and scores all teams on the same draw. The percentiles of a team's rank over all resamples are its
//! confidence interval.
//!
//! The plain two-level bootstrap is too wide if repetitions vary more than instances, because drawing instances already
//! includes the variance of their repetitions, and too narrow if there are few instances. Therefore the deviations of the
//! resamples from the actual scores are scaled: their variance is that of a jackknife over instances, and the normal
//! quantile is replaced by that of Student's distribution.

mod design;

use std::cmp::Ordering;

use puzzles::Random;

pub(super) use self::design::Design;
use crate::parallel;
use crate::scoring::{Score, Scorer};

const RESAMPLES: usize = 2000;
/// The number of independent random number streams, which can be drawn in parallel.
const STREAMS: usize = 8;
/// The share of the resamples below and above a confidence interval.
const TAIL: f64 = 0.025;
/// A team that is ahead in this share of the resamples is significantly better.
const SIGNIFICANT: f64 = 0.95;
/// A fixed seed makes the intervals reproducible.
const SEED: u64 = 20_270_321;
/// The 97.5 % quantile of the normal distribution.
const NORMAL: f64 = 1.959_964;
/// The number of resamples that estimate the variance of repetitions.
const REPETITION_RESAMPLES: usize = 500;
/// More repetitions are not worth a suggestion.
const MAX_REPETITIONS: f64 = 1000.0;

/// The 95 % confidence intervals of one team.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence {
    pub rank_low: usize,
    pub rank_high: usize,
    /// The share of the resamples in which the team is first, including ties.
    pub first: f64,
    pub score_low: f64,
    pub score_high: f64,
}

/// The scores of all teams in all resamples.
#[derive(Debug)]
pub(super) struct Resamples {
    /// Per resample, then per team.
    scores: Vec<Vec<Score>>,
}

/// What would make a lead significant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needed {
    /// Additional instances.
    pub instances: usize,
    /// Additional repetitions of every instance; `None` if they would not suffice, or if nothing was repeated.
    pub repetitions: Option<usize>,
}

impl Resamples {
    /// Draws the resamples and scores these entrants.
    pub(super) fn draw(scorer: &dyn Scorer, teams: &[usize], design: &Design) -> Self {
        let streams = parallel::map(STREAMS, |stream| {
            draw_stream(scorer, teams, design, stream as u64)
        });
        let mut resamples = Self {
            scores: streams.into_iter().flatten().collect(),
        };
        resamples.calibrate(scorer, teams, design);
        resamples
    }

    /// Scales the deviations from the actual scores.
    fn calibrate(&mut self, scorer: &dyn Scorer, teams: &[usize], design: &Design) {
        const MAX_FACTOR: f64 = 4.0;
        let count = design.instances.len();
        if count < 2 {
            return;
        }
        let of_teams = |weights: &[f64]| -> Vec<Score> {
            let scores = scorer.scores(weights);
            teams.iter().map(|&team| scores[team]).collect()
        };
        let actual = of_teams(&design.weights);
        let without = parallel::map(count, |instance| of_teams(&design.without(instance)));
        let key = |scores: &[Score], team: usize| scores[team].value;
        let variance = |samples: &[Vec<Score>], team: usize| {
            let mean = samples.iter().map(|scores| key(scores, team)).sum::<f64>();
            let mean = mean / samples.len() as f64;
            let squares = samples
                .iter()
                .map(|scores| (key(scores, team) - mean).powi(2));
            squares.sum::<f64>() / samples.len() as f64
        };
        let sum = |samples: &[Vec<Score>]| -> f64 {
            (0..teams.len()).map(|team| variance(samples, team)).sum()
        };
        let (jackknife, bootstrap) = ((count - 1) as f64 * sum(&without), sum(&self.scores));
        if jackknife <= 1e-18 || bootstrap <= 1e-18 {
            return;
        }
        let factor = (jackknife / bootstrap).sqrt() * student(count - 1) / NORMAL;
        let factor = factor.min(MAX_FACTOR);
        for scores in &mut self.scores {
            for (score, actual) in scores.iter_mut().zip(&actual) {
                let scaled = |drawn: f64, actual: f64| actual + factor * (drawn - actual);
                *score = Score {
                    primary: scaled(score.primary, actual.primary),
                    secondary: scaled(score.secondary, actual.secondary),
                    value: scaled(score.value, actual.value),
                };
            }
        }
    }

    /// Returns the scores of a team.
    fn of_team(&self, team: usize) -> impl Iterator<Item = &Score> + Clone {
        self.scores.iter().map(move |scores| &scores[team])
    }

    /// Returns the confidence intervals of each team.
    pub(super) fn confidence(&self) -> Vec<Confidence> {
        let teams = self.scores.first().map_or(0, Vec::len);
        let mut ranks: Vec<Vec<u32>> = vec![Vec::with_capacity(RESAMPLES); teams];
        for scores in &self.scores {
            let mut sorted = scores.clone();
            sorted.sort_by(compare);
            for (own, ranks) in scores.iter().zip(&mut ranks) {
                let better = sorted.partition_point(|other| compare(other, own).is_lt());
                ranks.push(1 + better as u32);
            }
        }
        let ranks = ranks.into_iter().enumerate();
        ranks
            .map(|(team, ranks)| interval(ranks, self.of_team(team)))
            .collect()
    }

    /// Returns whether the first team is better than the second in at least 95 % of the resamples.
    pub(super) fn is_significantly_better(&self, first: usize, second: usize) -> bool {
        let pairs = self.of_team(first).zip(self.of_team(second));
        let ahead = pairs.filter(|(a, b)| compare(a, b).is_lt()).count();
        ahead as f64 >= SIGNIFICANT * self.scores.len() as f64
    }

    /// Estimates what would make the lead of the first team over the second significant. Returns `None` if the teams
    /// are tied.
    ///
    /// The variance of the lead is a sum of two parts: that of instances, inversely proportional to their number, and
    /// that of repetitions, inversely proportional to the number of all runs.
    pub(super) fn needed(
        &self,
        scorer: &dyn Scorer,
        (first, second): (usize, usize),
        teams: &[usize],
        design: &Design,
    ) -> Option<Needed> {
        let pairs = self.of_team(first).zip(self.of_team(second));
        let by_primary: Vec<f64> = pairs.clone().map(|(a, b)| a.primary - b.primary).collect();
        let is_primary = by_primary.iter().any(|lead| lead.abs() > 1e-9);
        let lead = |scores: &[Score], a: usize, b: usize| {
            if is_primary {
                scores[a].primary - scores[b].primary
            } else {
                scores[a].secondary - scores[b].secondary
            }
        };
        let leads: Vec<f64> = self.scores.iter().map(|s| lead(s, first, second)).collect();
        let (mean, variance) = mean_and_variance(&leads);
        if mean <= 1e-9 {
            return None;
        }
        let target = (mean / NORMAL).powi(2);
        let count = design.instances.len() as f64;
        let instances = (count * (variance / target - 1.0)).ceil().max(1.0) as usize;
        let repeats = design.repetitions() as f64;
        if repeats < 2.0 {
            return Some(Needed {
                instances,
                repetitions: None,
            });
        }
        let mut random = Random::new(SEED);
        let mut weights = vec![0.0; design.weights.len()];
        let of_repetitions: Vec<f64> = (0..REPETITION_RESAMPLES)
            .map(|_| {
                weights.fill(0.0);
                for instance in 0..design.instances.len() {
                    design.resample_repetitions(instance, &mut random, &mut weights);
                }
                lead(&scorer.scores(&weights), teams[first], teams[second])
            })
            .collect();
        // The variance of the lead is scaled by Student's quantile; so is its part.
        let scale = (student(design.instances.len().saturating_sub(1).max(1)) / NORMAL).powi(2);
        let unbiased = mean_and_variance(&of_repetitions).1 * repeats / (repeats - 1.0);
        let of_repetitions = scale * unbiased;
        let of_repetitions = of_repetitions.min(variance);
        let of_instances = variance - of_repetitions;
        let more = of_repetitions * repeats / (target - of_instances) - repeats;
        let is_enough = target > of_instances && more.is_finite() && more < MAX_REPETITIONS;
        Some(Needed {
            instances,
            repetitions: is_enough.then(|| more.ceil().max(1.0) as usize),
        })
    }
}

fn mean_and_variance(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares = values.iter().map(|value| (value - mean).powi(2));
    (mean, squares.sum::<f64>() / count)
}

/// Returns the 97.5 % quantile of Student's distribution, by an expansion in the inverse degrees of freedom.
fn student(degrees: usize) -> f64 {
    let (z, n) = (NORMAL, degrees as f64);
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + first / n + second / n.powi(2) + third / n.powi(3)
}

/// Compares scores, best first. Scores that differ by rounding errors are equal.
fn compare(a: &Score, b: &Score) -> Ordering {
    let by = |a: f64, b: f64| {
        if (a - b).abs() < 1e-9 {
            Ordering::Equal
        } else {
            b.total_cmp(&a)
        }
    };
    by(a.primary, b.primary).then_with(|| by(a.secondary, b.secondary))
}

/// Returns the scores of the teams in each resample of one stream.
fn draw_stream(
    scorer: &dyn Scorer,
    teams: &[usize],
    design: &Design,
    stream: u64,
) -> Vec<Vec<Score>> {
    let mut random = Random::new(SEED + stream);
    let mut weights = vec![0.0; design.weights.len()];
    let resample = |_| {
        design.resample(&mut random, &mut weights);
        let scores = scorer.scores(&weights);
        teams.iter().map(|&team| scores[team]).collect()
    };
    (0..RESAMPLES / STREAMS).map(resample).collect()
}

fn interval<'e>(mut ranks: Vec<u32>, scores: impl Iterator<Item = &'e Score>) -> Confidence {
    ranks.sort_unstable();
    let mut scores: Vec<f64> = scores.map(|score| score.value).collect();
    scores.sort_unstable_by(f64::total_cmp);
    let tail = (TAIL * ranks.len() as f64) as usize;
    let firsts = ranks.iter().filter(|&&rank| rank == 1).count();
    Confidence {
        rank_low: ranks[tail] as usize,
        rank_high: ranks[ranks.len() - 1 - tail] as usize,
        first: firsts as f64 / ranks.len() as f64,
        score_low: scores[tail],
        score_high: scores[scores.len() - 1 - tail],
    }
}

#[cfg(test)]
mod tests;
