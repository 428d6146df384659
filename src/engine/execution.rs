//! Executes planned runs, on this machine or on a cluster.

use std::sync::atomic::{AtomicBool, Ordering};

use super::slurm::{self, Cluster};
use super::{Event, Work, local, physical_cores};
use crate::cluster::Manifest;
use crate::contest::Contest;
use crate::entrants::Entrant;
use crate::error::Result;
use crate::instances::Instance;
use crate::plan::PlannedRun;
use crate::results::{Facts, Provenance, Store};
use crate::results_dir::ResultsDir;
use crate::sandbox::Wanted;

/// The entrants and instances of runs, and how to execute them.
#[derive(Clone, Copy, Debug)]
pub struct Execution<'a> {
    pub contest: &'a Contest,
    pub instances: &'a [Instance],
    pub entrants: &'a [Entrant],
    /// Per entrant, the provenance of its rows.
    pub provenances: &'a [Provenance],
    pub wanted: Wanted,
    /// The number of concurrent runs; by default as many as the cores allow.
    pub jobs: Option<usize>,
    pub interrupt: &'a AtomicBool,
}

/// How an execution ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    Finished,
    /// The user stopped it.
    Stopped,
    /// Cluster workers continue.
    Detached,
}

impl Execution<'_> {
    /// Executes the runs on this machine.
    pub fn run(
        &self,
        store: &Store,
        runs: &[PlannedRun],
        notify: &(dyn Fn(Event) + Sync),
    ) -> Result<Completion> {
        // Workers of an earlier run would execute the same runs again.
        if let Some(manifest) = Manifest::read(store.dir())? {
            let dir = ResultsDir::open(store.dir().path())?;
            slurm::cancel_workers(dir.dir(), &manifest)?;
        }
        local::run(&self.work(store, runs), notify)?;
        Ok(if self.interrupt.load(Ordering::Relaxed) {
            Completion::Stopped
        } else {
            Completion::Finished
        })
    }

    /// Executes the runs on a cluster. Adds the provenances of its workers to the facts.
    pub fn run_on(
        &self,
        cluster: &Cluster,
        store: &Store,
        runs: &[PlannedRun],
        facts: &mut Facts,
        notify: &(dyn Fn(Event) + Sync),
    ) -> Result<Completion> {
        let completion = slurm::run(&self.work(store, runs), cluster, facts, notify)?;
        let interrupted = self.interrupt.load(Ordering::Relaxed);
        Ok(match completion {
            Completion::Finished if interrupted => Completion::Stopped,
            other => other,
        })
    }

    fn work<'w>(&'w self, store: &'w Store, runs: &'w [PlannedRun]) -> Work<'w> {
        let cores = physical_cores();
        let limits = &self.contest.limits;
        Work {
            instances: self.instances,
            entrants: self.entrants,
            runs,
            limits,
            jobs: self.jobs.unwrap_or((cores.len() / limits.cores).max(1)),
            cores,
            wanted: self.wanted,
            store,
            provenances: self.provenances,
            interrupt: self.interrupt,
        }
    }
}
