//! Killed and interrupted sessions are resumed without losing results.

use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::world::World;

/// A contest with six slow runs per team.
fn slow_world() -> World {
    let world = World::tiny();
    for number in 0..6 {
        world.file(&format!("grids/swap{number}.txt"), "1 2 2\n0 1\n1 0\n");
    }
    std::fs::remove_file(world.path("grids/swap.txt")).expect("removed");
    world.script("steady", "sleep 0.3; echo SRSLS");
    world.script("walker", "sleep 0.2; echo SRLRSLS");
    world
}

/// Starts the contest and waits until so many rows are recorded.
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

/// Returns the standings without times, which differ from run to run.
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
fn a_killed_session_is_resumed() {
    let world = slow_world();
    let mut child = start(&world, 5);
    child.kill().expect("killed");
    child.wait().expect("ended");
    // A torn last line, as after a crash of the machine.
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
    assert_eq!(rows.0.len(), 18, "every run exactly once");
    let complete = world.read("results/tiny/runs.csv");
    assert!(
        complete.starts_with(&runs),
        "{kept} finished rows are kept as they are"
    );

    let whole = slow_world();
    assert_eq!(standings(&whole, "run tiny.toml --format json"), resumed);
    assert_eq!(
        standings(&world, "leaderboard results/tiny --format json"),
        resumed
    );
    assert_eq!(resumed[0].1, "\"steady\"");
    // Nothing is left to run.
    assert_eq!(standings(&world, "run tiny.toml --format json"), resumed);
    assert_eq!(world.rows("results/tiny").0.len(), 18);
}

#[test]
fn no_program_outlives_a_killed_judge() {
    let world = World::tiny();
    // Unique among the command lines of all processes.
    let marker = format!("300.{}", std::process::id());
    world.script("first", "echo SRSLS");
    world.script("second", &format!("sleep {marker}"));
    let mut child = start(&world, 1);
    let deadline = Instant::now() + Duration::from_secs(60);
    wait_until(deadline, || runs_with(&marker));
    child.kill().expect("killed");
    child.wait().expect("ended");
    wait_until(deadline, || !runs_with(&marker));
}

fn wait_until(deadline: Instant, mut condition: impl FnMut() -> bool) {
    while !condition() {
        assert!(Instant::now() < deadline, "it did not happen in time");
        sleep(Duration::from_millis(20));
    }
}

/// Returns whether a process has this on its command line.
fn runs_with(marker: &str) -> bool {
    let processes = std::fs::read_dir("/proc").expect("processes").flatten();
    let mut commands = processes.filter_map(|p| std::fs::read(p.path().join("cmdline")).ok());
    commands.any(|command| String::from_utf8_lossy(&command).contains(marker))
}

