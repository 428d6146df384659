//! Checks the guarantees of the La Grille solvers.

#[path = "common/la_grille.rs"]
mod exhaustive;

use exhaustive::best_placements;
use puzzles::la_grille::{Instance, LaGrille};
use puzzles::{Budget, Case, Problem, problem};

const EXAMPLE: &[u8] = b"4 10\n-6 9 -2 5\n8 2 -7 -6\n-8 2 -4 -3\n-3 3 -4 7\n";

fn case(text: &[u8]) -> Box<dyn Case> {
    problem("la-grille").unwrap().read(text).unwrap()
}

fn generated(layout: &str, size: i64, seed: u64) -> Box<dyn Case> {
    use puzzles::{FieldValue, Fields};
    let fields = Fields::new([
        ("layout".to_owned(), FieldValue::Text(layout.to_owned())),
        ("size".to_owned(), FieldValue::Integer(size)),
    ]);
    let recipe = problem("la-grille").unwrap().recipe(fields).unwrap();
    recipe.generate(seed).unwrap()
}

/// All answers of an algorithm, each checked: improving, and declared with the real score.
fn values(case: &dyn Case, solver: &str, budget: &Budget) -> Vec<i64> {
    let mut values: Vec<i64> = Vec::new();
    let solved = case.solve(solver, budget, &mut |answer| {
        let checked = case.check(answer.as_bytes()).unwrap();
        assert!(checked.warnings.is_empty(), "{:?}", checked.warnings);
        assert!(
            values
                .last()
                .is_none_or(|&last| last < checked.value.whole())
        );
        values.push(checked.value.whole());
    });
    solved.unwrap();
    values
}

#[test]
fn the_worked_example_has_three_best_layouts() {
    let instance = Instance::read(EXAMPLE).unwrap();
    assert_eq!(best_placements(&instance, 0), (76, 3));
    let budget = Budget::unlimited().with_iterations(200);
    let found = values(&*case(EXAMPLE), "anneal", &budget);
    assert_eq!(found.last(), Some(&76));
}

#[test]
fn every_algorithm_answers_every_grid() {
    let texts: [&[u8]; 7] = [
        b"1 5\n7\n",
        b"1 5\n-7\n",
        b"2 1\n0 0\n0 0\n",
        b"2 1000000000000\n-5 -5\n-5 -5\n",
        b"3 1\n9 9 9\n9 9 9\n9 9 9\n",
        b"3 4\n-9 -9 -9\n-9 -9 -9\n-9 -9 -9\n",
        b"3 4\n0 0 0\n0 1000000000000000 0\n0 0 -1000000000000000\n",
    ];
    for text in texts {
        let case = case(text);
        for solver in LaGrille::solvers() {
            let budget = Budget::unlimited().with_iterations(20);
            let found = values(&*case, solver.info.name, &budget);
            assert!(!found.is_empty(), "{}", solver.info.name);
        }
    }
}

#[test]
fn answers_depend_on_nothing_but_seed_and_iterations() {
    for layout in ["uniform", "clusters", "extreme"] {
        let case = generated(layout, 9, 3);
        for solver in ["anneal", "exact", "best"] {
            let budget = Budget::unlimited().with_iterations(3).with_seed(5);
            let once = values(&*case, solver, &budget);
            assert_eq!(once, values(&*case, solver, &budget), "{layout} {solver}");
        }
    }
}

#[test]
fn annealing_beats_greedy_and_depends_on_nothing_but_the_budget() {
    for layout in ["uniform", "clusters", "extreme"] {
        let case = generated(layout, 12, 3);
        let greedy = values(&*case, "greedy", &Budget::unlimited());
        let budget = Budget::unlimited().with_iterations(300).with_seed(5);
        let annealed = values(&*case, "anneal", &budget);
        assert!(annealed.last() > greedy.last(), "{layout}");
        assert_eq!(annealed, values(&*case, "anneal", &budget));
    }
}

#[test]
fn annealing_finds_the_best_of_small_grids() {
    for seed in 0..20 {
        let case = generated("uniform", 3, seed);
        let instance = Instance::read(case.text().as_bytes()).unwrap();
        let found = values(&*case, "anneal", &Budget::unlimited().with_iterations(100));
        let reached = found[found.len() - 1];
        let (best, _) = best_placements(&instance, reached);
        assert_eq!(reached, best, "seed {seed}");
    }
}

/// Isolated positive cells on a negative grid: the optimum has more black pawns than are doubled.
#[test]
fn annealing_leaves_the_limit_of_black_pawns_where_that_is_better() {
    let apart = |cell: usize| (cell / 13) & 1 == 0 && (cell % 13) & 1 == 0;
    let values = (0..169).map(|cell| if apart(cell) { 20 } else { -90 });
    let instance = Instance::new(13, 10, values.collect()).unwrap();
    let mut last = String::new();
    let budget = Budget::unlimited().with_iterations(500);
    case(instance.to_string().as_bytes())
        .solve("anneal", &budget, &mut |answer| last = answer)
        .unwrap();
    assert!(last.matches('N').count() > 13, "{last}");
}

#[test]
fn the_budget_is_kept() {
    use std::time::{Duration, Instant};
    let case = generated("uniform", 40, 1);
    for solver in ["anneal", "exact", "best"] {
        for stopped in [false, true] {
            let time = Duration::from_millis(if stopped { 0 } else { 300 });
            let began = Instant::now();
            let budget = Budget::unlimited().with_time(time);
            assert!(!values(&*case, solver, &budget).is_empty());
            // A generous limit for a busy machine, but far below the time without a stop.
            assert!(began.elapsed() < time + Duration::from_secs(2), "{solver}");
        }
    }
}

#[test]
fn many_threads_find_valid_answers_too() {
    let case = generated("uniform", 8, 1);
    let budget = Budget::unlimited().with_iterations(50).with_threads(3);
    for solver in ["anneal", "best"] {
        assert!(!values(&*case, solver, &budget).is_empty());
    }
}
