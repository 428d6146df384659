//! Judges one run, whichever engine asks for it: runs the program or reads the file, replays, and gives the row.

use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::handed_in::handed_in;
use crate::answers::FileReplay;
use crate::entrants::{self, ANSWERS, Build, Entrant, Ready};
use crate::error::Result;
use crate::instances::Instance;
use crate::judgement::{self, Judgement};
use crate::limits::Limits;
use crate::results::{Row, RunFiles, RunRecord};
use crate::sandbox::{Fault, Job, Outcome, Sandbox};
use crate::timestamp::Timestamp;
use crate::verdict::Verdict;

/// What all runs have in common.
#[derive(Debug)]
pub(super) struct Judging<'a> {
    pub(super) limits: &'a Limits,
    pub(super) interrupt: &'a AtomicBool,
}

/// How often a run is tried before a failure of the judge counts as the team's, if its program ran.
pub(super) const ATTEMPTS: usize = 3;

/// What came of one attempt; a failure of the judge is nobody's result.
pub(super) type Attempt = std::result::Result<RunRecord, Fault>;

impl Judging<'_> {
    /// Judges what a program answers. Catches panics, so that a bug of the judge fails this attempt only.
    pub(super) fn program(
        &self,
        instance: &Instance,
        row: &Row,
        build: Option<&Build>,
        sandbox: &mut Sandbox,
    ) -> Result<Attempt> {
        let row = row.clone();
        let judged = catch_unwind(AssertUnwindSafe(|| match build {
            Some(Build::Ready(ready)) => self.run(instance, row, ready, sandbox),
            Some(Build::Failed(reason)) => {
                Ok(unrun(row, Judgement::new(Verdict::BuildFailed, reason)))
            }
            Some(Build::Nothing(reason)) => {
                Ok(unrun(row, Judgement::new(Verdict::Missing, reason)))
            }
            Some(Build::Fault(reason)) => {
                Ok(unrun(row, Judgement::new(Verdict::JudgeError, reason)))
            }
            None => {
                let judgement = Judgement::new(Verdict::JudgeError, "the program was not built");
                Ok(unrun(row, judgement))
            }
        }));
        let attempt = judged.unwrap_or_else(|_| Err(panicked()));
        if attempt.is_err() {
            // It may be in the middle of something.
            sandbox.restart()?;
        }
        Ok(attempt)
    }

    fn run(
        &self,
        instance: &Instance,
        mut row: Row,
        ready: &Ready,
        sandbox: &mut Sandbox,
    ) -> Attempt {
        let mut environment = entrants::environment();
        let (time, memory) = (self.limits.time.as_millis(), self.limits.memory >> 20);
        environment.push(("JUDGE_TIME_MS".to_owned(), time.to_string()));
        environment.push(("JUDGE_MEMORY_MB".to_owned(), memory.to_string()));
        let job = Job {
            command: &ready.command,
            folder: ready.folder.as_deref(),
            writable: false,
            bundle: None,
            paths: &ready.paths,
            environment,
            input: instance.text.as_bytes(),
            limits: self.limits,
            temporary: temporary(self.limits),
        };
        let outcome = sandbox.run(&job, self.interrupt)?;
        row.cpu_ms = outcome.cpu.as_millis() as u64;
        row.wall_ms = outcome.wall.as_millis() as u64;
        row.memory_kib = outcome.memory_kib;
        row.answers = outcome.answer_count() as u64;
        let (judgement, answer) = judgement::of_outcome(&*instance.case, &outcome, self.limits);
        let files = RunFiles {
            answer: answer.unwrap_or_default().to_vec(),
            trace: self.trace(instance, &outcome),
            errors: outcome.errors.as_bytes().to_vec(),
        };
        Ok(RunRecord {
            row: finish(row, judgement),
            files,
        })
    }

    /// When the answers of a run came, and what each was worth.
    fn trace(&self, instance: &Instance, outcome: &Outcome) -> Vec<u8> {
        let arrivals = outcome.arrivals();
        if arrivals.len() < 2 && !self.limits.anytime {
            // The one answer came with the end of the run, whose time is in the row.
            return Vec::new();
        }
        let mut trace = String::from("time_ms,value\n");
        for (time, answer) in thinned(&arrivals, instance.text.len()) {
            if self.interrupt.load(Ordering::Relaxed) {
                break;
            }
            let value = judgement::of_answer(&*instance.case, answer).value;
            let value = value.map_or(String::new(), |value| value.to_string());
            let _ = writeln!(trace, "{:.3},{value}", time.as_secs_f64() * 1000.0);
        }
        trace.into_bytes()
    }
}

