//! The same table from a cluster, whatever happens to its machines meanwhile.

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
use crate::world::{Ran, World};

const RUN: &str = "run tiny.toml --engine slurm --workers 2 --patience 3s";

/// A contest of six runs a team; all together they take some seconds on two nodes.
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

/// What the table says, without the times, which differ from run to run.
fn standings(world: &World) -> Vec<Standing> {
    let ran = world.judge("leaderboard results/tiny --format json");
    let lines = ran.json()["standings"].as_array().expect("a list").clone();
    let text = |line: &serde_json::Value, key: &str| line[key].to_string();
    lines
        .iter()
        .map(|line| (text(line, "rank"), text(line, "team"), text(line, "score")))
        .collect()
}

/// What the local engine makes of it: the programs differ from test to test, but not in what they answer.
fn local() -> &'static [Standing] {
    static LOCAL: OnceLock<Vec<Standing>> = OnceLock::new();
    LOCAL.get_or_init(|| {
        let world = world();
        let ran = world.judge("run tiny.toml");
        assert_eq!(ran.code, 0, "{}", ran.err);
        standings(&world)
    })
}

/// Every run has one row, and the table is the local engine's.
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
        "24 of 24 runs are done\nnothing runs on a cluster\n"
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
fn the_controller_is_started_again() {
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

/// Told to end, these programs answer something else, with good manners or bad.
#[test]
fn a_requeue_never_gives_a_false_verdict() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let world = world();
    let polite = "trap 'echo R; exit 0' TERM; sleep 1 & wait; echo SRSLS";
    let rude = "trap 'exit 7' TERM; sleep 1 & wait; echo SRLRSLS";
    world.script("steady", polite).script("walker", rude);
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
fn a_ghost_commits_late() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let world = world();
    let given = "run tiny.toml --engine slurm --workers 0 --detach --patience 3s";
    let given: Ran = cluster
        .judge(&world, given)
        .output()
        .expect("judge runs")
        .into();
    assert_eq!(given.code, 0, "{}", given.err);
    let results = world.path("results/tiny");
    let dir = Arc::new(Dir::open(&results).expect("a folder"));
    let manifest = Manifest::read(&dir).expect("readable").expect("manifest");
    // It claims a run on its machine, and is not heard of again.
    let ghost = Claims::join(manifest.coordination(&dir), &Machine::this()).expect("it joins");
    let (instance, entrant) = (0, manifest.runs[0][0]);
    assert!(ghost.claim(instance, entrant, 0).expect("a claim"));
    let run = start(&mut cluster.judge(&world, RUN));
    let done = results.join("cluster").join(&manifest.id);
    let done = done.join(format!("runs/{instance}/{entrant}.done"));
    let exists = || done.exists() || !done.parent().is_some_and(Path::exists);
    cluster.wait_for("another's result", exists);
    let false_result = false_result(&manifest, instance, entrant);
    match ghost.commit(instance, entrant, &false_result) {
        Ok(commit) => assert_eq!(commit, Commit::Late),
        // All was done, and the coordination taken away, before it came.
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::NotFound),
    }
    let ran = end(run);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(!world.read("results/tiny/runs.csv").contains("a ghost"));
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
        value: Some(1),
        cpu_ms: 0,
        wall_ms: 0,
        memory_kib: 0,
        answers: 1,
        time: judge::timestamp::Timestamp::now(),
        provenance: planned.provenance.id.as_str().into(),
        detail: "a ghost".into(),
    };
    let packed = RunRecord::bare(row).to_bytes(&planned.provenance);
    packed.expect("it can be packed")
}

#[test]
fn refusals_are_shown_in_slurm_s_own_words() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let world = world();
    let refused = |more: &str| -> Ran {
        let command = &mut cluster.judge(&world, &format!("{RUN} {more}"));
        command.output().expect("judge runs").into()
    };
    let ran = refused("--partition nowhere");
    assert_eq!(ran.code, 2, "{}", ran.err);
    let words = "error: slurm refuses the workers: invalid partition specified: nowhere";
    assert!(ran.err.contains(words), "{}", ran.err);
    let ran = refused("--sbatch-arg=--mem=9999G");
    assert_eq!(ran.code, 2, "{}", ran.err);
    let words = "Requested node configuration is not available";
    assert!(ran.err.contains(words), "{}", ran.err);
    // Accepted, but of no use: a minute is less than a run may take.
    let contest = world.read("tiny.toml").replace("\"3s\"", "\"60s\"");
    world.file("tiny.toml", contest);
    let ran = refused("--sbatch-arg=--time=1");
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(
        ran.err
            .contains("the workers ended without finishing anything"),
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
fn workers_stop_in_time_and_others_follow() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let world = world();
    // Of a worker's minute some ten seconds are left for runs, since each may take fifty.
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
fn cancelled_and_gone_on_with() {
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
    // Workers are at it: the same command joins them.
    assert!(
        judge(&detach)
            .err
            .contains("the workers of the earlier run go on")
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

    // On this machine for a while, and back.
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
fn who_waits_may_die_or_give_up() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let world = world();
    let mut first = start(&mut cluster.judge(&world, RUN));
    cluster.wait_for("rows", || rows(&world) > 2);
    first.kill().expect("killed");
    first.wait().expect("ended");
    let before = rows(&world);
    // The next one finds the workers at work, and takes them along when it is told to stop.
    let second = start(&mut cluster.judge(&world, RUN));
    cluster.wait_for("rows", || rows(&world) > before);
    let told = Command::new("kill")
        .args(["-INT", &second.id().to_string()])
        .status();
    assert!(told.expect("kill runs").success());
    let ran = end(second);
    assert_eq!(ran.code, 130, "{}", ran.err);
    let remark = "the workers of the earlier run go on";
    assert!(ran.err.contains(remark), "{}", ran.err);
    cluster.wait_for("end of the workers", || cluster.running().is_empty());
    let third = cluster.judge(&world, RUN).output();
    let ran: Ran = third.expect("judge runs").into();
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_same_as_local(&world);
}
