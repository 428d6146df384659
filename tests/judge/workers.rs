//! Workers that share a results folder, started by hand without a cluster.

use std::collections::BTreeSet;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use judge::cluster::Manifest;
use judge::dir::Dir;

use crate::world::{Ran, World};

const RUN: &str = "run tiny.toml --engine slurm --workers 0 --patience 2s";

fn world() -> World {
    let world = World::tiny();
    for number in 0..3 {
        world.file(&format!("grids/swap{number}.txt"), "1 2 2\n0 1\n1 0\n");
    }
    world.script("steady", "sleep 0.4; echo SRSLS");
    world.script("walker", "sleep 0.2; echo SRLRSLS");
    world
}

fn start(world: &World, arguments: &str) -> Child {
    let command = &mut world.command(arguments);
    command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("judge runs")
}

fn end(child: Child) -> Ran {
    child.wait_with_output().expect("it ends").into()
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
}

fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(120);
    while !condition() {
        assert!(Instant::now() < deadline, "no {what} in time");
        sleep(Duration::from_millis(20));
    }
}

/// Returns the number of claimed runs.
fn claims(world: &World) -> usize {
    let Ok(dir) = Dir::open(&world.path("results/tiny")) else {
        return 0;
    };
    let Ok(Some(manifest)) = Manifest::read(&dir) else {
        return 0;
    };
    let coordination = manifest.coordination(&Arc::new(dir));
    let claimed = |number| {
        coordination
            .list(number)
            .map_or(0, |listing| listing.claimed.len())
    };
    (0..manifest.instances.len()).map(claimed).sum()
}

fn assert_complete(world: &World) {
    let rows = world.rows("results/tiny").0;
    let runs: BTreeSet<_> = rows
        .iter()
        .map(|row| (&row["instance"], &row["team"]))
        .collect();
    assert_eq!((runs.len(), rows.len()), (12, 12), "every run once");
    assert!(rows.iter().all(|row| row["verdict"] == "accepted"));
    let verified = world.judge("verify results/tiny");
    assert_eq!(verified.code, 0, "{}", verified.out);
}

#[test]
fn a_worker_takes_over_from_killed_and_stopped_workers() {
    let world = world();
    let run = start(&world, RUN);
    wait_until("manifest", || {
        world.path("results/tiny/cluster/manifest.json").exists()
    });
    let mut killed = start(&world, "worker results/tiny");
    wait_until("claim", || claims(&world) > 0);
    killed.kill().expect("killed");
    killed.wait().expect("ended");
    let before = claims(&world);
    let stopped = start(&world, "worker results/tiny");
    wait_until("claim", || claims(&world) > before);
    send("-STOP", &stopped);
    let third = start(&world, "worker results/tiny");
    let ran = end(run);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(end(third).code, 0);
    // The stopped worker resumes, and finds all runs done.
    send("-CONT", &stopped);
    let stopped = end(stopped);
    assert_eq!(stopped.code, 0, "{}", stopped.err);
    assert_complete(&world);
}

