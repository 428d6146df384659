//! `best` between the bound and the optimum, and the optimum from two independent searches.

mod common;

use std::time::Duration;

use common::exhaustive::fewest_steps;
use common::grids::{grid_of_recipe, random_grid};
use puzzles::sorting_robot::{Answer, Instance, SortingRobot};
use puzzles::{Bound, Budget, Problem, Random, Shape, Unsolved};

type Run = fn(&Instance, &Budget, &mut dyn FnMut(Answer)) -> Result<Option<Bound>, Unsolved>;

fn run_of(solver: &str) -> Run {
    let mut all = SortingRobot::solvers().iter();
    all.find(|s| s.info.name == solver).unwrap().run
}

/// The steps of the last answer, each of which must be better than the one before, and the bound.
fn solve(instance: &Instance, solver: &str, budget: &Budget) -> (i64, Bound) {
    let mut steps = i64::MAX;
    let ended = run_of(solver)(instance, budget, &mut |answer| {
        let checked = SortingRobot::check(instance, answer.to_string().as_bytes());
        let value = checked
            .unwrap_or_else(|why| panic!("{why:?} on\n{instance}"))
            .value
            .whole();
        assert!(value < steps, "{value} after {steps}");
        steps = value;
    });
    let bound = ended.unwrap().expect("a bound comes with the answer");
    assert!(
        bound.value.whole() <= steps,
        "{} > {steps} on\n{instance}",
        bound.value.whole()
    );
    (steps, bound)
}

fn exact(instance: &Instance) -> i64 {
    let (steps, bound) = solve(instance, "exact", &Budget::unlimited());
    assert_eq!(steps, bound.value.whole());
    steps
}

fn shape(rows: usize, columns: usize) -> Shape {
    Shape::new(rows, columns).unwrap()
}

#[test]
fn exact_agrees_with_trying_everything() {
    let random = &mut Random::new(11);
    let shapes = [(1, 2), (2, 1), (1, 5), (2, 2), (2, 3), (3, 2), (5, 1)];
    for round in 0..700 {
        let (rows, columns) = shapes[round % shapes.len()];
        let colours = 1 + random.below(rows * columns);
        let grid = random_grid(random, shape(rows, columns), colours, round % 4);
        assert_eq!(exact(&grid), fewest_steps(&grid) as i64, "on\n{grid}");
    }
    for round in 0..20 {
        let grid = random_grid(random, shape(3, 3), 1 + round % 3, round % 4);
        assert_eq!(exact(&grid), fewest_steps(&grid) as i64, "on\n{grid}");
    }
}

#[test]
fn one_row_or_column_is_always_solved() {
    let random = &mut Random::new(12);
    for round in 0..1500 {
        let length = 1 + round % 8;
        let shape = if round % 3 == 0 {
            shape(length, 1)
        } else {
            shape(1, length)
        };
        let colours = 1 + random.below(length);
        let grid = random_grid(random, shape, colours, round % 4);
        let (steps, bound) = solve(&grid, "best", &Budget::unlimited());
        assert_eq!(steps, bound.value.whole(), "on\n{grid}");
        assert_eq!(steps, exact(&grid), "on\n{grid}");
    }
    for columns in [50, 300, 2000] {
        for colours in [1, 2, 7, columns] {
            let grid = random_grid(random, shape(1, columns), colours, columns / 3);
            let (steps, bound) = solve(&grid, "best", &Budget::unlimited());
            assert_eq!(steps, bound.value.whole());
        }
    }
}

#[test]
fn reaches_known_optima_of_the_course() {
    for (rows, colours, seed, optimum) in [(5, 5, 5, 44), (10, 100, 0, 588), (10, 60, 0, 552)] {
        let grid = grid_of_recipe("course", rows, colours, seed);
        let (steps, bound) = solve(&grid, "best", &Budget::unlimited());
        assert_eq!((steps, bound.value.whole()), (optimum, optimum));
    }
}

/// On tiny grids: the bound is never above the optimum, and `best` rarely is.
#[test]
fn tiny_grids_lie_between_bound_and_best() {
    let random = &mut Random::new(13);
    let shapes = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (2, 5), (4, 2)];
    let budget = Budget::unlimited().with_iterations(10);
    let (mut optimal, mut proved) = (0, 0);
    let rounds = 3000;
    for round in 0..rounds {
        let (rows, columns) = shapes[round % shapes.len()];
        let colours = 1 + random.below(4);
        let grid = random_grid(random, shape(rows, columns), colours, round % 5);
        let optimum = exact(&grid);
        let (steps, bound) = solve(&grid, "best", &budget);
        assert!(
            bound.value.whole() <= optimum,
            "{bound:?} > {optimum} on\n{grid}"
        );
        assert!(optimum <= steps, "{optimum} > {steps} on\n{grid}");
        optimal += usize::from(steps == optimum);
        proved += usize::from(bound.value.whole() == optimum);
    }
    assert!(100 * optimal >= 99 * rounds, "{optimal} of {rounds}");
    assert!(100 * proved >= 95 * rounds, "{proved} of {rounds}");
}

