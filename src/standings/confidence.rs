//! How sure a ranking is: would other instances of the same kind have given the same order?
//!
//! Paired bootstrap: the contest is held again many times with instances drawn, with repetition, from its own;
//! all teams get the same draw. The spread of a team's rank over these contests is its interval.

use reference::Random;

const RESAMPLES: u64 = 2000;
/// Each with random numbers of its own, so that they can be drawn side by side.
const STREAMS: u64 = 8;
/// Of the resampled ranks, this share is left out at either end.
const TAIL: f64 = 0.025;
/// The same resamples for everybody who ranks the same rows.
const SEED: u64 = 20_270_321;

/// Of one team.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence {
    pub rank_low: usize,
    pub rank_high: usize,
    /// The probability of being first, ties for it included.
    pub first: f64,
}

/// From the scores of each team on each instance.
pub(super) fn estimate(scores: &[&[f64]]) -> Vec<Confidence> {
    let streams: Vec<Vec<Vec<usize>>> = std::thread::scope(|scope| {
        let started: Vec<_> = (0..STREAMS)
            .map(|stream| scope.spawn(move || resampled_ranks(scores, stream)))
            .collect();
        let ended = started.into_iter().map(std::thread::ScopedJoinHandle::join);
        ended
            .map(|ranks| ranks.expect("resampling does not panic"))
            .collect()
    });
    let of_team = |team: usize| {
        streams
            .iter()
            .flat_map(move |ranks| ranks[team].iter().copied())
    };
    (0..scores.len())
        .map(|team| interval(of_team(team).collect()))
        .collect()
}

/// Per team, its rank in each contest of one stream of resamples.
fn resampled_ranks(scores: &[&[f64]], stream: u64) -> Vec<Vec<usize>> {
    let instances = scores.first().map_or(0, |scores| scores.len());
    let mut random = Random::new(SEED + stream);
    let mut ranks = vec![Vec::new(); scores.len()];
    let mut weights = vec![0.0; instances];
    for _ in 0..RESAMPLES / STREAMS {
        weights.fill(0.0);
        for _ in 0..instances {
            weights[random.below(instances)] += 1.0;
        }
        // The mean over those instances on which the team has a score.
        let mean = |scores: &&[f64]| {
            let known = scores
                .iter()
                .zip(&weights)
                .filter(|(score, _)| !score.is_nan());
            let (sum, weight) =
                known.fold((0.0, 0.0), |(sum, total), (s, w)| (sum + s * w, total + w));
            sum / f64::max(weight, 1.0)
        };
        let totals: Vec<f64> = scores.iter().map(mean).collect();
        let mut sorted = totals.clone();
        sorted.sort_by(|a, b| b.total_cmp(a));
        for (team, total) in totals.iter().enumerate() {
            // Sums in another order may differ in the last digits; teams that close are level.
            ranks[team].push(1 + sorted.partition_point(|other| *other > total + 1e-9));
        }
    }
    ranks
}

fn interval(mut ranks: Vec<usize>) -> Confidence {
    ranks.sort_unstable();
    let tail = (TAIL * ranks.len() as f64) as usize;
    let firsts = ranks.iter().filter(|&&rank| rank == 1).count();
    Confidence {
        rank_low: ranks[tail],
        rank_high: ranks[ranks.len() - 1 - tail],
        first: firsts as f64 / ranks.len() as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clear_winner_is_sure() {
        let sure = estimate(&[
            &[90.0; 8],
            &[50.0; 8],
            &[90.0, 10.0, 90.0, 10.0, 90.0, 10.0, 90.0, 10.0],
        ]);
        assert_eq!(
            sure[0],
            Confidence {
                rank_low: 1,
                rank_high: 1,
                first: 1.0
            }
        );
        // The third is level with the second in the mean, so nobody knows who is second.
        assert_eq!((sure[1].rank_low, sure[1].rank_high), (2, 3));
        assert_eq!((sure[2].rank_low, sure[2].rank_high), (2, 3));
    }

    #[test]
    fn equal_teams_share_the_first_place() {
        let sure = estimate(&[&[3.0, 0.1], &[3.0, 0.1]]);
        assert!(
            sure.iter()
                .all(|team| team.rank_high == 1 && team.first > 0.999)
        );
    }

    #[test]
    fn no_instances_and_no_teams() {
        assert!(estimate(&[]).is_empty());
        assert_eq!(estimate(&[&[]])[0].rank_high, 1);
    }
}