#[test]
fn several_workers_run_on_one_machine() {
    let world = world();
    let run = start(&world, RUN);
    wait_until("manifest", || {
        world.path("results/tiny/cluster/manifest.json").exists()
    });
    let workers: Vec<Child> = (0..4)
        .map(|_| start(&world, "worker results/tiny"))
        .collect();
    let ran = end(run);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for worker in workers {
        let ran = end(worker);
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    assert_complete(&world);
    assert!(!world.path("results/tiny/cluster/manifest.json").exists());
    let late = world.judge("worker results/tiny");
    assert_eq!(
        (late.code, late.err.as_str()),
        (0, "nothing is left to do\n")
    );
}

#[test]
fn an_interrupted_worker_commits_no_unfinished_run() {
    let world = world();
    // On SIGTERM the program gives another answer.
    world.script("steady", "trap 'echo R; exit 0' TERM; sleep 30 & wait");
    let detached = world.judge(&format!("{RUN} --detach --only steady"));
    assert_eq!(detached.code, 0, "{}", detached.err);
    let worker = start(&world, "worker results/tiny");
    wait_until("claim", || claims(&world) > 0);
    send("-TERM", &worker);
    let ran = end(worker);
    assert_eq!(ran.code, 130, "{}", ran.err);
    let status = world.judge("status results/tiny --format json").json();
    let workers = status["cluster"]["workers"].as_array().expect("a list");
    assert!(workers.is_empty(), "{status}");
    let verdicts = world.read("results/tiny/runs.csv");
    assert!(!verdicts.contains("steady"), "{verdicts}");
    assert_eq!(world.judge("cancel results/tiny").code, 0);
    assert_eq!(
        world.judge("worker results/tiny").code,
        0,
        "it has nothing to do"
    );
}

/// Checks that `run.toml` has the provenance of every row; returns the number of rows.
fn assert_provenances(world: &World) -> usize {
    let facts = world.read("results/tiny/run.toml");
    let rows = world.history("results/tiny").0;
    for row in &rows {
        let id = format!("id = \"{}\"", row["provenance"]);
        assert!(facts.contains(&id), "{row:?}");
    }
    rows.len()
}

#[test]
fn detached_and_interrupted_sessions_record_the_provenances_of_collected_rows() {
    let world = world();
    world.script("walker", "sleep 0.5; echo SRLRSLS");
    let detached = world.judge(&format!("{RUN} --detach --only steady"));
    assert_eq!(detached.code, 0, "{}", detached.err);
    assert_eq!(world.judge("worker results/tiny").code, 0);
    let detached = world.judge(&format!("{RUN} --detach"));
    assert_eq!(detached.code, 0, "{}", detached.err);
    assert!(
        detached.err.contains("the workers continue"),
        "{}",
        detached.err
    );
    assert_eq!(assert_provenances(&world), 8);

    let manifest = || {
        let path = world.path("results/tiny/cluster/manifest.json");
        std::fs::read_to_string(path).ok()
    };
    let earlier = manifest();
    let session = start(&world, RUN);
    wait_until("new manifest", || {
        manifest().is_some_and(|m| Some(m) != earlier)
    });
    let worker = start(&world, "worker results/tiny");
    let rows = || world.read("results/tiny/runs.csv").lines().count() - 1;
    wait_until("row", || rows() > 8);
    send("-INT", &session);
    let ran = end(session);
    assert_eq!(ran.code, 130, "{}", ran.err);
    end(worker);
    assert!(assert_provenances(&world) > 8);
    assert_eq!(world.judge("run tiny.toml").code, 0);
    assert_complete(&world);
}

#[test]
fn options_for_clusters_need_a_cluster() {
    let world = world();
    let ran = world.judge("run tiny.toml --workers 3");
    assert_eq!(ran.code, 2);
    assert_eq!(
        ran.err,
        "error: --workers is for runs on a cluster\n  help: add --engine slurm\n"
    );
    let ran = world
        .command("run tiny.toml --engine slurm")
        .env("PATH", world.path("."))
        .output();
    let ran: Ran = ran.expect("judge runs").into();
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("error: `sbatch` is not installed"),
        "{}",
        ran.err
    );
    world.folder("results/none");
    let ran = world.judge("cancel results/none");
    assert_eq!(ran.code, 2);
    assert!(
        ran.err
            .contains("no cluster run is active for results/none"),
        "{}",
        ran.err
    );
}

#[test]
fn the_leaderboard_mentions_different_processors() {
    let world = world();
    assert_eq!(world.judge("run tiny.toml").code, 0);
    let rows = world.rows("results/tiny");
    let table = |world: &World| world.judge("leaderboard results/tiny").out;
    assert!(!table(&world).contains("different processors"));
    let mut facts: toml::Table = world.read("results/tiny/run.toml").parse().expect("TOML");
    let provenances = facts["provenance"].as_array_mut().expect("a list");
    for entry in provenances {
        if entry["team"].as_str() == Some("steady") {
            entry["cpu"] = "Abacus 3".into();
        }
    }
    world.file("results/tiny/run.toml", facts.to_string());
    let shown = table(&world);
    let runs = rows.0.iter().filter(|row| row["team"] == "steady").count();
    let expected = format!("Abacus 3 ({runs} runs); {runs} instances were run on more than one");
    assert!(shown.contains(&expected), "{shown}");
    let json = world.judge("leaderboard results/tiny --format json").json();
    assert_eq!(json["mixed_instances"], runs);
    assert_eq!(json["machines"][1]["runs"], runs);
}
