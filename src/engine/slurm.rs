//! The engine for a cluster: pilot jobs under Slurm that share the runs through files in the results folder.
//!
//! All programs are built once, on this machine. Then the manifest is written, one job array of workers is submitted, and
//! results are collected as workers commit them. The files alone decide which runs are done; Slurm is queried only to
//! find out whether workers are pending or running.
//!
//! # Scalability
//!
//! A simulation (`cargo bench --bench makespan`) of 200 teams on 100 instances, 20,000 runs: the makespan, the
//! efficiency, and the load of a file server with 4,000 operations per second. Run durations are one minute each; those
//! of the sample contest scaled to a limit of one minute (5 seconds on average); and those of the sample contest
//! (0.17 seconds on average).
//!
//! ```text
//! workers      one minute each           5 s on average        0.17 s on average
//!       1    13.9 d  100 %  0 %      28.8 h  100 %  0 %      60 min  96 %   3 %
//!      10    33.3 h  100 %  0 %       2.9 h  100 %  1 %     6.1 min  95 %  30 %
//!      20    16.7 h  100 %  0 %       1.4 h   99 %  2 %     3.2 min  91 %  58 %
//!      50     6.7 h  100 %  1 %      35 min   99 %  5 %     3.3 min  34 %  55 %
//!     100     3.3 h  100 %  1 %      18 min   97 % 10 %     3.8 min  15 %  48 %
//!     200     1.7 h  100 %  2 %     9.2 min   94 % 20 %     3.9 min   7 %  47 %
//!     500    41 min   99 %  5 %     4.1 min   84 % 45 %     3.9 min   3 %  47 %
//!    1000    21 min   96 %  9 %     3.4 min   51 % 54 %     3.9 min   1 %  47 %
//! ```
//!
//! A run costs ten file-server operations of its worker and twelve of the collector. The collector performs them one
//! after the other, at most about a hundred runs per second, and is the first bottleneck; claims alone would allow four
//! hundred runs per second. More than 100 workers per second of mean run duration do not reduce the makespan.

mod batch;
mod job;
mod prepare;
mod queue;
mod supervise;

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

pub use self::batch::cancel;
pub(super) use self::job::{array_position, deadline};
pub use self::queue::{Queue, query_queue};
use super::{Completion, Event, Work, local};
use crate::cluster::{Collector, Coordination, MANIFEST, Manifest};
use crate::dir::Dir;
use crate::entrants::Build;
use crate::error::{Error, Result};
use crate::plan::PlannedRun;
use crate::results::{self, Facts};
use crate::results_dir::CLUSTER;

/// The options of a cluster run.
#[derive(Debug)]
pub struct Cluster {
    /// The number of workers to submit; 0 if the user starts workers with `judge worker`.
    pub workers: usize,
    pub partition: Option<String>,
    /// Further arguments of `sbatch`.
    pub arguments: Vec<String>,
    /// Whether to end after submitting the workers.
    pub detach: bool,
    /// How long a worker may send no heartbeat before it counts as dead.
    pub patience: Duration,
}

type Notify<'n> = &'n (dyn Fn(Event) + Sync);

/// Executes programs on the cluster; judges answer files on this machine.
pub fn run(
    work: &Work,
    cluster: &Cluster,
    facts: &mut Facts,
    notify: Notify,
) -> Result<Completion> {
    let results = work.results()?;
    let (programs, files): (Vec<PlannedRun>, Vec<PlannedRun>) =
        work.runs.iter().partition(|&&run| work.has_program(run));
    let no_builds: Vec<OnceLock<Build>> = work.entrants.iter().map(|_| OnceLock::new()).collect();
    local::run_all(&work.with_runs(&files), &no_builds, notify)?;
    let cluster_run = ClusterRun {
        work,
        cluster,
        notify,
        results,
    };
    let manifest = match Manifest::read(&cluster_run.results)? {
        Some(manifest) if cluster_run.can_resume(&manifest, &programs) => {
            notify(Event::Remark("the workers of the earlier run continue"));
            manifest
        }
        earlier => {
            if let Some(manifest) = earlier {
                cancel_workers(&cluster_run.results, &manifest)?;
            }
            match cluster_run.prepare(&programs, facts)? {
                Some(manifest) => manifest,
                None => return Ok(Completion::Finished),
            }
        }
    };
    cluster_run.execute(&manifest, facts)
}

