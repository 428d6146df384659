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

/// The columns of a table that are resampled together, and their weights.
#[derive(Clone, Debug)]
pub(super) struct Design {
    /// Per instance, its columns: one per repetition.
    pub(super) instances: Vec<Vec<usize>>,
    /// Per column.
    pub(super) weights: Vec<f64>,
}

impl Design {
    /// Draws instances with replacement, and repetitions of each.
    fn resample(&self, random: &mut Random, weights: &mut [f64]) {
        weights.fill(0.0);
        for _ in 0..self.instances.len() {
            let drawn = random.below(self.instances.len());
            self.resample_repetitions(drawn, random, weights);
        }
    }

    /// Draws repetitions of one instance with replacement.
    fn resample_repetitions(&self, instance: usize, random: &mut Random, weights: &mut [f64]) {
        let columns = &self.instances[instance];
        match columns.as_slice() {
            [column] => weights[*column] += self.weights[*column],
            columns => {
                for _ in columns {
                    let column = columns[random.below(columns.len())];
                    weights[column] += self.weights[column];
                }
            }
        }
    }

    /// Returns the weights without one instance, scaled to keep sums comparable.
    fn without(&self, instance: usize) -> Vec<f64> {
        let count = self.instances.len() as f64;
        let mut weights = self.weights.clone();
        for weight in &mut weights {
            *weight *= count / (count - 1.0);
        }
        for &column in &self.instances[instance] {
            weights[column] = 0.0;
        }
        weights
    }

    /// Returns the largest number of repetitions of an instance.
    fn repetitions(&self) -> usize {
        self.instances.iter().map(Vec::len).max().unwrap_or(0)
    }
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
        let of_repetitions = mean_and_variance(&of_repetitions).1 * repeats / (repeats - 1.0);
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
mod tests {
    use super::*;

    /// Weighted means of fixed points.
    struct Fixed(Vec<Vec<f64>>);

    impl Scorer for Fixed {
        fn scores(&self, weights: &[f64]) -> Vec<Score> {
            let all: f64 = weights.iter().sum();
            let sum = |points: &Vec<f64>| -> f64 {
                points
                    .iter()
                    .zip(weights)
                    .map(|(point, weight)| point * weight)
                    .sum()
            };
            let mean = |points| sum(points) / if all > 0.0 { all } else { 1.0 };
            self.0.iter().map(mean).map(Score::more_is_better).collect()
        }

        fn earned(&self, entrant: usize, column: usize) -> f64 {
            self.0[entrant][column]
        }
    }

    /// Instances with so many repetitions each.
    fn design(instances: usize, repetitions: usize) -> Design {
        let columns = |instance| (instance * repetitions..(instance + 1) * repetitions).collect();
        Design {
            instances: (0..instances).map(columns).collect(),
            weights: vec![1.0 / repetitions as f64; instances * repetitions],
        }
    }

    fn resamples(scores: &[&[f64]]) -> (Fixed, Resamples, Design) {
        let scorer = Fixed(scores.iter().map(|scores| scores.to_vec()).collect());
        let teams: Vec<usize> = (0..scores.len()).collect();
        let design = design(scores.first().map_or(0, |s| s.len()), 1);
        let resamples = Resamples::draw(&scorer, &teams, &design);
        (scorer, resamples, design)
    }

    #[test]
    fn a_clear_winner_is_significant() {
        let changing = [90.0, 10.0, 90.0, 10.0, 90.0, 10.0, 90.0, 10.0];
        let (_, all, _) = resamples(&[&[95.0; 8], &[50.0; 8], &changing]);
        let intervals = all.confidence();
        let first = intervals[0];
        assert_eq!((first.rank_low, first.rank_high), (1, 1));
        assert!(first.first > 0.98);
        assert!((first.score_low - 95.0).abs() < 1e-9 && (first.score_high - 95.0).abs() < 1e-9);
        // The second and the third team have the same mean.
        assert_eq!((intervals[1].rank_low, intervals[1].rank_high), (2, 3));
        assert!(intervals[2].score_low < 50.0 && intervals[2].score_high > 50.0);
        assert!(all.is_significantly_better(0, 1) && !all.is_significantly_better(1, 2));
    }

    #[test]
    fn equal_teams_share_the_first_place() {
        let (scorer, all, design) = resamples(&[&[3.0, 0.1], &[3.0, 0.1]]);
        assert!(
            all.confidence()
                .iter()
                .all(|team| team.rank_high == 1 && team.first > 0.999)
        );
        assert_eq!(all.needed(&scorer, (0, 1), &[0, 1], &design), None);
    }