/// Judges the answer that a team handed in as a file.
pub(super) fn judge_file(instance: &Instance, row: &Row, entrant: &Entrant) -> Attempt {
    let mut row = row.clone();
    let judged = catch_unwind(AssertUnwindSafe(|| {
        let name = &instance.name;
        let answer = match handed_in(&entrant.handed_in, name) {
            Ok(Some(answer)) => answer,
            Ok(None) => {
                let reason = format!("no file {ANSWERS}/{name}.*");
                return unrun(row, Judgement::new(Verdict::Missing, reason));
            }
            Err(reason) => {
                return unrun(row, Judgement::new(Verdict::Rejected, reason));
            }
        };
        row.answers = 1;
        let mut replay = FileReplay::new(&*instance.case);
        replay.feed(&answer);
        let judgement = judgement::of_replay(replay.finish());
        let mut judged = unrun(row, judgement);
        judged.files.answer = answer;
        judged
    }));
    judged.map_err(|_| panicked())
}

/// What counts where every attempt failed: a run that breaks the judging is the team's failure, and everybody sees
/// it; where no program ran it is the judge's. A run that the machine was too busy for is nobody's failure.
pub(super) fn unjudged(row: Row, fault: &Fault) -> RunRecord {
    let Fault {
        reason,
        started,
        starved,
    } = fault;
    let judgement = if *starved {
        Judgement::new(Verdict::Interrupted, reason)
    } else if *started {
        let reason = format!(
            "the run could not be judged in {ATTEMPTS} attempts, the last one alone: {reason}"
        );
        Judgement::new(Verdict::Crashed, reason)
    } else {
        Judgement::new(Verdict::JudgeError, reason)
    };
    unrun(row, judgement)
}

/// A row for which no program ran.
fn unrun(row: Row, judgement: Judgement) -> RunRecord {
    RunRecord::bare(finish(row, judgement))
}

/// The row with its judgement.
fn finish(row: Row, judgement: Judgement) -> Row {
    Row {
        verdict: judgement.verdict,
        value: judgement.value,
        detail: judgement.detail.into(),
        time: Timestamp::now(),
        ..row
    }
}

/// As many of the answers, evenly spread and with the last one, as can be replayed without holding up the contest: each
/// costs time that grows with the instance, however short it is.
fn thinned<'a, 'b>(
    arrivals: &'b [(Duration, &'a [u8])],
    instance: usize,
) -> impl Iterator<Item = (Duration, &'a [u8])> + 'b {
    const MOST_BYTES: usize = 256 << 20;
    let longest = arrivals.iter().map(|(_, answer)| answer.len()).max();
    let most = MOST_BYTES / (instance + longest.unwrap_or(0) + 1);
    let step = arrivals.len().div_ceil(most.max(1)).max(1);
    arrivals.iter().rev().step_by(step).rev().copied()
}

fn panicked() -> Fault {
    Fault {
        reason: "the judge panicked".to_owned(),
        started: true,
        starved: false,
    }
}

/// The temporary space of a run.
pub(super) fn temporary(limits: &Limits) -> u64 {
    const MOST: u64 = 256 << 20;
    limits.memory.min(MOST)
}
