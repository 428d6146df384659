//! Confidence intervals of ranks and scores by paired bootstrap over instances.
//!
//! Each resample draws as many instances as the contest has, with replacement, and scores all teams on the same draw.
//! The percentiles of a team's rank over all resamples are its confidence interval.

use std::cmp::Ordering;

use puzzles::Random;

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

impl Resamples {
    /// Draws the resamples and scores these entrants.
    pub(super) fn draw(scorer: &dyn Scorer, teams: &[usize], instances: usize) -> Self {
        let streams = parallel::map(STREAMS, |stream| {
            draw_stream(scorer, teams, instances, stream as u64)
        });
        Self {
            scores: streams.into_iter().flatten().collect(),
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

    /// Estimates how many instances in total would make the lead of the first team over the second significant. The
    /// standard error of the lead is inversely proportional to the square root of the number of instances. Returns
    /// `None` if the teams are tied.
    pub(super) fn instances_needed(
        &self,
        first: usize,
        second: usize,
        instances: usize,
    ) -> Option<usize> {
        let pairs = self.of_team(first).zip(self.of_team(second));
        let by_primary: Vec<f64> = pairs.clone().map(|(a, b)| a.primary - b.primary).collect();
        let by_secondary: Vec<f64> = pairs.map(|(a, b)| a.secondary - b.secondary).collect();
        let leads = if by_primary.iter().any(|&d| d.abs() > 1e-9) {
            by_primary
        } else {
            by_secondary
        };
        let count = leads.len() as f64;
        let mean = leads.iter().sum::<f64>() / count;
        let variance = leads.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / count;
        if mean <= 1e-9 {
            return None;
        }
        Some((instances as f64 * (1.96_f64.powi(2) * variance / mean.powi(2))).ceil() as usize)
    }
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
    instances: usize,
    stream: u64,
) -> Vec<Vec<Score>> {
    let mut random = Random::new(SEED + stream);
    let mut weights = vec![0.0; instances];
    let resample = |_| {
        weights.fill(0.0);
        for _ in 0..instances {
            weights[random.below(instances)] += 1.0;
        }
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
mod tests {
    use super::*;

    /// Sums of fixed scores.
    struct Fixed(Vec<Vec<f64>>);

    impl Scorer for Fixed {
        fn scores(&self, weights: &[f64]) -> Vec<Score> {
            let sum = |points: &Vec<f64>| points.iter().zip(weights).map(|(s, w)| s * w).sum();
            self.0.iter().map(sum).map(Score::more_is_better).collect()
        }
    }

    fn resamples(scores: &[&[f64]]) -> Resamples {
        let scorer = Fixed(scores.iter().map(|scores| scores.to_vec()).collect());
        let teams: Vec<usize> = (0..scores.len()).collect();
        Resamples::draw(&scorer, &teams, scores.first().map_or(0, |s| s.len()))
    }

    #[test]
    fn a_clear_winner_is_significant() {
        let changing = [90.0, 10.0, 90.0, 10.0, 90.0, 10.0, 90.0, 10.0];
        let all = resamples(&[&[95.0; 8], &[50.0; 8], &changing]);
        let intervals = all.confidence();
        assert_eq!(
            intervals[0],
            Confidence {
                rank_low: 1,
                rank_high: 1,
                first: 1.0,
                score_low: 760.0,
                score_high: 760.0,
            }
        );
        // The second and the third team have the same mean.
        assert_eq!((intervals[1].rank_low, intervals[1].rank_high), (2, 3));
        assert!(intervals[2].score_low < 400.0 && intervals[2].score_high > 400.0);
        assert_eq!((intervals[2].rank_low, intervals[2].rank_high), (2, 3));
        assert!(all.is_significantly_better(0, 1) && !all.is_significantly_better(1, 2));
    }

    #[test]
    fn equal_teams_share_the_first_place() {
        let all = resamples(&[&[3.0, 0.1], &[3.0, 0.1]]);
        assert!(
            all.confidence()
                .iter()
                .all(|team| team.rank_high == 1 && team.first > 0.999)
        );
        assert_eq!(all.instances_needed(0, 1, 2), None);
    }

    #[test]
    fn more_instances_make_a_small_lead_significant() {
        // A mean lead of 1 with a standard deviation of 3 needs 1.96² × 9 = 35 instances.
        let lead = [4.0, -2.0, 4.0, -2.0, 4.0, -2.0, 4.0, -2.0, 4.0, -2.0];
        let needed = resamples(&[&lead, &[0.0; 10]]).instances_needed(0, 1, 10);
        assert!((28..=42).contains(&needed.unwrap()), "{needed:?}");
    }

    #[test]
    fn no_instances_and_no_teams() {
        assert!(resamples(&[]).confidence().is_empty());
        assert_eq!(resamples(&[&[]]).confidence()[0].rank_high, 1);
    }
}
