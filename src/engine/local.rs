//! The engine for one machine: a few workers that take the next cell of the plan.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::judging::{ATTEMPTS, Judging, Numbered};
use super::{Event, Work, builds};
use crate::entrants::Build;
use crate::error::Result;
use crate::machine::Machine;
use crate::sandbox::{Cores, Sandbox};
use crate::store::Row;

/// Builds the entrants that have something to do, then runs all cells. `notify` hears of every step.
pub fn run(work: &Work, notify: &(dyn Fn(Event) + Sync)) -> Result<()> {
    let builds = builds::make(work, notify)?;
    notify(Event::RunsStarted);
    run_cells(work, &builds, notify)
}

/// Judges all cells of the plan and stores what comes of them. Where the judge fails, it tries again, the last time
/// with nothing else going on. Runs that were starved by a busy machine wait for that last time.
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
    let mut cells = work.cells.to_vec();
    let starved = Mutex::new(Vec::new());
    for attempt in 1..=ATTEMPTS {
        if attempt == ATTEMPTS {
            cells.append(&mut lock(&starved));
        }
        let failed = Mutex::new(Vec::new());
        let jobs = if attempt == ATTEMPTS { 1 } else { work.jobs };
        work.in_parallel(jobs, cells.len(), &|sandbox, index| {
            if work.interrupt.load(Ordering::Relaxed) {
                return Ok(());
            }
            let cell = cells[index];
            let entrant = &work.entrants[cell.entrant];
            let at = Numbered {
                number: cell.instance,
                instance: &work.instances[cell.instance],
            };
            let row = Row::new(at.instance, &entrant.name, entrant.baseline);
            let judged = if work.is_run(cell) {
                judging.program(at, &row, builds[cell.entrant].get(), sandbox)?
            } else {
                judging.file(at, &row, entrant)
            };
            let judged = match judged {
                Ok(judged) => judged,
                Err(fault) if attempt < ATTEMPTS => {
                    let later = if fault.starved { &starved } else { &failed };
                    lock(later).push(cell);
                    return Ok(());
                }
                Err(fault) => judging.unjudged(at, row, &fault),
            };
            work.store.record(&judged)?;
            notify(Event::RunEnded(&judged.row));
            Ok(())
        })?;
        cells = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    }
    Ok(())
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

type Task<'t> = &'t (dyn Fn(&mut Sandbox, usize) -> Result<()> + Sync);

impl Work<'_> {
    /// Calls `task` with every index, several at a time, each worker with a sandbox of its own on cores of its own;
    /// the first error ends it all.
    pub(super) fn in_parallel(&self, jobs: usize, tasks: usize, task: Task) -> Result<()> {
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        let work = |worker: usize| -> Result<()> {
            let mut sandbox = Sandbox::start(self.wanted, self.cores_of(worker))?;
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= tasks {
                    return Ok(());
                }
                task(&mut sandbox, index)?;
            }
        };
        std::thread::scope(|scope| {
            for worker in 0..jobs.min(tasks) {
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

    /// The cores of a worker, so that runs do not disturb each other; any where there are not enough for all.
    fn cores_of(&self, worker: usize) -> Cores {
        let each = self.limits.cores;
        if self.jobs * each > self.cores.len() {
            return Cores::default();
        }
        let programs = self.cores[worker * each..][..each].to_vec();
        let spare = &self.cores[self.jobs * each..];
        let housekeeping = programs.iter().chain(spare).copied().collect();
        Cores {
            programs,
            housekeeping,
        }
    }
}
