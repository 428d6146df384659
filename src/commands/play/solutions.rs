//! The answers of the bundled algorithms that the page replays, and the bound of each grid.

use std::time::{Duration, Instant};

use puzzles::{Budget, Case, Checked, Goal, Value};

use crate::parallel;
use crate::report::page::Solution;

/// Up to this length of the instance in bytes all algorithms are run, on longer ones only `best`.
const LONGEST_COMPARED: usize = 200_000;

/// The answers to one grid, the best first, and its bound.
pub(super) struct Solved {
    pub(super) solutions: Vec<Solution>,
    pub(super) bound: Option<Value>,
}

/// Solves every grid with every algorithm that applies, then proves the bounds. `best` and each bound get `time`, the
/// other algorithms at most `short_time`.
pub(super) fn solve(cases: &[&dyn Case], time: Duration, short_time: Duration) -> Vec<Solved> {
    let mut tasks: Vec<(usize, &'static str)> = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        tasks.extend(solvers(*case).into_iter().map(|solver| (number, solver)));
    }
    let answers = parallel::map(tasks.len(), |task| {
        let (number, solver) = tasks[task];
        let limit = match solver {
            "best" => time,
            _ => time.min(short_time),
        };
        solution(cases[number], solver, limit)
    });
    let mut found: Vec<Vec<Solution>> = cases.iter().map(|_| Vec::new()).collect();
    for (&(number, _), answer) in tasks.iter().zip(answers) {
        found[number].extend(answer);
    }
    for (case, solutions) in cases.iter().zip(&mut found) {
        // The sort is stable: of equal values, the one of the better algorithm stays first.
        match case.problem().goal() {
            Goal::Minimise => solutions.sort_by_key(|solution| solution.value),
            Goal::Maximise => solutions.sort_by_key(|solution| solution.value.negated()),
            Goal::Solve => {}
        }
    }
    let bounds = parallel::map(cases.len(), |number| {
        let known = found[number].first().map(|solution| solution.value);
        let budget = Budget::unlimited().with_time(time);
        cases[number]
            .bound(&budget, known)
            .ok()
            .map(|bound| bound.value)
    });
    let solved = found.into_iter().zip(bounds);
    solved
        .map(|(solutions, bound)| Solved { solutions, bound })
        .collect()
}

/// Returns the algorithms to run: `best` first, then from the last in the list to the first, because later ones are
/// better.
fn solvers(case: &dyn Case) -> Vec<&'static str> {
    let mut solvers: Vec<&'static str> = case.problem().solvers().iter().map(|s| s.name).collect();
    solvers.sort_by_key(|&name| name == "best");
    solvers.reverse();
    if case.text().len() > LONGEST_COMPARED {
        solvers.truncate(1);
    }
    solvers
}

/// Returns the last answer of an algorithm within its time, or `None` if it has none.
fn solution(case: &dyn Case, solver: &'static str, time: Duration) -> Option<Solution> {
    let budget = Budget::unlimited().with_time(time);
    let mut last = None;
    let begun = Instant::now();
    let _ = case.solve(solver, &budget, &mut |answer| last = Some(answer));
    let stopped_after = (begun.elapsed() >= time).then_some(time);
    let answer = last?;
    let Checked { value, .. } = case.check(answer.as_bytes()).ok()?;
    Some(Solution {
        solver,
        value,
        answer,
        stopped_after,
    })
}
