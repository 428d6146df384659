//! Results folders that somebody else has shaped: nothing outside is read or written, nobody waits, nothing is believed.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use walkdir::WalkDir;

use crate::world::{Ran, TINY_CONTEST, World};

/// Commands that read a results folder.
const READERS: [&str; 5] = [
    "leaderboard results/tiny",
    "leaderboard results/tiny --team team",
    "verify results/tiny",
    "status results/tiny",
    "report results/tiny -o page.html",
];

/// A finished contest, and a file outside its results that nobody may read into a page or write to.
fn finished() -> World {
    let world = World::tiny();
    world.script("team", "echo SRSLS");
    world.run();
    world.file("victim", "untouched, and a secret: 4f1d\n");
    world
}

/// Runs a command under a limit of time, as a folder that makes the judge wait is a failure.
fn judge(world: &World, arguments: &str) -> Ran {
    Command::new("timeout")
        .arg("60")
        .arg(env!("CARGO_BIN_EXE_judge"))
        .args(arguments.split_whitespace())
        .current_dir(world.path(""))
        .stdin(std::process::Stdio::null())
        .output()
        .expect("timeout runs")
        .into()
}

/// Everything below a folder: paths, kinds, contents and times of change.
fn snapshot(folder: &Path) -> BTreeMap<String, String> {
    let entries = WalkDir::new(folder).into_iter().flatten();
    entries
        .map(|entry| {
            let found = entry.path().symlink_metadata().expect("metadata");
            let content = if found.is_file() {
                format!("{:x?}", fs::read(entry.path()).expect("a file"))
            } else {
                format!("{:?}", fs::read_link(entry.path()).ok())
            };
            let time = found.modified().expect("a time");
            (
                entry.path().display().to_string(),
                format!("{:?} {time:?} {content}", found.file_type()),
            )
        })
        .collect()
}

fn survives(world: &World, what: &str) {
    let before = snapshot(&world.path("results"));
    for command in READERS {
        let ran = judge(world, command);
        assert!(
            (0..=2).contains(&ran.code),
            "{what}: {command}: {} {}",
            ran.code,
            ran.err
        );
        assert!(!ran.err.contains("panicked"), "{what}: {}", ran.err);
    }
    assert_eq!(
        before,
        snapshot(&world.path("results")),
        "{what}: readers wrote to the folder"
    );
    assert_eq!(
        world.read("victim"),
        "untouched, and a secret: 4f1d\n",
        "{what}"
    );
    let page = fs::read_to_string(world.path("page.html")).unwrap_or_default();
    assert!(
        !page.contains("4f1d"),
        "{what}: the page tells a file from outside"
    );
}

#[test]
fn links_and_pipes_in_the_place_of_files() {
    for name in [
        "runs.csv",
        "bounds.csv",
        "superseded.csv",
        "run.toml",
        "standings.csv",
        ".lock",
        "report.html",
        "answers",
        "answers/files/swap/team",
        "instances/files/swap.txt",
        "traces/files/swap/team",
        "cluster",
    ] {
        for kind in ["link", "fifo", "folder"] {
            let world = finished();
            let path = world.path("results/tiny").join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
            let _ = fs::remove_file(&path);
            let _ = fs::remove_dir_all(&path);
            match kind {
                "link" => symlink(world.path("victim"), &path).expect("a link"),
                "fifo" => {
                    let made = Command::new("mkfifo").arg(&path).status();
                    assert!(made.expect("mkfifo runs").success());
                }
                _ => fs::create_dir(&path).expect("a folder"),
            }
            survives(&world, &format!("{name} is a {kind}"));
            // Running the contest there writes, but not through links.
            judge(&world, "run tiny.toml");
            judge(&world, "report results/tiny");
            assert_eq!(world.read("victim"), "untouched, and a secret: 4f1d\n");
        }
    }
}

#[test]
fn names_that_lead_out() {
    for name in ["../../../victim", "/etc/passwd", "..", "a/b", "\u{1b}[2J"] {
        for column in ["files", "swap", "team"] {
            let world = finished();
            let rows = world.read("results/tiny/runs.csv");
            let replaced: Vec<String> = rows
                .lines()
                .map(|line| {
                    let fields = line.split(',');
                    let fields = fields.map(|field| if field == column { name } else { field });
                    fields.collect::<Vec<_>>().join(",")
                })
                .collect();
            world.file("results/tiny/runs.csv", replaced.join("\n") + "\n");
            survives(&world, &format!("{column} is {name}"));
            let ran = judge(&world, "leaderboard results/tiny");
            assert_eq!(ran.code, 2, "{name}: {}", ran.out);
            assert!(!ran.err.contains('\u{1b}'), "{}", ran.err);
            let facts = world.read("results/tiny/run.toml");
            let quoted = toml::Value::String(name.to_owned()).to_string();
            world.file("results/tiny/runs.csv", rows);
            world.file(
                "results/tiny/run.toml",
                facts.replace(&format!("\"{column}\""), &quoted),
            );
            survives(&world, &format!("{column} is {name} in run.toml"));
        }
    }
}

