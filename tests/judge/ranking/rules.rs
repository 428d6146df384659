//! The scoring rules.

use judge::contest::ScoringRule;
use puzzles::Random;

use super::RunResult::{Missing, Steps, TooSlow, Wrong};
use super::{Results, line, scores};

#[test]
fn a_team_that_is_always_best_gets_fifty_points() {
    let mut results = Results::new(
        &[("known", "answers"), ("mystery", "programs")],
        "rule = \"points\"",
    );
    for _ in 0..15 {
        results.instance("known", &[("first", Steps(10)), ("other", Steps(20))]);
    }
    for _ in 0..10 {
        results.instance("mystery", &[("first", Steps(10)), ("other", Steps(20))]);
    }
    // known: 15 × 1 + 2 + 3 = 20; mystery: 10 × 2 + 4 + 6 = 30. The other team is second on all instances, which scores
    // 1 each in the mystery round and 0 in the known one.
    assert_eq!(
        scores(&results.standings()),
        [("first", 50.0), ("other", 10.0)]
    );
}

#[test]
fn points_with_ties_gaps_and_missing_answers() {
    let mut results = Results::new(&[("r", "programs")], "rule = \"points\"");
    results
        // a and b are both best: 2 each, and there is no second.
        .instance(
            "r",
            &[
                ("a", Steps(10)),
                ("b", Steps(10)),
                ("c", Steps(12)),
                ("d", Missing),
            ],
        )
        // c is best: 2; a and d are both second: 1 each.
        .instance(
            "r",
            &[
                ("a", Steps(9)),
                ("b", Steps(11)),
                ("c", Steps(8)),
                ("d", Steps(9)),
            ],
        )
        // d is best: 2; c is second: 1. The others have no answer.
        .instance(
            "r",
            &[
                ("a", Wrong),
                ("b", TooSlow),
                ("c", Steps(30)),
                ("d", Steps(3)),
            ],
        );
    // Each is best once, so all four get 4. Only c has an answer to every instance, so c has the best mean and gets 6.
    // a = 2 + 1 + 4 = 7; b = 2 + 4 = 6; c = 2 + 1 + 4 + 6 = 13; d = 1 + 2 + 4 = 7.
    let standings = results.standings();
    assert_eq!(
        scores(&standings),
        [("c", 13.0), ("a", 7.0), ("d", 7.0), ("b", 6.0)]
    );
    // a and d are tied and share a rank, although a has a rejected answer and d a missing one.
    let ranks: Vec<_> = standings.lines.iter().map(|line| line.rank).collect();
    assert_eq!(ranks, [Some(1), Some(2), Some(2), Some(4)]);
}

#[test]
fn points_can_be_set_per_round() {
    let mut results = Results::new(&[("r", "programs")], "rule = \"points\"");
    results.contest.rounds[0].scale.best = 5.0;
    results.contest.rounds[0].scale.most_bests = 0.0;
    results.contest.rounds[0].scale.best_mean = 0.0;
    results.instance("r", &[("a", Steps(1)), ("b", Steps(2))]);
    assert_eq!(scores(&results.standings()), [("a", 5.0), ("b", 1.0)]);
}

#[test]
fn ties_share_the_average_rank_and_rejected_is_behind_missing() {
    let mut results = Results::new(&[("r", "programs")], "rule = \"rank\"");
    results
        // a and b share ranks 1 and 2: 1.5 each; c is 3rd, d 4th.
        .instance(
            "r",
            &[
                ("a", Steps(5)),
                ("b", Steps(5)),
                ("c", Steps(6)),
                ("d", Steps(7)),
                ("[naive]", Steps(6)),
            ],
        )
        // d is 1st; b and c have no answer and share 2 and 3; a is wrong: 4th.
        .instance(
            "r",
            &[
                ("a", Wrong),
                ("b", Missing),
                ("c", TooSlow),
                ("d", Steps(9)),
                ("[naive]", Steps(9)),
            ],
        );
    // a = (1.5 + 4) / 2 = 2.75; b = (1.5 + 2.5) / 2 = 2; c = (3 + 2.5) / 2 = 2.75; d = (4 + 1) / 2 = 2.5.
    let standings = results.standings();
    assert_eq!(
        scores(&standings),
        [("b", 2.0), ("d", 2.5), ("a", 2.75), ("c", 2.75)]
    );
    // Among the teams the baseline would share ranks 3 and 4, then 1 and 2: (3.5 + 1.5) / 2.
    assert_eq!(line(&standings, "naive").score, Some(2.5));
}

