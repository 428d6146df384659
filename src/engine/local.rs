//! The engine for one machine: a few workers that take the next cell of the plan.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::judging::{Judging, Numbered};
use super::{Event, Work, builds};
use crate::entrants::Build;
use crate::error::Result;
use crate::machine::Machine;
use crate::sandbox::Sandbox;
use crate::store::Row;

/// Builds the entrants that have something to do, then runs all cells. `notify` hears of every step.
pub fn run(work: &Work, notify: &(dyn Fn(Event) + Sync)) -> Result<()> {
    let builds = builds::make(work, notify)?;
    notify(Event::RunsStarted);
    run_cells(work, &builds, notify)
}

/// Judges all cells of the plan and stores what comes of them.
pub(super) fn run_cells(
    work: &Work,
    builds: &[OnceLock<Build>],
    notify: &(dyn Fn(Event) + Sync),
) -> Result<()> {
    if work.cells.is_empty() {
        return Ok(());
    }
    let machine = Machine::this();
    let judging = Judging {
        limits: work.limits,
        bounds: work.bounds,
        machine: &machine,
        interrupt: work.interrupt,
    };
    work.in_parallel(work.cells.len(), &|sandbox, index| {
        if work.interrupt.load(Ordering::Relaxed) {
            return Ok(());
        }
        let cell = work.cells[index];
        let entrant = &work.entrants[cell.entrant];
        let at = Numbered {
            number: cell.instance,
            instance: &work.instances[cell.instance],
        };
        let row = Row::new(at.instance, &entrant.name, entrant.baseline);
        let judged = if work.is_run(cell) {
            judging.program(at, row, builds[cell.entrant].get(), sandbox)?
        } else {
            judging.file(at, row, entrant)
        };
        work.store.record(&judged)?;
        notify(Event::RunEnded(&judged.row));
        Ok(())
    })
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

type Task<'t> = &'t (dyn Fn(&mut Sandbox, usize) -> Result<()> + Sync);

impl Work<'_> {
    /// Calls `task` with every index, several at a time, each worker with a sandbox of its own on cores of its own;
    /// the first error ends it all.
    pub(super) fn in_parallel(&self, tasks: usize, task: Task) -> Result<()> {
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        let work = |worker: usize| -> Result<()> {
            let mut sandbox = Sandbox::start(self.walls, &self.cores_of(worker))?;
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= tasks {
                    return Ok(());
                }
                task(&mut sandbox, index)?;
            }
        };
        std::thread::scope(|scope| {
            for worker in 0..self.jobs.min(tasks) {
                let (next, failure, work) = (&next, &failure, &work);
                scope.spawn(move || {
                    if let Err(error) = work(worker) {
                        next.store(tasks, Ordering::Relaxed);
                        lock(failure).get_or_insert(error);
                    }
                });
            }
        });
        let failure = failure.into_inner();
        failure
            .unwrap_or_else(PoisonError::into_inner)
            .map_or(Ok(()), Err)
    }

    /// The cores of a worker, so that runs do not disturb each other; none where there are not enough for all.
    fn cores_of(&self, worker: usize) -> Vec<usize> {
        let each = self.limits.cores;
        let cores = self.cores.chunks_exact(each).nth(worker);
        cores
            .filter(|_| self.jobs * each <= self.cores.len())
            .unwrap_or_default()
            .to_vec()
    }
}
