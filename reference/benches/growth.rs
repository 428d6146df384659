//! How time and memory of `best` grow with the grid, up to its first tour and the bound on that; how it compares with
//! `graph-cuts` in equal time; and how far it is from the bound with few colours.
//!
//! The exponent compares a line with the one above it: time grows like cells to that power. Without `--bench`, as when
//! the tests are run, only the smallest sizes are timed.

use std::time::{Duration, Instant};

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
        generated("scatter", n, n, 0)
    });
    table("scatter layout, n × n, 4 colours", sides(1000), |n| {
        generated("scatter", n, 4, 0)
    });
    table("sparse layout, n × n, 10 colours", sides(500), |n| {
        generated("sparse", n, 10, 0)
    });
    table("course layout, n × n, n colours", sides(1000), |n| {
        generated("course", n, n, 0)
    });
    compare_in_equal_time(if whole { 1000 } else { 20 });
    gaps_with_few_colours(whole);
}

fn generated(layout: &str, side: usize, colours: usize, seed: u64) -> Box<dyn Case> {
    let size = |key: &str, size: usize| (key.to_owned(), FieldValue::Integer(size as i64));
    let fields = Fields::new([
        ("layout".to_owned(), FieldValue::Text(layout.to_owned())),
        size("rows", side),
        size("columns", side),
        size("colours", colours),
    ]);
    let robot = problem("sorting-robot").expect("the problem is registered");
    let recipe = robot.recipe(fields).expect("the recipe is complete");
    recipe.generate(seed).expect("every seed makes an instance")
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
        gap = steps_of(&last) as f64 / (bound.value.as_f64()).max(1.0) - 1.0;
    }
    let line = Line {
        side,
        seconds,
        bytes,
    };
    (line, gap)
}

/// Runs `best` for as long as `graph-cuts` takes, and longer.
fn compare_in_equal_time(side: usize) {
    println!(
        "steps of best / graph-cuts, and time of best / its limit, which is that of graph-cuts or more\n"
    );
    println!(
        "{:<24} {:>8} {:>8} {:>8} {:>8}",
        "n × n", "steps", "time", "steps×10", "time×10"
    );
    for (layout, colours) in [
        ("scatter", 2),
        ("scatter", 4),
        ("scatter", 100),
        ("scatter", side),
        ("sparse", 10),
        ("blocks", 20),
        ("course", side),
    ] {
        let case = generated(layout, side, colours, 0);
        let start = Instant::now();
        let cuts = last_steps(&*case, "graph-cuts", &Budget::unlimited());
        let unit = start.elapsed();
        print!("{:<24}", format!("{layout} {side}² c={colours}"));
        for limit in [unit, 10 * unit] {
            let start = Instant::now();
            let steps = last_steps(&*case, "best", &Budget::unlimited().with_time(limit));
            print!(
                " {:>8.3} {:>8.2}",
                steps as f64 / cuts as f64,
                start.elapsed().as_secs_f64() / limit.as_secs_f64()
            );
        }
        println!();
    }
    println!();
}

fn last_steps(case: &dyn Case, solver: &str, budget: &Budget) -> usize {
    let mut last = String::new();
    let ended = case.solve(solver, budget, &mut |answer| last = answer);
    ended.expect("it takes every grid");
    steps_of(&last)
}

fn steps_of(answer: &str) -> usize {
    let letters = answer.bytes();
    letters.filter(|letter| b"LRUD".contains(letter)).count()
}

/// The hardest grids for their size.
fn gaps_with_few_colours(whole: bool) {
    println!("scatter layout, n × n, two threads\n");
    println!(
        "{:>6} {:>8} {:>8} {:>8} {:>9}",
        "n", "colours", "seconds", "proved", "gap"
    );
    for (side, colours, seconds) in [
        (10, 2, 10),
        (10, 3, 5),
        (20, 2, 20),
        (30, 2, 30),
        (50, 2, 60),
    ] {
        let (time, seeds) = if whole {
            (Duration::from_secs(seconds), 6)
        } else {
            (Duration::from_millis(20), 1)
        };
        let budget = || Budget::unlimited().with_threads(2).with_time(time);
        let gaps: Vec<f64> = (0..seeds)
            .map(|seed| {
                let case = generated("scatter", side, colours, seed);
                let mut last = String::new();
                let ended = case.solve("best", &budget(), &mut |answer| last = answer);
                let bound = ended
                    .ok()
                    .flatten()
                    .map_or(0.0, |bound| bound.value.as_f64());
                steps_of(&last) as f64 / bound.max(1.0) - 1.0
            })
            .collect();
        println!(
            "{side:>6} {colours:>8} {:>8.2} {:>8} {:>8.3}%",
            time.as_secs_f64(),
            format!("{}/{seeds}", gaps.iter().filter(|&&gap| gap == 0.0).count()),
            100.0 * gaps.iter().sum::<f64>() / gaps.len() as f64
        );
    }
    println!();
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
