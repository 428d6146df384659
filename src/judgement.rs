//! Judges one run: combines the outcome of the process with the replay of its answer.

use std::time::Duration;

use puzzles::{Case, Checked, Refusal, Value};

use crate::limits::Limits;
use crate::sandbox::{Ending, Limit, Outcome};
use crate::terminal::csv_field;
use crate::units::{show_duration, show_size, signal_name};
use crate::verdict::Verdict;

/// A verdict with the value of the answer and an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    pub verdict: Verdict,
    pub value: Option<Value>,
    /// A human-readable explanation on one line.
    pub detail: String,
    /// What a checker says to the instructor only.
    pub confidential: String,
}

/// What teams learn about a run that the judge failed on. The reason is for the instructor: it may tell what is hidden.
pub const FAULT_FOR_TEAMS: &str = "the judge failed on this run, and the instructor can see why";

/// The start of the lines in which standard error keeps what a checker says to the instructor only.
pub const CHECKER_MARK: &str = "[checker] ";

impl Judgement {
    pub fn new(verdict: Verdict, detail: impl Into<String>) -> Self {
        Self {
            verdict,
            value: None,
            detail: one_line(&detail.into()),
            confidential: String::new(),
        }
    }
}

/// Returns text that is safe as a field of CSV: one line of at most 500 characters, without control characters.
fn one_line(text: &str) -> String {
    const LONGEST: usize = 500;
    let plain = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let line: String = plain.take(LONGEST).collect();
    csv_field(line.trim()).into_owned()
}

/// Replays one answer.
pub fn of_answer(case: &dyn Case, answer: &[u8]) -> Judgement {
    of_replay(case.check(answer))
}

pub fn of_replay(replayed: Result<Checked, Refusal>) -> Judgement {
    match replayed {
        Ok(checked) => Judgement {
            verdict: Verdict::Accepted,
            value: Some(checked.value),
            detail: one_line(&checked.warnings.join("; ")),
            confidential: checked.confidential,
        },
        Err(Refusal::Declined(declined)) => Judgement {
            confidential: declined.confidential,
            ..Judgement::new(Verdict::Rejected, declined.reason)
        },
        Err(Refusal::Unchecked(reason)) => Judgement::new(Verdict::JudgeError, reason),
        Err(Refusal::Rejected(rejection)) => Judgement::new(Verdict::Rejected, rejection.reason),
        Err(Refusal::Unreadable(error)) => {
            let place = format!("line {}, column {}: {error}", error.line, error.column);
            Judgement::new(Verdict::Rejected, format!("{UNREADABLE}: {place}"))
        }
    }
}

/// The start of the detail of an answer that is not in the format.
pub const UNREADABLE: &str = "unreadable answer";

/// The end of the detail of a run that waited for the processor.
pub const BUSY_MACHINE: &str = "for a busy machine";

/// Returns the verdict on a program's run, and the answer that counts. The detail mentions a significant wait for the
/// processor.
pub fn of_outcome<'o>(
    case: &dyn Case,
    outcome: &'o Outcome,
    limits: &Limits,
) -> (Judgement, Option<&'o [u8]>) {
    let (mut judgement, answer) = of_ending(case, outcome, limits.anytime);
    if is_significant(outcome.waited, limits.wall) {
        let waited = format!("waited {} {BUSY_MACHINE}", show_duration(outcome.waited));
        judgement.detail = match judgement.detail.as_str() {
            "" => waited,
            detail => format!("{detail}; {waited}"),
        };
    }
    (judgement, answer)
}

/// Returns whether a wait is longer than the usual scheduling delays: 100 ms and 5 % of the wall-time limit.
fn is_significant(waited: Duration, wall: Duration) -> bool {
    const LEAST: Duration = Duration::from_millis(100);
    waited > LEAST.max(wall / 20)
}

fn of_ending<'o>(
    case: &dyn Case,
    outcome: &'o Outcome,
    anytime: bool,
) -> (Judgement, Option<&'o [u8]>) {
    let answer = match &outcome.ending {
        Ending::Exited(0) if case.has_empty_lines() && !anytime => outcome.output(),
        Ending::Exited(0) => outcome.last_answer(),
        Ending::Stopped(Limit::Cpu(_) | Limit::Wall(_)) if anytime => {
            match outcome.last_complete_answer() {
                Some(answer) => answer,
                None => {
                    return (
                        Judgement::new(
                            Verdict::TimeLimit,
                            "no complete answer before the time limit",
                        ),
                        None,
                    );
                }
            }
        }
        ending => return (failed(ending, outcome), None),
    };
    (of_answer(case, answer), Some(answer))
}

fn failed(ending: &Ending, outcome: &Outcome) -> Judgement {
    match ending {
        Ending::Exited(code) => Judgement::new(
            Verdict::Crashed,
            with_last_error_line(&format!("exit code {code}"), outcome),
        ),
        Ending::Signalled(signal) => {
            let name = signal_name(*signal);
            Judgement::new(
                Verdict::Crashed,
                with_last_error_line(&format!("killed by {name}"), outcome),
            )
        }
        Ending::Stopped(limit) => match limit {
            Limit::Cpu(limit) => Judgement::new(
                Verdict::TimeLimit,
                format!(
                    "used {} of CPU time, the limit is {}",
                    show_duration(outcome.cpu),
                    show_duration(*limit)
                ),
            ),
            Limit::Wall(limit) => Judgement::new(
                Verdict::TimeLimit,
                format!(
                    "reached the wall limit of {} with {} of CPU time used",
                    show_duration(*limit),
                    show_duration(outcome.cpu)
                ),
            ),
            Limit::Memory(limit) => Judgement::new(
                Verdict::MemoryLimit,
                format!("used more than {}", show_size(*limit)),
            ),
            Limit::Output(limit) => Judgement::new(
                Verdict::OutputLimit,
                format!("wrote more than {}", show_size(*limit)),
            ),
            // Only builds have a disk limit.
            Limit::Disk(_) => Judgement::new(Verdict::OutputLimit, "filled the disk"),
        },
        Ending::Unsupervised(reason) => Judgement::new(
            Verdict::Crashed,
            with_last_error_line(&format!("supervision failed: {reason}"), outcome),
        ),
        Ending::NotStarted(reason) => {
            Judgement::new(Verdict::Crashed, format!("did not start: {reason}"))
        }
        Ending::Interrupted => Judgement::new(Verdict::Interrupted, "stopped by the judge"),
    }
}

/// Appends the last line of standard error, which usually describes the failure.
fn with_last_error_line(what: &str, outcome: &Outcome) -> String {
    let mut lines = outcome.errors.lines().rev();
    match lines.find(|line| !line.trim().is_empty()) {
        Some(line) => format!("{what}: {}", line.trim()),
        None => what.to_owned(),
    }
}
