//! Compares the bounds of a problem folder's own program with the values of answers.

use std::time::Duration;

use puzzles::{Budget, Goal, Unbounded};

use super::answers::Collected;
use super::{Level, Report, Test};
use crate::parallel;

/// The most test cases that a bound is computed for.
const CASES: usize = 8;

/// The time of each bound.
const TIME: Duration = Duration::from_secs(10);

pub(super) fn examine(test: &Test, collected: &Collected, report: &mut Report) {
    let goal = test.contest.problem.goal();
    if goal == Goal::Solve {
        return;
    }
    let has_answer = |case: &usize| collected.of_case(*case).next().is_some();
    let cases: Vec<usize> = (0..test.cases.len())
        .filter(has_answer)
        .take(CASES)
        .collect();
    let bounds = parallel::map(cases.len(), |at| {
        let budget = Budget::unlimited().with_time(TIME);
        test.cases[cases[at]].case.bound(&budget, None)
    });
    let mut failure = None;
    for (case, bound) in cases.into_iter().zip(bounds) {
        let name = &test.cases[case].name;
        let bound = match bound {
            Ok(bound) => bound.value,
            Err(Unbounded::Unsupported) => return,
            Err(Unbounded::Failed(reason)) => {
                failure.get_or_insert((name, reason));
                continue;
            }
        };
        let best = match goal {
            Goal::Minimise => collected.of_case(case).min_by_key(|known| known.value),
            Goal::Maximise | Goal::Solve => collected.of_case(case).max_by_key(|known| known.value),
        };
        let Some(best) = best else {
            continue;
        };
        let is_wrong = match goal {
            Goal::Minimise => best.value < bound,
            Goal::Maximise | Goal::Solve => best.value > bound,
        };
        if is_wrong {
            let message = format!(
                "the bound program says {bound} on {name}, but {} reaches {}",
                best.by, best.value
            );
            let fix = "correct the bound program, or the score of the checker: no answer may be better than the bound";
            report.add(
                Level::Problem,
                "bound program",
                &message,
                vec![fix.to_owned()],
            );
            return;
        }
    }
    if let Some((name, reason)) = failure {
        let message = format!("no bound on {name}: {reason}");
        let fix = "correct the bound program; instances without a bound are shown without a gap";
        report.add(
            Level::Warning,
            "bound program",
            &message,
            vec![fix.to_owned()],
        );
    }
}
