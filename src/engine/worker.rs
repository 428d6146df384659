//! A worker: claims runs of a manifest, executes them and commits their results. Several workers may share a results
//! folder, on one machine or on many.

mod admission;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use self::admission::check_machine;
pub use self::admission::{Ceilings, WorkerOptions};
use super::judging::{self, ATTEMPTS, Judging};
use super::walltime::{self, Deadline};
use super::{cores, slurm};
use crate::cluster::{Claims, Coordination, Finished, Manifest, Next, Scheduler, send_heartbeats};
use crate::contest::Contest;
use crate::dir::Dir;
use crate::entrants::Build;
use crate::error::{Error, Result};
use crate::instances::{self, Instance};
use crate::plan::PlannedRun;
use crate::results::{Here, InstanceFacts, Provenance, Row};
use crate::results_dir::LARGEST_INSTANCE;
use crate::sandbox::{Cores, Sandbox, Wanted};
use crate::terminal::say;
use crate::units::show_duration;
use crate::verdict::Verdict;

/// Flags that signal handlers set.
#[derive(Debug)]
pub struct Signals<'a> {
    /// Set by SIGINT and SIGTERM.
    pub interrupt: &'a AtomicBool,
    /// Set by SIGCONT: the clocks of programs went on while the worker was stopped, so their runs do not count.
    pub resumed: &'a AtomicBool,
}

/// Why a worker ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerExit {
    /// No runs are left.
    Done,
    /// The walltime left is too short for another run.
    OutOfTime,
    /// It was interrupted.
    Stopped,
}

/// A worker gives up after so many consecutive judge errors: they indicate a problem of the machine.
const MOST_CONSECUTIVE_FAULTS: usize = 3;

/// Executes runs until none is left, the walltime is over, or the worker is interrupted.
pub fn work(results: &Arc<Dir>, options: &WorkerOptions, signals: &Signals) -> Result<WorkerExit> {
    let Some(manifest) = Manifest::read(results)? else {
        return Ok(WorkerExit::Done);
    };
    let coordination = manifest.coordination(results);
    if coordination.is_stopped() || coordination.is_gone() {
        return Ok(WorkerExit::Done);
    }
    let here = Here::new(check_machine(&manifest, options)?);
    let provenances = manifest.entrants.iter();
    let provenances: Vec<Provenance> = provenances
        .map(|planned| planned.provenance.on_worker(&here))
        .collect();
    let contest = manifest.contest()?;
    options.ceilings.check(&contest.limits)?;
    let longest_run = walltime::longest_run(&contest.limits);
    let deadline = slurm::deadline();
    if let Some(deadline) = deadline {
        let left = show_duration(deadline.left());
        say(&format!("walltime left: {left}"));
        if !deadline.leaves(longest_run) {
            let most = show_duration(longest_run);
            let error = format!("the walltime left is {left}, but a single run may take {most}");
            let help = "request more walltime with --sbatch-arg=--time=…";
            return Err(Error::user(error).with_help(help));
        }
    }
    let claims = Claims::join(coordination, &here.machine)
        .map_err(|error| Error::fault("register the worker", &error))?;
    let worker = Worker {
        results,
        wanted: options.wanted,
        manifest: &manifest,
        provenances: &provenances,
        contest: &contest,
        claims: &claims,
        deadline,
        longest_run,
        judging: Judging {
            limits: &contest.limits,
            interrupt: signals.interrupt,
        },
        signals,
    };
    let exit = worker.work();
    claims.leave();
    match exit {
        // The folder is removed while workers use it when all runs are done or a newer manifest is written.
        Err(_) if claims.coordination().is_gone() => Ok(WorkerExit::Done),
        other => other,
    }
}

struct Worker<'a> {
    results: &'a Dir,
    wanted: Wanted,
    manifest: &'a Manifest,
    /// Per entrant, the provenance of the rows that this worker makes.
    provenances: &'a [Provenance],
    contest: &'a Contest,
    claims: &'a Claims,
    deadline: Option<Deadline>,
    longest_run: Duration,
    judging: Judging<'a>,
    signals: &'a Signals<'a>,
}

