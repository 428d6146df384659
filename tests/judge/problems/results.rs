//! Results of a problem folder: without the folder, with a wrong bound, in every format.

use super::{CHECKER, numbers};
use crate::world::World;

fn judged() -> World {
    let world = World::new();
    numbers(&world, CHECKER);
    world.script("exact", "cat");
    world.script("nearly", "read -r n; echo $((n - 1)).5");
    let ran = world.judge("run numbers.toml");
    assert_eq!(ran.code, 0, "{}", ran.err);
    world
}

#[test]
fn results_can_be_read_without_the_problem_folder() {
    let world = judged();
    let with = world.judge("leaderboard results/numbers").out;
    std::fs::remove_dir_all(world.path("numbers")).expect("removed");
    let without = world.judge("leaderboard results/numbers");
    assert_eq!(without.code, 0, "{}", without.err);
    assert_eq!(without.out, with);
    for command in [
        "leaderboard results/numbers --scoring rank",
        "leaderboard results/numbers --scoring total",
        "leaderboard results/numbers --runs --format csv",
        "leaderboard results/numbers --instances",
        "leaderboard results/numbers --team nearly",
        "report results/numbers -o page.html",
        "grades results/numbers",
        "diff results/numbers results/numbers",
    ] {
        let ran = world.judge(command);
        assert_eq!(ran.code, 0, "{command}: {}", ran.err);
    }
    let runs = world
        .judge("leaderboard results/numbers --runs --format csv")
        .out;
    assert!(runs.contains("9.5"), "{runs}");
    let verified = world.judge("verify results/numbers");
    assert_eq!(verified.code, 0, "{}", verified.out);
    let note = "answers were not checked again";
    assert!(verified.out.contains(note), "{}", verified.out);
}

#[test]
fn a_results_folder_cannot_name_a_problem_folder_to_run() {
    let world = judged();
    // Whoever changes the record can name any folder; it is not opened.
    let facts = world.read("results/numbers/run.toml");
    let facts = facts.replace("problem = \\\"numbers\\\"", "problem = \\\"other\\\"");
    let facts = facts.replace("problem = \"numbers\"", "problem = \"other\"");
    world.file("results/numbers/run.toml", &facts);
    numbers(
        &world,
        &format!("touch {}; exit 42", world.path("pwned").display()),
    );
    std::fs::rename(world.path("numbers"), world.path("other")).expect("renamed");
    let ran = world.judge("leaderboard results/numbers");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let verified = world.judge("verify results/numbers");
    assert!(
        verified.out.contains("were not checked again"),
        "{}",
        verified.out
    );
}

#[test]
fn answers_are_checked_by_verify() {
    let world = judged();
    world.file("results/numbers/answers/files/ten/nearly", "9.9\n");
    let verified = world.judge("verify results/numbers");
    assert_eq!(verified.code, 1);
    assert!(
        verified
            .out
            .contains("accepted 9.9, by replay of its answer"),
        "{}",
        verified.out
    );
}

#[test]
fn a_bound_that_an_answer_exceeds_is_left_out() {
    let world = World::new();
    numbers(&world, CHECKER);
    world
        .file("numbers/bound", "#!/bin/sh\necho 15.25\n")
        .executable("numbers/bound");
    world.script("exact", "cat");
    let ran = world.judge("run numbers.toml");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.err
            .contains("the bound 15.25 of files/deep-twenty contradicts the value 20"),
        "{}",
        ran.err
    );
    let bounds = world.read("results/numbers/bounds.csv");
    assert!(bounds.contains(",15.25,bound program"), "{bounds}");
    assert_eq!(bounds.matches("15.25,bound program").count(), 1, "{bounds}");
    let verified = world.judge("verify results/numbers");
    assert_eq!(verified.code, 0, "{}", verified.out);
}

#[test]
fn results_inside_the_problem_folder_stay_out_of_its_programs_and_handouts() {
    let world = World::new();
    numbers(&world, CHECKER);
    world.script("exact", "cat");
    for _ in 0..2 {
        let ran = world.judge("run numbers.toml --out numbers/out");
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    assert_eq!(
        world.history("numbers/out").0.len(),
        6,
        "nothing is judged twice"
    );
    let ran = world.judge("handout numbers.toml -o handout");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(world.path("handout/problem/check").exists());
    assert!(!world.path("handout/problem/out").exists());
}

#[test]
fn one_team_that_breaks_the_checker_does_not_stop_the_others() {
    let world = World::new();
    let checker =
        format!("read -r word; [ \"$word\" = crash ] && exit 1\necho \"$word\" | {{ {CHECKER} }}");
    numbers(&world, &checker);
    world.file("numbers/instances/thirty.in", "30\n");
    world.script("exact", "cat");
    assert_eq!(world.judge("run numbers.toml").code, 0);
    world.script("evil", "echo crash");
    let ran = world.judge("run numbers.toml");
    assert_eq!(ran.code, 3);
    assert!(
        ran.err.contains("3 runs failed because of the judge"),
        "{}",
        ran.err
    );
    assert!(ran.out.contains("exact"), "{}", ran.out);
}

#[test]
fn anytime_answers_are_traced_and_scored() {
    let world = World::new();
    numbers(&world, CHECKER);
    let contest = world
        .read("numbers.toml")
        .replace("time = \"2s\"", "time = \"1s\"\nanytime = true");
    world.file("numbers.toml", contest + "[scoring]\nrule = \"integral\"\n");
    world.script("steps", "read -r n; echo 1.5; echo; sleep 0.1; echo $n");
    let ran = world.judge("run numbers.toml");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let trace = world.read("results/numbers/traces/files/ten/steps");
    let values: Vec<&str> = trace
        .lines()
        .skip(1)
        .filter_map(|line| line.split_once(','))
        .map(|(_, value)| value)
        .collect();
    assert_eq!(values, ["1.5", "10"]);
    assert_eq!(world.judge("verify results/numbers").code, 0);
}

#[test]
fn a_changed_view_repeats_no_run() {
    let world = judged();
    let times = || {
        let rows = world.rows("results/numbers").0.into_iter();
        let mut times: Vec<String> = rows.map(|row| row["time"].clone()).collect();
        times.sort();
        times
    };
    let before = times();
    world.file(
        "numbers/view.js",
        "view({ draw() { /* another one */ } });\n",
    );
    // The page is that of the last run.
    let verified = world.judge("verify results/numbers");
    assert_eq!(verified.code, 0, "{}", verified.out);
    let again = world.judge("run numbers.toml");
    assert_eq!(again.code, 0, "{}", again.err);
    assert_eq!(times(), before);
    let page = world.read("results/numbers/report.html");
    assert!(page.contains("another one"));
    let verified = world.judge("verify results/numbers");
    assert_eq!(verified.code, 0, "{}", verified.out);
}