/// A results folder with orders for workers, as somebody else may have written them.
fn with_orders(change: impl Fn(&mut Value)) -> World {
    let world = World::tiny();
    world.script("team", "echo SRSLS");
    world.file("victim", "untouched, and a secret: 4f1d\n");
    let given = world.judge("run tiny.toml --engine slurm --workers 0 --detach");
    assert_eq!(given.code, 0, "{}", given.err);
    let name = "results/tiny/cluster/manifest.json";
    let mut orders: Value = serde_json::from_str(&world.read(name)).expect("JSON");
    change(&mut orders);
    world.file(name, orders.to_string());
    world
}

#[test]
fn results_of_workers_that_nobody_ordered() {
    for (field, value) in [
        ("team", "../../../../victim"),
        ("round", "/tmp"),
        ("instance", "../../../../../victim"),
        ("team", "naive"),
    ] {
        let world = with_orders(|_| {});
        let orders: Value =
            serde_json::from_str(&world.read("results/tiny/cluster/manifest.json")).expect("JSON");
        let instance = &orders["instances"][0];
        let entrant = orders["runs"][0][0].as_u64().expect("a number");
        let provenance = &orders["entrants"][entrant as usize]["provenance"];
        let mut row = json!({
            "round": instance["round"], "instance": instance["name"], "digest": instance["digest"],
            "team": provenance["team"], "baseline": false, "repetition": 1, "verdict": "accepted", "value": 0,
            "cpu_ms": 0, "wall_ms": 0, "memory_kib": 0, "answers": 1, "time": "2027-03-21T20:00:00.000Z",
            "provenance": provenance["id"], "detail": "",
        });
        row[field] = json!(value);
        let label = json!({"row": row, "provenance": provenance, "lengths": [4, 0, 0]});
        let id = orders["id"].as_str().expect("an id");
        let done = format!("results/tiny/cluster/{id}/runs/0/{entrant}.done");
        world.file(&done, format!("{label}\npwnd"));
        survives(&world, &format!("{field} {value}"));
        let ran = judge(&world, "leaderboard results/tiny");
        assert_eq!(ran.code, 2, "{field} {value}: {}", ran.out);
        let expected = "is not the result of";
        assert!(
            ran.err.contains(expected) || ran.err.contains("slash"),
            "{}",
            ran.err
        );
    }
}

#[test]
fn readers_see_what_workers_have_left_without_taking_it() {
    let world = with_orders(|_| {});
    let worked = world.judge("worker results/tiny");
    assert_eq!(worked.code, 0, "{}", worked.err);
    survives(&world, "uncollected results");
    let shown = judge(&world, "leaderboard results/tiny --format json").json();
    assert_eq!(shown["standings"][0]["accepted"], 1, "{shown}");
    assert!(judge(&world, "verify results/tiny").out.contains("answers"));
}

#[test]
fn orders_that_lead_out_are_refused() {
    for (path, value) in [
        ("/id", json!("../../../../tmp")),
        ("/entrants/0/provenance/team", json!("../../teams")),
        ("/instances/0/name", json!("../../../victim")),
        ("/runs/0/0", json!(99)),
    ] {
        let world = with_orders(|orders| {
            *orders.pointer_mut(path).expect("a field") = value.clone();
        });
        survives(&world, path);
        for command in ["worker results/tiny", "cancel results/tiny"] {
            let ran = judge(&world, command);
            assert_eq!(ran.code, 2, "{path}: {command}: {}", ran.err);
        }
    }
}

#[test]
fn a_worker_isolates_whatever_the_folder_says() {
    let world = with_orders(|orders| {
        orders["walls"] = json!(false);
        orders["unsandboxed"] = json!(true);
    });
    // A program that can see the host's files gives another answer.
    let host = world.path("victim").display().to_string();
    world.file(
        "results/tiny/builds/team/solver",
        format!("#!/bin/sh\n[ -e {host} ] && echo SEEN || echo SRSLS\n"),
    );
    assert_eq!(judge(&world, "worker results/tiny").code, 0);
    let shown = judge(&world, "leaderboard results/tiny --format json").json();
    assert_eq!(shown["standings"][0]["accepted"], 1, "{shown}");

    // Nor does it show what it was not told to show.
    let world = with_orders(|orders| {
        for entrant in orders["entrants"].as_array_mut().expect("a list") {
            entrant["paths"] = json!(["/etc"]);
        }
    });
    let refused = judge(&world, "worker results/tiny");
    assert_eq!(refused.code, 2, "{}", refused.err);
    let expected = "wants to see /etc, which was not allowed to this worker";
    assert!(refused.err.contains(expected), "{}", refused.err);
    assert_eq!(judge(&world, "worker results/tiny --show /etc").code, 0);
}

