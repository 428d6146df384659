//! How fast La Grille's parts are: annealing against scoring from scratch, bounds and proofs against annealing.
//!
//! Ratios can be compared between machines, seconds cannot. Without `--bench`, as when the tests are run, only the
//! smallest size is timed.

use std::hint::black_box;
use std::time::{Duration, Instant};

use puzzles::{Budget, Case, FieldValue, Fields, problem};

/// What one iteration of `anneal` is, in moves.
const MOVES: u64 = 1024;

fn main() {
    let whole = std::env::args().any(|argument| argument == "--bench");
    let sizes: &[usize] = if whole { &[8, 12, 16, 30, 50] } else { &[8] };
    let line = |cells: [&str; 6]| {
        let [n, score, anneal, speed, bound, exact] = cells;
        println!("{n:>4} {score:>12} {anneal:>16} {speed:>16} {bound:>16} {exact:>16}");
    };
    line([
        "t",
        "µs a score",
        "moves a score",
        "moves a second",
        "bound, scores",
        "exact, scores",
    ]);
    for &size in sizes {
        let case = uniform(size);
        let mut answer = String::new();
        let first = case.solve("greedy", &Budget::unlimited(), &mut |text| answer = text);
        first.expect("greedy always answers");
        let score = shortest(&mut || {
            black_box(case.check(answer.as_bytes())).expect("greedy obeys the rules");
        });
        let rounds = if whole { 4000 } else { 40 };
        let budget = Budget::unlimited().with_iterations(rounds);
        let anneal = once(&mut || solve(&*case, "anneal", &budget));
        let moves = (rounds * MOVES) as f64 / anneal.as_secs_f64();
        let bound = once(&mut || {
            black_box(
                case.bound(&Budget::unlimited().with_iterations(300), None)
                    .unwrap(),
            );
        });
        let exact =
            (size <= 16).then(|| once(&mut || solve(&*case, "exact", &Budget::unlimited())));
        let scores = |time: Duration| format!("{:.0}", time.as_secs_f64() / score.as_secs_f64());
        line([
            &size.to_string(),
            &format!("{:.1}", score.as_secs_f64() * 1e6),
            &format!("{:.0}", moves * score.as_secs_f64()),
            &format!("{:.1} million", moves / 1e6),
            &scores(bound),
            &exact.map_or("-".to_owned(), scores),
        ]);
    }
}

fn uniform(size: usize) -> Box<dyn Case> {
    let fields = Fields::new([("size".to_owned(), FieldValue::Integer(size as i64))]);
    let grille = problem("la-grille").expect("the problem is registered");
    let recipe = grille.recipe(fields).expect("the recipe is complete");
    recipe.generate(0).expect("every seed makes an instance")
}

fn solve(case: &dyn Case, solver: &str, budget: &Budget) {
    let solved = case.solve(solver, budget, &mut |answer| {
        black_box(answer);
    });
    solved.expect("every grid can be filled");
}

fn once(work: &mut dyn FnMut()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// The shortest of many runs.
fn shortest(work: &mut dyn FnMut()) -> Duration {
    (0..200).map(|_| once(work)).min().unwrap_or_default()
}
