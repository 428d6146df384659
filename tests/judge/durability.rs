//! Durability: full disks, replaced files, kills at random times, and concurrent sessions.

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use puzzles::Random;

use crate::world::{Ran, TINY_CONTEST, TINY_GRID, World, found_or_skipped, process_with};

/// A contest with so many short runs per team.
fn contest(instances: usize) -> World {
    let world = World::new();
    world.file(
        "tiny.toml",
        TINY_CONTEST.replace("wall = \"3s\"", "wall = \"60s\"\noutput = \"1 MiB\""),
    );
    for number in 0..instances {
        world.file(&format!("grids/swap{number:02}.txt"), TINY_GRID);
    }
    world
        .script("alpha", "cat > /dev/null; echo SRSLS")
        .script("beta", "cat > /dev/null; echo SRLRSLS");
    world
}

fn standings(ran: &Ran) -> Vec<String> {
    let json = ran.json();
    let lines = json["standings"].as_array().expect("a list");
    let shown =
        |line: &serde_json::Value| format!("{} {} {}", line["rank"], line["team"], line["score"]);
    lines.iter().map(shown).collect()
}

#[test]
fn a_hundred_kills_at_random_times() {
    let world = contest(12);
    let expected = standings(&world.judge("run tiny.toml --out whole --format json"));
    let mut random = Random::new(1);
    let commands = [
        "run tiny.toml --out results",
        "run tiny.toml --out results --again alpha",
        "report whole -o page.html",
        "verify whole",
        "compare sorting-robot layout=scatter columns=3 colours=2 --vary rows=3..4 --seeds 0..1 --time 10ms -o compared",
    ];
    for number in 0..100 {
        // Every fourth command is not a plain run.
        let command = if number % 4 == 3 {
            commands[1 + random.below(commands.len() - 1)]
        } else {
            commands[0]
        };
        let mut child = world
            .command(command)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("judge runs");
        sleep(Duration::from_millis(random.below(250) as u64));
        child.kill().expect("killed");
        child.wait().expect("ended");
        if world.path("results/runs.csv").exists() && number % 10 == 9 {
            let shown = world.judge("leaderboard results");
            assert!(
                shown.code == 0 || !world.path("results/run.toml").exists(),
                "after {command}: {}",
                shown.err
            );
        }
        // Pages are written atomically.
        if let Ok(page) = fs::read_to_string(world.path("page.html")) {
            assert!(page.trim_end().ends_with("</html>"), "after {command}");
        }
    }
    let ended = world.judge("run tiny.toml --out results --format json");
    assert_eq!(ended.code, 0, "{}", ended.err);
    assert_eq!(standings(&ended), expected);
    let verified = world.judge("verify results");
    assert_eq!(verified.code, 0, "{}", verified.out);
    let verified = world.judge("verify whole");
    assert_eq!(verified.code, 0, "{}", verified.out);
}

#[test]
fn a_killed_launcher_is_replaced_and_leaves_no_process() {
    let world = contest(1);
    // Unique among the command lines of all processes.
    let time = format!("3.{}", std::process::id());
    let marker = format!("sleep\0{time}");
    world.script(
        "slow",
        &format!("cat > /dev/null; sleep {time}; echo SRSLS"),
    );
    let child = world
        .command("run tiny.toml --jobs 1")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("judge runs");
    let first = wait_for(|| process_with(&marker));
    let launcher = wait_for(|| children(child.id()).first().copied());
    let killed = Command::new("kill")
        .args(["-KILL", &launcher.to_string()])
        .status();
    assert!(killed.expect("kill runs").success());
    wait_for(|| (process_with(&marker) != Some(first)).then_some(()));
    let ran: Ran = child.wait_with_output().expect("ended").into();
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(world.rows("results/tiny").verdict("slow"), "accepted");
    wait_for(|| process_with(&marker).is_none().then_some(()));
}

/// Polls until the condition returns a value.
fn wait_for<T>(mut condition: impl FnMut() -> Option<T>) -> T {
    let started = std::time::Instant::now();
    loop {
        if let Some(found) = condition() {
            return found;
        }
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "nothing after a minute"
        );
        sleep(Duration::from_millis(10));
    }
}

