//! Packages in the layouts of the Kattis format.

use crate::world::{World, found_or_skipped, which};

/// A contest with one package.
fn contest(world: &World, extra: &str, instances: &str) {
    world.folder("teams");
    world.file(
        "pack.toml",
        format!(
            "problem = \"pack\"\n{extra}submissions = \"teams\"\n[[round]]\nname = \"secret\"\ninstances = \"{instances}\"\n\
             [scoring]\nrule = \"best\"\n"
        ),
    );
}

fn judged(world: &World) -> Vec<String> {
    let ran = world.judge("run pack.toml");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let rows = world.rows("results/pack").0.into_iter();
    let mut rows: Vec<String> = rows
        .map(|row| {
            ["instance", "team", "verdict", "value"]
                .map(|column| row[column].clone())
                .join(" ")
        })
        .collect();
    rows.sort();
    let verified = world.judge("verify results/pack");
    assert_eq!(verified.code, 0, "{}", verified.out);
    rows
}

#[test]
fn a_pass_fail_package_with_the_default_comparison() {
    let world = World::new();
    world.file(
        "pack/problem.yaml",
        "name: Halves\nvalidation: default\nvalidator_flags: float_tolerance 1e-3\n",
    );
    world.file("pack/.timelimit", "3\n");
    world
        .file("pack/data/sample/1.in", "1\n")
        .file("pack/data/sample/1.ans", "0.5\n");
    world
        .file("pack/data/secret/a/1.in", "3\n")
        .file("pack/data/secret/a/1.ans", "1.5 done\n");
    world
        .file("pack/data/secret/b/1.in", "8\n")
        .file("pack/data/secret/b/1.ans", "4.0 DONE\n");
    world.file(
        "pack/data/secret/b/testdata.yaml",
        "output_validator_flags: case_sensitive float_tolerance 1e-3\n",
    );
    contest(&world, "", "pack/data/secret");
    world.script(
        "right",
        "read -r n; echo $((n / 2)).$((n % 2 * 5))00001 DONE",
    );
    world.script(
        "lower",
        "read -r n; echo $((n / 2)).$((n % 2 * 5)); echo done",
    );
    world.script("wrong", "echo 7");
    // Empty lines do not end an answer here.
    world.script(
        "airy",
        "read -r n; echo $((n / 2)).$((n % 2 * 5)); echo; echo DONE; echo",
    );
    let rows = judged(&world);
    assert_eq!(
        rows,
        [
            "a-1 airy accepted 1",
            "a-1 lower accepted 1",
            "a-1 right accepted 1",
            "a-1 wrong rejected ",
            "b-1 airy accepted 1",
            "b-1 lower rejected ",
            "b-1 right accepted 1",
            "b-1 wrong rejected ",
        ]
    );
    // The team does not learn what was expected; the instructor does.
    let rows = world.rows("results/pack");
    let row = rows
        .0
        .iter()
        .find(|row| row["team"] == "lower" && row["instance"] == "b-1");
    let detail = &row.expect("a row")["detail"];
    assert!(!detail.contains("DONE"), "{detail}");
    assert!(
        world
            .read("results/pack/stderr/secret/b-1/lower")
            .contains("DONE")
    );
    // The limits of the package apply where the contest sets none.
    assert!(world.read("results/pack/run.toml").contains("time 3000 ms"));
    assert_eq!(
        world.read("results/pack/instances/secret/a-1.ans"),
        "1.5 done\n"
    );
}

/// A validator that scores the sum of the numbers, at most the limit of the instance, times its flag.
const VALIDATOR: &str = r#"
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include "help.h"
int main(int argc, char **argv) {
    std::ifstream input(argv[1]), answer(argv[2]);
    double limit, sum = 0, number, factor = argc > 4 ? atof(argv[4]) : 1;
    std::string key;
    input >> limit; answer >> key;
    if (key != "key") return 9;
    while (std::cin >> number) sum += number;
    if (sum > limit) { note(argv[3], "judgemessage.txt", "too much"); return 43; }
    std::ofstream(std::string(argv[3]) + "/score.txt") << sum * factor;
    return 42;
}
"#;

const HELP: &str = "#include <fstream>\n#include <string>\nstatic void note(std::string folder, std::string name, std::string text) { std::ofstream(folder + \"/\" + name) << text; }\n";

