//! Tests the verdicts of programs that exceed limits or fail.

use crate::world::{TINY_CONTEST, World, process_with};

#[test]
fn verdicts_of_misbehaving_programs() {
    let world = World::tiny();
    // A long wall-clock limit: on a busy machine a second of CPU time may take many.
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
    let mark = format!("100.{}", std::process::id());
    world.script("orphan", &format!("(sleep {mark}; echo late) & echo SRSLS"));
    world.script(
        "forking",
        &format!("( ( while :; do :; done ) & ) ; sleep {mark}"),
    );
    world.script("hog", "yes | head -c 400000000 | tail -c 400000000");
    let rows = world.run();
    for (team, verdict, expected) in [
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
        let detail = rows.detail(team);
        assert!(detail.contains(expected), "{team}: {detail}");
    }
    assert_eq!(process_with(&mark), None, "a process outlives its run");
    let errors = world.read("results/tiny/stderr/files/swap/grumbler");
    assert!(errors.starts_with("1\n2\n") && errors.ends_with("\n20000\n") && errors.len() < 17_000);
    // The CPU time of a child counts even if the program did not wait for it.
    let cpu: u64 = rows.of("forking")["cpu_ms"].parse().expect("a number");
    assert!(cpu >= 1000, "{cpu}");
}

#[test]
fn programs_that_only_wait_reach_the_wall_limit() {
    let world = World::tiny();
    let mark = format!("200.{}", std::process::id());
    world.script("sleeper", &format!("sleep {mark}"));
    world.script("stopped", "kill -STOP $$");
    let rows = world.run();
    for team in ["sleeper", "stopped"] {
        assert_eq!(rows.verdict(team), "time-limit");
        assert!(
            rows.detail(team)
                .starts_with("reached the wall limit of 3 s")
        );
    }
    assert_eq!(process_with(&mark), None, "a process outlives its run");
}

#[test]
fn the_environment_holds_the_limits_and_nothing_else() {
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

/// Runs the tiny contest with options and returns its results.
fn run_with(world: &World, options: &str) -> crate::world::Rows {
    let ran = world.judge(&format!("run tiny.toml {options}"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    world.rows("results/tiny")
}

#[test]
fn an_answer_after_the_limit_does_not_count_even_after_a_flood() {
    // Floods standard output with answers of four steps; on SIGTERM it waits and writes one of two.
    let flood = r#"
        #include <signal.h>
        #include <string.h>
        #include <unistd.h>
        static volatile sig_atomic_t asked;
        static void end(int signal) { (void)signal; asked = 1; }
        int main(void) {
            static char block[9 * 7000];
            for (int at = 0; at < 7000; at++) memcpy(block + 9 * at, "SRLRSLS\n\n", 9);
            signal(SIGTERM, end);
            while (!asked) {
                if (write(1, block, sizeof block) < 0) break;
                for (volatile int wait = 0; wait < 1000000; wait++) {}
            }
            usleep(150000);
            write(1, "\n\nSRSLS\n\n", 9);
        }
    "#;
    for options in ["", "--no-cgroups"] {
        let world = World::tiny();
        let limits = "time = \"300ms\"\ngrace = \"500ms\"\noutput = \"2 GiB\"\nanytime = true";
        world.file("tiny.toml", TINY_CONTEST.replace("time = \"1s\"", limits));
        for team in 0..4 {
            world.file(&format!("teams/flood{team}/solver.c"), flood);
        }
        let rows = run_with(&world, options);
        for team in 0..4 {
            let row = rows.of(&format!("flood{team}"));
            let result = (row["verdict"].as_str(), row["value"].as_str());
            assert_eq!(result, ("accepted", "4"), "{}", row["detail"]);
        }
    }
}

#[test]
fn memory_is_checked_however_a_run_ends() {
    // Prints the right answer, exceeds the memory limit, and runs until the time limit.
    let hog = r#"
        #include <stdio.h>
        #include <stdlib.h>
        int main(void) {
            puts("SRSLS\n");
            fflush(stdout);
            volatile char *block = malloc(300 << 20);
            for (int at = 0; block && at < 300 << 20; at += 4096) block[at] = 1;
            for (;;) block[0]++;
        }
    "#;
    for options in ["", "--no-cgroups"] {
        let world = World::tiny();
        let limits = "time = \"1s\"\nmemory = \"200 MiB\"\nanytime = true";
        world.file("tiny.toml", TINY_CONTEST.replace("time = \"1s\"", limits));
        world.file("teams/hog/solver.c", hog);
        let rows = run_with(&world, options);
        assert_eq!(
            rows.verdict("hog"),
            "memory-limit",
            "{}",
            rows.detail("hog")
        );
    }
}

#[test]
fn the_accounting_is_recorded() {
    let world = World::tiny();
    world.script("team", "echo SRSLS");
    run_with(&world, "--no-cgroups");
    let facts = world.read("results/tiny/run.toml");
    assert!(facts.contains("memory limit: sampled"), "{facts}");
    let shown = world.judge("leaderboard results/tiny").out;
    assert!(shown.contains("memory limit: sampled"), "{shown}");
    assert!(
        world
            .read("results/tiny/report.html")
            .contains("memory limit: sampled")
    );
    let doctor = world.judge("doctor").out;
    let enforced = doctor.contains("memory limit: enforced");
    assert!(
        enforced || doctor.contains("memory limit: sampled"),
        "{doctor}"
    );
    if enforced {
        run_with(&world, "--fresh");
        let facts = world.read("results/tiny/run.toml");
        assert!(
            facts.contains("memory limit: enforced (cgroup v"),
            "{facts}"
        );
        let shown = world.judge("leaderboard results/tiny").out;
        assert!(!shown.contains("sampled"), "{shown}");
    }
}

#[test]
fn a_bundled_solver_without_an_answer_in_time_gets_time_limit() {
    let world = World::new();
    world.folder("teams").file(
        "tiny.toml",
        "name = \"Tiny\"\nproblem = \"swap-puzzle\"\nsubmissions = \"teams\"\nbaselines = [\"astar\", \"greedy\"]\n\
         [limits]\ntime = \"300ms\"\nwall = \"1s\"\nmemory = \"2 GiB\"\n\
         [[round]]\nname = \"all\"\nseed = 3\ngenerate = [{ count = 1, rows = 6, columns = 6 }]\n",
    );
    let rows = world.run();
    let detail = rows.detail("astar");
    assert_eq!(rows.verdict("astar"), "time-limit", "{detail}");
    assert_eq!(
        rows.verdict("greedy"),
        "accepted",
        "{}",
        rows.detail("greedy")
    );
    // Outside a contest it fails at once.
    let made = world.judge("generate swap-puzzle rows=6 columns=6 -o grid.txt");
    assert_eq!(made.code, 0, "{}", made.err);
    let solved = world.judge("solve grid.txt --with astar --time 100ms --stream");
    assert_eq!(solved.code, 2);
    assert!(
        solved.err.contains("before it had an answer"),
        "{}",
        solved.err
    );
}
