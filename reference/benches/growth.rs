//! How time and memory of `best` grow with the grid, up to its first tour and the bound on that.
//!
//! The exponent compares a line with the one above it: time grows like cells to that power. Without `--bench`, as when
//! the tests are run, only the smallest sizes are timed.

use std::time::Instant;

use puzzles::{Budget, Case, FieldValue, Fields, problem};

/// Side, seconds and bytes.
struct Line {
    side: usize,
    seconds: f64,
    bytes: Option<f64>,
}

fn main() {
    let whole = std::env::args().any(|argument| argument == "--bench");
    let sides = |most: usize| {
        let most = if whole { most } else { 20 };
        let all = [10, 20, 50, 100, 200, 300, 500, 1000];
        all.into_iter().filter(move |&side| side <= most)
    };
    table("scatter layout, n × n, n colours", sides(1000), |n| {
        generated("scatter", n, n)
    });
    table("scatter layout, n × n, 4 colours", sides(1000), |n| {
        generated("scatter", n, 4)
    });
    table("sparse layout, n × n, 10 colours", sides(500), |n| {
        generated("sparse", n, 10)
    });
    table("course layout, n × n, n colours", sides(300), |n| {
        generated("course", n, n)
    });
}

fn generated(layout: &str, side: usize, colours: usize) -> Box<dyn Case> {
    let size = |key: &str, size: usize| (key.to_owned(), FieldValue::Integer(size as i64));
    let fields = Fields::new([
        ("layout".to_owned(), FieldValue::Text(layout.to_owned())),
        size("rows", side),
        size("columns", side),
        size("colours", colours),
    ]);
    let robot = problem("sorting-robot").expect("the problem is registered");
    let recipe = robot.recipe(fields).expect("the recipe is complete");
    recipe.generate(0).expect("every seed makes an instance")
}

fn table(
    title: &str,
    sides: impl Iterator<Item = usize>,
    instance: impl Fn(usize) -> Box<dyn Case>,
) {
    println!("{title}\n");
    println!(
        "{:>6} {:>9} {:>12} {:>9} {:>12} {:>9}",
        "n", "seconds", "µs a cell", "exponent", "bytes a cell", "gap"
    );
    let mut last: Option<Line> = None;
    for side in sides {
        let case = instance(side);
        let (line, gap) = measure(&*case, side);
        let cells = (side * side) as f64;
        let exponent = last.map_or("-".to_owned(), |last| {
            let growth = (line.seconds / last.seconds).ln();
            format!(
                "{:.2}",
                growth / (2.0 * (side as f64 / last.side as f64).ln())
            )
        });
        let bytes = line
            .bytes
            .map_or("-".to_owned(), |bytes| format!("{:.0}", bytes / cells));
        println!(
            "{side:>6} {:>9.3} {:>12.2} {exponent:>9} {bytes:>12} {:>8.3}%",
            line.seconds,
            line.seconds * 1e6 / cells,
            100.0 * gap
        );
        last = Some(line);
    }
    println!();
}

/// The shortest of a few runs where they are short, and how far the tour is above the bound.
fn measure(case: &dyn Case, side: usize) -> (Line, f64) {
    let budget = Budget::unlimited().with_iterations(0);
    let mut seconds = f64::INFINITY;
    let mut gap = 0.0;
    let mut bytes = None;
    for _ in 0..if side < 200 { 5 } else { 1 } {
        reset_peak();
        let start = Instant::now();
        let mut last = String::new();
        let bound = case.solve("best", &budget, &mut |answer| last = answer);
        seconds = seconds.min(start.elapsed().as_secs_f64());
        bytes = peak();
        let bound = bound
            .expect("it takes every grid")
            .expect("it had time for a bound");
        let steps = last
            .bytes()
            .filter(|letter| b"LRUD".contains(letter))
            .count();
        gap = steps as f64 / (bound.value.as_f64()).max(1.0) - 1.0;
    }
    let line = Line {
        side,
        seconds,
        bytes,
    };
    (line, gap)
}

fn reset_peak() {
    // Only Linux has this; elsewhere there is no peak to read either.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The most memory that the whole program, with instance and answer, has used since the reset, where the system tells.
fn peak() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    let kibibytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(1024.0 * kibibytes)
}
