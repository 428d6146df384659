//! A cluster run gives the same standings as a local run, even if nodes, workers or the controller fail.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, OnceLock};

use judge::cluster::{Claims, Commit, Manifest};
use judge::dir::Dir;
use judge::machine::Machine;
use judge::results::{Row, RunRecord};
use judge::verdict::Verdict;

use crate::cluster::Cluster;
use crate::problems::{CHECKER, numbers};
use crate::world::{Ran, World};

const RUN: &str = "run tiny.toml --engine slurm --workers 2 --patience 3s";

/// A contest with six runs per team, which take some seconds on two nodes.
fn world() -> World {
    let world = World::tiny();
    for number in 0..6 {
        world.file(&format!("grids/swap{number}.txt"), "1 2 2\n0 1\n1 0\n");
    }
    std::fs::remove_file(world.path("grids/swap.txt")).expect("removed");
    world.script("steady", "sleep 0.8; echo SRSLS");
    world.script("walker", "sleep 0.5; echo SRLRSLS");
    world.script("astray", "echo R");
    world
}

/// Rank, team and score.
type Standing = (String, String, String);

/// Returns the standings without times, which differ from run to run.
fn standings(world: &World) -> Vec<Standing> {
    let ran = world.judge("leaderboard results/tiny --format json");
    let lines = ran.json()["standings"].as_array().expect("a list").clone();
    let text = |line: &serde_json::Value, key: &str| line[key].to_string();
    lines
        .iter()
        .map(|line| (text(line, "rank"), text(line, "team"), text(line, "score")))
        .collect()
}

/// Returns the standings of a local run. The programs differ between tests, but their answers do not.
fn local() -> &'static [Standing] {
    static LOCAL: OnceLock<Vec<Standing>> = OnceLock::new();
    LOCAL.get_or_init(|| {
        let world = world();
        let ran = world.judge("run tiny.toml");
        assert_eq!(ran.code, 0, "{}", ran.err);
        standings(&world)
    })
}

/// Checks that every run has one row, and that the standings are those of the local engine.
fn assert_same_as_local(world: &World) {
    let rows = world.rows("results/tiny").0;
    let runs: BTreeSet<_> = rows
        .iter()
        .map(|row| (&row["instance"], &row["team"]))
        .collect();
    assert_eq!(runs.len(), 24, "every run");
    assert_eq!(rows.len(), 24, "no run twice");
    assert_eq!(standings(world), local());
    let verified = world.judge("verify results/tiny");
    assert_eq!(verified.code, 0, "{}", verified.out);
}

fn start(command: &mut Command) -> Child {
    command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("judge runs")
}

fn end(child: Child) -> Ran {
    child.wait_with_output().expect("it ends").into()
}

fn rows(world: &World) -> usize {
    let text = std::fs::read_to_string(world.path("results/tiny/runs.csv"));
    text.unwrap_or_default().lines().count().saturating_sub(1)
}

#[test]
fn a_problem_folder_on_a_cluster() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let world = World::new();
    numbers(&world, CHECKER);
    world.file("numbers/instances/ten.ans", "an answer file\n");
    world.script("exact", "cat");
    world.script("words", "echo lots");
    let run = "run numbers.toml --engine slurm --workers 2 --patience 3s";
    let ran = cluster.judge(&world, run).output();
    let ran: Ran = ran.expect("judge runs").into();
    assert_eq!(ran.code, 0, "{}", ran.err);
    let judged = |results: &str| {
        let rows = world.rows(results).0.into_iter();
        let columns = ["instance", "team", "verdict", "value", "detail"];
        let mut rows: Vec<_> = rows
            .map(|row| columns.map(|name| row[name].clone()))
            .collect();
        rows.sort();
        rows
    };
    let local = world.judge("run numbers.toml --out results/local");
    assert_eq!(local.code, 0, "{}", local.err);
    assert_eq!(judged("results/numbers"), judged("results/local"));
    let verified = world.judge("verify results/numbers");
    assert_eq!(verified.code, 0, "{}", verified.out);
}

#[test]
fn the_same_standings_as_on_one_machine() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let world = world();
    let ran: Ran = cluster
        .judge(&world, RUN)
        .output()
        .expect("judge runs")
        .into();
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("2 workers for 24 runs"), "{}", ran.err);
    assert_same_as_local(&world);
    let facts = world.read("results/tiny/run.toml");
    for node in ["n1", "n2"] {
        assert!(facts.contains(&format!("node = \"{node}\"")), "{facts}");
    }
    let verified = world.judge("verify results/tiny");
    assert_eq!(verified.code, 0, "{}", verified.out);
    let status = cluster.judge(&world, "status results/tiny").output();
    let status: Ran = status.expect("judge runs").into();
    assert_eq!(
        status.out,
        "24 of 24 runs are done\nno cluster run is active\n"
    );
    cluster.wait_for("empty queue", || cluster.running().is_empty());
}