#[test]
fn a_scoring_package_with_a_validator_in_cpp() {
    if !found_or_skipped("a C++ compiler", which("c++")) {
        return;
    }
    for (settings, folder, flags) in [
        (
            "type: scoring\nvalidation: custom score\nvalidator_flags: 2\n",
            "output_validators/sum",
            "output_validator_flags: 3\n",
        ),
        (
            "problem_format_version: 2025-09\ntype: scoring\nconstants: {good: 42}\nname: {en: Sums}\nuuid: 5ca6ba5b-36d5-4eff-8aa7-d967cbc4375e\nlimits: {time_limit: 2}\n",
            "output_validator",
            "output_validator_args: [\"3\"]\n",
        ),
    ] {
        let world = World::new();
        world.file("pack/problem.yaml", settings);
        let validator = if folder == "output_validator" {
            VALIDATOR.replace("return 42;", "return {{good}};")
        } else {
            VALIDATOR.to_owned()
        };
        world.file(&format!("pack/{folder}/validate.cc"), validator);
        world.file(&format!("pack/{folder}/help.h"), HELP);
        world
            .file("pack/data/secret/1.in", "10\n")
            .file("pack/data/secret/1.ans", "key\n");
        world
            .file("pack/data/secret/g/2.in", "20\n")
            .file("pack/data/secret/g/2.ans", "key\n");
        let group = if folder == "output_validator" {
            "test_group.yaml"
        } else {
            "testdata.yaml"
        };
        world.file(&format!("pack/data/secret/g/{group}"), flags);
        contest(
            &world,
            "goal = \"maximise\"\nunit = \"coins\"\n",
            "pack/data/secret",
        );
        world.script("all", "cat");
        world.script("some", "echo 1.25 2");
        world.script("more", "echo 100");
        let rows = judged(&world);
        let first = if folder == "output_validator" {
            ("10", "3.25")
        } else {
            ("20", "6.5")
        };
        assert_eq!(
            rows,
            [
                format!("1 all accepted {}", first.0),
                "1 more rejected ".to_owned(),
                format!("1 some accepted {}", first.1),
                "g-2 all accepted 60".to_owned(),
                "g-2 more rejected ".to_owned(),
                "g-2 some accepted 9.75".to_owned(),
            ]
        );
        assert!(world.judge("leaderboard results/pack").code == 0);
    }
}

#[test]
fn what_a_package_does_not_say_has_to_be_declared() {
    let world = World::new();
    world.file(
        "pack/problem.yaml",
        "type: scoring\nvalidation: custom score\n",
    );
    world
        .file("pack/output_validators/v/run", "#!/bin/sh\nexit 43\n")
        .executable("pack/output_validators/v/run");
    world
        .file("pack/data/secret/1.in", "1\n")
        .file("pack/data/secret/1.ans", "1\n");
    contest(&world, "", "pack/data/secret");
    let ran = world.judge("run pack.toml");
    assert_eq!(ran.code, 2);
    assert!(
        ran.err
            .contains("does not say whether more or less is better"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("goal = \"maximise\""), "{}", ran.err);
    world.file("pack/problem.yaml", "validation: custom interactive\n");
    let ran = world.judge("run pack.toml");
    assert!(
        ran.code == 2 && ran.err.contains("interactive"),
        "{}",
        ran.err
    );
    world.file("pack/problem.yaml", "name: [\n");
    let ran = world.judge("run pack.toml");
    assert!(
        ran.code == 2 && ran.err.contains("problem.yaml"),
        "{}",
        ran.err
    );
}

#[test]
fn a_package_without_input_and_with_shared_test_cases() {
    let world = World::new();
    world
        .file("pack/problem.yaml", "source: an old contest\n")
        .file("pack/data/secret/a/greeting.in", "")
        .file("pack/data/secret/a/greeting.ans", "Hello\n")
        .folder("pack/data/secret/b");
    for end in ["in", "ans"] {
        let link = world.path(&format!("pack/data/secret/b/again.{end}"));
        std::os::unix::fs::symlink(format!("../a/greeting.{end}"), link).expect("a link");
    }
    contest(&world, "", "pack/data/secret");
    world.script("polite", "echo hello");
    world.script("silent", "exit 0");
    assert_eq!(
        judged(&world),
        [
            "a-greeting polite accepted 1",
            "a-greeting silent rejected ",
            "b-again polite accepted 1",
            "b-again silent rejected ",
        ]
    );
    // Groups share test cases on purpose.
    let linted = world.judge("lint pack.toml");
    assert_eq!(linted.code, 0, "{}", linted.out);
    // Without test cases, no other file is taken for one.
    world.file("pack/data/secret/c/testdata.yaml", "range: 0 1\n");
    contest(&world, "", "pack/data/secret/c");
    let ran = world.judge("run pack.toml");
    assert!(
        ran.code == 2 && ran.err.contains("no instance files"),
        "{}",
        ran.err
    );
}

#[test]
fn one_answer_to_a_package_that_does_not_say_its_goal() {
    let world = World::new();
    world
        .file("pack/problem.yaml", "type: scoring\n")
        .file("pack/data/secret/testdata.yaml", "accept_score: 7\n")
        .file("pack/data/secret/1.in", "1\n")
        .file("pack/data/secret/1.ans", "1\n");
    let input = "pack/data/secret/1";
    let checked = world.judge(&format!("check {input}.in {input}.ans --problem pack"));
    assert_eq!(checked.code, 0, "{}", checked.err);
    assert_eq!(checked.out, "accepted: 7 points\n");
}