/// Returns the child processes of a process.
fn children(pid: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{pid}/task"))
        .into_iter()
        .flatten();
    let lists = threads
        .flatten()
        .map(|thread| fs::read_to_string(thread.path().join("children")).unwrap_or_default());
    let numbers: Vec<String> = lists.collect();
    let numbers = numbers.iter().flat_map(|list| list.split_whitespace());
    numbers.filter_map(|number| number.parse().ok()).collect()
}

#[test]
fn a_killed_comparison_leaves_no_process() {
    let world = World::new();
    // A seed that is unique among the command lines of all processes.
    let seed = 900_000 + std::process::id();
    let options =
        "layout=scatter columns=30 colours=2 --vary rows=30..31 --solvers best --time 60s -o out";
    let mut child = world
        .command(&format!(
            "compare sorting-robot {options} --seeds {seed}..{seed}"
        ))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("judge runs");
    let measures = || process_with(&format!("--seed\0{seed}")).is_some();
    let wait_until = |wanted: bool| {
        let started = std::time::Instant::now();
        while measures() != wanted {
            assert!(
                started.elapsed() < Duration::from_secs(60),
                "still {}",
                !wanted
            );
            sleep(Duration::from_millis(20));
        }
    };
    wait_until(true);
    child.kill().expect("killed");
    child.wait().expect("ended");
    wait_until(false);
}

#[test]
fn a_full_disk_stops_the_session_and_no_result_is_lost() {
    let is_root = rustix::process::getuid().is_root();
    if !found_or_skipped("root, to mount a small file system", is_root) {
        return;
    }
    let world = contest(8);
    world.file(
        "tiny.toml",
        world.read("tiny.toml").replace("1 MiB", "512 KiB"),
    );
    let expected = standings(&world.judge("run tiny.toml --out whole --format json"));
    world.folder("small");
    // Another program fills the disk, which is freed later.
    let script = r#"
        set -e
        mount -t tmpfs -o size=14m none small
        "$0" run tiny.toml --out small/results > first.txt 2>&1 &
        run=$!
        while [ ! -s small/results/runs.csv ]; do sleep 0.01; done
        cat /dev/zero > small/filler 2> /dev/null || true
        code=0; wait $run || code=$?
        echo $code > first.code
        code=0; "$0" run tiny.toml --out small/results > second.txt 2>&1 || code=$?
        echo $code > second.code
        rm small/filler
        "$0" run tiny.toml --out small/results --format json > third.txt
        "$0" verify small/results > verified.txt
    "#;
    let ran: Ran = Command::new("unshare")
        .args(["-m", "sh", "-c", script, env!("CARGO_BIN_EXE_judge")])
        .current_dir(world.path(""))
        .stdin(Stdio::null())
        .output()
        .expect("unshare runs")
        .into();
    let output = |name: &str| fs::read_to_string(world.path(name)).unwrap_or_default();
    assert_eq!(
        ran.code,
        0,
        "{} {} {}",
        ran.err,
        output("third.txt"),
        output("verified.txt")
    );
    // The first session may end before the disk is full; the second has no space from the start.
    assert!(
        ["0", "2"].contains(&output("first.code").trim()),
        "{}",
        output("first.txt")
    );
    assert_eq!(
        output("second.code").trim(),
        "2",
        "{}",
        output("second.txt")
    );
    assert!(
        output("second.txt").contains("is nearly full"),
        "{}",
        output("second.txt")
    );
    let third = Ran {
        code: 0,
        out: output("third.txt"),
        err: String::new(),
    };
    assert_eq!(standings(&third), expected);
}

#[test]
fn changes_by_other_programs_are_detected_at_the_next_row() {
    for (what, change, expected) in [
        (
            "replaced",
            "cp results/tiny/runs.csv x; mv x results/tiny/runs.csv",
            "was replaced or changed",
        ),
        (
            "changed",
            "echo more >> results/tiny/runs.csv",
            "was replaced or changed",
        ),
        (
            "removed",
            "rm results/tiny/runs.csv",
            "was removed during the run",
        ),
        ("moved", "mv results elsewhere", ""),
    ] {
        let world = contest(3);
        world.script("slow", "sleep 0.4; echo SRSLS");
        let child = world
            .command("run tiny.toml --jobs 1")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("judge runs");
        while fs::read_to_string(world.path("results/tiny/runs.csv"))
            .unwrap_or_default()
            .lines()
            .count()
            < 3
        {
            sleep(Duration::from_millis(5));
        }
        let done = Command::new("sh")
            .args(["-c", change])
            .current_dir(world.path(""))
            .status();
        assert!(done.expect("sh runs").success());
        let ran: Ran = child.wait_with_output().expect("ended").into();
        if expected.is_empty() {
            // The session keeps the folder open, so it continues in the moved folder.
            assert!(ran.code == 0 || ran.code == 2, "{what}: {}", ran.err);
            continue;
        }
        assert_eq!(ran.code, 2, "{what}: {}", ran.err);
        assert!(ran.err.contains(expected), "{what}: {}", ran.err);
    }
}

