//! How fast the SAT solver is on the clauses of hard picross puzzles, as ratios of other solvers to it.
//!
//! A ratio above 1 means that the other solver takes longer. `batsat` is a crate; `cadical`, `kissat` and `minisat` are
//! run if they are installed, including the start of their process. The first column is the solver with hints from
//! belief propagation, as picross uses it; the others have none, and neither has the second column. Without `--bench`,
//! as when the tests are run, only a small puzzle is timed.

use std::fmt::Write as _;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use batsat::{BasicCallbacks, BasicSolver, Lit, SolverInterface, SolverOpts, lbool};
use puzzles::picross::{Answer, Instance, Question};
use puzzles::{Budget, FieldValue, Fields, problem};

/// Rows and columns, density and seed.
const PUZZLES: &[(i64, f64, u64)] = &[
    (20, 0.4, 1),
    (30, 0.45, 4),
    (30, 0.45, 8),
    (30, 0.5, 1),
    (35, 0.45, 0),
    (35, 0.45, 1),
    (40, 0.45, 0),
    (40, 0.45, 4),
];

const PROGRAMS: &[(&str, &[&str])] = &[
    ("cadical", &["-q"]),
    ("kissat", &["-q"]),
    ("minisat", &["-verb=0"]),
];

fn main() {
    let whole = std::env::args().any(|argument| argument == "--bench");
    let limit = Duration::from_secs(if whole { 20 } else { 1 });
    let puzzles = if whole { PUZZLES } else { &PUZZLES[..1] };
    print!(
        "{:<24}{:>10}{:>10}{:>10}",
        "n, density, seed", "clauses", "s", "no hints"
    );
    print!("{:>10}", "batsat");
    for (name, _) in PROGRAMS {
        print!("{name:>10}");
    }
    println!();
    for &(n, density, seed) in puzzles {
        let instance = random(n, density, seed);
        let mut others = Vec::new();
        for ask in ["first", "second"] {
            let Some(question) = Question::of(&instance, &others) else {
                break;
            };
            let label = format!("{n}, {density}, {seed}: {ask}");
            compare(&label, &question, limit);
            others.extend(solution(&instance, limit));
            if others.is_empty() {
                break;
            }
        }
    }
}

/// Prints a line of the table.
fn compare(label: &str, question: &Question, limit: Duration) {
    let own = timed(|| question.solve(true, limit));
    let clauses = question.clauses.len();
    let seconds = own.map_or("–".to_owned(), |(_, own)| format!("{own:.3}"));
    print!("{label:<24}{clauses:>10}{seconds:>10}");
    let column = |other: Option<(bool, f64)>| {
        let ratio = match (own, other) {
            (Some((expected, own)), Some((found, other))) => {
                assert_eq!(found, expected, "{label}");
                format!("{:.2}", other / own)
            }
            (None, Some(_)) => "solved".to_owned(),
            _ => "–".to_owned(),
        };
        print!("{ratio:>10}");
    };
    column(timed(|| question.solve(false, limit)));
    column(timed(|| batsat(question, limit)));
    for (program, arguments) in PROGRAMS {
        column(timed(|| run(program, arguments, question, limit)));
    }
    println!();
}

/// Returns what a solver found and how many seconds it took.
fn timed(solve: impl FnOnce() -> Option<bool>) -> Option<(bool, f64)> {
    let start = Instant::now();
    let found = solve()?;
    Some((found, start.elapsed().as_secs_f64()))
}

fn batsat(question: &Question, limit: Duration) -> Option<bool> {
    let end = Instant::now() + limit;
    let mut callbacks = BasicCallbacks::new();
    callbacks.set_stop(move || Instant::now() > end);
    let mut solver = BasicSolver::new(SolverOpts::default(), callbacks);
    for clause in &question.clauses {
        let literal = |&number: &i32| {
            let variable = solver.var_of_int(number.unsigned_abs() - 1);
            Lit::new(variable, number > 0)
        };
        let mut literals: Vec<_> = clause.iter().map(literal).collect();
        solver.add_clause_reuse(&mut literals);
    }
    let found = solver.solve_limited(&[]);
    (found != lbool::UNDEF).then(|| found == lbool::TRUE)
}

/// Runs a program that reads DIMACS and returns 10 or 20. Returns `None` if it is not installed.
fn run(program: &str, arguments: &[&str], question: &Question, limit: Duration) -> Option<bool> {
    let mut text = format!(
        "p cnf {} {}\n",
        question.hints.len(),
        question.clauses.len()
    );
    for clause in &question.clauses {
        for number in clause {
            let _ = write!(text, "{number} ");
        }
        text.push_str("0\n");
    }
    let mut child = Command::new("timeout")
        .arg(limit.as_secs().to_string())
        .arg(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    // A program that is not installed does not read.
    let _ = child.stdin.take()?.write_all(text.as_bytes());
    match child.wait().ok()?.code() {
        Some(10) => Some(true),
        Some(20) => Some(false),
        _ => None,
    }
}

fn solution(instance: &Instance, limit: Duration) -> Option<Answer> {
    let picross = problem("picross").expect("the problem is registered");
    let case = picross
        .read(instance.to_string().as_bytes())
        .expect("an instance");
    let mut text = String::new();
    let budget = Budget::unlimited().with_time(limit);
    case.solve("best", &budget, &mut |answer| text = answer)
        .ok()?;
    let cells = text.bytes().filter(|byte| b".#".contains(byte));
    let black = cells.map(|byte| byte == b'#').collect();
    let shape = instance.shape;
    Some(Answer { shape, black })
}

fn random(n: i64, density: f64, seed: u64) -> Instance {
    let size = |key: &str| (key.to_owned(), FieldValue::Integer(n));
    let fields = Fields::new([
        ("layout".to_owned(), FieldValue::Text("random".to_owned())),
        ("density".to_owned(), FieldValue::Number(density)),
        size("rows"),
        size("columns"),
    ]);
    let picross = problem("picross").expect("the problem is registered");
    let recipe = picross.recipe(fields).expect("the recipe is complete");
    let case = recipe.generate(seed).expect("every seed makes an instance");
    Instance::read(case.text().as_bytes()).expect("an instance")
}
