//! The engine for a cluster: pilot workers under Slurm that share the runs through files in the results folder.
//!
//! Everything is built once, here. Then the manifest are written, one array of workers is submitted, and what they commit
//! is taken in as it comes. The truth is in the files alone; Slurm is asked only whether workers are still to come.
//!
//! # How long it takes
//!
//! A simulation (`cargo bench --bench makespan`) of 200 teams on 100 instances, 20,000 runs: the time until the last
//! row is there, the share of it that the programs themselves need, and the load of a file server that does 4,000
//! operations a second. Durations are a whole minute each, those of the sample contest stretched to a limit of a minute
//! (5 seconds on average), and those of the sample contest as they are (0.17 seconds).
//!
//! ```text
//! workers        a minute each           5 s on average        0.17 s on average
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
//! A run costs the file server ten operations of its worker and twelve of the one process that takes results in, which
//! waits for each in turn and so manages about a hundred runs a second: that is the limit that is met first. Claims
//! alone would be one at four hundred runs a second. More workers than a hundred times the mean duration in seconds
//! are of no use; with programs that run for seconds that is more than most clusters lend.

mod follow;
mod job;
mod prepare;
mod queue;

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

pub(super) use self::job::{deadline, place_in_array};
pub use self::queue::{Queue, cancel, look};
use super::{Completion, Event, Work, local};
use crate::cluster::{Collector, Coordination, MANIFEST, Manifest};
use crate::dir::Dir;
use crate::entrants::Build;
use crate::error::{Error, Result};
use crate::plan::PlannedRun;
use crate::results::{self, Facts};
use crate::results_dir::CLUSTER;

/// What the user wants of the cluster.
#[derive(Debug)]
pub struct Cluster {
    /// How many workers to start; with none, they are started by hand.
    pub workers: usize,
    pub partition: Option<String>,
    /// Passed on to Slurm as they are.
    pub arguments: Vec<String>,
    /// Whether to leave the workers alone once they are submitted.
    pub detach: bool,
    /// How long a worker may be silent before it counts as dead.
    pub patience: Duration,
}

type Notify<'n> = &'n (dyn Fn(Event) + Sync);

/// Runs all runs of the plan that need a program on the cluster, and the others here.
pub fn run(
    work: &Work,
    cluster: &Cluster,
    facts: &mut Facts,
    notify: Notify,
) -> Result<Completion> {
    let results = work.results()?;
    let (programs, files): (Vec<PlannedRun>, Vec<PlannedRun>) =
        work.runs.iter().partition(|&&run| work.is_run(run));
    let nothing_built: Vec<OnceLock<Build>> =
        work.entrants.iter().map(|_| OnceLock::new()).collect();
    local::run_all(&work.with_runs(&files), &nothing_built, notify)?;
    let cluster_run = ClusterRun {
        work,
        cluster,
        notify,
        results,
    };
    let manifest = match Manifest::read(&cluster_run.results)? {
        Some(manifest) if cluster_run.can_resume(&manifest, &programs) => {
            notify(Event::Remark("the workers of the earlier run go on"));
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

/// Ends the workers of some manifest and forgets all about them.
pub fn cancel_workers(results: &Arc<Dir>, manifest: &Manifest) -> Result<()> {
    let coordination = manifest.coordination(results);
    let _ = coordination.stop();
    // They end by themselves when they find the coordination gone, if not as soon.
    let _ = cancel(&jobs(&coordination));
    remove_manifest(results, manifest)
}

/// Takes the manifest and the coordination away, so that no worker finds them any more.
fn remove_manifest(results: &Dir, manifest: &Manifest) -> Result<()> {
    let failed = |error| Error::path("remove manifest in", &results.path().join(CLUSTER), &error);
    let cluster = results.dir(CLUSTER).map_err(failed)?;
    cluster.remove_file(MANIFEST).map_err(failed)?;
    let old = format!("{}.old", manifest.id);
    if cluster.rename(&manifest.id, &old).is_ok() {
        // Files that are open elsewhere may stay for a while; they do no harm.
        let _ = cluster.remove_tree(&old);
    }
    Ok(())
}

/// The numbers of the jobs that were submitted.
pub fn jobs(coordination: &Coordination) -> Vec<String> {
    let folder = coordination.folder();
    let text = folder.and_then(|folder| folder.read_to_string("jobs", LARGEST_LIST));
    let text = text.unwrap_or_default();
    // They become arguments of Slurm's commands.
    let numbers = text
        .lines()
        .filter(|job| job.bytes().all(|b| b.is_ascii_digit()));
    numbers.map(str::to_owned).collect()
}

/// The largest list of jobs that is read, in bytes.
const LARGEST_LIST: u64 = 1 << 20;

fn keep_job(coordination: &Coordination, job: &str) -> Result<()> {
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
    /// The results folder, by a name that holds on other machines too.
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
        let fate = self.follow(&coordination, manifest, &mut collector, facts)?;
        if collector.left() == 0 {
            let _ = queue::cancel_pending(&jobs(&coordination));
            await_workers(&coordination);
            remove_manifest(&self.results, manifest)?;
        }
        Ok(fate)
    }
}

/// Lets workers find out by themselves that all is done, rather than take their files away under their hands.
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

/// Whether Slurm has workers, or will start some. Where it does not answer, it may.
fn has_jobs(coordination: &Coordination) -> bool {
    let jobs = jobs(coordination);
    !jobs.is_empty() && look(&jobs).is_none_or(|queue| !queue.is_empty())
}