#[test]
fn an_interrupted_session_keeps_finished_runs() {
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
fn only_changed_programs_are_run_again() {
    let world = World::tiny();
    // The time on standard error identifies a run.
    let program = |answer: &str| format!("date +%s%N >&2; echo {answer}");
    world.script("same", &program("SRSLS"));
    world.script("changes", &program("SRLRSLS"));
    let runs = || {
        let stamp = |team: &str| world.read(&format!("results/tiny/stderr/files/swap/{team}"));
        (stamp("same"), stamp("changes"))
    };
    world.run();
    let first = runs();
    world.script("changes", &program("SRSLS"));
    assert_eq!(world.run().of("changes")["value"], "2");
    let second = runs();
    assert!(second.0 == first.0 && second.1 != first.1);
    world.judge("run tiny.toml --only same");
    assert_eq!(runs(), second);
    // The files of the first program were replaced by those of the second: it is run again when it comes back.
    world.script("changes", &program("SRLRSLS"));
    assert_eq!(world.run().of("changes")["value"], "4");
    let back = runs();
    assert!(back.0 == second.0 && back.1 != second.1 && back.1 != first.1);
    assert_eq!(
        world.read("results/tiny/answers/files/swap/changes"),
        "SRLRSLS\n"
    );
    world.judge("run tiny.toml --fresh");
    let third = runs();
    assert!(third.0 != second.0 && third.1 != second.1);
    // Another instance with the same name.
    world.file("grids/swap.txt", "1 3 2\n0 1 0\n1 0 0\n");
    world.run();
    let fourth = runs();
    assert!(fourth.0 != third.0 && fourth.1 != third.1);
    // Other limits.
    let contest = world
        .read("tiny.toml")
        .replace("wall = \"3s\"", "wall = \"4s\"");
    world.file("tiny.toml", contest);
    world.judge("run tiny.toml --only same");
    let fifth = runs();
    assert!(fifth.0 != fourth.0 && fifth.1 == fourth.1);
    assert_eq!(
        world.rows("results/tiny").verdict("changes"),
        "accepted",
        "rows of other teams remain valid"
    );
}

#[test]
fn removed_teams_and_baselines_are_not_ranked() {
    let world = World::tiny();
    world
        .script("stays", "echo SRSLS")
        .script("leaves", "echo SRSLS");
    world.run();
    std::fs::remove_dir_all(world.path("teams/leaves")).expect("removed");
    world.file("grids/more.txt", "1 2 2\n0 1\n1 0\n");
    let contest = world
        .read("tiny.toml")
        .replace("[\"naive\"]", "[\"circular\"]");
    world.file("tiny.toml", contest);
    let json = world.judge("run tiny.toml --format json").json();
    let lines = json["standings"].as_array().expect("a list");
    let teams: Vec<_> = lines.iter().map(|line| line["team"].clone()).collect();
    assert_eq!(teams, ["stays", "circular"]);
    assert_eq!(
        (&json["instances"], &json["planned"]),
        (&2.into(), &2.into())
    );
}

#[test]
fn a_tie_break_is_kept_when_it_is_removed_and_restored() {
    let world = World::tiny();
    let without = world.read("tiny.toml");
    let round = "\n[[round]]\nname = \"decider\"\ntie_break = true\ninstances = \"more\"\n";
    let with = without.clone() + round;
    world.file("more/row.txt", "1 3 2\n0 1 0\n1 0 0\n");
    let program = "date +%s%N >&2; read m n c; [ $n = 3 ] && ";
    world.script("long", &format!("{program} echo SRSRLLS || echo SRSLS"));
    world.script("short", &format!("{program} echo SRSLS || echo SRSLS"));
    // The time on standard error identifies a run.
    let decider = || {
        let time = |team: &str| world.read(&format!("results/tiny/stderr/decider/row/{team}"));
        (time("long"), time("short"))
    };
    let run = |contest: &str| {
        world.file("tiny.toml", contest);
        world.run();
        let verified = world.judge("verify results/tiny");
        assert_eq!(verified.code, 0, "{}", verified.out);
    };
    run(&with);
    let first = decider();
    run(&with);
    assert_eq!(decider(), first);
    assert!(
        world
            .read("results/tiny/run.toml")
            .contains("tie_break = true")
    );
    run(&without);
    assert!(
        !world
            .read("results/tiny/run.toml")
            .contains("tie_break = true")
    );
    run(&with);
    assert!(
        world
            .read("results/tiny/run.toml")
            .contains("tie_break = true")
    );
    assert_eq!(decider(), first);
}

#[test]
fn only_instances_that_all_have_run_are_ranked() {
    let world = slow_world();
    let mut child = start(&world, 1);
    child.kill().expect("killed");
    child.wait().expect("ended");
    let json = world.judge("leaderboard results/tiny --format json").json();
    assert_eq!(
        json["standings"].as_array().expect("a list").len(),
        3,
        "all entrants are shown"
    );
    assert_eq!(json["instances"], 0);
}

#[test]
fn a_folder_belongs_to_one_contest_and_one_session_at_a_time() {
    let world = slow_world();
    let mut child = start(&world, 1);
    let second = world.judge("run tiny.toml");
    assert_eq!(second.code, 2);
    assert!(
        second.err.contains("results/tiny is in use by another run"),
        "{}",
        second.err
    );
    child.kill().expect("killed");
    child.wait().expect("ended");
    world.file("other.toml", world.read("tiny.toml"));
    let other = world.judge("run other.toml --out results/tiny");
    assert_eq!(other.code, 2);
    assert!(
        other
            .err
            .contains("holds the results of another contest, tiny.toml"),
        "{}",
        other.err
    );
}

#[test]
fn control_groups_of_killed_judges_are_removed() {
    let world = World::tiny();
    world.file(
        "tiny.toml",
        crate::world::TINY_CONTEST.replace("wall = \"3s\"", "wall = \"60s\""),
    );
    for team in ["one", "two", "three"] {
        world.script(team, "(sleep 41) & sleep 41");
    }
    for round in 0..4 {
        let mut judge = world
            .command("run tiny.toml --jobs 2")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("judge runs");
        let deadline = Instant::now() + Duration::from_secs(60);
        wait_until(deadline, || runs_with("sleep\u{0}41"));
        // In every other round the launchers are killed first. Their programs must end with the judge nevertheless.
        if round % 2 == 1 {
            for child in children(judge.id()) {
                let _ = Command::new("kill").args(["-9", &child]).status();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        judge.kill().expect("killed");
        judge.wait().expect("ended");
        wait_until(deadline, || !runs_with("sleep\u{0}41"));
    }
    for team in ["one", "two", "three"] {
        world.script(team, "echo SRSLS");
    }
    let started = std::time::SystemTime::now();
    assert_eq!(world.judge("run tiny.toml").code, 0);
    assert_eq!(abandoned_groups(started), Vec::<String>::new());
}

fn children(process: u32) -> Vec<String> {
    let path = format!("/proc/{process}/task");
    let threads = std::fs::read_dir(path).into_iter().flatten().flatten();
    let children = threads
        .map(|thread| std::fs::read_to_string(thread.path().join("children")).unwrap_or_default());
    children
        .flat_map(|list| {
            list.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Returns control groups of judges that are older than a time and not in use.
fn abandoned_groups(before: std::time::SystemTime) -> Vec<String> {
    let groups = walkdir::WalkDir::new("/sys/fs/cgroup")
        .into_iter()
        .flatten();
    let groups = groups.filter(|entry| {
        let name = entry.file_name().to_string_lossy();
        name.starts_with("judge-") && entry.file_type().is_dir()
    });
    let abandoned = groups.filter(|entry| {
        let Ok(folder) = std::fs::File::open(entry.path()) else {
            return false;
        };
        let old = folder.metadata().and_then(|found| found.modified());
        old.is_ok_and(|time| time < before)
            && rustix::fs::flock(
                &folder,
                rustix::fs::FlockOperation::NonBlockingLockExclusive,
            )
            .is_ok()
    });
    abandoned
        .map(|entry| entry.path().display().to_string())
        .collect()
}
