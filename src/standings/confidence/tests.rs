//! Intervals of contests with known results, and of simulated ones.

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
fn repetitions_help_only_against_the_luck_of_random_choices() {
    // A mean lead of 1 on 40 instances with 4 repetitions each.
    let needed = |between: f64, within: f64| {
        let design = design(40, 4);
        let mut random = Random::new(3);
        let mut lead = Vec::new();
        for _ in 0..40 {
            let mean = 1.0 + between * normal(&mut random);
            lead.extend((0..4).map(|_| mean + within * normal(&mut random)));
        }
        // The sample mean is made exact, so that only the variances decide.
        let excess = lead.iter().sum::<f64>() / 160.0 - 1.0;
        for lead in &mut lead {
            *lead -= excess;
        }
        let scorer = Fixed(vec![lead, vec![0.0; 160]]);
        let all = Resamples::draw(&scorer, &[0, 1], &design);
        all.needed(&scorer, (0, 1), &[0, 1], &design)
            .expect("a lead")
    };
    assert!(needed(0.0, 12.0).repetitions.is_some());
    assert_eq!(needed(6.0, 0.1).repetitions, None);
    assert!(needed(6.0, 0.1).instances > 40);
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
            let covers = covers.filter(|(i, mean)| (i.score_low..=i.score_high).contains(*mean));
            covered += covers.count();
        }
        let percent = 100.0 * covered as f64 / CONTESTS as f64;
        let place =
            format!("{instances} instances, {repetitions} repetitions, {between}, {within}");
        assert!((93.0..=97.0).contains(&percent), "{percent} % at {place}");
    }
}