#[test]
fn a_node_dies() {
    let Some(mut cluster) = Cluster::start() else {
        return;
    };
    let world = world();
    let run = start(&mut cluster.judge(&world, RUN));
    cluster.wait_for("rows", || rows(&world) > 2 && cluster.running().len() == 2);
    cluster.kill_node("n2");
    let ran = end(run);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_same_as_local(&world);
}

#[test]
fn the_controller_restarts() {
    let Some(mut cluster) = Cluster::start() else {
        return;
    };
    let world = world();
    let run = start(&mut cluster.judge(&world, RUN));
    cluster.wait_for("rows", || rows(&world) > 2);
    cluster.stop_controller();
    let before = rows(&world);
    cluster.wait_for("more rows without it", || rows(&world) > before);
    cluster.start_controller();
    let ran = end(run);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_same_as_local(&world);
}

/// On SIGTERM these programs give another answer: one exits with success, the other with an error.
#[test]
fn a_requeue_does_not_change_verdicts() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let world = world();
    let succeeds = "trap 'echo R; exit 0' TERM; sleep 1 & wait; echo SRSLS";
    let fails = "trap 'exit 7' TERM; sleep 1 & wait; echo SRLRSLS";
    world.script("steady", succeeds).script("walker", fails);
    let run = start(&mut cluster.judge(&world, RUN));
    cluster.wait_for("rows", || rows(&world) > 2 && cluster.running().len() == 2);
    for job in cluster.running() {
        cluster.slurm(&format!("scontrol requeue {job}"));
    }
    let before = rows(&world);
    cluster.wait_for("workers again", || {
        rows(&world) > before + 2 && !cluster.running().is_empty()
    });
    cluster.slurm("scontrol update nodename=n2 state=down reason=test");
    cluster.slurm("scontrol update nodename=n2 state=resume");
    let ran = end(run);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let verdicts: BTreeSet<_> = world
        .rows("results/tiny")
        .0
        .iter()
        .map(|row| {
            (
                row["team"].clone(),
                row["verdict"].clone(),
                row["value"].clone(),
            )
        })
        .collect();
    let expected = [
        ("astray", "rejected", ""),
        ("naive", "accepted", "2"),
        ("steady", "accepted", "2"),
        ("walker", "accepted", "4"),
    ];
    let expected = expected
        .map(|(team, verdict, value)| (team.to_owned(), verdict.to_owned(), value.to_owned()));
    assert_eq!(verdicts, BTreeSet::from(expected));
    assert_same_as_local(&world);
}

#[test]
fn a_late_commit_is_dropped() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let world = world();
    let detach = "run tiny.toml --engine slurm --workers 0 --detach --patience 3s";
    let detached: Ran = cluster
        .judge(&world, detach)
        .output()
        .expect("judge runs")
        .into();
    assert_eq!(detached.code, 0, "{}", detached.err);
    let results = world.path("results/tiny");
    let dir = Arc::new(Dir::open(&results).expect("a folder"));
    let manifest = Manifest::read(&dir).expect("readable").expect("manifest");
    // This worker claims a run and sends no heartbeat.
    let late = Claims::join(manifest.coordination(&dir), &Machine::this()).expect("it joins");
    let (instance, entrant) = (0, manifest.runs[0][0]);
    assert!(late.claim(instance, entrant, 0).expect("a claim"));
    let run = start(&mut cluster.judge(&world, RUN));
    let done = results.join("cluster").join(&manifest.id);
    let done = done.join(format!("runs/{instance}/{entrant}.done"));
    let exists = || done.exists() || !done.parent().is_some_and(Path::exists);
    cluster.wait_for("result of another worker", exists);
    let false_result = false_result(&manifest, instance, entrant);
    match late.commit(instance, entrant, &false_result) {
        Ok(commit) => assert_eq!(commit, Commit::Late),
        // All runs were done, and the coordination folder was removed.
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::NotFound),
    }
    let ran = end(run);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        !world
            .read("results/tiny/runs.csv")
            .contains("a late result")
    );
    assert_same_as_local(&world);
}

fn false_result(manifest: &Manifest, instance: usize, entrant: usize) -> Vec<u8> {
    let (facts, planned) = (&manifest.instances[instance], &manifest.entrants[entrant]);
    let row = Row {
        round: facts.round.as_str().into(),
        instance: facts.name.as_str().into(),
        digest: facts.digest.as_str().into(),
        team: planned.name().into(),
        baseline: planned.is_baseline(),
        repetition: 1,
        verdict: Verdict::Accepted,
        value: Some(1.into()),
        cpu_ms: 0,
        wall_ms: 0,
        memory_kib: 0,
        answers: 1,
        time: judge::timestamp::Timestamp::now(),
        provenance: planned.provenance.id.as_str().into(),
        detail: "a late result".into(),
    };
    let encoded = RunRecord::bare(row).to_bytes(&planned.provenance);
    encoded.expect("a record")
}

