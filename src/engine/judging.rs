//! Judges one run for any engine: runs the program or reads the answer file, replays the answer, and makes the record.

use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::answer_file::read_answer_file;
use crate::answers::FileReplay;
use crate::digest::Sha;
use crate::entrants::{self, ANSWERS, Build, Entrant, Ready};
use crate::error::Result;
use crate::instances::Instance;
use crate::judgement::{self, CHECKER_MARK, Judgement};
use crate::limits::Limits;
use crate::results::{Row, RunFiles, RunRecord, TRACE_HEADER};
use crate::sandbox::{Fault, Job, Outcome, Sandbox};
use crate::timestamp::Timestamp;
use crate::verdict::Verdict;

/// The parameters that all runs share.
#[derive(Debug)]
pub struct Judging<'a> {
    pub limits: &'a Limits,
    pub interrupt: &'a AtomicBool,
}

/// The number of attempts before a failure to judge a run counts as a crash of the program.
pub const ATTEMPTS: usize = 3;

/// The result of one attempt. A failure of the judge is not a result of the run.
pub(super) type Attempt = std::result::Result<RunRecord, Fault>;

impl Judging<'_> {
    /// Runs a program and judges its answer. Catches panics, so that a bug in the judge fails this attempt only.
    pub(super) fn program(
        &self,
        instance: &Instance,
        row: &Row,
        build: Option<&Build>,
        sandbox: &mut Sandbox,
    ) -> Result<Attempt> {
        let row = row.clone();
        let attempt = catch_unwind(AssertUnwindSafe(|| match build {
            Some(Build::Ready(ready)) => self.run(instance, row, ready, sandbox),
            Some(Build::Failed(reason)) => Ok(record_without_run(
                row,
                Judgement::new(Verdict::BuildFailed, reason),
            )),
            Some(Build::Nothing(reason)) => Ok(record_without_run(
                row,
                Judgement::new(Verdict::Missing, reason),
            )),
            Some(Build::Fault(reason)) => Ok(record_without_run(
                row,
                Judgement::new(Verdict::JudgeError, reason),
            )),
            None => {
                let judgement = Judgement::new(Verdict::JudgeError, "the program was not built");
                Ok(record_without_run(row, judgement))
            }
        }));
        let attempt = attempt.unwrap_or_else(|_| Err(panic_fault()));
        if attempt.is_err() {
            // The sandbox may be in an inconsistent state.
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
        let seed = seed(&row).into();
        let outcome = self.execute(&instance.text, seed, ready, sandbox)?;
        row.cpu_ms = outcome.cpu.as_millis() as u64;
        row.wall_ms = outcome.wall.as_millis() as u64;
        row.memory_kib = outcome.memory_kib;
        row.answers = match outcome.answer_count() as u64 {
            count if self.limits.anytime || !instance.case.has_empty_lines() => count,
            count => count.min(1),
        };
        let (mut judgement, answer) = judgement::of_outcome(&*instance.case, &outcome, self.limits);
        if judgement.verdict == Verdict::JudgeError && self.interrupt.load(Ordering::Relaxed) {
            judgement = Judgement::new(Verdict::Interrupted, "stopped by the judge");
        }
        let files = RunFiles {
            answer: answer.unwrap_or_default().to_vec(),
            trace: self.trace(instance, &outcome),
            errors: with_confidential(&outcome.errors, &judgement),
        };
        Ok(RunRecord {
            row: with_judgement(row, judgement),
            files,
        })
    }

    /// Runs a program on the text of an instance.
    pub fn execute(
        &self,
        text: &str,
        seed: u64,
        ready: &Ready,
        sandbox: &mut Sandbox,
    ) -> std::result::Result<Outcome, Fault> {
        let mut environment = entrants::environment();
        let (time, memory) = (self.limits.time.as_millis(), self.limits.memory >> 20);
        environment.push(("JUDGE_TIME_MS".to_owned(), time.to_string()));
        environment.push(("JUDGE_MEMORY_MB".to_owned(), memory.to_string()));
        environment.push(("JUDGE_SEED".to_owned(), seed.to_string()));
        let job = Job {
            command: &ready.command,
            folder: ready.folder.as_deref(),
            writable: false,
            bundle: None,
            paths: &ready.paths,
            environment,
            input: text.as_bytes(),
            limits: self.limits,
            temporary: temporary_space(self.limits),
            exchange: None,
        };
        sandbox.run(&job, self.interrupt)
    }

    /// Returns the trace of a run: the time and the value of each answer.
    fn trace(&self, instance: &Instance, outcome: &Outcome) -> Vec<u8> {
        let arrivals = outcome.arrivals();
        let is_single = arrivals.len() < 2 || instance.case.has_empty_lines();
        if is_single && !self.limits.anytime {
            // The time of a single answer is the wall time of the run, which is in the row.
            return Vec::new();
        }
        let mut trace = format!("{TRACE_HEADER}\n");
        for (time, answer) in sample_answers(
            &arrivals,
            instance.text.len() + instance.case.check_overhead(),
        ) {
            if self.interrupt.load(Ordering::Relaxed) {
                break;
            }
            let Judgement { verdict, value, .. } = judgement::of_answer(&*instance.case, answer);
            if verdict == Verdict::JudgeError {
                // A checker that fails once would probably fail on all further answers.
                break;
            }
            let value = value.map_or(String::new(), |value| value.to_string());
            let _ = writeln!(trace, "{:.3},{value}", time.as_secs_f64() * 1000.0);
        }
        trace.into_bytes()
    }
}