/// Stops the workers of a manifest and removes the manifest.
pub fn cancel_workers(results: &Arc<Dir>, manifest: &Manifest) -> Result<()> {
    let coordination = manifest.coordination(results);
    let _ = coordination.stop();
    // If `scancel` fails, workers still end once the coordination folder is gone.
    let _ = cancel(&jobs(&coordination));
    remove_manifest(results, manifest)
}

/// Removes the manifest and its coordination folder, so that no worker uses them any more.
fn remove_manifest(results: &Dir, manifest: &Manifest) -> Result<()> {
    let failed = |error| {
        Error::path(
            "remove the manifest in",
            &results.path().join(CLUSTER),
            &error,
        )
    };
    let cluster = results.dir(CLUSTER).map_err(failed)?;
    cluster.remove_file(MANIFEST).map_err(failed)?;
    let old = format!("{}.old", manifest.id);
    if cluster.rename(&manifest.id, &old).is_ok() {
        // Over NFS, files that are open elsewhere remain for a while.
        let _ = cluster.remove_tree(&old);
    }
    Ok(())
}

/// Returns the ids of the submitted jobs.
pub fn jobs(coordination: &Coordination) -> Vec<String> {
    let folder = coordination.folder();
    let text = folder.and_then(|folder| folder.read_to_string("jobs", LARGEST_LIST));
    let text = text.unwrap_or_default();
    // The ids become arguments of Slurm's commands, and the file is not trusted.
    let ids = text
        .lines()
        .filter(|job| job.bytes().all(|b| b.is_ascii_digit()));
    ids.map(str::to_owned).collect()
}

/// The largest list of jobs that is read, in bytes.
const LARGEST_LIST: u64 = 1 << 20;

fn add_job(coordination: &Coordination, job: &str) -> Result<()> {
    let mut all = jobs(coordination);
    all.push(job.to_owned());
    coordination
        .folder()
        .and_then(|folder| folder.replace("jobs", all.join("\n").as_bytes()))
        .map_err(|error| Error::path("write to", &coordination.path(), &error))
}

struct ClusterRun<'a> {
    work: &'a Work<'a>,
    cluster: &'a Cluster,
    notify: Notify<'a>,
    /// The results folder, with an absolute path that is also valid on other machines.
    results: Arc<Dir>,
}

impl ClusterRun<'_> {
    fn logs(&self) -> PathBuf {
        self.results.path().join(CLUSTER).join("logs")
    }

    fn execute(&self, manifest: &Manifest, facts: &mut Facts) -> Result<Completion> {
        let coordination = manifest.coordination(&self.results);
        let count = manifest.count();
        let rows = results::read_results(self.work.store.dir())?.rows;
        let mut collector = Collector::new(manifest.clone(), coordination.clone(), facts, &rows);
        if self.cluster.workers > 0 && !has_jobs(&coordination) {
            self.submit(&coordination, manifest, count)?;
        }
        if self.cluster.detach {
            return Ok(Completion::Detached);
        }
        let completion = self.supervise(&coordination, manifest, &mut collector, facts)?;
        if collector.left() == 0 {
            let _ = batch::cancel_pending(&jobs(&coordination));
            await_workers(&coordination);
            remove_manifest(&self.results, manifest)?;
        }
        Ok(completion)
    }
}

/// Waits until workers have noticed that all runs are done, at most 6 seconds, before their files are removed.
fn await_workers(coordination: &Coordination) {
    const PATIENCE: Duration = Duration::from_secs(6);
    let started = Instant::now();
    while started.elapsed() < PATIENCE && coordination.workers().iter().any(|worker| worker.alive) {
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn has_workers(coordination: &Coordination) -> bool {
    has_jobs(coordination) || coordination.workers().iter().any(|worker| worker.alive)
}

/// Returns whether Slurm has pending or running workers. Assumes so if Slurm does not respond.
fn has_jobs(coordination: &Coordination) -> bool {
    let jobs = jobs(coordination);
    !jobs.is_empty() && query_queue(&jobs).is_none_or(|queue| !queue.is_empty())
}
