//! How sure a ranking is: would other instances of the same kind have given the same order?
//!
//! Paired bootstrap: the contest is held again many times with instances drawn, with repetition, from its own;
//! all teams get the same draw. The spread of a team's rank over these contests is its interval.

use std::cmp::Ordering;

use puzzles::Random;

use crate::parallel;
use crate::scoring::{Earned, Tally};

const RESAMPLES: usize = 2000;
/// Each with random numbers of its own, so that they can be drawn side by side.
const STREAMS: usize = 8;
/// Of the resampled ranks, this share is left out at either end.
const TAIL: f64 = 0.025;
/// A team that is ahead in this share of the resamples is ahead.
const SURE: f64 = 0.95;
/// The same resamples for everybody who ranks the same rows.
const SEED: u64 = 20_270_321;

/// Of one team.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence {
    pub rank_low: usize,
    pub rank_high: usize,
    /// The probability of being first, ties for it included.
    pub first: f64,
    /// The scores between which the true one probably lies.
    pub score_low: f64,
    pub score_high: f64,
}

/// The contests that were held again.
#[derive(Debug)]
pub(super) struct Resamples {
    /// Per contest, what each team earned.
    contests: Vec<Vec<Earned>>,
}

impl Resamples {
    /// Holds the contest again, for these entrants.
    pub(super) fn draw(tally: &dyn Tally, teams: &[usize], instances: usize) -> Self {
        let streams = parallel::map(STREAMS, |stream| {
            draw_stream(tally, teams, instances, stream as u64)
        });
        Self {
            contests: streams.into_iter().flatten().collect(),
        }
    }

    /// What a team earned each time.
    fn of_team(&self, team: usize) -> impl Iterator<Item = &Earned> + Clone {
        self.contests.iter().map(move |earned| &earned[team])
    }

    /// The interval of each team's rank.
    pub(super) fn confidence(&self) -> Vec<Confidence> {
        let teams = self.contests.first().map_or(0, Vec::len);
        let mut ranks: Vec<Vec<u32>> = vec![Vec::with_capacity(RESAMPLES); teams];
        for earned in &self.contests {
            let mut sorted = earned.clone();
            sorted.sort_by(compare);
            for (own, ranks) in earned.iter().zip(&mut ranks) {
                let better = sorted.partition_point(|other| compare(other, own).is_lt());
                ranks.push(1 + better as u32);
            }
        }
        let ranks = ranks.into_iter().enumerate();
        ranks
            .map(|(team, ranks)| interval(ranks, self.of_team(team)))
            .collect()
    }

    /// Whether the first team is ahead of the second for good reasons.
    pub(super) fn surely_ahead(&self, first: usize, second: usize) -> bool {
        let pairs = self.of_team(first).zip(self.of_team(second));
        let ahead = pairs.filter(|(a, b)| compare(a, b).is_lt()).count();
        ahead as f64 >= SURE * self.contests.len() as f64
    }

    /// How many instances in all would probably show that the first team is ahead of the second: the spread of their
    /// distance shrinks with the root of the number of instances. `None` where they are level.
    pub(super) fn instances_needed(
        &self,
        first: usize,
        second: usize,
        instances: usize,
    ) -> Option<usize> {
        let pairs = self.of_team(first).zip(self.of_team(second));
        let by_merit: Vec<f64> = pairs.clone().map(|(a, b)| a.merit - b.merit).collect();
        let by_second: Vec<f64> = pairs.map(|(a, b)| a.second - b.second).collect();
        let distances = if by_merit.iter().any(|&d| d.abs() > 1e-9) {
            by_merit
        } else {
            by_second
        };
        let count = distances.len() as f64;
        let mean = distances.iter().sum::<f64>() / count;
        let variance = distances.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / count;
        if mean <= 1e-9 {
            return None;
        }
        Some((instances as f64 * (1.96_f64.powi(2) * variance / mean.powi(2))).ceil() as usize)
    }
}

/// Best first. Sums in another order may differ in the last digits; who is that close is level.
fn compare(a: &Earned, b: &Earned) -> Ordering {
    let by = |a: f64, b: f64| {
        if (a - b).abs() < 1e-9 {
            Ordering::Equal
        } else {
            b.total_cmp(&a)
        }
    };
    by(a.merit, b.merit).then_with(|| by(a.second, b.second))
}

/// What the teams earned in each contest of one stream of resamples.
fn draw_stream(
    tally: &dyn Tally,
    teams: &[usize],
    instances: usize,
    stream: u64,
) -> Vec<Vec<Earned>> {
    let mut random = Random::new(SEED + stream);
    let mut weights = vec![0.0; instances];
    let contest = |_| {
        weights.fill(0.0);
        for _ in 0..instances {
            weights[random.below(instances)] += 1.0;
        }
        let earned = tally.earned(&weights);
        teams.iter().map(|&team| earned[team]).collect()
    };
    (0..RESAMPLES / STREAMS).map(contest).collect()
}

fn interval<'e>(mut ranks: Vec<u32>, earned: impl Iterator<Item = &'e Earned>) -> Confidence {
    ranks.sort_unstable();
    let mut scores: Vec<f64> = earned.map(|earned| earned.score).collect();
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

    impl Tally for Fixed {
        fn earned(&self, weights: &[f64]) -> Vec<Earned> {
            let sum = |scores: &Vec<f64>| scores.iter().zip(weights).map(|(s, w)| s * w).sum();
            self.0.iter().map(sum).map(Earned::more).collect()
        }
    }

    fn resamples(scores: &[&[f64]]) -> Resamples {
        let tally = Fixed(scores.iter().map(|scores| scores.to_vec()).collect());
        let teams: Vec<usize> = (0..scores.len()).collect();
        Resamples::draw(&tally, &teams, scores.first().map_or(0, |s| s.len()))
    }

    #[test]
    fn a_clear_winner_is_sure() {
        let changing = [90.0, 10.0, 90.0, 10.0, 90.0, 10.0, 90.0, 10.0];
        let all = resamples(&[&[95.0; 8], &[50.0; 8], &changing]);
        let sure = all.confidence();
        assert_eq!(
            sure[0],
            Confidence {
                rank_low: 1,
                rank_high: 1,
                first: 1.0,
                score_low: 760.0,
                score_high: 760.0,
            }
        );
        // The third is level with the second in the mean, so nobody knows who is second.
        assert_eq!((sure[1].rank_low, sure[1].rank_high), (2, 3));
        assert!(sure[2].score_low < 400.0 && sure[2].score_high > 400.0);
        assert_eq!((sure[2].rank_low, sure[2].rank_high), (2, 3));
        assert!(all.surely_ahead(0, 1) && !all.surely_ahead(1, 2));
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
    fn more_instances_settle_a_small_lead() {
        // Ahead by 1 in the mean, with a deviation of 3: 1.96² × 9 = 35 instances are needed.
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
