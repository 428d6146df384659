//! How long the sorting robot's algorithms take, as ratios to `by-colour` in the same run.
//!
//! Times in seconds say more about the machine than about the algorithms; ratios can be compared. Without `--bench`,
//! as when the tests are run, only the smallest sizes are timed. `best` is timed up to its first tour.

use std::time::{Duration, Instant};

use puzzles::{Budget, Case, FieldValue, Fields, problem};

const YARDSTICK: &str = "by-colour";

fn main() {
    let whole = std::env::args().any(|argument| argument == "--bench");
    let sizes = |all: &'static [usize]| if whole { all } else { &all[..1] };
    table(
        "course layout, n × n, n colours",
        sizes(&[10, 20, 50, 100]),
        |n| generated("course", [n, n, n]),
    );
    table(
        "scatter layout, n × n, 4 colours",
        sizes(&[10, 20, 50, 100]),
        |n| generated("scatter", [n, n, 4]),
    );
    table(
        "sparse layout, n × n, 4 colours",
        sizes(&[10, 20, 50, 100]),
        |n| generated("sparse", [n, n, 4]),
    );
    table(
        "one row of n, every colour once",
        sizes(&[10, 100, 1000]),
        |n| generated("vector", [1, n, n]),
    );
}

fn generated(layout: &str, [rows, columns, colours]: [usize; 3]) -> Box<dyn Case> {
    let size = |key: &str, size: usize| (key.to_owned(), FieldValue::Integer(size as i64));
    let fields = Fields::new([
        ("layout".to_owned(), FieldValue::Text(layout.to_owned())),
        size("rows", rows),
        size("columns", columns),
        size("colours", colours),
    ]);
    let robot = problem("sorting-robot").expect("the problem is registered");
    let recipe = robot.recipe(fields).expect("the recipe is complete");
    recipe.generate(0).expect("every seed makes an instance")
}

/// One line per algorithm, one column per size.
fn table(title: &str, sizes: &[usize], instance: impl Fn(usize) -> Box<dyn Case>) {
    println!("{title}\n");
    print!("{:<16}", "n");
    for size in sizes {
        print!("{size:>10}");
    }
    println!();
    let cases: Vec<_> = sizes.iter().map(|&size| instance(size)).collect();
    let yardsticks: Vec<_> = cases.iter().map(|case| time(&**case, YARDSTICK)).collect();
    for info in cases[0].problem().solvers() {
        print!("{:<16}", info.name);
        for (case, yardstick) in cases.iter().zip(&yardsticks) {
            match (time(&**case, info.name), yardstick) {
                (Some(time), Some(unit)) => {
                    print!("{:>10.2}", time.as_secs_f64() / unit.as_secs_f64());
                }
                _ => print!("{:>10}", "-"),
            }
        }
        println!();
    }
    println!();
}

/// The shortest of several runs; `None` where the algorithm does not apply.
fn time(case: &dyn Case, solver: &str) -> Option<Duration> {
    const ENOUGH: Duration = Duration::from_millis(200);
    let began = Instant::now();
    let mut shortest = Duration::MAX;
    while began.elapsed() < ENOUGH {
        let start = Instant::now();
        let budget = Budget::unlimited().with_iterations(0);
        case.solve(solver, &budget, &mut |answer| {
            std::hint::black_box(answer);
        })
        .ok()?;
        shortest = shortest.min(start.elapsed());
    }
    Some(shortest)
}
