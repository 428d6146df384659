//! With a seed and a limit on iterations, the number of threads never changes an answer.

#[path = "common/recipes.rs"]
mod recipes;

use puzzles::{Budget, Case, problems};
use recipes::generated;

/// Problem, recipe and the solvers that are quick enough on it; none stands for all.
const CASES: &[(&str, &str, &[&str])] = &[
    (
        "sorting-robot",
        "layout=scatter rows=5 columns=5 colours=3",
        &[],
    ),
    (
        "sorting-robot",
        "layout=scatter rows=9 columns=9 colours=2",
        &[],
    ),
    (
        "sorting-robot",
        "layout=course rows=1 columns=9 colours=9",
        &[],
    ),
    (
        "sorting-robot",
        "layout=sparse rows=20 columns=20 colours=5",
        &["best"],
    ),
    (
        "sorting-robot",
        "layout=scatter rows=160 columns=160 colours=40",
        &["best"],
    ),
    ("swap-puzzle", "layout=walls rows=2 columns=4", &[]),
    (
        "swap-puzzle",
        "layout=shuffle rows=4 columns=5",
        &["best", "optimal"],
    ),
    (
        "swap-puzzle",
        "layout=walls rows=6 columns=7",
        &["best", "optimal"],
    ),
    (
        "la-grille",
        "layout=uniform size=5 penalty=10 low=-9 high=9",
        &[],
    ),
    (
        "la-grille",
        "layout=uniform size=10 penalty=10 low=-9 high=9",
        &[],
    ),
    (
        "la-grille",
        "layout=clusters size=18 penalty=8",
        &["anneal", "best"],
    ),
    ("picross", "layout=picture rows=15 columns=20", &[]),
    (
        "picross",
        "layout=random rows=12 columns=12 density=0.5",
        &[],
    ),
];

/// The last answer, and how the solver ended.
fn run(case: &dyn Case, solver: &str, threads: usize) -> (String, String) {
    let budget = Budget::unlimited()
        .with_seed(11)
        .with_iterations(12)
        .with_threads(threads);
    let mut last = String::new();
    let ended = case.solve(solver, &budget, &mut |answer| last = answer);
    (last, format!("{ended:?}"))
}

#[test]
fn the_number_of_threads_changes_no_answer() {
    for problem in problems() {
        let mut answered = vec![false; problem.solvers().len()];
        for &(_, recipe, quick) in CASES.iter().filter(|case| case.0 == problem.name()) {
            let case = generated(problem.name(), recipe, 4);
            for (index, solver) in problem.solvers().into_iter().enumerate() {
                if !quick.is_empty() && !quick.contains(&solver.name) {
                    continue;
                }
                let one = run(&*case, solver.name, 1);
                answered[index] |= !one.0.is_empty();
                for threads in [2, 3] {
                    let several = run(&*case, solver.name, threads);
                    assert!(
                        one == several,
                        "{} of {} differs with {threads} threads on {recipe}",
                        solver.name,
                        problem.name()
                    );
                }
            }
        }
        for (solver, answered) in problem.solvers().iter().zip(answered) {
            assert!(
                answered,
                "no instance is one for {} of {}",
                solver.name,
                problem.name()
            );
        }
    }
}
