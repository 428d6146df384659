//! The analysis of instances, worked by hand, and as the command prints it.

use judge::locale::Language;
use judge::standings::{InstanceAnalysis, Outcome};

use super::RunResult::{Missing, Steps, Wrong};
use super::{Results, bounds};
use crate::world::World;

fn results() -> Results {
    let keys = ["weight = 0", "weight = 1"].map(str::to_owned);
    let rounds: Vec<_> = ["practice", "r"].into_iter().zip(keys).collect();
    let mut results = Results::with_keys(&rounds, "rule = \"best\"");
    let steps = |a, b, c| [("a", a), ("b", b), ("c", c)];
    results
        .instance("practice", &steps(Steps(9), Steps(9), Steps(1)))
        .instance("r", &steps(Steps(1), Steps(3), Steps(3)))
        .instance("r", &steps(Steps(9), Steps(4), Wrong))
        .instance("r", &steps(Steps(7), Steps(7), Steps(7)))
        .instance("r", &steps(Missing, Wrong, Missing));
    results
}

#[test]
fn each_instance_by_hand() {
    let (results, bounds) = (results(), bounds());
    let analysis = InstanceAnalysis::new(results.input(&bounds), &results.standings());
    let outcome = |at: &judge::standings::InstanceStatistics| at.outcome();
    let outcomes: Vec<Outcome> = analysis.instances.iter().map(outcome).collect();
    let separated = Outcome::Separated;
    assert_eq!(
        outcomes,
        [
            separated,
            separated,
            separated,
            Outcome::AllEqual,
            Outcome::AllFailed
        ]
    );
    let at = |number: usize| &analysis.instances[number];
    // a leads alone with 1 step, the bound; b and c are equal: 2 of 3 pairs differ.
    assert_eq!(at(1).single_leader(), Some("a"));
    assert!(at(1).is_optimal());
    assert!((at(1).separates - 2.0 / 3.0).abs() < 1e-9);
    // Gaps 0, 2 and 2 to the bound of 1.
    assert!((at(1).gap.expect("a gap") - 4.0 / 3.0).abs() < 1e-9);
    assert_eq!((at(2).runs, at(2).failed), (3, 1));
    assert_eq!(at(3).leaders.len(), 3);
    assert!(at(4).leaders.is_empty());
    // The practice round counts for nobody.
    assert_eq!(analysis.single_leaders(), [("a", 1), ("b", 1)]);
    // 1, 4 and 7 steps are the best of the teams everywhere, and nobody solved the last one: 300 of 400.
    let best = analysis.virtual_best.expect("a virtual best team");
    assert!((best.score - 75.0).abs() < 1e-9, "{}", best.score);
    assert_eq!(best.accepted, 3);
    // Ranks of a: 1, 2, 2, 2; of b: 2.5, 1, 2, 2; of c: 2.5, 3, 2, 2.
    let ranks = analysis.mean_ranks.expect("mean ranks");
    let means: Vec<(&str, f64)> = ranks.teams.iter().map(|(t, r)| (t.as_str(), *r)).collect();
    assert_eq!(means, [("a", 1.75), ("b", 1.875), ("c", 2.375)]);
    // With three teams on four instances the critical difference is 2.343 × √(12/24).
    assert!((ranks.critical_difference - 2.343 * 0.5_f64.sqrt()).abs() < 0.01);
    assert_eq!(ranks.groups, [0..=2]);
    let advice = analysis.advice.show(Language::English);
    assert!(advice.contains("Replace the 2 of 4 instances"), "{advice}");
}

#[test]
fn repetitions_are_one_instance() {
    let keys = [("r", "repeat = 2".to_owned())];
    let mut results = Results::with_keys(&keys, "rule = \"best\"");
    results.repeated(
        "r",
        &[
            &[("a", Steps(1)), ("b", Steps(2))],
            &[("a", Steps(2)), ("b", Steps(1))],
        ],
    );
    let bounds = bounds();
    let analysis = InstanceAnalysis::new(results.input(&bounds), &results.standings());
    assert_eq!(analysis.instances.len(), 1);
    // Each is first once: on the mean they are equal.
    assert_eq!(analysis.instances[0].outcome(), Outcome::AllEqual);
    assert_eq!(analysis.instances[0].runs, 4);
}

/// A contest with two grids; `builds-not` has a build error.
fn world() -> World {
    let world = World::tiny();
    world.file("grids/three.txt", "1 3 3\n0 1 2\n1 0 2\n");
    world.script("short", "echo SRSLS");
    world.script(
        "long",
        "read m n c; [ $n = 2 ] && echo SRLRSLS || echo SRSLS",
    );
    world.file(
        "teams/builds-not/solver.c",
        "int main() { return missing_name; }\n",
    );
    world.run();
    world
}