#[test]
fn a_lost_or_damaged_file_is_an_error() {
    for (file, content, expected) in [
        ("run.toml", None, "run.toml is missing"),
        ("run.toml", Some(""), "run.toml:"),
        (
            "runs.csv",
            Some("round,instance,digest,tram\n"),
            "runs.csv:1: unknown columns",
        ),
    ] {
        let world = contest(1);
        assert_eq!(world.judge("run tiny.toml").code, 0);
        let name = format!("results/tiny/{file}");
        match content {
            Some(content) => drop(fs::write(world.path(&name), content)),
            None => fs::remove_file(world.path(&name)).expect("removed"),
        }
        let ran = world.judge("run tiny.toml");
        assert_eq!(ran.code, 2, "{file}: {}", ran.err);
        assert!(ran.err.contains(expected), "{file}: {}", ran.err);
        assert!(ran.err.contains("--fresh"), "{file}: {}", ran.err);
        assert_eq!(world.judge("run tiny.toml --fresh").code, 0);
    }
}

#[test]
fn runs_with_damaged_files_are_repeated() {
    let world = contest(2);
    let expected = standings(&world.judge("run tiny.toml --format json"));
    let answer = "results/tiny/answers/files/swap00/alpha";
    for damage in ["", "S", "SRSLSRRRR\n"] {
        world.file(answer, damage);
        let ran = world.judge("run tiny.toml --format json");
        assert_eq!(standings(&ran), expected);
        assert_eq!(world.read(answer), "SRSLS\n");
    }
    fs::remove_file(world.path(answer)).expect("removed");
    assert_eq!(
        standings(&world.judge("run tiny.toml --format json")),
        expected
    );
    assert_eq!(world.read(answer), "SRSLS\n");
    assert_eq!(world.history("results/tiny").0.len(), 6 + 4);
    assert_eq!(world.judge("verify results/tiny").code, 0);
}

#[test]
fn a_second_session_fails_while_the_first_runs() {
    let world = contest(4);
    world.script("slow", "sleep 0.3; echo SRSLS");
    let first = world
        .command("run tiny.toml --jobs 1 --format json")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("judge runs");
    while !world.path("results/tiny/runs.csv").exists() {
        sleep(Duration::from_millis(5));
    }
    let second = world.judge("run tiny.toml");
    assert_eq!(second.code, 2, "{}", second.err);
    assert!(
        second.err.contains("is in use by another run"),
        "{}",
        second.err
    );
    let first: Ran = first.wait_with_output().expect("ended").into();
    assert_eq!(first.code, 0);
    assert_eq!(world.judge("verify results/tiny").code, 0);
}

#[test]
fn fresh_cannot_be_limited_to_a_team() {
    let world = contest(1);
    assert_eq!(world.judge("run tiny.toml").code, 0);
    let before = world.read("results/tiny/runs.csv");
    for option in ["--only alpha", "--again alpha"] {
        let ran = world.judge(&format!("run tiny.toml --fresh {option}"));
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(ran.err.contains("--again TEAM"), "{}", ran.err);
    }
    assert_eq!(world.read("results/tiny/runs.csv"), before);
    assert_eq!(world.judge("run tiny.toml --again alpha").code, 0);
    let after = world.history("results/tiny").0;
    assert_eq!(after.len(), 4);
    assert_eq!(after[3]["team"], "alpha");
    let unknown = world.judge("run tiny.toml --again alfa");
    assert!(
        unknown.err.contains("did you mean `alpha`?"),
        "{}",
        unknown.err
    );
}
