//! `judge solve`: runs a bundled solver.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use puzzles::{AnyProblem, Bound, Budget, Goal, Unsolved, Value};
use signal_hook::consts::{SIGINT, SIGTERM};

use super::input;
use crate::cli::Solve;
use crate::error::{Error, Result};
use crate::terminal::{self, say, warn};

pub(super) fn solve(arguments: &Solve) -> Result<u8> {
    let case = input::instance_for(
        &arguments.with,
        &arguments.instance,
        input::chosen(&arguments.problem),
    )?;
    let problem = case.problem();
    let solver = input::solver(problem, &arguments.with)?;
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGTERM, SIGINT] {
        signal_hook::flag::register(signal, Arc::clone(&stop))
            .map_err(|error| Error::fault("watch for signals", &error))?;
    }
    let time = arguments.time.unwrap_or_else(time_of_contest);
    let mut budget = Budget::unlimited()
        .with_time(time)
        .with_threads(thread::available_parallelism().map_or(1, NonZero::get))
        .with_seed(arguments.seed.unwrap_or_else(seed_of_contest))
        .with_stop(Arc::clone(&stop));
    if let Some(iterations) = arguments.iterations {
        budget = budget.with_iterations(iterations);
    }
    let mut last = None;
    let mut printed = Ok(());
    let solved = case.solve(solver, &budget, &mut |answer| {
        if arguments.stream && printed.is_ok() {
            printed = terminal::print_own(&format!("{}\n\n", answer.trim_end()));
        }
        last = Some(answer);
    });
    printed?;
    match (solved, last) {
        // The answer of a bundled solver is replayed like any other.
        (solved @ (Ok(_) | Err(Unsolved::Stopped)), Some(answer)) => {
            let value = match case.check(answer.as_bytes()) {
                Ok(checked) => checked.value,
                Err(refusal) => {
                    let wrong = format!("solver {solver} gave a wrong answer: {refusal:?}");
                    return Err(Error::Fault(wrong));
                }
            };
            if !arguments.stream {
                terminal::print_own(&answer)?;
            }
            if let Ok(Some(bound)) = solved {
                say(&proof(problem, value, &bound));
            }
            Ok(0)
        }
        (Err(Unsolved::NotApplicable(reason)), _) => Err(Error::user(format!(
            "solver {solver} does not apply: {reason}"
        ))),
        (Err(Unsolved::NoSolution(reason)), _) => {
            warn(&format!("no solution: {reason}"));
            Ok(1)
        }
        (solved @ (Ok(_) | Err(Unsolved::Stopped)), None) => {
            if solved.is_err() && arguments.stream && arguments.time.is_none() && in_contest() {
                wait_until(&stop);
            }
            let error = Error::user(format!(
                "solver {solver} was stopped before it had an answer"
            ));
            Err(error.with_help("increase --time"))
        }
    }
}

fn in_contest() -> bool {
    std::env::var_os("JUDGE_TIME_MS").is_some()
}

/// Waits for the end of the time limit, so that a solver without an answer gets the verdict `time-limit` like any other
/// program; ending with an error would be a crash.
fn wait_until(stop: &AtomicBool) {
    const BETWEEN: Duration = Duration::from_millis(20);
    while !stop.load(Ordering::Relaxed) {
        thread::sleep(BETWEEN);
    }
}

/// Returns the time for solving. In a contest, a fifth of the limit is reserved for starting, reading and writing.
fn time_of_contest() -> Duration {
    let limit = std::env::var("JUDGE_TIME_MS")
        .ok()
        .and_then(|limit| limit.parse().ok());
    limit.map_or(Duration::from_secs(10), |limit: u64| {
        Duration::from_millis(limit * 4 / 5)
    })
}

/// Returns the seed of a run in a contest, or 0.
fn seed_of_contest() -> u64 {
    let seed = std::env::var("JUDGE_SEED").ok();
    seed.and_then(|seed| seed.parse().ok()).unwrap_or(0)
}

/// Describes what the solver proved about its answer.
fn proof(problem: &dyn AnyProblem, value: Value, bound: &Bound) -> String {
    let (unit, method) = (problem.unit(), &bound.method);
    let limit = match problem.goal() {
        Goal::Minimise => "no fewer than",
        Goal::Maximise | Goal::Solve => "no more than",
    };
    if problem.goal().better(bound.value, value) {
        format!(
            "{value} {unit}; {limit} {} are possible: {method}",
            bound.value
        )
    } else {
        format!("{value} {unit}, proved optimal: {method}")
    }
}
