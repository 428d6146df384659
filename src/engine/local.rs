//! The engine for one machine: a few workers that take the next run of the plan.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::judging::{self, ATTEMPTS, Judging};
use super::{Event, Work, builds};
use crate::entrants::Build;
use crate::error::{Error, Result};
use crate::ids::Name;
use crate::parallel::{self, lock};
use crate::results::{Row, RunRecord, Store};
use crate::sandbox::{Cores, Sandbox};

/// Builds the entrants that have something to do, then runs all runs. `notify` hears of every step.
pub fn run(work: &Work, notify: &(dyn Fn(Event) + Sync)) -> Result<()> {
    let builds = builds::make(work, notify)?;
    notify(Event::RunsStarted);
    run_all(work, &builds, notify)
}

/// Judges all runs of the plan and stores what comes of them. Where the judge fails, it tries again, the last time
/// with nothing else going on. Runs that were starved by a busy machine wait for that last time.
pub(super) fn run_all(
    work: &Work,
    builds: &[OnceLock<Build>],
    notify: &(dyn Fn(Event) + Sync),
) -> Result<()> {
    if work.runs.is_empty() {
        return Ok(());
    }
    let judging = Judging {
        limits: work.limits,
        interrupt: work.interrupt,
    };
    let (finished, results) = sync_channel(2 * work.jobs);
    std::thread::scope(|scope| {
        let recorder = scope.spawn(move || record(work.store, &results, notify));
        let ran = work.judge_all(&judging, builds, &finished);
        drop(finished);
        // What could not be recorded has stopped the rest.
        recorder
            .join()
            .unwrap_or_else(|_| Err(Error::Fault("recording results panicked".to_owned())))?;
        ran
    })
}

/// Records what comes, as much at a time as has come while the disk was busy.
fn record(
    store: &Store,
    results: &Receiver<RunRecord>,
    notify: &(dyn Fn(Event) + Sync),
) -> Result<()> {
    const MOST_AT_ONCE: usize = 64;
    while let Ok(first) = results.recv() {
        let more = results.try_iter().take(MOST_AT_ONCE - 1);
        let batch: Vec<RunRecord> = std::iter::once(first).chain(more).collect();
        store.record(&batch)?;
        for judged in &batch {
            notify(Event::RunEnded(&judged.row));
        }
    }
    Ok(())
}

type Task<'t> = &'t (dyn Fn(&mut Sandbox, usize) -> Result<()> + Sync);

impl Work<'_> {
    /// Judges all runs and passes on what comes of them.
    fn judge_all(
        &self,
        judging: &Judging,
        builds: &[OnceLock<Build>],
        finished: &SyncSender<RunRecord>,
    ) -> Result<()> {
        let names: Vec<Name> = self
            .provenances
            .iter()
            .map(|provenance| provenance.id.as_str().into())
            .collect();
        let mut runs = self.runs.to_vec();
        let starved = Mutex::new(Vec::new());
        for attempt in 1..=ATTEMPTS {
            if attempt == ATTEMPTS {
                runs.append(&mut lock(&starved));
            }
            let failed = Mutex::new(Vec::new());
            let jobs = if attempt == ATTEMPTS { 1 } else { self.jobs };
            self.in_parallel(jobs, runs.len(), &|sandbox, index| {
                if self.interrupt.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let run = runs[index];
                let entrant = &self.entrants[run.entrant];
                let instance = &self.instances[run.instance];
                let row = Row::new(instance, &entrant.id, &names[run.entrant]);
                let judged = if self.is_run(run) {
                    judging.program(instance, &row, builds[run.entrant].get(), sandbox)?
                } else {
                    judging::judge_file(instance, &row, entrant)
                };
                let judged = match judged {
                    Ok(judged) => judged,
                    Err(fault) if attempt < ATTEMPTS => {
                        let later = if fault.starved { &starved } else { &failed };
                        lock(later).push(run);
                        return Ok(());
                    }
                    Err(fault) => judging::unjudged(row, &fault),
                };
                let refused = |_| Error::Fault("results can no longer be recorded".to_owned());
                finished.send(judged).map_err(refused)
            })?;
            runs = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        }
        Ok(())
    }

    /// Calls `task` with every index, several at a time, each worker with a sandbox of its own on cores of its own;
    /// the first error ends it all.
    pub(super) fn in_parallel(&self, jobs: usize, tasks: usize, task: Task) -> Result<()> {
        let start = |worker| Sandbox::start(self.wanted, self.cores_of(worker));
        parallel::try_for_each(jobs, tasks, start, task)
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