impl Worker<'_> {
    fn work(&self) -> Result<WorkerExit> {
        let cores = cores::own_cores(self.contest.limits.cores);
        let cores = Cores {
            housekeeping: cores.clone(),
            programs: cores,
        };
        let mut sandbox = Sandbox::start(self.wanted, cores)?;
        let (sender, finished) = channel();
        std::thread::scope(|scope| {
            let heartbeat = scope.spawn(move || {
                let sent = send_heartbeats(self.claims, &finished, self.signals.interrupt);
                if sent.is_err() {
                    self.signals.interrupt.store(true, Ordering::Relaxed);
                }
                sent
            });
            let exit = self.execute_runs(&mut sandbox, &|finished| {
                let _ = sender.send(finished);
            });
            drop(sender);
            let committed = heartbeat
                .join()
                .unwrap_or_else(|_| Err(io::Error::other("the judge panicked")));
            let exit = exit?;
            committed.map_err(|error| Error::fault("commit a result", &error))?;
            Ok(exit)
        })
    }

    /// Claims and executes one run after the other.
    fn execute_runs(&self, sandbox: &mut Sandbox, commit: &dyn Fn(Finished)) -> Result<WorkerExit> {
        let position = slurm::array_position();
        let mut scheduler = Scheduler::new(self.manifest, position, self.claims.salt());
        let mut instance: Option<(usize, Instance)> = None;
        let mut faults = 0;
        let mut backoff = IdleBackoff::new(self.claims.coordination());
        loop {
            if self.is_interrupted() {
                return Ok(WorkerExit::Stopped);
            }
            let has_time = |deadline: Deadline| deadline.leaves(self.longest_run);
            if !self.deadline.is_none_or(has_time) {
                return Ok(WorkerExit::OutOfTime);
            }
            let next = scheduler
                .next(self.manifest, self.claims)
                .map_err(|error| Error::fault("claim a run", &error))?;
            let run = match next {
                Next::Done => return Ok(WorkerExit::Done),
                Next::Wait => {
                    backoff.wait(self.signals.interrupt);
                    continue;
                }
                Next::Run(run) => run,
            };
            backoff = IdleBackoff::new(self.claims.coordination());
            // Consecutive runs are usually on the same instance, which is then read once.
            let instance = match &mut instance {
                Some((number, instance)) if *number == run.instance => &*instance,
                other => {
                    &other
                        .insert((run.instance, self.read_instance(run.instance)?))
                        .1
                }
            };
            let Some(row) = self.execute(run, instance, sandbox, commit)? else {
                continue;
            };
            say(&format!(
                "{} on {}: {}",
                row.team, row.instance, row.verdict
            ));
            faults = match row.verdict {
                Verdict::JudgeError => faults + 1,
                _ => 0,
            };
            if faults == MOST_CONSECUTIVE_FAULTS {
                let error = format!(
                    "{faults} consecutive judge errors, the last: {}",
                    row.detail
                );
                return Err(Error::Fault(error));
            }
        }
    }

    fn read_instance(&self, number: usize) -> Result<Instance> {
        let facts = &self.manifest.instances[number];
        let InstanceFacts {
            round,
            name,
            digest,
            ..
        } = facts;
        let failed = |error| Error::fault("read an instance", &error);
        let folder = self
            .claims
            .coordination()
            .instance(number)
            .map_err(failed)?;
        let text = folder.read("text", LARGEST_INSTANCE).map_err(failed)?;
        let answer = folder.read("answer", LARGEST_INSTANCE);
        let companion = facts.companion(answer.unwrap_or_default());
        instances::stored(&text, companion, self.contest.problem, round, name, digest)
    }

    fn is_interrupted(&self) -> bool {
        self.signals.interrupt.load(Ordering::Relaxed)
    }

    /// Executes a run and passes on its result. Returns `None` if the run was interrupted and has no result.
    fn execute(
        &self,
        run: PlannedRun,
        instance: &Instance,
        sandbox: &mut Sandbox,
        commit: &dyn Fn(Finished),
    ) -> Result<Option<Row>> {
        let planned = &self.manifest.entrants[run.entrant];
        let provenance = &self.provenances[run.entrant];
        let ready = planned.ready(self.results);
        let ready = ready.map_err(|error| Error::fault("open a build", &error))?;
        let build = Build::Ready(ready);
        let mut attempts = 0;
        loop {
            self.signals.resumed.store(false, Ordering::Relaxed);
            let row = Row::new(
                instance,
                &planned.provenance.conditions.entrant(),
                run.repetition,
                &provenance.id.as_str().into(),
            );
            let mut is_starved = false;
            let attempt = self
                .judging
                .program(instance, &row, Some(&build), sandbox)?;
            let record = match attempt {
                Ok(record) => record,
                Err(_) if attempts + 1 < ATTEMPTS && !self.is_interrupted() => {
                    attempts += 1;
                    continue;
                }
                Err(fault) => {
                    is_starved = fault.starved;
                    judging::failed_record(row, &fault)
                }
            };
            // A starved run is committed although it gives no row, so that the session does not wait for it. The next
            // `judge run` repeats it.
            let is_stopped = record.row.verdict == Verdict::Interrupted && !is_starved;
            if self.is_interrupted() || is_stopped {
                return Ok(None);
            }
            if self.signals.resumed.load(Ordering::Relaxed) {
                let coordination = self.claims.coordination();
                if coordination.is_done(run.instance, run.entrant) {
                    return Ok(None);
                }
                continue;
            }
            let bytes = record.to_bytes(provenance);
            let bytes = bytes.map_err(|error| Error::fault("encode a result", &error))?;
            commit(Finished {
                run,
                record: bytes,
                at: Instant::now(),
            });
            return Ok(Some(record.row));
        }
    }
}

/// Exponential back-off of an idle worker, capped so that the death of another worker is detected in time.
struct IdleBackoff {
    next: Duration,
    longest: Duration,
}

impl IdleBackoff {
    fn new(coordination: &Coordination) -> Self {
        let longest = (coordination.patience() / 12).min(Duration::from_secs(5));
        Self {
            next: longest / 16,
            longest,
        }
    }

    fn wait(&mut self, interrupt: &AtomicBool) {
        const STEP: Duration = Duration::from_millis(50);
        let until = Instant::now() + self.next;
        while Instant::now() < until && !interrupt.load(Ordering::Relaxed) {
            std::thread::sleep(STEP.min(self.next));
        }
        self.next = (self.next * 2).min(self.longest);
    }
}