/// The same for the bound alone, for any known value, including impossible ones.
#[test]
fn bounds_of_tiny_grids_are_proofs() {
    let random = &mut Random::new(14);
    let shapes = [(2, 3), (3, 3), (2, 5), (5, 2), (3, 4)];
    let budget = Budget::unlimited().with_iterations(60);
    for round in 0..1200 {
        let (rows, columns) = shapes[round % shapes.len()];
        let grid = random_grid(random, shape(rows, columns), 1 + round % 3, round % 4);
        let optimum = exact(&grid);
        for known in [None, Some(optimum), Some(optimum + 3), Some(optimum - 1)] {
            let bound = SortingRobot::bound(&grid, &budget, known);
            assert!(
                bound.value.whole() <= optimum,
                "{bound:?} > {optimum} on\n{grid}"
            );
        }
    }
}

#[test]
fn small_grids_of_few_colours_are_proved_optimal() {
    for (colours, seed, optimum) in [(2, 1000, 102), (2, 1005, 123), (3, 1001, 172)] {
        let grid = grid_of_recipe("scatter", 10, colours, seed);
        let budget = Budget::unlimited().with_iterations(60);
        let (steps, bound) = solve(&grid, "best", &budget);
        assert_eq!((steps, bound.value.whole()), (optimum, optimum));
    }
}

#[test]
fn the_same_seed_and_iterations_give_the_same_answer() {
    for (layout, rows, colours) in [("scatter", 9, 2), ("sparse", 9, 3), ("scatter", 16, 3)] {
        let grid = grid_of_recipe(layout, rows, colours, 5);
        let answers = |seed: u64, threads: usize| {
            let budget = Budget::unlimited()
                .with_iterations(4)
                .with_threads(threads)
                .with_seed(seed);
            let mut answers = Vec::new();
            let run = run_of("best");
            let bound = run(&grid, &budget, &mut |answer| {
                answers.push(answer.to_string());
            });
            (answers.pop(), bound)
        };
        assert_eq!(answers(1, 1), answers(1, 1));
        assert_eq!(answers(1, 1), answers(1, 2));
    }
}

#[test]
fn a_first_answer_comes_although_there_is_no_time() {
    let spent = Budget::unlimited().with_time(Duration::ZERO);
    for (layout, rows, colours) in [("scatter", 5, 3), ("sparse", 40, 7), ("course", 160, 160)] {
        let grid = grid_of_recipe(layout, rows, colours, 1);
        let mut answers = 0;
        let ended = run_of("best")(&grid, &spent, &mut |answer| {
            answers += 1;
            let checked = SortingRobot::check(&grid, answer.to_string().as_bytes());
            assert!(checked.is_ok(), "{checked:?}");
        });
        assert!(ended.is_ok() && answers > 0);
    }
}

#[test]
fn every_layout_and_shape_is_solved() {
    let random = &mut Random::new(15);
    let budget = Budget::unlimited().with_iterations(1);
    for round in 0..300 {
        let (rows, columns) = (1 + random.below(14), 1 + random.below(14));
        let colours = 1 + random.below(1 + round % 20);
        let holes = random.below(1 + rows * columns / 2);
        let grid = random_grid(random, shape(rows, columns), colours, holes);
        solve(&grid, "best", &budget);
    }
    for layout in ["course", "scatter", "blocks", "sparse"] {
        solve(&grid_of_recipe(layout, 30, 4, 2), "best", &budget);
    }
}

#[test]
fn a_black_grid_needs_nothing() {
    for text in ["2 3 2\n0 1 -1\n1 -1 0\n0 1 -1\n1 -1 0\n", "1 1 1\n0\n0\n"] {
        let grid = Instance::read(text.as_bytes()).unwrap();
        for solver in ["best", "exact"] {
            assert_eq!(solve(&grid, solver, &Budget::unlimited()).0, 0);
        }
    }
}

#[test]
fn exact_refuses_what_is_too_large() {
    let grid = grid_of_recipe("scatter", 8, 3, 1);
    let ended = run_of("exact")(&grid, &Budget::unlimited(), &mut |_| {});
    let Err(Unsolved::NotApplicable(reason)) = ended else {
        panic!("{ended:?}");
    };
    assert!(reason.contains("at most 25 cells to sort"), "{reason}");
}
