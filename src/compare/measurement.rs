//! One algorithm on one instance, measured inside the process that runs it: reading and start-up do not count.

use std::time::{Duration, Instant};

use puzzles::{Budget, Case, Unsolved};
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    Solved,
    /// It is proved that there is nothing to find.
    NoSolution,
    NotApplicable,
    OutOfTime,
    /// It crashed, or its answer is wrong.
    Failed,
}

/// A run and what it took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measurement {
    pub status: Status,
    pub value: Option<i64>,
    /// Nanoseconds of processor time.
    pub cpu_ns: u64,
    pub detail: String,
}

impl Measurement {
    pub fn without_value(status: Status, detail: impl Into<String>) -> Self {
        Self {
            status,
            value: None,
            cpu_ns: 0,
            detail: detail.into(),
        }
    }
}

/// A run shorter than this is repeated, since a clock and a cold cache say little about it.
const SHORT: Duration = Duration::from_millis(10);
const REPEATS: u32 = 10;

/// Runs an algorithm; of several short runs the fastest counts, for all that is not the algorithm only adds.
pub fn measure(case: &dyn Case, solver: &str, time: Duration, seed: u64) -> Measurement {
    let mut best: Option<Measurement> = None;
    for _ in 0..REPEATS {
        let started = Instant::now();
        let run = run_once(case, solver, time, seed);
        if best.as_ref().is_none_or(|best| run.cpu_ns < best.cpu_ns) {
            best = Some(run);
        }
        if started.elapsed() > SHORT {
            break;
        }
    }
    best.unwrap_or_else(|| Measurement::without_value(Status::Failed, "was not run"))
}

fn run_once(case: &dyn Case, solver: &str, time: Duration, seed: u64) -> Measurement {
    let budget = Budget::unlimited().with_time(time).with_seed(seed);
    let mut last = None;
    let started = processor_time();
    let ended = case.solve(solver, &budget, &mut |answer| last = Some(answer));
    let cpu_ns = processor_time().saturating_sub(started);
    let (status, value, detail) = match (ended, last) {
        (Ok(_) | Err(Unsolved::Stopped), Some(answer)) => match case.check(answer.as_bytes()) {
            Ok(checked) => (Status::Solved, Some(checked.value), String::new()),
            Err(refusal) => (Status::Failed, None, format!("wrong answer: {refusal:?}")),
        },
        (Ok(_) | Err(Unsolved::Stopped), None) => (Status::OutOfTime, None, String::new()),
        (Err(Unsolved::NoSolution(reason)), _) => (Status::NoSolution, None, reason),
        (Err(Unsolved::NotApplicable(reason)), _) => (Status::NotApplicable, None, reason),
    };
    Measurement {
        status,
        value,
        cpu_ns,
        detail,
    }
}

/// The bound of an instance, as a measurement.
pub fn bound(case: &dyn Case, time: Duration, known: Option<i64>) -> Measurement {
    let started = processor_time();
    let bound = case.bound(&Budget::unlimited().with_time(time), known);
    Measurement {
        status: Status::Solved,
        value: Some(bound.value),
        cpu_ns: processor_time().saturating_sub(started),
        detail: bound.method,
    }
}

/// What all threads of this process have used so far, in nanoseconds.
fn processor_time() -> u64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}
