//! The bound never exceeds the optimum.

mod common;

use std::time::Duration;

use common::exhaustive::fewest_steps;
use common::grids::{grid_of_recipe, random_grid};
use puzzles::sorting_robot::{Instance, SortingRobot};
use puzzles::{Bound, Budget, Problem, Random, Shape};

fn full_bound(instance: &Instance) -> Bound {
    SortingRobot::bound(instance, &Budget::unlimited(), None)
}

/// Returns the bound without any time.
fn hasty_bound(instance: &Instance) -> Bound {
    let spent = Budget::unlimited().with_time(Duration::ZERO);
    SortingRobot::bound(instance, &spent, None)
}

/// Returns the bound with a work limit.
fn limited_bound(instance: &Instance, work: u64) -> i64 {
    let budget = Budget::unlimited().with_work(work);
    SortingRobot::bound(instance, &budget, None).value.whole()
}

fn read(text: &str) -> Instance {
    Instance::read(text.as_bytes()).unwrap()
}

#[test]
fn nothing_to_do_takes_no_steps() {
    let bound = full_bound(&read("2 2 2\n0 1\n-1 1\n0 1\n-1 1\n"));
    assert_eq!(bound.value.whole(), 0);
}

#[test]
fn the_walk_to_the_first_piece_counts() {
    // The start wants a piece but holds none: the way to the only piece is three steps, and three back.
    let grid = read("1 4 1\n0 -1 -1 -1\n-1 -1 -1 0\n");
    assert_eq!(full_bound(&grid).value.whole(), 6);
    assert_eq!(fewest_steps(&grid), 6);
}

#[test]
fn the_method_says_what_was_left_out() {
    let grid = read("2 2 2\n0 1\n1 0\n1 0\n0 1\n");
    let method = "assignment of pieces to cells plus the way to the first piece";
    assert_eq!(full_bound(&grid).method, method);
    let hasty = "; the budget was used up, so 2 of 2 colours count with a lower bound on theirs";
    assert_eq!(hasty_bound(&grid).method, format!("{method}{hasty}"));
}

#[test]
fn never_above_the_optimum() {
    let random = &mut Random::new(4);
    let shapes = [
        (1, 2),
        (2, 1),
        (1, 4),
        (1, 6),
        (2, 2),
        (2, 3),
        (3, 2),
        (5, 1),
    ];
    let mut reached = 0;
    for round in 0..800 {
        let (rows, columns) = shapes[round % shapes.len()];
        let shape = Shape::new(rows, columns).unwrap();
        let colours = 1 + random.below(shape.cells());
        let grid = random_grid(random, shape, colours, round % 4);
        let optimum = fewest_steps(&grid) as i64;
        let full = full_bound(&grid).value.whole();
        assert!(full <= optimum, "{full} > {optimum} on\n{grid}");
        assert!(hasty_bound(&grid).value.whole() <= full, "on\n{grid}");
        let limited = limited_bound(&grid, 1 << (round % 24));
        assert!(limited <= optimum, "{limited} > {optimum} on\n{grid}");
        reached += i32::from(full == optimum);
    }
    // A tight bound is reached often.
    assert!(reached > 400, "reached {reached} times");
}

#[test]
fn never_above_the_optimum_of_three_by_three() {
    let random = &mut Random::new(5);
    for round in 0..60 {
        let shape = Shape::new(3, 3).unwrap();
        let grid = random_grid(random, shape, 1 + round % 3, round % 5);
        let optimum = fewest_steps(&grid) as i64;
        let full = full_bound(&grid).value.whole();
        assert!(full <= optimum, "{full} > {optimum} on\n{grid}");
        assert!(hasty_bound(&grid).value.whole() <= full, "on\n{grid}");
        for power in 10..24 {
            let limited = limited_bound(&grid, 1 << power);
            assert!(limited <= optimum, "{limited} > {optimum} on\n{grid}");
        }
    }
}

#[test]
fn limited_work_never_proves_more_than_a_walk_takes() {
    for (layout, rows, colours) in [("scatter", 60, 3), ("sparse", 50, 4), ("course", 40, 20)] {
        let grid = grid_of_recipe(layout, rows, colours, 3);
        let solvers = SortingRobot::solvers().iter();
        let best = solvers.clone().find(|solver| solver.info.name == "best");
        let mut steps = 0;
        let budget = Budget::unlimited().with_iterations(1);
        let proved = (best.unwrap().run)(&grid, &budget, &mut |answer| {
            let text = answer.to_string();
            steps = SortingRobot::check(&grid, text.as_bytes())
                .unwrap()
                .value
                .whole();
        });
        let proved = proved.unwrap().unwrap().value.whole();
        let mut highest = 0;
        for power in 12..29 {
            let limited = limited_bound(&grid, 1 << power);
            assert!(limited <= steps, "{limited} > {steps} with 2^{power}");
            highest = highest.max(limited);
        }
        assert!(highest >= proved, "{highest} < {proved} on {layout}");
    }
}

#[test]
fn reaches_known_optima_of_the_course() {
    for (rows, colours, seed, optimum) in [
        (5, 5, 5, 44),
        (10, 100, 0, 588),
        (10, 60, 0, 552),
        (15, 225, 5, 2148),
        (40, 600, 0, 34240),
        (50, 2500, 100, 81768),
    ] {
        let grid = grid_of_recipe("course", rows, colours, seed);
        assert_eq!(full_bound(&grid).value.whole(), optimum);
    }
}