#[test]
fn the_commands_print_instances_and_runs() {
    let world = world();
    let table = world.judge("leaderboard results/tiny --instances");
    assert_eq!(table.code, 0, "{}", table.err);
    for text in [
        "separates",
        "alone best: short on 1",
        "virtual best team",
        "mean ranks",
    ] {
        assert!(table.out.contains(text), "{text}: {}", table.out);
    }
    let json = world
        .judge("leaderboard results/tiny --instances --format json")
        .json();
    assert_eq!(json["schema"], 1);
    assert_eq!(json["instances"].as_array().map(Vec::len), Some(2));
    assert!(
        json["advice"]
            .as_str()
            .is_some_and(|advice| advice.ends_with('.'))
    );
    let csv = world
        .judge("leaderboard results/tiny --instances --format csv")
        .out;
    assert!(
        csv.starts_with(
            "round,instance,counts,best,bound,evidence,best_teams,best_team,separates,"
        ),
        "{csv}"
    );
    let hidden = world.judge("leaderboard results/tiny --instances --anonymous --format json");
    assert!(!hidden.out.contains("short"), "{}", hidden.out);

    let runs = world
        .judge("leaderboard results/tiny --runs --format json")
        .json();
    let runs = runs["runs"].as_array().expect("runs").clone();
    let of_short: Vec<_> = runs.iter().filter(|run| run["team"] == "short").collect();
    assert_eq!(of_short.len(), 2);
    assert!(
        of_short
            .iter()
            .all(|run| run["bound"] == 2 && run["gap"] == 0.0)
    );
    let csv = world
        .judge("leaderboard results/tiny --runs --format csv")
        .out;
    assert_eq!(csv.lines().count(), runs.len() + 1);
    let anonymous = world
        .judge("leaderboard results/tiny --runs --anonymous --format csv")
        .out;
    assert!(
        !anonymous.contains("short") && !anonymous.contains("builds-not"),
        "{anonymous}"
    );
}

#[test]
fn the_order_of_pseudonyms_reveals_nothing() {
    let world = World::tiny();
    for team in ["alpha", "bravo", "charlie", "delta", "echo"] {
        world.script(team, "echo SRSLS");
    }
    world.run();
    let order = |options: &str, pointer: &str, key: &str| -> Vec<String> {
        let command = format!("leaderboard results/tiny {options} --anonymous --format json");
        let json = world.judge(&command).json();
        let list = json.pointer(pointer).and_then(serde_json::Value::as_array);
        let names = list
            .expect("a list")
            .iter()
            .filter(|entry| entry["baseline"] != true);
        let name =
            |entry: &serde_json::Value| entry.get(key).unwrap_or(entry).as_str().map(str::to_owned);
        names.filter_map(name).collect()
    };
    for names in [
        order("--runs", "/runs", "team"),
        order("--instances", "/instances/0/best_teams", "-"),
    ] {
        assert_eq!(names.len(), 5);
        assert!(names.is_sorted(), "{names:?}");
    }
    let csv = world
        .judge("leaderboard results/tiny --runs --anonymous --format json")
        .json();
    let runs = csv["runs"].as_array().expect("runs").clone();
    assert!(
        runs.iter()
            .filter(|run| run["baseline"] == false)
            .all(|run| run["time"].is_null())
    );
}

#[test]
fn a_failed_build_shows_the_end_of_its_log() {
    let world = world();
    let ran = world.judge("leaderboard results/tiny --team builds-not");
    let (_, log) = ran.out.split_once("end of the build log:").expect(&ran.out);
    assert!(log.contains("missing_name"), "{log}");
    let ran = world.judge("leaderboard results/tiny --team short");
    assert!(!ran.out.contains("build log"), "{}", ran.out);
}

#[test]
fn baselines_get_no_points_and_come_last() {
    let mut results = Results::new(&[("r", "programs")], "rule = \"points\"");
    let entrants = [
        ("a", Steps(1)),
        ("b", Steps(5)),
        ("c", Wrong),
        ("[naive]", Steps(3)),
    ];
    results.instance("r", &entrants);
    let standings = results.standings();
    let last = standings.lines.last().expect("a line");
    assert_eq!((last.team.as_str(), last.score), ("naive", None));
    assert_eq!(standings.lines[2].score, Some(0.0));
}