#[test]
fn job_numbers_are_numbers() {
    let world = with_orders(|_| {});
    let orders: Value =
        serde_json::from_str(&world.read("results/tiny/cluster/manifest.json")).expect("JSON");
    let id = orders["id"].as_str().expect("an id");
    world.file(
        &format!("results/tiny/cluster/{id}/jobs"),
        "--user=root\n12; reboot\n",
    );
    // A `scancel` that tells what it was asked.
    world.file("bin/scancel", "#!/bin/sh\necho \"$@\" >> \"$0.log\"\n");
    world.executable("bin/scancel");
    let ran = world
        .command("cancel results/tiny")
        .env(
            "PATH",
            format!("{}:/usr/bin:/bin", world.path("bin").display()),
        )
        .output();
    let ran: Ran = ran.expect("judge runs").into();
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(!world.path("bin/scancel.log").exists());
}

/// Commands of Slurm's that do as little as `judge` needs of them. The queue holds a job when it is looked at for the
/// first time after a submission, and none later; the second submission is carried out at once.
const FAKE_SLURM: [(&str, &str); 3] = [
    (
        "sbatch",
        "case \"$*\" in *--test-only*) exit 0;; esac\n\
         for last; do :; done\n\
         case \"$last\" in /*) script=$last;; *) cat > script; script=script;; esac\n\
         [ -e submitted ] && sh \"$script\" > worker.log 2>&1\n\
         touch submitted queued\necho 7\n",
    ),
    (
        "squeue",
        "[ -e queued ] && echo '7|RUNNING|None'\nrm -f queued\n",
    ),
    ("scancel", ""),
];

#[test]
fn nothing_planted_in_a_results_folder_is_submitted_to_a_cluster() {
    let world = World::tiny();
    world.script("team", "echo SRSLS");
    for (name, text) in FAKE_SLURM {
        let name = format!("bin/{name}");
        world
            .file(&name, format!("#!/bin/sh\n{text}"))
            .executable(&name);
    }
    let run = || -> Ran {
        let mut command = world.command("run tiny.toml --engine slurm --workers 1 --detach");
        let path = format!("{}:/usr/bin:/bin", world.path("bin").display());
        command.env("PATH", path).output().expect("it ends").into()
    };
    let ran = run();
    assert_eq!(ran.code, 0, "{}", ran.err);
    let planted = format!("#!/bin/sh\ntouch {}\n", world.path("planted").display());
    let cluster = WalkDir::new(world.path("results/tiny/cluster"));
    let boards = cluster.min_depth(1).max_depth(1).into_iter().flatten();
    for coordination in boards.filter(|entry| entry.path().join("runs").is_dir()) {
        let files = fs::read_dir(coordination.path())
            .expect("a folder")
            .flatten();
        let names = files.map(|file| file.file_name().display().to_string());
        let judges = names.filter(|name| name.starts_with("judge"));
        for name in judges.chain(["worker.sh".to_owned(), "judge".to_owned()]) {
            let place = coordination.path().join(name);
            fs::write(&place, &planted).expect("a file");
            fs::set_permissions(&place, fs::Permissions::from_mode(0o755)).expect("permissions");
        }
    }
    let ran = run();
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("go on"), "{}", ran.err);
    assert!(
        !world.path("planted").exists(),
        "{}",
        world.read("worker.log")
    );
    let log = world.read("worker.log");
    assert!(log.contains("team on swap: accepted"), "{log}");
}

#[test]
fn a_worker_refuses_limits_that_nobody_allowed() {
    for (limit, name, allowed) in [
        ("memory = \"900 GiB\"", "memory", "1TiB"),
        ("output = \"1 GiB\"", "output", "1GiB"),
        ("time = \"100h\"", "time", "200h"),
    ] {
        let world = World::tiny();
        let contest = TINY_CONTEST.replace("time = \"1s\"\nwall = \"3s\"", limit);
        world.file("tiny.toml", contest);
        world.script("team", "echo SRSLS");
        let given = judge(&world, "run tiny.toml --engine slurm --workers 0 --detach");
        assert_eq!(given.code, 0, "{}", given.err);
        let refused = judge(&world, "worker results/tiny");
        assert_eq!(refused.code, 2, "{}", refused.err);
        let expected = format!("the contest has a {name} limit of");
        assert!(refused.err.contains(&expected), "{}", refused.err);
        let help = format!("--most-{name}");
        assert!(refused.err.contains(&help), "{}", refused.err);
        let ran = judge(&world, &format!("worker results/tiny {help} {allowed}"));
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
}
