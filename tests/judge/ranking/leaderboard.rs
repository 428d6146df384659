//! Significance, tie-breaks and options of the leaderboard.

use judge::standings::Unsettled;

use super::RunResult::Steps;
use super::{Results, line};
use crate::world::{TINY_CONTEST, World};

#[test]
fn a_lead_on_few_instances_is_not_significant() {
    let mut results = Results::new(&[("r", "programs")], "rule = \"best\"");
    results.instance(
        "r",
        &[("a", Steps(10)), ("b", Steps(12)), ("far", Steps(500))],
    );
    results.instance(
        "r",
        &[("a", Steps(12)), ("b", Steps(11)), ("far", Steps(500))],
    );
    let standings = results.standings();
    assert!(
        matches!(standings.unsettled, Some(Unsettled::Needs(_))),
        "{:?}",
        standings.unsettled
    );
    assert_eq!(line(&standings, "a").group, line(&standings, "b").group);
    assert!(line(&standings, "a").group.is_some());
    assert_eq!(line(&standings, "far").group, None);
    for _ in 0..10 {
        results.instance(
            "r",
            &[("a", Steps(10)), ("b", Steps(20)), ("far", Steps(500))],
        );
    }
    let significant = results.standings();
    assert_eq!(significant.unsettled, None);
    assert!(significant.lines.iter().all(|line| line.group.is_none()));
    let first = line(&significant, "a").confidence.expect("an interval");
    assert_eq!((first.rank_low, first.rank_high), (1, 1));
}

#[test]
fn the_number_of_jobs_does_not_change_the_table() {
    let world = World::tiny();
    let contest = TINY_CONTEST.replace("name = \"files\"", "name = \"files\"\nrepeat = 3");
    world.file("tiny.toml", contest);
    world.script("short", "echo SRSLS");
    world.script(
        "random",
        "[ $((JUDGE_SEED % 2)) = 0 ] && echo SRSLS || echo SRLRSLS",
    );
    let table = |jobs: u32| {
        let command = format!("run tiny.toml --jobs {jobs} --out jobs-{jobs} --format json");
        let mut standings = world.judge(&command).json()["standings"].clone();
        for line in standings.as_array_mut().expect("a list") {
            // Times differ from run to run.
            for key in ["cpu_ms", "fragile"] {
                line.as_object_mut().expect("an object").remove(key);
            }
        }
        standings
    };
    assert_eq!(table(1), table(2));
}

#[test]
fn only_tied_teams_are_run_on_the_tie_break() {
    let world = World::tiny();
    let tie_break = "\n[[round]]\nname = \"decider\"\ntie_break = true\ninstances = \"more\"\n[scoring]\nrule = \"points\"\n";
    world.file("tiny.toml", TINY_CONTEST.to_owned() + tie_break);
    world.file("more/row.txt", "1 3 2\n0 1 0\n1 0 0\n");
    // All solve the first grid; `long` needs more steps on the grid of the tie-break.
    world.script("short", "echo SRSLS");
    world.script(
        "long",
        "read m n c; [ $n = 3 ] && echo SRSRLLS || echo SRSLS",
    );
    world.script("behind", "echo SRLRSLS");
    let ran = world.judge("run tiny.toml --format json");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("tie-break: long, short"), "{}", ran.err);
    let json = ran.json();
    let ranks: Vec<_> = json["standings"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|l| l["baseline"] == false)
        .map(|l| (l["rank"].clone(), l["team"].clone()))
        .collect();
    assert_eq!(
        ranks,
        [
            (1.into(), "short".into()),
            (2.into(), "long".into()),
            (3.into(), "behind".into())
        ]
    );
    let explained = world.judge("leaderboard results/tiny --team long").out;
    assert!(
        explained.contains("tie-break: sum of ranks 2"),
        "{explained}"
    );
    let runs: Vec<_> = world
        .rows("results/tiny")
        .0
        .iter()
        .filter(|row| row["round"] == "decider")
        .map(|row| row["team"].clone())
        .collect();
    assert_eq!(runs.len(), 2);
    // Resuming changes nothing, and the answers can be verified.
    assert_eq!(
        world.judge("run tiny.toml --format json").json()["standings"][0]["team"],
        "short"
    );
    assert_eq!(
        world
            .rows("results/tiny")
            .0
            .iter()
            .filter(|row| row["round"] == "decider")
            .count(),
        2
    );
    let verified = world.judge("verify results/tiny");
    assert_eq!(verified.code, 0, "{}", verified.out);
    // Without a tie the instances of the tie-break are not generated.
    world.script("long", "echo SRLRLRSLS");
    world.judge("run tiny.toml --fresh");
    assert!(!world.path("results/tiny/instances/decider").exists());
}

#[test]
fn options_of_the_leaderboard() {
    let world = World::tiny();
    world
        .script("winner", "echo SRSLS")
        .script("runner-up", "echo SRLRSLS")
        .script("faulty", "echo SRR");
    world.run();
    let names = |arguments: &str| -> Vec<String> {
        let json = world
            .judge(&format!(
                "leaderboard results/tiny --format json {arguments}"
            ))
            .json();
        let lines = json["standings"]
            .as_array()
            .expect("a list")
            .iter()
            .filter(|line| line["baseline"] == false);
        lines
            .map(|line| line["team"].as_str().expect("a name").to_owned())
            .collect()
    };
    assert_eq!(names(""), ["winner", "runner-up", "faulty"]);
    assert_eq!(names("--top 2"), ["winner", "runner-up"]);
    let hidden = names("--anonymous");
    assert!(
        hidden
            .iter()
            .all(|name| !["winner", "runner-up", "faulty"].contains(&name.as_str()))
    );
    assert_eq!(names("--anonymous --scoring rank"), hidden);
    let team = world
        .judge("leaderboard results/tiny --team faulty --format json")
        .json();
    let entry = &team["instances"][0];
    assert_eq!(
        (&entry["verdict"], &entry["rank"], &entry["best"]),
        (&"rejected".into(), &3.into(), &2.into())
    );
    assert!(
        entry["detail"]
            .as_str()
            .is_some_and(|detail| detail.contains("action 2"))
    );
    let unknown = world.judge("leaderboard results/tiny --team falty");
    assert_eq!(unknown.code, 2);
    assert!(
        unknown.err.contains("did you mean `faulty`?"),
        "{}",
        unknown.err
    );
    let rule = world.judge("leaderboard results/tiny --scoring rang");
    assert!(rule.err.contains("did you mean `rank`?"), "{}", rule.err);
}
