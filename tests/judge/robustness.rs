//! Invalid input gives a message and exit code 2, and never a panic.

use proptest::prelude::*;

use crate::world::{TINY_CONTEST, TINY_GRID, World};

#[test]
fn contest_errors_name_the_line() {
    let world = World::tiny();
    for (from, to, expected) in [
        (
            "problem =",
            "problm =",
            "tiny.toml:3:1: unknown key `problm`",
        ),
        (
            "sorting-robot",
            "sorting-robt",
            "tiny.toml:3:11: unknown problem `sorting-robt`",
        ),
        ("\"naive\"", "\"naif\"", "did you mean `naive`?"),
        (
            "\"1s\"",
            "\"1 sec\"",
            "tiny.toml:8:8: `1 sec` is not a duration",
        ),
        (
            "\"1s\"",
            "1",
            "`time` must be a duration in quotes such as \"10s\", not an integer",
        ),
        ("[[round]]", "[[rounds]]", "did you mean `round`?"),
        ("public = true", "publik = true", "did you mean `public`?"),
        (
            "instances = \"grids\"",
            "",
            "round `files` has no instances",
        ),
        (
            "instances = \"grids\"",
            "instances = \"nowhere\"",
            "no instance files at nowhere",
        ),
        (
            "[\"naive\"]",
            "[]",
            "scoring rule `reference` needs baselines and the contest has none",
        ),
        (
            "[[round]]",
            "[scoring]\nrule = \"referense\"\n[[round]]",
            "did you mean `reference`?",
        ),
        (
            "[[round]]",
            "[scoring]\nfailure = \"none\"\n[[round]]",
            "`failure` must be \"zero\" or one of",
        ),
        (
            "name = \"files\"",
            "name = \"../x\"",
            "must not be empty, begin with a dot or hold a slash",
        ),
        ("name = \"files\"", "name = files", "tiny.toml:12:8:"),
        (
            "instances = \"grids\"",
            "generate = [{ count = 1, rows = 2, columns = 2, colours = 2 }]",
            "has no `seed`",
        ),
        (
            "instances = \"grids\"",
            "seed = 1\ngenerate = [{ rows = 9999, columns = 9999, colours = 2 }]",
            "at most 16000000 cells",
        ),
        (
            "instances = \"grids\"",
            "seed = 1\ngenerate = [{ rows = 2, columns = 2, colors = 2 }]",
            "did you mean `colours`?",
        ),
        (
            "instances = \"grids\"",
            "seed = 1\ngenerate = [{ seeds = \"9..1\", rows = 2, columns = 2, colours = 2 }]",
            "is not a range of seeds",
        ),
        (
            "instances = \"grids\"",
            "seed_file = \"gone\"\ngenerate = [{ rows = 2, columns = 2, colours = 2 }]",
            "failed to read the seed file gone",
        ),
        (
            "submissions = \"teams\"",
            "submissions = \"nobody\"",
            "there is no folder of submissions at nobody",
        ),
    ] {
        assert!(TINY_CONTEST.contains(from), "{from}");
        world.file("tiny.toml", TINY_CONTEST.replacen(from, to, 1));
        let ran = world.judge("run tiny.toml");
        assert_eq!(ran.code, 2, "{to}: {}", ran.err);
        assert!(ran.err.contains(expected), "{to}: {}", ran.err);
        assert!(!ran.err.contains("panicked"));
    }
}

#[test]
fn malformed_instances_are_named() {
    let world = World::tiny();
    world.file("grids/bad.txt", "1 2 2\n0 1\n1 7\n");
    let ran = world.judge("run tiny.toml");
    assert_eq!(ran.code, 2);
    assert!(
        ran.err
            .contains("grids/bad.txt:3:3: found `7`, expected a piece from -1 to 1"),
        "{}",
        ran.err
    );
}

#[test]
fn damaged_results_are_named() {
    let world = World::tiny();
    world.script("team", "echo SRSLS");
    world.run();
    let runs = world.read("results/tiny/runs.csv");
    world.file(
        "results/tiny/runs.csv",
        runs.replacen("accepted", "perfect", 1),
    );
    let ran = world.judge("leaderboard results/tiny");
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("runs.csv:2: not a valid row"),
        "{}",
        ran.err
    );
    assert_eq!(world.judge("leaderboard teams").code, 2);
}

#[test]
fn huge_dimensions_are_rejected() {
    let world = World::new();
    for header in [
        "1000000000 1000000000 1",
        "4000 4001 1",
        "99999999999999999999 1 1",
        "16000000 1 16000001",
    ] {
        world.file("grid.txt", header);
        let ran = world.judge("bound grid.txt");
        assert_eq!(ran.code, 2, "{header}");
        assert!(ran.err.starts_with("error: grid.txt:1:"), "{}", ran.err);
    }
}

#[test]
fn a_broken_pipe_is_not_an_error() {
    let world = World::new();
    let made = "generate sorting-robot rows=400 columns=400 colours=9";
    let mut child = world
        .command(made)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("judge runs");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("judge ends").code(), Some(0));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_do_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        let world = World::new();
        world.file("junk", &bytes).file("grid.txt", TINY_GRID);
        for command in ["check grid.txt junk", "check junk", "bound junk", "run junk", "leaderboard junk"] {
            let ran = world.judge(command);
            prop_assert!((0..=2).contains(&ran.code), "{}: {}", command, ran.err);
            prop_assert!(!ran.err.contains("panicked"), "{}: {}", command, ran.err);
        }
    }
}
