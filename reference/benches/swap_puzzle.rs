//! How good the swap puzzle's answers are, as ratios to the bound, and how long exact algorithms take, as ratios to
//! `optimal` in the same run.
//!
//! Without `--bench`, as when the tests are run, only the smallest sizes are tried, and briefly.

use std::time::{Duration, Instant};

use puzzles::{Budget, Case, FieldValue, Fields, problem};

const YARDSTICK: &str = "optimal";

fn main() {
    let whole = std::env::args().any(|argument| argument == "--bench");
    let grids = if whole { 8 } else { 1 };
    println!("mean swaps as a ratio to half the sum of distances and parity\n");
    println!(
        "{:<10}{:>10}{:>10}{:>10}",
        "grid", "greedy", "best", "seconds"
    );
    let classes: &[(usize, f64)] = if whole {
        &[(4, 1.0), (5, 2.0), (8, 10.0), (10, 15.0), (20, 40.0)]
    } else {
        &[(5, 0.1)]
    };
    for &(n, seconds) in classes {
        let cases: Vec<_> = (0..grids).map(|seed| generated([n, n], seed)).collect();
        let [greedy, best] = ["greedy", "best"].map(|solver| ratio(&cases, solver, seconds));
        println!(
            "{:<10}{greedy:>10.4}{best:>10.4}{seconds:>10}",
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

fn ratio(cases: &[Box<dyn Case>], solver: &str, seconds: f64) -> f64 {
    let (mut values, mut bounds) = (0, 0);
    for case in cases {
        let budget = Budget::unlimited().with_time(Duration::from_secs_f64(seconds));
        let mut last = String::new();
        let solved = case.solve(solver, &budget, &mut |answer| last = answer);
        solved.expect("it always has an answer");
        let checked = case.check(last.as_bytes());
        values += checked.expect("answers are valid").value.whole();
        bounds += case
            .bound(&budget.within(Duration::ZERO), None)
            .unwrap()
            .value
            .whole();
    }
    values as f64 / bounds as f64
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
