//! How good the swap puzzle's answers are, as ratios to the bound, how much of its time `best` uses, and how long exact
//! algorithms take, as ratios to `optimal` in the same run.
//!
//! Without `--bench`, as when the tests are run, only the smallest sizes are tried, and briefly.

use std::time::{Duration, Instant};

use puzzles::{Budget, Case, FieldValue, Fields, problem};

const YARDSTICK: &str = "optimal";

fn main() {
    let whole = std::env::args().any(|argument| argument == "--bench");
    println!(
        "mean swaps as a ratio to the bound without search, and the time of `best` as a ratio to its budget\n"
    );
    println!(
        "{:<10}{:>10}{:>10}{:>10}{:>10}",
        "grid", "greedy", "best", "time", "seconds"
    );
    // The shorter times at 8 × 8, 10 × 10 and 20 × 20 are about those that the token swapper of rustworkx 0.18 takes for
    // 100 trials, at 20 × 20 for 20 trials. Its best answers are 1.37, 1.41 and 1.54 times as long as the bound.
    let classes: &[(usize, f64, u64)] = if whole {
        &[
            (4, 1.0, 8),
            (5, 2.0, 8),
            (8, 0.4, 8),
            (8, 10.0, 8),
            (10, 1.2, 8),
            (10, 15.0, 8),
            (20, 8.0, 4),
            (20, 40.0, 4),
            (200, 1.0, 1),
            (300, 30.0, 1),
        ]
    } else {
        &[(5, 0.1, 1)]
    };
    for &(n, seconds, grids) in classes {
        let cases: Vec<_> = (0..grids).map(|seed| generated([n, n], seed)).collect();
        let (greedy, _) = ratios(&cases, "greedy", seconds);
        let (best, time) = ratios(&cases, "best", seconds);
        println!(
            "{:<10}{greedy:>10.4}{best:>10.4}{time:>10.2}{seconds:>10}",
            format!("{n} × {n}")
        );
    }

    println!("\ntime for the fewest swaps, as a ratio to {YARDSTICK}\n");
    println!(
        "{:<10}{:>10}{:>10}{:>10}",
        "grid", "bfs-full", "bfs", "astar"
    );
    let shapes: &[[usize; 2]] = if whole {
        &[[2, 3], [2, 4], [3, 3], [3, 4], [4, 4]]
    } else {
        &[[2, 3]]
    };
    for &shape in shapes {
        let case = generated(shape, 1);
        print!("{:<10}", format!("{} × {}", shape[0], shape[1]));
        let unit = time(&*case, YARDSTICK).expect("it always has an answer");
        for solver in ["bfs-full", "bfs", "astar"] {
            match time(&*case, solver) {
                Some(time) => print!("{:>10.2}", time.as_secs_f64() / unit.as_secs_f64()),
                None => print!("{:>10}", "-"),
            }
        }
        println!();
    }
}

fn generated([rows, columns]: [usize; 2], seed: u64) -> Box<dyn Case> {
    let size = |key: &str, size: usize| (key.to_owned(), FieldValue::Integer(size as i64));
    let fields = Fields::new([size("rows", rows), size("columns", columns)]);
    let puzzle = problem("swap-puzzle").expect("the problem is registered");
    let recipe = puzzle.recipe(fields).expect("the recipe is complete");
    recipe.generate(seed).expect("every seed makes an instance")
}

/// Returns the sum of the values as a ratio to that of the bounds, and the time of the solver as a ratio to its budget.
fn ratios(cases: &[Box<dyn Case>], solver: &str, seconds: f64) -> (f64, f64) {
    let (mut values, mut bounds) = (0, 0);
    let mut taken = Duration::ZERO;
    for case in cases {
        let start = Instant::now();
        let budget = Budget::unlimited().with_time(Duration::from_secs_f64(seconds));
        let mut last = String::new();
        let solved = case.solve(solver, &budget, &mut |answer| last = answer);
        solved.expect("it always has an answer");
        taken += start.elapsed();
        let checked = case.check(last.as_bytes());
        values += checked.expect("answers are valid").value.whole();
        bounds += case
            .bound(&budget.within(Duration::ZERO), None)
            .unwrap()
            .value
            .whole();
    }
    let time = taken.as_secs_f64() / (seconds * cases.len() as f64);
    (values as f64 / bounds as f64, time)
}

/// The time of one run; `None` where the algorithm does not apply.
fn time(case: &dyn Case, solver: &str) -> Option<Duration> {
    let start = Instant::now();
    let budget = Budget::unlimited();
    let solved = case.solve(solver, &budget, &mut |answer| {
        std::hint::black_box(answer);
    });
    solved.ok().map(|_| start.elapsed())
}
