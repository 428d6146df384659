//! Programs that do not do what they should, and what the runner makes of them.

use std::process::Command;

use crate::world::{TINY_CONTEST, World};

#[test]
fn verdicts_of_misbehaving_programs() {
    let world = World::tiny();
    // Plenty of wall time: on a busy machine a second of CPU time may take many.
    let limits = "wall = \"60s\"\noutput = \"1 MiB\"\nmemory = \"200 MiB\"";
    world.file("tiny.toml", TINY_CONTEST.replace("wall = \"3s\"", limits));
    world.script("busy", "while :; do :; done");
    world.script("stubborn", "trap '' TERM; while :; do :; done");
    world.script("crash", "echo 'what a pity' >&2; exit 7");
    world.script("killed", "kill -SEGV $$");
    world.script("flood", "while :; do echo SRSLSSRSLSSRSLS; done");
    world.script("grumbler", "seq 20000 >&2; echo SRSLS");
    world.script("wrong", "echo SRRR");
    world.script("garbage", "printf '\\000\\377hello'");
    world.script("silent", "exit 0");
    world.script("orphan", "(sleep 100; echo late) & echo SRSLS");
    world.script("forking", "( ( while :; do :; done ) & ) ; sleep 100");
    world.script("hog", "head -c 400m /dev/zero | tail");
    let rows = world.run();
    for (team, verdict, detail) in [
        ("busy", "time-limit", "the limit is 1 s"),
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
        let told = rows.detail(team);
        assert!(told.contains(detail), "{team}: {told}");
    }
    assert_eq!(processes_in(&world), "", "nothing of a run is left");
    let errors = world.read("results/tiny/stderr/files/swap/grumbler");
    assert!(errors.starts_with("1\n2\n") && errors.ends_with("\n20000\n") && errors.len() < 17_000);
    // The CPU time of a child that the program did not wait for is counted all the same.
    let cpu: u64 = rows.of("forking")["cpu_ms"].parse().expect("a number");
    assert!(cpu >= 1000, "{cpu}");
}

#[test]
fn programs_that_only_wait_meet_the_wall_limit() {
    let world = World::tiny();
    world.script("sleeper", "sleep 100");
    world.script("stopped", "kill -STOP $$");
    let rows = world.run();
    for team in ["sleeper", "stopped"] {
        assert_eq!(rows.verdict(team), "time-limit");
        assert!(rows.detail(team).starts_with("still running after 3 s"));
    }
    assert_eq!(processes_in(&world), "", "nothing of a run is left");
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
