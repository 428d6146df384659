//! Malicious results folders: commands neither read nor write outside of the folder, do not block, and do not trust it.

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

/// A file outside of the results folder. No digest contains it by accident.
const VICTIM: &str = "untouched, and a secret of the machine\n";

/// Returns a finished contest, and a file outside of its results that must be neither read nor written.
fn finished() -> World {
    let world = World::tiny();
    world.script("team", "echo SRSLS");
    world.run();
    world.file("victim", VICTIM);
    world
}

/// Runs a command with a time limit of 60 seconds, so that a folder that blocks the judge fails the test.
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

/// Returns the paths, kinds, contents and modification times of everything below a folder.
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

fn assert_safe(world: &World, what: &str) {
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
    assert_eq!(world.read("victim"), VICTIM, "{what}");
    let page = fs::read_to_string(world.path("page.html")).unwrap_or_default();
    assert!(
        !page.contains(VICTIM.trim()),
        "{what}: the page contains a file from outside"
    );
}

#[test]
fn links_and_pipes_instead_of_files() {
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
            assert_safe(&world, &format!("{name} is a {kind}"));
            // `judge run` writes to the folder, but not through links.
            judge(&world, "run tiny.toml");
            judge(&world, "report results/tiny");
            assert_eq!(world.read("victim"), VICTIM);
        }
    }
}

#[test]
fn names_with_paths() {
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
            assert_safe(&world, &format!("{column} is {name}"));
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
            assert_safe(&world, &format!("{column} is {name} in run.toml"));
        }
    }
}

#[test]
fn numbers_out_of_range() {
    let column = |world: &World, name: &str, value: &str| {
        let rows = world.read("results/tiny/runs.csv");
        let header: Vec<&str> = rows.lines().next().expect("a header").split(',').collect();
        let place = header
            .iter()
            .position(|title| *title == name)
            .expect("a column");
        let replaced = rows.lines().enumerate().map(|(number, line)| {
            let fields = line.split(',').enumerate();
            let fields = fields.map(|(at, field)| {
                if at == place && number > 0 {
                    value
                } else {
                    field
                }
            });
            fields.collect::<Vec<_>>().join(",")
        });
        let text = replaced.collect::<Vec<_>>().join("\n") + "\n";
        world.file("results/tiny/runs.csv", text);
    };
    for (name, value) in [
        ("value", i64::MAX.to_string()),
        ("value", i64::MIN.to_string()),
        ("value", "-1".to_owned()),
        ("cpu_ms", u64::MAX.to_string()),
        ("wall_ms", u64::MAX.to_string()),
        ("memory_kib", u64::MAX.to_string()),
    ] {
        let world = finished();
        column(&world, name, &value);
        assert_safe(&world, &format!("{name} is {value}"));
        for command in [
            "grades results/tiny",
            "leaderboard results/tiny --instances",
            "diff results/tiny results/tiny",
        ] {
            let ran = judge(&world, command);
            assert!(
                (0..=2).contains(&ran.code) && !ran.err.contains("panicked"),
                "{command}: {}",
                ran.err
            );
            assert!(!ran.out.contains("NaN"), "{command}: {}", ran.out);
        }
    }
    let world = finished();
    let bounds = world.read("results/tiny/bounds.csv");
    world.file(
        "results/tiny/bounds.csv",
        bounds.replacen(",2,", &format!(",{},", i64::MIN), 1),
    );
    assert_safe(&world, "the bound is the smallest number");
    let world = finished();
    let facts = world.read("results/tiny/run.toml");
    world.file(
        "results/tiny/run.toml",
        facts.replace("repeat = 1", "repeat = 4294967295"),
    );
    assert_ne!(world.read("results/tiny/run.toml"), facts);
    assert_safe(&world, "billions of repetitions");
    assert_eq!(judge(&world, "leaderboard results/tiny").code, 2);
}

/// Returns a results folder with a changed manifest.
fn with_manifest(change: impl Fn(&mut Value)) -> World {
    let world = World::tiny();
    world.script("team", "echo SRSLS");
    world.file("victim", VICTIM);
    let detached = world.judge("run tiny.toml --engine slurm --workers 0 --detach");
    assert_eq!(detached.code, 0, "{}", detached.err);
    let name = "results/tiny/cluster/manifest.json";
    let mut manifest: Value = serde_json::from_str(&world.read(name)).expect("JSON");
    change(&mut manifest);
    world.file(name, manifest.to_string());
    world
}

