//! `judge status`: prints the progress of a run and the state of its cluster workers.

use std::fmt::Write;

use serde_json::json;

use crate::cli::{Status, TextOrJson};
use crate::cluster::{Coordination, Manifest, Worker};
use crate::engine::slurm;
use crate::error::{Error, Result};
use crate::snapshot::Snapshot;
use crate::terminal;
use crate::units::show_duration;
use crate::verdict::Verdict;

pub(super) fn status(arguments: &Status) -> Result<()> {
    let Snapshot {
        facts, rows, files, ..
    } = Snapshot::read(&arguments.results)?;
    let dir = files.dir().dir();
    let settled = rows.iter().filter(|row| row.verdict.is_final()).count();
    let faults = rows
        .iter()
        .filter(|row| row.verdict == Verdict::JudgeError)
        .count();
    let played = facts.instance.iter().filter(|i| !i.tie_break);
    let columns: usize = played.map(|i| i.repeat as usize).sum();
    let planned = columns * facts.team.len();
    let cluster = match Manifest::read(dir)? {
        Some(manifest) => Some(ClusterState::of(
            &manifest,
            &manifest.read_only_coordination(dir),
        )?),
        None => None,
    };
    if arguments.format == TextOrJson::Json {
        return terminal::print_json(&json!({
            "schema": 1,
            "planned": planned,
            "done": settled,
            "faults": faults,
            "cluster": cluster.as_ref().map(ClusterState::json),
        }));
    }
    let mut text = format!("{settled} of {planned} runs are done");
    if faults > 0 {
        let _ = write!(text, ", {faults} failed because of the judge");
    }
    text.push('\n');
    match &cluster {
        Some(state) => text += &state.text(),
        None => text.push_str("no cluster run is active\n"),
    }
    terminal::print(&text)
}

/// The state of a cluster run.
struct ClusterState {
    ordered: usize,
    handed_in: usize,
    stopped: bool,
    workers: Vec<Worker>,
    /// Team, instance, and the worker that executes the run.
    running: Vec<(String, String, String)>,
    jobs: Vec<String>,
    queue: Option<slurm::Queue>,
}

impl ClusterState {
    fn of(manifest: &Manifest, coordination: &Coordination) -> Result<Self> {
        let workers = coordination.workers();
        let jobs = slurm::jobs(coordination);
        let mut running = Vec::new();
        let mut handed_in = 0;
        for (number, instance) in manifest.instances.iter().enumerate() {
            let listing = coordination.list(number);
            let listing = listing.map_err(|error| Error::fault("look at the claims", &error))?;
            handed_in += listing.done.len();
            for (&entrant, &turn) in &listing.claimed {
                if listing.done.contains(&entrant) {
                    continue;
                }
                let owner = coordination
                    .owner(number, entrant, turn)
                    .unwrap_or_default();
                if workers
                    .iter()
                    .any(|worker| worker.alive && worker.id == owner)
                {
                    let team = manifest.entrants[entrant].name().to_owned();
                    running.push((team, instance.name.clone(), owner));
                }
            }
        }
        Ok(Self {
            ordered: manifest.count(),
            handed_in,
            stopped: coordination.is_stopped(),
            workers,
            running,
            queue: if jobs.is_empty() {
                None
            } else {
                slurm::query_queue(&jobs)
            },
            jobs,
        })
    }

    fn text(&self) -> String {
        let Self {
            ordered, handed_in, ..
        } = self;
        let mut text = format!("on the cluster: {handed_in} of {ordered} runs are committed");
        text.push_str(if self.stopped { ", cancelled\n" } else { "\n" });
        if !self.jobs.is_empty() {
            let jobs = self.jobs.join(", ");
            let state = match &self.queue {
                None => "slurm did not respond".to_owned(),
                Some(queue) if queue.is_empty() => "ended".to_owned(),
                Some(queue) => queue.to_string(),
            };
            let _ = writeln!(text, "slurm job {jobs}: {state}");
        }
        for worker in &self.workers {
            let silent = show_duration(worker.silent);
            let state = if worker.alive { "alive" } else { "lost" };
            let _ = writeln!(
                text,
                "worker {}: {state}, last heartbeat {silent} ago, {}",
                worker.id, worker.machine.cpu
            );
            for (team, instance, owner) in &self.running {
                if *owner == worker.id {
                    let _ = writeln!(text, "  runs {team} on {instance}");
                }
            }
        }
        text
    }

    fn json(&self) -> serde_json::Value {
        let worker = |worker: &Worker| {
            let running = self
                .running
                .iter()
                .filter(|(_, _, owner)| *owner == worker.id);
            let running =
                running.map(|(team, instance, _)| json!({"team": team, "instance": instance}));
            json!({
                "id": worker.id,
                "node": worker.machine.node,
                "cpu": worker.machine.cpu,
                "alive": worker.alive,
                "silent_ms": worker.silent.as_millis() as u64,
                "running": running.collect::<Vec<_>>(),
            })
        };
        json!({
            "ordered": self.ordered,
            "handed_in": self.handed_in,
            "cancelled": self.stopped,
            "jobs": self.jobs,
            "queue": self.queue.as_ref().map(|queue| &queue.states),
            "workers": self.workers.iter().map(worker).collect::<Vec<_>>(),
        })
    }
}
