//! `judge try`: what is run, what is kept, and what students see of it.

mod ci;
mod watch;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::world::{Ran, TINY_CONTEST, TINY_GRID, World};

/// Two steps on the tiny grid, and four.
const SHORT: &str = "echo SRSLS";
const LONG: &str = "echo SRSLSRL";

const TRY: &str = "try teams/t --contest tiny.toml";

fn world(program: &str) -> World {
    let world = World::tiny();
    world.script("t", program);
    world
}

/// Runs a command that succeeds.
fn passes(world: &World, arguments: &str) -> Ran {
    let ran = world.judge(arguments);
    assert_eq!(ran.code, 0, "{arguments}: {}{}", ran.out, ran.err);
    ran
}

#[test]
fn tries_are_compared_with_the_last_and_the_best() {
    let world = world(LONG);
    let first = passes(&world, &format!("{TRY} -m start"));
    assert!(first.out.contains("kept as try 1"), "{}", first.out);
    assert!(!first.out.contains("since"), "{}", first.out);
    world.script("t", SHORT);
    let second = passes(&world, TRY);
    let lines: Vec<&str> = second.out.lines().collect();
    let header = "instance  yours  since last  [naive]  bound    gap   CPU  verdict";
    let words = |line: &str| {
        line.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(words(lines[1]), words(header), "{}", second.out);
    assert_eq!(words(lines[3])[..7], words("swap 2 2 better 2 2 0.0")[..7]);
    let since = "since try 1: better on 1, worse on 0, equal on 0; better with 100 %";
    assert!(second.out.contains(since), "{}", second.out);
    world.script("t", "echo RRR");
    assert_eq!(world.judge(TRY).code, 1);
    world.script("t", LONG);
    let fourth = passes(&world, TRY);
    for text in ["solved", "since best", "2 worse", "best so far: try 2 with"] {
        assert!(fourth.out.contains(text), "{}", fourth.out);
    }
    let log = passes(&world, "try teams/t --log --format json").json();
    let tries = log["tries"].as_array().expect("tries");
    assert_eq!(tries.len(), 4);
    assert_eq!(tries[0]["note"], "start");
    assert_eq!(tries[2]["accepted"], 0);
    let best: Vec<bool> = tries.iter().map(|t| t["best"] == true).collect();
    assert_eq!(best, [false, true, false, false]);
    let diff = passes(&world, "diff teams/t/.judge/1 teams/t/.judge/2 --team t");
    assert!(
        diff.out.contains("files/swap: 4 → 2 (+40.0 %)"),
        "{}",
        diff.out
    );
    // The program keeps its history under another name.
    fs::rename(world.path("teams/t"), world.path("teams/u")).expect("a folder");
    let ran = passes(&world, "try teams/u --contest tiny.toml");
    assert!(
        ran.out.contains("since try 4: no value changed"),
        "{}",
        ran.out
    );
    let diff = passes(&world, "diff teams/u/.judge/2 teams/u/.judge/5 --team u");
    assert!(diff.out.contains("files/swap: 2 → 4"), "{}", diff.out);
    fs::rename(world.path("teams/u"), world.path("teams/t")).expect("a folder");
    for command in ["verify", "leaderboard", "report"] {
        passes(&world, &format!("{command} teams/t/.judge/4"));
    }
}

#[test]
fn the_history_is_not_part_of_the_submission() {
    let world = world("ls -A >&2; echo SRSLS");
    let digest = |rows: &crate::world::Rows| rows.of("t")["provenance"].clone();
    passes(&world, "run tiny.toml --out before");
    let before = digest(&world.rows("before"));
    let tried = passes(&world, &format!("{TRY} --stderr"));
    let again = passes(&world, &format!("{TRY} --stderr"));
    for ran in [&tried, &again] {
        let listed = ran.out.split("standard error on swap:").nth(1);
        let listed: Vec<&str> = listed.expect(&ran.out).split_whitespace().collect();
        assert_eq!(listed, ["solver"]);
    }
    // The results are still valid: the program has not changed.
    passes(&world, "run tiny.toml --out before");
    assert_eq!(digest(&world.rows("before")), before);
    assert_eq!(world.history("before").0.len(), 2);
    // A file next to others has its own history.
    world.file("one.py", "print('SRSLS')\n");
    passes(&world, "try one.py --contest tiny.toml");
    assert!(world.path(".judge/one.py/1/try.toml").is_file());
    assert_eq!(world.read(".judge/.gitignore"), "*\n");
}

#[test]
fn the_folder_itself_can_be_named_by_a_dot() {
    let world = world(SHORT);
    let mut command = world.command("try . --contest ../../tiny.toml --format json");
    let ran: Ran = command
        .current_dir(world.path("teams/t"))
        .output()
        .expect("judge runs")
        .into();
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.json()["runs"][0]["team"], "t");
    // A program that is called like a baseline is not mistaken for it.
    world.script("naive", LONG);
    let ran = passes(&world, "try teams/naive --contest tiny.toml --format json");
    let runs = ran.json()["runs"].clone();
    let value = |baseline: bool| {
        let mut runs = runs.as_array().expect("runs").iter();
        runs.find(|run| run["baseline"] == baseline).expect("a run")["value"].clone()
    };
    assert_eq!((value(false), value(true)), (4.into(), 2.into()));
}

