//! Nothing is lost: killed and interrupted runs go on where they stopped.

use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::world::World;

/// A contest of six slow cells a team.
fn slow_world() -> World {
    let world = World::tiny();
    for number in 0..6 {
        world.file(&format!("grids/swap{number}.txt"), "1 2 2\n0 1\n1 0\n");
    }
    std::fs::remove_file(world.path("grids/swap.txt")).expect("removed");
    world.script(
        "steady",
        "echo x >> ../../steady.log; sleep 0.3; echo SRSLS",
    );
    world.script(
        "walker",
        "echo x >> ../../walker.log; sleep 0.2; echo SRLRSLS",
    );
    world
}

/// Starts the contest and waits until some rows are there.
fn start(world: &World, rows: usize) -> Child {
    let child = world
        .command("run tiny.toml --jobs 1")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("judge runs");
    let deadline = Instant::now() + Duration::from_secs(60);
    let written = || {
        std::fs::read_to_string(world.path("results/tiny/runs.csv"))
            .unwrap_or_default()
            .lines()
            .count()
    };
    while written() < rows + 1 {
        assert!(Instant::now() < deadline, "no rows after a minute");
        sleep(Duration::from_millis(20));
    }
    child
}

/// Standings without the times, which differ from run to run.
fn standings(world: &World, command: &str) -> Vec<(String, String, String)> {
    let json = world.judge(command).json();
    let lines = json["standings"].as_array().expect("a list");
    lines
        .iter()
        .map(|l| {
            (
                l["rank"].to_string(),
                l["team"].to_string(),
                l["score"].to_string(),
            )
        })
        .collect()
}

#[test]
fn after_kill_nine_a_run_goes_on() {
    let world = slow_world();
    let mut child = start(&world, 5);
    child.kill().expect("killed");
    child.wait().expect("ended");
    // Tear the last line as a crash of the machine might.
    let runs = world.read("results/tiny/runs.csv");
    let kept = runs.lines().count() - 1;
    world.file("results/tiny/runs.csv", format!("{runs}files,swap5,torn"));
    let unfinished = world.judge("leaderboard results/tiny");
    assert_eq!(unfinished.code, 0, "{}", unfinished.err);
    assert!(
        unfinished.out.contains("unfinished: ranked on the"),
        "{}",
        unfinished.out
    );

    let resumed = standings(&world, "run tiny.toml --format json");
    let rows = world.rows("results/tiny");
    assert_eq!(rows.0.len(), 18, "every cell exactly once");
    let started =
        world.read("steady.log").lines().count() + world.read("walker.log").lines().count();
    assert!(
        started <= 12 + 1,
        "{started} starts for 12 cells, {kept} of which were kept"
    );

    let whole = slow_world();
    assert_eq!(standings(&whole, "run tiny.toml --format json"), resumed);
    assert_eq!(
        standings(&world, "leaderboard results/tiny --format json"),
        resumed
    );
    assert_eq!(resumed[0].1, "\"steady\"");
    // All done: running again starts nothing.
    assert_eq!(standings(&world, "run tiny.toml --format json"), resumed);
    assert_eq!(world.rows("results/tiny").0.len(), 18);
}

#[test]
fn no_program_outlives_a_killed_judge() {
    let world = World::tiny();
    world
        .script("first", "echo SRSLS")
        .script("second", "echo $$ > pid; sleep 300");
    let mut child = start(&world, 1);
    let deadline = Instant::now() + Duration::from_secs(60);
    while !world.path("teams/second/pid").exists() {
        assert!(Instant::now() < deadline);
        sleep(Duration::from_millis(20));
    }
    let pid = world.read("teams/second/pid").trim().to_owned();
    child.kill().expect("killed");
    child.wait().expect("ended");
    let gone = || !std::path::Path::new(&format!("/proc/{pid}")).exists();
    while !gone() {
        assert!(Instant::now() < deadline, "process {pid} is still there");
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn ctrl_c_keeps_what_is_finished() {
    let world = slow_world();
    let mut child = start(&world, 4);
    Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("sent");
    let status = child.wait().expect("ended");
    assert_eq!(status.code(), Some(130));
    let kept = world
        .rows("results/tiny")
        .0
        .iter()
        .filter(|row| row["verdict"] == "accepted")
        .count();
    assert!(kept >= 4);
    assert_eq!(world.judge("run tiny.toml").code, 0);
    let rows = world.rows("results/tiny");
    assert!(rows.0.iter().all(|row| row["verdict"] == "accepted"));
    assert_eq!(rows.0.len(), 18);
}

#[test]
fn what_changed_is_run_again_and_nothing_else() {
    let world = World::tiny();
    world.script("same", "echo x >> ../../same.log; echo SRSLS");
    world.script("changes", "echo x >> ../../changes.log; echo SRLRSLS");
    let log = |name: &str| world.read(name).lines().count();
    world.run();
    world.script("changes", "echo x >> ../../changes.log; echo SRSLS");
    assert_eq!(world.run().of("changes")["value"], "2");
    assert_eq!((log("same.log"), log("changes.log")), (1, 2));
    world.judge("run tiny.toml --fresh");
    assert_eq!((log("same.log"), log("changes.log")), (2, 3));
    world.judge("run tiny.toml --fresh --only same");
    assert_eq!((log("same.log"), log("changes.log")), (3, 3));
    // Another instance under the same name.
    world.file("grids/swap.txt", "1 3 2\n0 1 0\n1 0 0\n");
    world.run();
    assert_eq!((log("same.log"), log("changes.log")), (4, 4));
}
