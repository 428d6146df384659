//! The engine for one machine: threads that take the next run of the plan.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::judging::{self, ATTEMPTS, Judging};
use super::{Event, Work, builds};
use crate::entrants::Build;
use crate::error::{Error, Result};
use crate::ids::{EntrantId, Name};
use crate::parallel::{self, lock};
use crate::problems::workshop;
use crate::results::{Row, RunRecord, Store};
use crate::sandbox::{Cores, Sandbox};
use crate::verdict::Verdict;

/// Builds the programs that have runs, then executes all runs. Calls `notify` for every step.
pub fn run(work: &Work, notify: &(dyn Fn(Event) + Sync)) -> Result<()> {
    let builds = builds::build_all(work, notify)?;
    notify(Event::RunsStarted);
    run_all(work, &builds, notify)
}

/// Executes all runs and records them. Repeats runs that failed because of the judge; the last attempt has no concurrent
/// runs. Runs that were starved of processor time are repeated only in that last attempt.
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
        let faults = CommonFault::new(work);
        let recorder = scope.spawn(move || record(work.store, &results, faults, notify));
        let ran = work.execute_all(&judging, builds, &finished);
        drop(finished);
        // A failure to record also ends the runs, with a less specific error.
        recorder
            .join()
            .unwrap_or_else(|_| Err(Error::Fault("recording results panicked".to_owned())))?;
        ran
    })
}

/// Records results as they arrive, in batches: while one batch is synced to disk, the next accumulates.
fn record(
    store: &Store,
    results: &Receiver<RunRecord>,
    mut faults: CommonFault,
    notify: &(dyn Fn(Event) + Sync),
) -> Result<()> {
    const MOST_AT_ONCE: usize = 64;
    while let Ok(first) = results.recv() {
        let more = results.try_iter().take(MOST_AT_ONCE - 1);
        let batch: Vec<RunRecord> = std::iter::once(first).chain(more).collect();
        store.record(&batch)?;
        for record in &batch {
            notify(Event::RunEnded(&record.row));
        }
        for record in &batch {
            faults.note(&record.row)?;
        }
    }
    Ok(())
}

/// Detects that nothing can be judged, for example because the checker of the problem is broken.
struct CommonFault {
    /// The number of entrants with runs.
    entrants: usize,
    /// The number of instances with runs.
    instances: usize,
    failed: BTreeSet<EntrantId>,
    failed_on: BTreeSet<(Name, Name)>,
    count: usize,
    /// Whether any run was judged.
    has_judged: bool,
}

impl CommonFault {
    fn new(work: &Work) -> Self {
        let entrants: BTreeSet<usize> = work.runs.iter().map(|run| run.entrant).collect();
        let instances: BTreeSet<usize> = work.runs.iter().map(|run| run.instance).collect();
        Self {
            entrants: entrants.len(),
            instances: instances.len(),
            failed: BTreeSet::new(),
            failed_on: BTreeSet::new(),
            count: 0,
            has_judged: false,
        }
    }

    /// Fails as soon as every entrant has failed because of the judge, and no run was judged.
    fn note(&mut self, row: &Row) -> Result<()> {
        /// A single failure may be an accident.
        const LEAST: usize = 3;
        if row.verdict != Verdict::JudgeError {
            self.has_judged = true;
            return Ok(());
        }
        self.count += 1;
        self.failed.insert(row.entrant());
        let instance = (Name::clone(&row.round), Name::clone(&row.instance));
        self.failed_on.insert(instance);
        // One entrant alone, or one odd instance, may have caused it.
        let is_common = self.entrants > 1
            && self.failed.len() == self.entrants
            && self.failed_on.len() >= self.instances.min(2)
            && self.count >= LEAST;
        if self.has_judged || !is_common {
            return Ok(());
        }
        Err(Error::Fault(format!(
            "every run failed because of the judge, so the contest was stopped: {}",
            row.detail
        )))
    }
}

type Task<'t> = &'t (dyn Fn(&mut Sandbox, usize) -> Result<()> + Sync);

impl Work<'_> {
    /// Executes all runs and sends their records.
    fn execute_all(
        &self,
        judging: &Judging,
        builds: &[OnceLock<Build>],
        finished: &SyncSender<RunRecord>,
    ) -> Result<()> {
        let provenances: Vec<Name> = self
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
                let row = Row::new(
                    instance,
                    &entrant.id,
                    run.repetition,
                    &provenances[run.entrant],
                );
                let result = if self.has_program(run) {
                    judging.program(instance, &row, builds[run.entrant].get(), sandbox)?
                } else {
                    judging::judge_file(instance, &row, entrant)
                };
                let record = match result {
                    Ok(record) => record,
                    Err(fault) if attempt < ATTEMPTS => {
                        let later = if fault.starved { &starved } else { &failed };
                        lock(later).push(run);
                        return Ok(());
                    }
                    Err(fault) => judging::failed_record(row, &fault),
                };
                let closed = |_| Error::Fault("results can no longer be recorded".to_owned());
                finished.send(record).map_err(closed)
            })?;
            runs = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        }
        Ok(())
    }

    /// Calls `task` with every index on `jobs` threads, each with its own sandbox and cores. The first error ends all
    /// threads.
    pub(super) fn in_parallel(&self, jobs: usize, tasks: usize, task: Task) -> Result<()> {
        let start = |thread| {
            let cores = self.cores_of(thread);
            workshop::use_cores(&cores);
            Sandbox::start(self.wanted, cores)
        };
        parallel::try_for_each(jobs, tasks, start, task)
    }

    /// Returns the cores of a thread, disjoint so that runs do not disturb each other. If there are too few cores for all
    /// threads, nothing is pinned.
    fn cores_of(&self, thread: usize) -> Cores {
        let each = self.limits.cores;
        if self.jobs * each > self.cores.len() {
            return Cores::default();
        }
        let programs = self.cores[thread * each..][..each].to_vec();
        let spare = &self.cores[self.jobs * each..];
        let housekeeping = programs.iter().chain(spare).copied().collect();
        Cores {
            programs,
            housekeeping,
        }
    }
}