#[test]
fn no_secret_is_needed() {
    let world = world("while read line; do :; done; echo");
    let rounds = r#"
[[round]]
name = "drawn"
public = true
seed_file = "secret.txt"
generate = [{ count = 2, layout = "vector", columns = 2 }]

[[round]]
name = "hidden"
seed_file = "secret.txt"
generate = [{ count = 2, layout = "vector", columns = 2 }]
"#;
    world.file("tiny.toml", TINY_CONTEST.to_owned() + rounds);
    world.script("t", SHORT);
    let ran = passes(&world, TRY);
    assert!(ran.err.contains("round `drawn` is left out"), "{}", ran.err);
    assert!(
        ran.out.contains("swap") && !ran.out.contains("vector"),
        "{}",
        ran.out
    );
    world.file("secret.txt", "some words that nobody knows");
    let ran = passes(&world, &format!("{TRY} --format csv"));
    assert_eq!(ran.out.lines().count(), 4, "{}", ran.out);
    for file in ["run.toml", "try.toml"] {
        let kept = world.read(&format!("teams/t/.judge/2/{file}"));
        let is_silent = !kept.contains("secret") && !kept.contains("hidden");
        assert!(is_silent, "{kept}");
    }
}

#[test]
fn instances_are_chosen() {
    let world = world(SHORT);
    let names = |arguments: &str| -> Vec<String> {
        let ran = passes(&world, &format!("{TRY} {arguments} --format csv"));
        let lines = ran.out.lines().skip(1);
        let first = lines.map(|line| line.split(',').next().expect("a cell").to_owned());
        first.collect()
    };
    world
        .file("more/a.txt", TINY_GRID)
        .file("more/b.txt", TINY_GRID);
    world.file("other/a.txt", TINY_GRID);
    assert_eq!(names(""), ["swap"]);
    assert_eq!(names("--instance more/a.txt other/a.txt"), ["a", "a-2"]);
    assert_eq!(names("--instance more --all"), ["swap", "a", "b"]);
    let generated = names("layout=vector columns=2 --seeds 0..2");
    assert_eq!(
        generated,
        ["vector-1x2-c2-s0", "vector-1x2-c2-s1", "vector-1x2-c2-s2"]
    );
    for number in 0..25 {
        world.file(&format!("grids/n{number:02}.txt"), TINY_GRID);
    }
    let few = world.judge(TRY);
    assert!(
        few.err.contains("10 of the 26 instances of round `files`"),
        "{}",
        few.err
    );
    assert_eq!(names("").len(), 10);
    assert_eq!(names("--all").len(), 26);
    let wrong = world.judge(&format!("{TRY} --instance tiny.toml"));
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.err.contains("parsed as a sorting-robot instance"),
        "{}",
        wrong.err
    );
}

#[test]
fn failures_are_explained() {
    let world = world("printf 'about to \\033[2J fail\\n' >&2; echo Lecture OK");
    let ran = world.judge(&format!("{TRY} --stderr"));
    assert_eq!(ran.code, 1);
    for text in [
        "swap: unreadable answer: line 1, column 2: found `e`",
        "standard error on swap:\nabout to \u{fffd}[2J fail\n",
    ] {
        assert!(ran.out.contains(text), "{}", ran.out);
    }
    world.script("t", "kill -9 $$");
    let ran = world.judge(TRY);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("killed by SIGKILL"), "{}", ran.out);
    world.folder("teams/empty");
    let ran = world.judge("try teams/empty --contest tiny.toml");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("nothing to run"), "{}", ran.err);
    assert!(!world.path("teams/empty/.judge").exists());
}

#[test]
fn a_failed_build_shows_its_log_and_is_not_kept() {
    let world = World::tiny();
    let manifest = "build = [\"sh\", \"-c\", \"echo one; echo two; exit 3\"]\nrun = [\"./x\"]\n";
    world.file("teams/t/submission.toml", manifest);
    let ran = world.judge(TRY);
    assert_eq!(ran.code, 1);
    assert!(ran.out.starts_with("build failed: "), "{}", ran.out);
    assert!(ran.out.contains("\none\ntwo\n"), "{}", ran.out);
    let json = world.judge(&format!("{TRY} --format json"));
    assert_eq!(json.code, 1);
    let log = json.json()["build_log"].as_str().expect("a log").to_owned();
    assert!(log.contains("one\ntwo"), "{log}");
    let ran = world.judge("try teams/t --log");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("has no earlier tries"), "{}", ran.err);
}

