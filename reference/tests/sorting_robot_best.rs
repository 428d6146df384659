//! `best` between the bound and the optimum, and the optimum from two searches that share nothing.

mod common;

use common::exhaustive::fewest_steps;
use common::grids::{grid_of_recipe, random_grid};
use reference::sorting_robot::{Instance, SortingRobot};
use reference::{Bound, Budget, Problem, Random, Shape};

/// The steps of the last answer, each of which must be better than the one before, and the bound.
fn solve(instance: &Instance, solver: &str, budget: &Budget) -> (i64, Bound) {
    let solver = SortingRobot::solvers()
        .iter()
        .find(|s| s.info.name == solver);
    let mut steps = i64::MAX;
    let ended = (solver.unwrap().run)(instance, budget, &mut |answer| {
        let checked = SortingRobot::check(instance, answer.to_string().as_bytes());
        let value = checked
            .unwrap_or_else(|why| panic!("{why:?} on\n{instance}"))
            .value;
        assert!(value < steps, "{value} after {steps}");
        steps = value;
    });
    let bound = ended.unwrap().expect("a bound comes with the answer");
    assert!(
        bound.value <= steps,
        "{} > {steps} on\n{instance}",
        bound.value
    );
    (steps, bound)
}

fn exact(instance: &Instance) -> i64 {
    let (steps, bound) = solve(instance, "exact", &Budget::unlimited());
    assert_eq!(steps, bound.value);
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
        assert_eq!(steps, bound.value, "on\n{grid}");
        assert_eq!(steps, exact(&grid), "on\n{grid}");
    }
    for columns in [50, 300, 2000] {
        for colours in [1, 2, 7, columns] {
            let grid = random_grid(random, shape(1, columns), colours, columns / 3);
            let (steps, bound) = solve(&grid, "best", &Budget::unlimited());
            assert_eq!(steps, bound.value);
        }
    }
}

#[test]
fn reaches_known_optima_of_the_course() {
    for (rows, colours, seed, optimum) in [(5, 5, 5, 44), (10, 100, 0, 588), (10, 60, 0, 552)] {
        let grid = grid_of_recipe("course", rows, colours, seed);
        let (steps, bound) = solve(&grid, "best", &Budget::unlimited());
        assert_eq!((steps, bound.value), (optimum, optimum));
    }
}

/// On tiny grids: the bound is never above the optimum, and `best` hardly ever is.
#[test]
fn tiny_grids_lie_between_bound_and_best() {
    let random = &mut Random::new(13);
    let shapes = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (2, 5), (4, 2)];
    let budget = Budget::unlimited().with_iterations(60);
    let (mut optimal, mut proved) = (0, 0);
    let rounds = 3000;
    for round in 0..rounds {
        let (rows, columns) = shapes[round % shapes.len()];
        let colours = 1 + random.below(4);
        let grid = random_grid(random, shape(rows, columns), colours, round % 5);
        let optimum = exact(&grid);
        let (steps, bound) = solve(&grid, "best", &budget);
        assert!(bound.value <= optimum, "{bound:?} > {optimum} on\n{grid}");
        assert!(optimum <= steps, "{optimum} > {steps} on\n{grid}");
        optimal += usize::from(steps == optimum);
        if steps != optimum {
            let (more, _) = solve(&grid, "best", &Budget::unlimited().with_iterations(3000));
            println!("{steps} {more} optimum {optimum} on\n{grid}");
        }
        proved += usize::from(bound.value == optimum);
        for known in [None, Some(optimum)] {
            let alone = SortingRobot::bound(&grid, &budget, known).value;
            assert!(alone <= optimum, "{alone} > {optimum} on\n{grid}");
        }
    }
    println!("{optimal} {proved}");
    assert!(100 * optimal >= 99 * rounds, "{optimal} of {rounds}");
    assert!(100 * proved >= 95 * rounds, "{proved} of {rounds}");
}