#[test]
fn the_other_rules_on_one_table() {
    let mut results = Results::new(&[("r", "programs")], "rule = \"reference\"");
    results
        .instance(
            "r",
            &[("a", Steps(99)), ("b", Steps(49)), ("[naive]", Steps(79))],
        )
        .instance(
            "r",
            &[("a", Steps(19)), ("b", Wrong), ("[naive]", Steps(19))],
        );
    // reference: a = (80/100 + 20/20) / 2 = 90 %; b = (80/50, capped at 125 %, and 0) / 2 = 62.5 %.
    assert_eq!(
        scores(&results.ranked_by("reference")),
        [("a", 90.0), ("b", 62.5)]
    );
    // best: relative to the best team: a = (50/100 + 1) / 2 = 75 %; b = (1 + 0) / 2.
    assert_eq!(
        scores(&results.ranked_by("best")),
        [("a", 75.0), ("b", 50.0)]
    );
    // total: a has fewer failures.
    assert_eq!(
        scores(&results.ranked_by("total")),
        [("a", 118.0), ("b", 49.0)]
    );
    // par2: two solved instances against one.
    assert_eq!(scores(&results.ranked_by("par2")), [("a", 2.0), ("b", 1.0)]);
}

#[test]
fn equal_counts_are_separated_by_time() {
    let mut results = Results::new(&[("r", "programs")], "rule = \"par2\"");
    results.instance("r", &[("slow", Steps(1)), ("quick", Steps(9))]);
    results.instance("r", &[("slow", TooSlow), ("quick", TooSlow)]);
    results
        .rows
        .iter_mut()
        .find(|row| &*row.team == "slow")
        .expect("a row")
        .cpu_ms = 3000;
    // Both solved one; 3 + 20 seconds against 1 + 20.
    let standings = results.standings();
    assert_eq!(scores(&standings), [("quick", 1.0), ("slow", 1.0)]);
    assert_eq!(line(&standings, "slow").rank, Some(2));
    // A run that was stopped at the limit is not marked; an accepted run close to it is.
    assert_eq!(line(&standings, "slow").fragile, 0);
    results.rows[0].cpu_ms = 9_800;
    assert_eq!(line(&results.standings(), "slow").fragile, 1);
}

#[test]
fn failures_can_get_the_value_of_a_baseline() {
    let mut results = Results::new(
        &[("r", "programs")],
        "rule = \"reference\"\nfailure = \"naive\"",
    );
    results.instance("r", &[("a", TooSlow), ("[naive]", Steps(79))]);
    assert_eq!(scores(&results.standings()), [("a", 100.0)]);
    assert_eq!(line(&results.standings(), "a").failed, 1);
}

#[test]
fn the_order_of_rows_is_irrelevant() {
    let mut random = Random::new(3);
    let mut results = Results::new(&[("r", "programs")], "rule = \"reference\"");
    for _ in 0..7 {
        let mut steps = || Steps(random.below(9) as i64);
        results.instance(
            "r",
            &[
                ("a", steps()),
                ("b", steps()),
                ("c", steps()),
                ("[naive]", steps()),
            ],
        );
    }
    for rule in ScoringRule::names() {
        let before = format!("{:?}", results.ranked_by(rule).lines);
        for _ in 0..5 {
            random.shuffle(&mut results.rows);
            assert_eq!(
                format!("{:?}", results.ranked_by(rule).lines),
                before,
                "{rule}"
            );
        }
    }
}