/// Returns the seed for random choices of a run: the same for all entrants on one instance, and another one for each
/// repetition.
fn seed(row: &Row) -> u32 {
    let text = format!("{}\n{}\n", row.digest, row.repetition);
    let Sha([a, b, c, d, ..]) = Sha::of(text.as_bytes());
    u32::from_le_bytes([a, b, c, d])
}

/// Judges the answer file of a team.
pub(super) fn judge_file(instance: &Instance, row: &Row, entrant: &Entrant) -> Attempt {
    let mut row = row.clone();
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        let name = &instance.name;
        let answer = match read_answer_file(&entrant.handed_in, name) {
            Ok(Some(answer)) => answer,
            Ok(None) => {
                let reason = format!("no file {ANSWERS}/{name}.*");
                return record_without_run(row, Judgement::new(Verdict::Missing, reason));
            }
            Err(reason) => {
                return record_without_run(row, Judgement::new(Verdict::Rejected, reason));
            }
        };
        row.answers = 1;
        let mut replay = FileReplay::new(&*instance.case);
        replay.feed(&answer);
        let judgement = judgement::of_replay(replay.finish());
        let errors = with_confidential("", &judgement);
        let mut record = record_without_run(row, judgement);
        record.files.answer = answer;
        record.files.errors = errors;
        record
    }));
    attempt.map_err(|_| panic_fault())
}

/// Returns the record of a run of which every attempt failed: a crash if the program was started, otherwise a judge
/// error. A run that was starved of processor time counts as interrupted.
pub(super) fn failed_record(row: Row, fault: &Fault) -> RunRecord {
    let Fault {
        reason,
        started,
        starved,
    } = fault;
    let judgement = if *starved {
        Judgement::new(Verdict::Interrupted, reason)
    } else if *started {
        let reason = format!("the run could not be judged in {ATTEMPTS} attempts: {reason}");
        Judgement::new(Verdict::Crashed, reason)
    } else {
        Judgement::new(Verdict::JudgeError, reason)
    };
    record_without_run(row, judgement)
}

/// Returns the record of a run without a program.
fn record_without_run(row: Row, judgement: Judgement) -> RunRecord {
    RunRecord::bare(with_judgement(row, judgement))
}

/// Adds what a checker says to the instructor to standard error. Teams do not see these lines. A line of the program
/// that looks like one of them is indented.
fn with_confidential(errors: &str, judgement: &Judgement) -> Vec<u8> {
    let mut text = String::with_capacity(errors.len());
    for line in errors.split_inclusive('\n') {
        if line.starts_with(CHECKER_MARK.trim_end()) {
            text.push(' ');
        }
        text.push_str(line);
    }
    if !judgement.confidential.is_empty() {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        for line in judgement.confidential.trim_end().lines() {
            let _ = writeln!(text, "{CHECKER_MARK}{line}");
        }
    }
    text.into_bytes()
}

/// Completes a row.
fn with_judgement(row: Row, judgement: Judgement) -> Row {
    Row {
        verdict: judgement.verdict,
        value: judgement.value,
        detail: judgement.detail.into(),
        time: Timestamp::now(),
        ..row
    }
}

/// Returns answers at even intervals, including the last, such that their replay processes at most 256 MiB. The replay of
/// even a short answer takes time proportional to the instance.
fn sample_answers<'a, 'b>(
    arrivals: &'b [(Duration, &'a [u8])],
    overhead: usize,
) -> impl Iterator<Item = (Duration, &'a [u8])> + 'b {
    const MOST_BYTES: usize = 256 << 20;
    let longest = arrivals.iter().map(|(_, answer)| answer.len()).max();
    let most = MOST_BYTES / (overhead + longest.unwrap_or(0) + 1);
    let step = arrivals.len().div_ceil(most.max(1)).max(1);
    arrivals.iter().rev().step_by(step).rev().copied()
}

fn panic_fault() -> Fault {
    Fault {
        reason: "the judge panicked".to_owned(),
        started: true,
        starved: false,
    }
}

/// Returns the temporary space of a run in bytes.
pub(super) fn temporary_space(limits: &Limits) -> u64 {
    const MOST: u64 = 256 << 20;
    limits.memory.min(MOST)
}