#[test]
fn errors_of_slurm_are_shown() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let world = world();
    let run = |more: &str| -> Ran {
        let command = &mut cluster.judge(&world, &format!("{RUN} {more}"));
        command.output().expect("judge runs").into()
    };
    let ran = run("--partition nowhere");
    assert_eq!(ran.code, 2, "{}", ran.err);
    let expected = "error: slurm rejected the workers: invalid partition specified: nowhere";
    assert!(ran.err.contains(expected), "{}", ran.err);
    let ran = run("--sbatch-arg=--mem=9999G");
    assert_eq!(ran.code, 2, "{}", ran.err);
    let expected = "Requested node configuration is not available";
    assert!(ran.err.contains(expected), "{}", ran.err);
    // Slurm accepts a walltime of one minute, but a run may take longer.
    let contest = world.read("tiny.toml").replace("\"3s\"", "\"60s\"");
    world.file("tiny.toml", contest);
    let ran = run("--sbatch-arg=--time=1");
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(
        ran.err
            .contains("the workers ended without finishing a run"),
        "{}",
        ran.err
    );
    assert!(
        ran.err.contains("a single run may take 2 m 10 s"),
        "{}",
        ran.err
    );
}

#[test]
fn workers_end_before_their_walltime_and_are_submitted_again() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let world = world();
    // A run may take 50 seconds, so a worker starts runs only in the first 10 seconds of its walltime of one minute.
    let contest = world.read("tiny.toml").replace("\"3s\"", "\"17s\"");
    world.file("tiny.toml", contest);
    world.script("steady", "sleep 3; echo SRSLS");
    let more = "--sbatch-arg=--time=1 --workers 1";
    let run = RUN.replace("--workers 2", more);
    let ran: Ran = cluster
        .judge(&world, &run)
        .output()
        .expect("judge runs")
        .into();
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.err.contains("all workers have ended with"),
        "{}",
        ran.err
    );
    assert_same_as_local(&world);
}

#[test]
fn a_cancelled_run_can_be_resumed() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let world = world();
    let detach = format!("{RUN} --detach");
    let judge = |arguments: &str| -> Ran {
        let output = cluster.judge(&world, arguments).output();
        output.expect("judge runs").into()
    };
    let ran = judge(&detach);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.err.contains("`judge status results/tiny` shows"),
        "{}",
        ran.err
    );
    let done = || judge("status results/tiny --format json").json()["done"].clone();
    cluster.wait_for("results", || done().as_u64() > Some(3));
    // The same command resumes while workers run.
    assert!(
        judge(&detach)
            .err
            .contains("the workers of the earlier run continue")
    );
    let status = judge("status results/tiny");
    assert!(status.out.contains("alive"), "{}", status.out);
    let cancelled = judge("cancel results/tiny");
    assert_eq!(cancelled.code, 0, "{}", cancelled.err);
    cluster.wait_for("end of the workers", || cluster.running().is_empty());
    assert!(
        judge("status results/tiny")
            .out
            .contains(", cancelled\nslurm job")
    );
    let kept = rows(&world);
    assert!((4..24).contains(&kept), "{kept}");
    let before = world.read("results/tiny/runs.csv");

    // Continue on this machine, then on the cluster again.
    let mut local = start(&mut world.command("run tiny.toml --jobs 1"));
    cluster.wait_for("rows of this machine", || rows(&world) > kept);
    local.kill().expect("killed");
    local.wait().expect("ended");
    let ran = judge(RUN);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(world.read("results/tiny/runs.csv").starts_with(&before));
    assert_same_as_local(&world);
    assert_eq!(
        judge("cancel results/tiny").code,
        2,
        "nothing is left to cancel"
    );
}

#[test]
fn the_session_can_be_killed_or_interrupted() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let world = world();
    let mut first = start(&mut cluster.judge(&world, RUN));
    cluster.wait_for("rows", || rows(&world) > 2);
    first.kill().expect("killed");
    first.wait().expect("ended");
    let before = rows(&world);
    // The next session resumes with the same workers, and cancels them on SIGINT.
    let second = start(&mut cluster.judge(&world, RUN));
    cluster.wait_for("rows", || rows(&world) > before);
    let sent = Command::new("kill")
        .args(["-INT", &second.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
    let ran = end(second);
    assert_eq!(ran.code, 130, "{}", ran.err);
    let remark = "the workers of the earlier run continue";
    assert!(ran.err.contains(remark), "{}", ran.err);
    cluster.wait_for("end of the workers", || cluster.running().is_empty());
    let third = cluster.judge(&world, RUN).output();
    let ran: Ran = third.expect("judge runs").into();
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_same_as_local(&world);
}
