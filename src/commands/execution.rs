//! Runs cells of a plan on the engine that was asked for.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};

use crate::contest::Contest;
use crate::engine::slurm::{self, Cluster, Fate};
use crate::engine::{Orders, Work, local, physical_cores};
use crate::entrants::Entrant;
use crate::error::{Error, Result};
use crate::instances::Instance;
use crate::plan::Cell;
use crate::progress::Progress;
use crate::sandbox::Wanted;
use crate::store::{self, Provenance, Store};

/// The exit code of a run that was stopped by the user.
pub(super) const STOPPED: u8 = 130;

/// What is to be run, and how.
#[derive(Clone, Copy)]
pub(super) struct Execution<'a> {
    pub(super) contest: &'a Contest,
    pub(super) instances: &'a [Instance],
    pub(super) entrants: &'a [Entrant],
    /// Per entrant, what its rows rest on.
    pub(super) provenances: &'a [Provenance],
    pub(super) wanted: Wanted,
    pub(super) jobs: Option<usize>,
    /// Where not on this machine.
    pub(super) cluster: Option<&'a Cluster<'a>>,
    pub(super) interrupt: &'a AtomicBool,
}

/// How far it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Finished,
    /// By the user.
    Stopped,
    /// Workers go on with it.
    Detached,
}

impl Execution<'_> {
    /// Runs the cells.
    pub(super) fn run(&self, store: &Store, cells: &[Cell]) -> Result<Outcome> {
        let progress = Progress::new(cells.len());
        let cores = physical_cores();
        let limits = &self.contest.limits;
        let work = Work {
            instances: self.instances,
            entrants: self.entrants,
            cells,
            limits,
            jobs: self.jobs.unwrap_or((cores.len() / limits.cores).max(1)),
            cores,
            wanted: self.wanted,
            store,
            provenances: self.provenances,
            interrupt: self.interrupt,
        };
        let fate = if let Some(cluster) = self.cluster {
            slurm::run(&work, cluster, &|event| progress.show(&event))?
        } else {
            // Workers of an earlier run would do the same work again.
            if let Some(orders) = Orders::read(store.dir())? {
                let dir = store::open_results(store.dir().path())?;
                slurm::retire(&Arc::new(dir), &orders)?;
            }
            local::run(&work, &|event| progress.show(&event))?;
            Fate::Done
        };
        progress.finish();
        Ok(match fate {
            Fate::Detached => Outcome::Detached,
            Fate::Done if !self.interrupt.load(Ordering::Relaxed) => Outcome::Finished,
            Fate::Done | Fate::Cancelled => Outcome::Stopped,
        })
    }
}

/// A flag that is set when the user or the system wants the judge to stop.
pub(super) fn watch_for_signals() -> Result<Arc<AtomicBool>> {
    let interrupt = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // A second signal ends the judge at once; its cells notice and end.
        let code = i32::from(STOPPED);
        signal_hook::flag::register_conditional_shutdown(signal, code, Arc::clone(&interrupt))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&interrupt)))
            .map_err(|error| Error::fault("watch for signals", &error))?;
    }
    Ok(interrupt)
}

pub(super) fn absolute(path: &Path) -> Result<PathBuf> {
    std::path::absolute(path).map_err(|error| Error::path("find", path, &error))
}
