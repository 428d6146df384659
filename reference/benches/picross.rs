//! How long picross takes, as ratios to writing out the clues of the same grid.
//!
//! Times in seconds say more about the machine than about the algorithms; ratios can be compared. Without `--bench`,
//! as when the tests are run, only the smallest sizes are timed.

use std::time::{Duration, Instant};

use puzzles::{Budget, Case, FieldValue, Fields, problem};

fn main() {
    let whole = std::env::args().any(|argument| argument == "--bench");
    let layout =
        |layout, density| move |n| generated(layout, n, ("density", FieldValue::Number(density)));
    table(
        whole,
        "pictures, n × n",
        &[20, 63, 127, 256, 512],
        layout("picture", 0.5),
    );
    // Line solving determines few cells here, and probing has to find the first ones.
    let spots = |n| generated("picture", n, ("radius", FieldValue::Integer(3)));
    table(whole, "small spots, n × n", &[25, 50, 100, 200, 300], spots);
    let title = "random, n × n, density 0.6";
    table(whole, title, &[10, 15, 20], layout("random", 0.6));
    let title = "random, n × n, density 0.4";
    table(whole, title, &[10, 15, 20, 25], layout("random", 0.4));
    table(
        whole,
        "n dominoes, decided by clauses",
        &[4, 6, 8, 9],
        dominoes,
    );
}

fn table(whole: bool, title: &str, sizes: &[usize], case_of: impl Fn(usize) -> Box<dyn Case>) {
    let sizes = if whole { sizes } else { &sizes[..1] };
    println!(
        "{title}\n\n{:>6}{:>12}{:>12}{:>12}",
        "n", "fusion", "best", "bound"
    );
    for &n in sizes {
        let case = case_of(n);
        let yardstick = time(|| drop(case.text()));
        let ratio = |time: Duration| time.as_secs_f64() / yardstick.as_secs_f64();
        let solver = |name: &str| {
            // The method of the report does not finish on the larger ones.
            let budget = || Budget::unlimited().with_time(Duration::from_secs(5));
            let solved = case.solve(name, &budget(), &mut |_| {}).is_ok();
            let took = || drop(case.solve(name, &budget(), &mut |_| {}));
            if solved {
                format!("{:.1}", ratio(time(took)))
            } else {
                "–".to_owned()
            }
        };
        let bound = time(|| drop(case.bound(&Budget::unlimited(), None).unwrap()));
        let (fusion, best) = (solver("fusion"), solver("best"));
        println!("{n:>6}{fusion:>12}{best:>12}{:>12.1}", ratio(bound));
    }
    println!();
}

/// The domino puzzle from webpbn, which needs a search.
fn dominoes(n: usize) -> Box<dyn Case> {
    let clues = format!("3\n1\n{}1\n", "1 3\n1\n".repeat(n - 1));
    let size = 2 * n + 1;
    let text = format!("{size} {size}\n{clues}{clues}");
    let picross = problem("picross").expect("the problem is registered");
    picross.read(text.as_bytes()).expect("the clues fit")
}

fn generated(layout: &str, n: usize, (key, value): (&str, FieldValue)) -> Box<dyn Case> {
    let size = |key: &str| (key.to_owned(), FieldValue::Integer(n as i64));
    let fields = Fields::new([
        ("layout".to_owned(), FieldValue::Text(layout.to_owned())),
        (key.to_owned(), value),
        size("rows"),
        size("columns"),
    ]);
    let picross = problem("picross").expect("the problem is registered");
    let recipe = picross.recipe(fields).expect("the recipe is complete");
    recipe.generate(0).expect("every seed makes an instance")
}

/// The shortest of a few runs.
fn time(run: impl Fn()) -> Duration {
    let once = || {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..3).map(|_| once()).min().unwrap_or_default()
}
