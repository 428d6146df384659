//! Weights of rounds and repetitions of runs, worked by hand for each rule.

use super::RunResult::{Missing, Steps, TooSlow, Wrong};
use super::{Results, scores};

/// A practice round that does not count, a round of weight 1 with two repetitions, and a round of weight 2.
fn results(rule: &str) -> Results {
    let keys = ["weight = 0", "repeat = 2", "weight = 2"].map(str::to_owned);
    let rounds: Vec<_> = ["practice", "random", "heavy"]
        .into_iter()
        .zip(keys)
        .collect();
    let mut results = Results::with_keys(&rounds, &format!("rule = \"{rule}\""));
    results
        .instance(
            "practice",
            &[("a", Missing), ("b", Steps(1)), ("[naive]", Steps(99))],
        )
        .repeated(
            "random",
            &[
                &[("a", Steps(9)), ("b", Steps(19)), ("[naive]", Steps(19))],
                &[("a", Steps(39)), ("b", Wrong), ("[naive]", Steps(19))],
            ],
        )
        .instance(
            "heavy",
            &[("a", Steps(19)), ("b", Steps(9)), ("[naive]", Steps(9))],
        );
    results
}

fn assert_scores(results: &Results, expected: &[(&str, f64)]) {
    let standings = results.standings();
    let found = scores(&standings);
    for ((team, score), (expected_team, expected)) in found.iter().zip(expected) {
        assert_eq!(team, expected_team, "{found:?}");
        assert!((score - expected).abs() < 0.006, "{found:?}");
    }
    assert_eq!(found.len(), expected.len());
}

#[test]
fn reference() {
    // Per result: a 125 (10/20 steps, capped), 50, 50; b 100, 0, 100. Weights 1/2, 1/2, 2 of 3.
    let a = (125.0 / 2.0 + 50.0 / 2.0 + 2.0 * 50.0) / 3.0;
    let b = (100.0 / 2.0 + 0.0 + 2.0 * 100.0) / 3.0;
    assert_scores(&results("reference"), &[("b", b), ("a", a)]);
}

#[test]
fn best() {
    // Against the best team: a 100, 100, 50; b 50, 0, 100.
    let a = (100.0 / 2.0 + 100.0 / 2.0 + 2.0 * 50.0) / 3.0;
    let b = (50.0 / 2.0 + 0.0 + 2.0 * 100.0) / 3.0;
    assert_scores(&results("best"), &[("b", b), ("a", a)]);
}

#[test]
fn rank() {
    // a is first in both repetitions, b on the heavy instance.
    let a = (1.0 / 2.0 + 1.0 / 2.0 + 2.0 * 2.0) / 3.0;
    let b = (2.0 / 2.0 + 2.0 / 2.0 + 2.0) / 3.0;
    assert_scores(&results("rank"), &[("b", b), ("a", a)]);
}

#[test]
fn total() {
    // b has failed in half a result, so a comes first although its sum is larger.
    let a = 9.0 / 2.0 + 39.0 / 2.0 + 2.0 * 19.0;
    let b = 19.0 / 2.0 + 2.0 * 9.0;
    assert_scores(&results("total"), &[("a", a), ("b", b)]);
}

#[test]
fn par2() {
    // Solved: a all of weight 3; b all but half a result.
    assert_scores(&results("par2"), &[("a", 3.0), ("b", 2.5)]);
}

#[test]
fn integral() {
    // Without traces every answer counts from its wall time on, here 0. Against the best of all entrants: a 100, 50, 50;
    // b 50, 0, 100.
    let a = (100.0 / 2.0 + 50.0 / 2.0 + 2.0 * 50.0) / 3.0;
    let b = (50.0 / 2.0 + 0.0 + 2.0 * 100.0) / 3.0;
    assert_scores(&results("integral"), &[("b", b), ("a", a)]);
}

#[test]
fn points() {
    // random: a is best twice, with half of 2 points each, b second once, with half of 1; a gets both bonuses, 4 and 6,
    // because b lacks an answer. heavy: b is best, 2 × 2, and a second, 2 × 1; b gets both bonuses twice.
    let a = 2.0 / 2.0 + 2.0 / 2.0 + 4.0 + 6.0 + 2.0;
    let b = 1.0 / 2.0 + 2.0 * 2.0 + 2.0 * (4.0 + 6.0);
    assert_scores(&results("points"), &[("b", b), ("a", a)]);
}

#[test]
fn rounds_of_weight_zero_are_not_counted_in_any_column() {
    let standings = results("reference").standings();
    let line = |team: &str| {
        standings
            .lines
            .iter()
            .find(|line| line.team == team)
            .unwrap()
            .clone()
    };
    let (a, b) = (line("a"), line("b"));
    assert_eq!((a.accepted, a.failed, a.bests), (3, 0, 2));
    assert_eq!((b.accepted, b.failed, b.bests), (2, 1, 1));
    assert_eq!((standings.complete, standings.planned), (3, 3));
}

#[test]
fn nothing_is_ranked_before_an_instance_that_counts_is_complete() {
    let keys = ["weight = 0", "repeat = 2"].map(str::to_owned);
    let rounds: Vec<_> = ["practice", "random"].into_iter().zip(keys).collect();
    let mut results = Results::with_keys(&rounds, "rule = \"best\"");
    results
        .instance("practice", &[("a", Steps(1)), ("b", Steps(2))])
        .repeated("random", &[&[("a", Steps(1))], &[("a", TooSlow)]]);
    let standings = results.standings();
    assert!(standings.lines.iter().all(|line| line.rank.is_none()));
    assert!(standings.lines.iter().all(|line| line.confidence.is_none()));
    assert_eq!((standings.complete, standings.planned), (1, 2));
    assert_eq!(standings.unsettled, None);
}