#[test]
fn results_that_the_manifest_does_not_plan() {
    for (field, value) in [
        ("team", "../../../../victim"),
        ("round", "/tmp"),
        ("instance", "../../../../../victim"),
        ("team", "naive"),
    ] {
        let world = with_manifest(|_| {});
        let manifest: Value =
            serde_json::from_str(&world.read("results/tiny/cluster/manifest.json")).expect("JSON");
        let instance = &manifest["instances"][0];
        let entrant = manifest["runs"][0][0].as_u64().expect("a number");
        let provenance = &manifest["entrants"][entrant as usize]["provenance"];
        let mut row = json!({
            "round": instance["round"], "instance": instance["name"], "digest": instance["digest"],
            "team": provenance["team"], "baseline": false, "repetition": 1, "verdict": "accepted", "value": 0,
            "cpu_ms": 0, "wall_ms": 0, "memory_kib": 0, "answers": 1, "time": "2027-03-21T20:00:00.000Z",
            "provenance": provenance["id"], "detail": "",
        });
        row[field] = json!(value);
        let header = json!({"row": row, "provenance": provenance, "lengths": [4, 0, 0]});
        let id = manifest["id"].as_str().expect("an id");
        let done = format!("results/tiny/cluster/{id}/runs/0/{entrant}.done");
        world.file(&done, format!("{header}\npwnd"));
        assert_safe(&world, &format!("{field} {value}"));
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
fn readers_show_uncollected_results_without_collecting_them() {
    let world = with_manifest(|_| {});
    let worked = world.judge("worker results/tiny");
    assert_eq!(worked.code, 0, "{}", worked.err);
    assert_safe(&world, "uncollected results");
    let shown = judge(&world, "leaderboard results/tiny --format json").json();
    assert_eq!(shown["standings"][0]["accepted"], 1, "{shown}");
    assert!(judge(&world, "verify results/tiny").out.contains("answers"));
}

#[test]
fn manifests_with_paths_are_rejected() {
    for (path, value) in [
        ("/id", json!("../../../../tmp")),
        ("/entrants/0/provenance/team", json!("../../teams")),
        ("/instances/0/name", json!("../../../victim")),
        ("/runs/0/0", json!(99)),
    ] {
        let world = with_manifest(|manifest| {
            *manifest.pointer_mut(path).expect("a field") = value.clone();
        });
        assert_safe(&world, path);
        for command in ["worker results/tiny", "cancel results/tiny"] {
            let ran = judge(&world, command);
            assert_eq!(ran.code, 2, "{path}: {command}: {}", ran.err);
        }
    }
}

#[test]
fn a_worker_does_not_take_its_isolation_from_the_folder() {
    let world = with_manifest(|manifest| {
        manifest["sandboxed"] = json!(false);
        manifest["unsandboxed"] = json!(true);
    });
    // The program gives another answer if it can see the host's files.
    let host = world.path("victim").display().to_string();
    world.file(
        "results/tiny/builds/team/solver",
        format!("#!/bin/sh\n[ -e {host} ] && echo SEEN || echo SRSLS\n"),
    );
    assert_eq!(judge(&world, "worker results/tiny").code, 0);
    let shown = judge(&world, "leaderboard results/tiny --format json").json();
    assert_eq!(shown["standings"][0]["accepted"], 1, "{shown}");

    // The worker shows only the paths on its command line.
    let world = with_manifest(|manifest| {
        for entrant in manifest["entrants"].as_array_mut().expect("a list") {
            entrant["paths"] = json!(["/etc"]);
        }
    });
    let refused = judge(&world, "worker results/tiny");
    assert_eq!(refused.code, 2, "{}", refused.err);
    let expected = "needs /etc, which this worker does not show";
    assert!(refused.err.contains(expected), "{}", refused.err);
    assert_eq!(judge(&world, "worker results/tiny --show /etc").code, 0);
}

#[test]
fn job_ids_that_are_not_numbers_are_ignored() {
    let world = with_manifest(|_| {});
    let manifest: Value =
        serde_json::from_str(&world.read("results/tiny/cluster/manifest.json")).expect("JSON");
    let id = manifest["id"].as_str().expect("an id");
    world.file(
        &format!("results/tiny/cluster/{id}/jobs"),
        "--user=root\n12; reboot\n",
    );
    // A `scancel` that logs its arguments.
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

/// Minimal replacements of Slurm's commands. The queue contains a job at the first query after a submission, and none
/// later. The second submission runs at once.
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
fn executables_found_in_a_results_folder_are_not_submitted() {
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
    let folders = cluster.min_depth(1).max_depth(1).into_iter().flatten();
    for coordination in folders.filter(|entry| entry.path().join("runs").is_dir()) {
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
    assert!(ran.err.contains("continue"), "{}", ran.err);
    assert!(
        !world.path("planted").exists(),
        "{}",
        world.read("worker.log")
    );
    let log = world.read("worker.log");
    assert!(log.contains("team on swap: accepted"), "{log}");
}

#[test]
fn a_worker_rejects_limits_above_its_ceilings() {
    for (limit, name, allowed) in [
        ("memory = \"900 GiB\"", "memory", "1TiB"),
        ("output = \"1 GiB\"", "output", "1GiB"),
        ("time = \"100h\"", "time", "200h"),
    ] {
        let world = World::tiny();
        let contest = TINY_CONTEST.replace("time = \"1s\"\nwall = \"3s\"", limit);
        world.file("tiny.toml", contest);
        world.script("team", "echo SRSLS");
        let detached = judge(&world, "run tiny.toml --engine slurm --workers 0 --detach");
        assert_eq!(detached.code, 0, "{}", detached.err);
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