    #[test]
    fn more_instances_make_a_small_lead_significant() {
        // A mean lead of 1 with a standard deviation of 3 needs 1.96² × 9 = 35 instances, 25 more than there are. With
        // ten instances the estimate of the standard deviation is uncertain, which asks for some more.
        let lead = [4.0, -2.0, 4.0, -2.0, 4.0, -2.0, 4.0, -2.0, 4.0, -2.0];
        let (scorer, all, design) = resamples(&[&lead, &[0.0; 10]]);
        let needed = all.needed(&scorer, (0, 1), &[0, 1], &design).unwrap();
        assert!((25..=55).contains(&needed.instances), "{needed:?}");
        assert_eq!(needed.repetitions, None);
    }

    #[test]
    fn repetitions_settle_a_lead_that_only_random_choices_blur() {
        // The lead is 1 on every instance; repetitions change it by ±4.
        let design = design(8, 2);
        let lead: Vec<f64> = (0..16)
            .map(|run| if run % 2 == 0 { 5.0 } else { -3.0 })
            .collect();
        let scorer = Fixed(vec![lead, vec![0.0; 16]]);
        let all = Resamples::draw(&scorer, &[0, 1], &design);
        // The means of all instances are equal, so a jackknife over instances finds no variance.
        assert!(all.needed(&scorer, (0, 1), &[0, 1], &design).is_some());
        // With noise between instances as well, both are suggested.
        let mut random = Random::new(7);
        let lead: Vec<f64> = (0..16).map(|_| 1.0 + 4.0 * normal(&mut random)).collect();
        let scorer = Fixed(vec![lead, vec![0.0; 16]]);
        let all = Resamples::draw(&scorer, &[0, 1], &design);
        let needed = all.needed(&scorer, (0, 1), &[0, 1], &design);
        assert!(needed.is_none_or(|needed| needed.instances > 0));
    }

    #[test]
    fn no_instances_and_no_teams() {
        assert!(resamples(&[]).1.confidence().is_empty());
        assert_eq!(resamples(&[&[]]).1.confidence()[0].rank_high, 1);
    }

    #[test]
    fn quantiles_of_student() {
        for (degrees, expected) in [(4, 2.776), (9, 2.262), (19, 2.093), (99, 1.984)] {
            assert!((student(degrees) - expected).abs() < 0.02, "{degrees}");
        }
    }

    /// A standard normal number, up to the precision of twelve uniform ones.
    fn normal(random: &mut Random) -> f64 {
        let sum: f64 = (0..12)
            .map(|_| random.below(1 << 30) as f64 / f64::from(1 << 30))
            .sum();
        sum - 6.0
    }

    #[test]
    fn intervals_cover_the_true_scores() {
        /// Simulated contests per design.
        const CONTESTS: usize = 1000;
        let mut random = Random::new(1);
        // Instances, repetitions, and the standard deviations between instances and between repetitions.
        for (instances, repetitions, between, within) in [
            (12, 1, 1.0, 0.0),
            (20, 1, 1.0, 1.0),
            (12, 3, 1.0, 0.5),
            (20, 3, 1.0, 1.0),
            (20, 3, 0.3, 1.0),
        ] {
            let design = design(instances, repetitions);
            // Teams with known means in each contest; instances are equally difficult for both in part.
            let means = [50.0, 51.0];
            let mut covered = 0;
            for _ in 0..CONTESTS / means.len() {
                let mut points = vec![Vec::new(); means.len()];
                for _ in 0..instances {
                    let difficulty = normal(&mut random);
                    for (mean, points) in means.iter().zip(&mut points) {
                        let own = 0.6 * difficulty + 0.8 * normal(&mut random);
                        for _ in 0..repetitions {
                            points.push(mean + between * own + within * normal(&mut random));
                        }
                    }
                }
                let scorer = Fixed(points);
                let intervals = Resamples::draw(&scorer, &[0, 1], &design).confidence();
                let covers = intervals.iter().zip(&means);
                let covers =
                    covers.filter(|(i, mean)| (i.score_low..=i.score_high).contains(*mean));
                covered += covers.count();
            }
            let percent = 100.0 * covered as f64 / CONTESTS as f64;
            let place =
                format!("{instances} instances, {repetitions} repetitions, {between}, {within}");
            assert!((93.0..=97.0).contains(&percent), "{percent} % at {place}");
        }
    }
}
