//! Builds and measures programs, in the sandbox and under the limits of a contest.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use puzzles::Case;

use super::{Experiment, Measurement, Solver, Status};
use crate::dir::Dir;
use crate::engine::{self, ATTEMPTS, Judging};
use crate::entrants::{Build, Builder, Ready};
use crate::error::{Error, Result};
use crate::judgement::{self, Judgement};
use crate::limits::{Limits, default_wall};
use crate::sandbox::{Cores, Fault, Outcome, Sandbox, Wanted};
use crate::verdict::Verdict;

/// The programs of an experiment, ready to run.
#[derive(Debug)]
pub struct Programs<'a> {
    /// By the key of the solver, the program or the reason why it cannot be built.
    builds: BTreeMap<String, std::result::Result<Ready, String>>,
    limits: Limits,
    wanted: Wanted,
    pub interrupt: &'a AtomicBool,
}

/// Returns the limits of a run: the defaults of a contest. As with bundled algorithms, the last answer before the time
/// limit counts.
fn limits(time: Duration) -> Limits {
    Limits {
        time,
        wall: default_wall(time),
        anytime: true,
        ..Limits::default()
    }
}

impl<'a> Programs<'a> {
    /// Builds the programs of an experiment in folders below `folder`. A program that cannot be built fails in every run.
    /// Fails if the judge or the machine is the cause.
    pub fn build<'e>(
        experiment: &'e Experiment,
        folder: &Dir,
        wanted: Wanted,
        interrupt: &'a AtomicBool,
    ) -> Result<Self> {
        let mut programs = Self {
            builds: BTreeMap::new(),
            limits: limits(experiment.time),
            wanted,
            interrupt,
        };
        let with_program = |solver: &'e Solver| Some((solver, solver.program.as_ref()?));
        let all: Vec<_> = experiment.solvers.iter().filter_map(with_program).collect();
        if all.is_empty() {
            return Ok(programs);
        }
        let mut sandbox = Sandbox::start(wanted, Cores::default())?;
        for (solver, entrant) in all {
            let mut builder = Builder {
                sandbox: &mut sandbox,
                builds: folder,
                paths: &programs.limits.paths,
                log: &|_| Ok(()),
                interrupt,
            };
            let built = match engine::build(&mut builder, entrant)? {
                Build::Ready(ready) => Ok(ready),
                Build::Failed(reason) | Build::Nothing(reason) => Err(reason),
                Build::Fault(_) if interrupt.load(Ordering::Relaxed) => break,
                Build::Fault(reason) => {
                    let message = format!("{} cannot be built: {reason}", solver.name);
                    return Err(Error::user(message));
                }
            };
            programs.builds.insert(solver.key.clone(), built);
        }
        Ok(programs)
    }

    /// Starts a sandbox on a core, unless there is nothing to run in it.
    pub(super) fn sandbox(&self, core: usize) -> Result<Option<Sandbox>> {
        let cores = Cores {
            programs: vec![core],
            housekeeping: vec![core],
        };
        let has_programs = !self.builds.is_empty();
        has_programs
            .then(|| Sandbox::start(self.wanted, cores))
            .transpose()
    }

    /// Runs a program on an instance. A failure of the judge is a failed run, which is repeated when the comparison
    /// continues.
    pub(super) fn measure(
        &self,
        solver: &Solver,
        (case, text): (&dyn Case, &str),
        seed: u64,
        sandbox: &mut Sandbox,
    ) -> Result<Measurement> {
        let failed = |reason: &str| Measurement::without_value(Status::Failed, reason);
        let ready = match self.builds.get(&solver.key) {
            Some(Ok(ready)) => ready,
            Some(Err(reason)) => return Ok(failed(&format!("{}: {reason}", Verdict::BuildFailed))),
            None => return Ok(failed("was not built")),
        };
        let judging = Judging {
            limits: &self.limits,
            interrupt: self.interrupt,
        };
        let mut reason = String::new();
        for _ in 0..ATTEMPTS {
            let attempt: std::thread::Result<std::result::Result<_, Fault>> =
                catch_unwind(AssertUnwindSafe(|| {
                    let outcome = judging.execute(text, seed, ready, sandbox)?;
                    let (judgement, _) = judgement::of_outcome(case, &outcome, &self.limits);
                    Ok(measurement(&outcome, judgement))
                }));
            match attempt {
                Ok(Ok(measurement)) => return Ok(measurement),
                Ok(Err(fault)) => reason = fault.reason,
                Err(_) => "the judge panicked".clone_into(&mut reason),
            }
            // The sandbox may be in an inconsistent state.
            sandbox.restart()?;
        }
        Ok(failed(&format!("{}: {reason}", Verdict::JudgeError)))
    }
}

fn measurement(outcome: &Outcome, judgement: Judgement) -> Measurement {
    let Judgement {
        verdict,
        value,
        detail,
        ..
    } = judgement;
    let status = match verdict {
        Verdict::Accepted => Status::Solved,
        Verdict::TimeLimit => Status::OutOfTime,
        _ => Status::Failed,
    };
    let detail = match status {
        Status::Failed => format!("{verdict}: {detail}"),
        _ => detail,
    };
    Measurement {
        status,
        value,
        cpu_ns: outcome.cpu.as_nanos() as u64,
        detail,
    }
}
