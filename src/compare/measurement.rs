//! Measures one algorithm on one instance, inside the process that runs it, so that start-up and input do not count.

use std::time::{Duration, Instant};

use puzzles::{Budget, Case, Unbounded, Unsolved, Value};
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

/// The result of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    Solved,
    /// The algorithm proved that there is no solution.
    NoSolution,
    NotApplicable,
    OutOfTime,
    /// The process crashed or the answer is invalid.
    #[default]
    Failed,
}

/// A run with its value and CPU time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measurement {
    pub status: Status,
    pub value: Option<Value>,
    /// CPU time in nanoseconds.
    pub cpu_ns: u64,
    pub detail: String,
}

impl Measurement {
    /// Returns a measurement without value and time.
    pub fn without_value(status: Status, detail: impl Into<String>) -> Self {
        Self {
            status,
            value: None,
            cpu_ns: 0,
            detail: detail.into(),
        }
    }
}

/// Shorter runs are repeated, because clock resolution and cold caches dominate them.
const SHORT_RUN: Duration = Duration::from_millis(10);
const REPEATS: u32 = 10;

/// Runs an algorithm. Returns the fastest of several short runs, because interference only adds time.
pub fn measure(case: &dyn Case, solver: &str, time: Duration, seed: u64) -> Measurement {
    let mut best: Option<Measurement> = None;
    for _ in 0..REPEATS {
        let started = Instant::now();
        let run = run_once(case, solver, time, seed);
        if best.as_ref().is_none_or(|best| run.cpu_ns < best.cpu_ns) {
            best = Some(run);
        }
        if started.elapsed() > SHORT_RUN {
            break;
        }
    }
    best.unwrap_or_else(|| Measurement::without_value(Status::Failed, "was not run"))
}

fn run_once(case: &dyn Case, solver: &str, time: Duration, seed: u64) -> Measurement {
    let budget = Budget::unlimited().with_time(time).with_seed(seed);
    let mut last = None;
    let started = cpu_time_ns();
    let ended = case.solve(solver, &budget, &mut |answer| last = Some(answer));
    let cpu_ns = cpu_time_ns().saturating_sub(started);
    let (status, value, detail) = match (ended, last) {
        (Ok(_) | Err(Unsolved::Stopped), Some(answer)) => match case.check(answer.as_bytes()) {
            Ok(checked) => (Status::Solved, Some(checked.value), String::new()),
            Err(refusal) => (Status::Failed, None, format!("invalid answer: {refusal:?}")),
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

/// Computes the bound of an instance.
pub fn bound(case: &dyn Case, time: Duration, known: Option<Value>) -> Measurement {
    let started = cpu_time_ns();
    let bound = case.bound(&Budget::unlimited().with_time(time), known);
    let cpu_ns = cpu_time_ns().saturating_sub(started);
    let (status, value, detail) = match bound {
        Ok(bound) => (Status::Solved, Some(bound.value), bound.method),
        Err(Unbounded::Unsupported) => (Status::NotApplicable, None, String::new()),
        Err(Unbounded::Failed(reason)) => (Status::Failed, None, reason),
    };
    Measurement {
        status,
        value,
        cpu_ns,
        detail,
    }
}

/// Returns the CPU time of all threads of this process in nanoseconds.
fn cpu_time_ns() -> u64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}
