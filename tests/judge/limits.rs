//! Programs that do not do what they should, and what the runner makes of them.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::world::{TINY_CONTEST, World};

#[test]
fn verdicts_of_misbehaving_programs() {
    let world = World::tiny();
    world.file(
        "tiny.toml",
        TINY_CONTEST.replace(
            "wall = \"3s\"",
            "wall = \"2s\"\noutput = \"1 MiB\"\nmemory = \"200 MiB\"",
        ),
    );
    world.script("busy", "while :; do :; done");
    world.script("sleeper", "sleep 60");
    world.script("stubborn", "trap '' TERM; while :; do :; done");
    world.script("crash", "echo 'what a pity' >&2; exit 7");
    world.script("killed", "kill -SEGV $$");
    world.script("flood", "while :; do echo SRSLSSRSLSSRSLS; done");
    world.script(
        "grumbler",
        "i=0; while [ $i -lt 20000 ]; do echo complaint $i >&2; i=$((i+1)); done; echo SRSLS",
    );
    world.script("wrong", "echo SRRR");
    world.script("garbage", "printf '\\000\\377hello'");
    world.script("silent", "exit 0");
    world.script("orphan", "(sleep 60; echo late) & echo SRSLS");
    world.script("forking", "( ( while :; do :; done ) & ) ; sleep 60");
    world.script("hog", "head -c 400m /dev/zero | tail");
    let started = Instant::now();
    let rows = world.run();
    for (team, verdict, detail) in [
        ("busy", "time-limit", "the limit is 1 s"),
        ("sleeper", "time-limit", "still running after 2 s"),
        ("stubborn", "time-limit", "CPU time"),
        ("crash", "crashed", "exit code 7: what a pity"),
        ("killed", "crashed", "SIGSEGV"),
        ("flood", "output-limit", "more than 1 MiB"),
        ("grumbler", "accepted", ""),
        ("wrong", "rejected", "action 2 (`R`) leaves the grid"),
        ("garbage", "rejected", "unreadable answer: line 1, column 1"),
        ("silent", "rejected", "after all 0 actions"),
        ("orphan", "accepted", ""),
        ("forking", "time-limit", "CPU time"),
        ("hog", "memory-limit", "200 MiB"),
    ] {
        assert_eq!(rows.verdict(team), verdict, "{team}: {}", rows.detail(team));
        assert!(
            rows.detail(team).contains(detail),
            "{team}: {}",
            rows.detail(team)
        );
    }
    // All these sleeps take a minute; nobody waited for one, and none is left.
    assert!(started.elapsed() < Duration::from_secs(50));
    assert_eq!(processes_in(&world), "");
    let errors = world.read("results/tiny/stderr/files/swap/grumbler");
    assert!(
        errors.contains("complaint 0\n")
            && errors.contains("complaint 19999\n")
            && errors.len() < 17_000
    );
    // The CPU time of a child that the program did not wait for is counted all the same.
    assert!(
        rows.of("forking")["cpu_ms"]
            .parse::<u64>()
            .expect("a number")
            >= 900
    );
}

/// Processes that still have the world's folder as their own.
fn processes_in(world: &World) -> String {
    let folder = world.path("").display().to_string();
    let output = Command::new("sh")
        .args([
            "-c",
            "for p in /proc/[0-9]*; do readlink $p/cwd; done 2>/dev/null | grep -F \"$0\"",
        ])
        .arg(folder.trim_end_matches('/'))
        .output()
        .expect("a shell");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_environment_tells_the_limits_and_nothing_else() {
    let world = World::tiny();
    world.script("curious", "env >&2; echo SRSLS");
    let output = world
        .command("run tiny.toml")
        .env("SECRET", "42")
        .output()
        .expect("judge runs");
    assert!(output.status.success());
    let environment = world.read("results/tiny/stderr/files/swap/curious");
    assert!(
        environment.contains("JUDGE_TIME_MS=1000\n"),
        "{environment}"
    );
    assert!(
        environment.contains("JUDGE_MEMORY_MB=512\n"),
        "{environment}"
    );
    assert!(!environment.contains("SECRET"), "{environment}");
}

#[test]
fn anytime_contests_count_the_last_complete_answer() {
    let world = World::tiny();
    world.script(
        "improver",
        "echo SRSLRLRSLS; echo; echo SRSLS; echo; echo unfinis; sleep 60",
    );
    world.script(
        "too-late",
        "trap 'echo; echo SRSLS; echo; exit 0' TERM; sleep 60 & wait",
    );
    world.script("done", "printf 'SRSLRLRSLS\\n\\nSRSLS'");
    let quick = TINY_CONTEST.replace("wall = \"3s\"", "wall = \"1s\"");
    world.file(
        "tiny.toml",
        quick.replace("[limits]", "[limits]\nanytime = true"),
    );
    let rows = world.run();
    assert_eq!(
        (
            rows.verdict("improver"),
            rows.of("improver")["value"].as_str()
        ),
        ("accepted", "2")
    );
    assert_eq!(rows.of("improver")["answers"], "2");
    assert_eq!(rows.verdict("too-late"), "time-limit");
    assert_eq!(
        (
            rows.of("done")["value"].as_str(),
            rows.of("done")["answers"].as_str()
        ),
        ("2", "2")
    );
    let trace = world.read("results/tiny/traces/files/swap/improver");
    let values: Vec<_> = trace
        .lines()
        .skip(1)
        .map(|line| line.split_once(',').expect("two columns").1)
        .collect();
    assert_eq!(values, ["6", "2"]);
    // Limits are part of a result: without `anytime` the same programs run again.
    world.file("tiny.toml", quick);
    assert_eq!(world.run().verdict("improver"), "time-limit");
}