#[test]
fn a_hostile_history_is_not_followed() {
    let world = world(SHORT);
    world.folder("outside");
    symlink(world.path("outside"), world.path("teams/t/.judge")).expect("a link");
    let ran = passes(&world, TRY);
    assert!(ran.err.contains("this try cannot be kept"), "{}", ran.err);
    assert_eq!(
        fs::read_dir(world.path("outside"))
            .expect("a folder")
            .count(),
        0
    );
    assert_eq!(world.judge("try teams/t --log").code, 2);
    fs::remove_file(world.path("teams/t/.judge")).expect("a link");
    // What is written there by hand is shown, not obeyed.
    passes(&world, TRY);
    let record = world.read("teams/t/.judge/1/try.toml");
    let forged = record.replacen(
        "program = ",
        "note = \"\\u001b[2Jgone\\nnext\"\nprogram = ",
        1,
    );
    world.file("teams/t/.judge/1/try.toml", forged);
    world.file("teams/t/.judge/2/try.toml", "nonsense");
    world.file("teams/t/.judge/77", "a file");
    symlink(
        Path::new("/dev/zero"),
        world.path("teams/t/.judge/2/runs.csv"),
    )
    .expect("a link");
    let log = passes(&world, "try teams/t --log");
    assert!(!log.out.contains('\x1b'), "{:?}", log.out);
    assert!(log.out.contains("[2Jgone next"), "{}", log.out);
    world.file("teams/t/.judge/1/runs.csv", "\0");
    let ran = passes(&world, TRY);
    assert!(ran.out.contains("kept as try 3"), "{}", ran.out);
}

#[test]
fn a_kill_leaves_the_earlier_tries() {
    let world = world(SHORT);
    passes(&world, &format!("{TRY} -m whole"));
    world.script("t", "sleep 60");
    let slow = TINY_CONTEST.replace("wall = \"3s\"", "wall = \"60s\"");
    world.file("tiny.toml", slow);
    let mut judge = world
        .command(TRY)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("judge runs");
    let started = Instant::now();
    while !world.path("teams/t/.judge/2/runs.csv").exists() {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "it never began"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
    judge.kill().expect("a process");
    judge.wait().expect("a process");
    let log = passes(&world, "try teams/t --log");
    assert!(log.out.contains("whole"), "{}", log.out);
    assert_eq!(log.out.matches("of 1").count(), 1, "{}", log.out);
    world.script("t", SHORT);
    let ran = passes(&world, TRY);
    assert!(
        ran.out.contains("since try 1: no value changed"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("kept as try 3"), "{}", ran.out);
}

#[test]
fn the_report_has_the_replay() {
    let world = world(SHORT);
    let ran = passes(&world, &format!("{TRY} --report page.html"));
    assert!(ran.err.contains("the page is in page.html"), "{}", ran.err);
    let page = world.read("page.html");
    assert!(page.contains("\"answers\":[["), "no replays in {page}");
    let ran = world.judge(&format!("{TRY} --report nowhere/page.html"));
    assert_eq!(ran.code, 2, "{}", ran.err);
}

#[test]
fn another_version_is_run_beside_it() {
    let world = world(SHORT);
    world.script("old", LONG);
    let against = |program: &str, other: &str, more: &str| {
        world.judge(&format!(
            "try teams/{program} --contest tiny.toml --against teams/{other} {more}"
        ))
    };
    let better = against("t", "old", "");
    assert_eq!(better.code, 0, "{}", better.err);
    assert!(better.out.contains("before"), "{}", better.out);
    assert_eq!(against("t", "t", "").code, 0);
    let worse = against("old", "t", "");
    assert_eq!(worse.code, 1);
    assert!(
        worse
            .err
            .contains("the score 60.00 is worse than that of `before`, 100.00"),
        "{}",
        worse.err
    );
    assert_eq!(against("old", "t", "--tolerance 39.9").code, 1);
    assert_eq!(against("old", "t", "--tolerance 40.1").code, 0);
    assert_eq!(against("old", "t", "--tolerance -1").code, 2);
    world.folder("teams/nothing");
    assert_eq!(against("old", "nothing", "").code, 0);
    // Results of baselines that come with a program are not believed.
    let rows = world.read("teams/old/.judge/1/runs.csv");
    world.file(
        "teams/old/.judge/1/runs.csv",
        rows.replace(",naive,", ",nain,"),
    );
    assert_eq!(against("old", "t", "").code, 1);
}
