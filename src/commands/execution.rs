//! Runs what has no row yet, on the engine that was asked for.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};

use crate::contest::Contest;
use crate::engine::slurm::{self, Cluster, Fate};
use crate::engine::{Bounds, Orders, Work, local, physical_cores};
use crate::entrants::Entrant;
use crate::error::{Error, Result};
use crate::instances::Instance;
use crate::plan::{self, Cell};
use crate::progress::Progress;
use crate::sandbox::Wanted;
use crate::store::{self, Row, Store};

/// The exit code of a run that was stopped by the user.
pub(super) const STOPPED: u8 = 130;

/// What is to be run, and how.
#[derive(Clone, Copy)]
pub(super) struct Conditions<'a> {
    pub(super) contest: &'a Contest,
    pub(super) instances: &'a [Instance],
    pub(super) entrants: &'a [Entrant],
    pub(super) wanted: Wanted,
    pub(super) jobs: Option<usize>,
    /// Where not on this machine.
    pub(super) cluster: Option<&'a Cluster<'a>>,
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

/// Runs every cell that has no row yet.
pub(super) fn execute(conditions: &Conditions, store: &Store, rows: &[Row]) -> Result<Outcome> {
    let Conditions {
        contest,
        instances,
        entrants,
        wanted,
        jobs,
        cluster,
    } = *conditions;
    let cells = unfinished(instances, entrants, rows);
    let interrupt = watch_for_signals()?;
    let progress = Progress::new(cells.len());
    let cores = physical_cores();
    let work = Work {
        instances,
        entrants,
        cells: &cells,
        limits: &contest.limits,
        jobs: jobs.unwrap_or((cores.len() / contest.limits.cores).max(1)),
        cores,
        wanted,
        store,
        bounds: &Bounds::of_rows(instances, rows),
        interrupt: &interrupt,
    };
    let fate = if let Some(cluster) = cluster {
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
        Fate::Done if !interrupt.load(Ordering::Relaxed) => Outcome::Finished,
        Fate::Done | Fate::Cancelled => Outcome::Stopped,
    })
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

/// The cells of the plan that have no row.
fn unfinished(instances: &[Instance], entrants: &[Entrant], rows: &[Row]) -> Vec<Cell> {
    let done: HashSet<_> = rows
        .iter()
        .map(|row| (&row.round, &row.instance, &row.team, row.baseline))
        .collect();
    let mut cells = plan::interleave(instances.len(), entrants.len());
    cells.retain(|cell| {
        let (instance, entrant) = (&instances[cell.instance], &entrants[cell.entrant]);
        !done.contains(&(
            &instance.round,
            &instance.name,
            &entrant.name,
            entrant.baseline,
        ))
    });
    cells
}
