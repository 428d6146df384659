//! Bounds and proofs of the swap puzzle against plain breadth-first search.

use std::collections::HashSet;

use puzzles::swap_puzzle::{Instance, SwapPuzzle, Walls};
use puzzles::{Budget, Problem, Random, Shape};

/// The fewest swaps of every arrangement of a grid, by plain breadth-first search from the goal.
fn fewest_swaps(shape: Shape, walls: &Walls) -> Vec<(Vec<u32>, i64)> {
    let goal: Vec<u32> = (1..=shape.cells() as u32).collect();
    let mut met = HashSet::from([goal.clone()]);
    let mut queue = vec![(goal, 0)];
    let mut next = 0;
    while next < queue.len() {
        let (tiles, swaps) = queue[next].clone();
        next += 1;
        for one in 0..shape.cells() {
            for other in [one + 1, one + shape.columns] {
                let neighbours = other < shape.cells() && shape.distance(one, other) == 1;
                if !neighbours || walls.between(one, other) {
                    continue;
                }
                let mut tiles = tiles.clone();
                tiles.swap(one, other);
                if met.insert(tiles.clone()) {
                    queue.push((tiles, swaps + 1));
                }
            }
        }
    }
    queue
}

fn instance(shape: Shape, tiles: &[u32], walls: &Walls) -> Instance {
    let (tiles, walls) = (tiles.to_vec(), walls.clone());
    Instance {
        shape,
        tiles,
        walls,
    }
}

fn solver(name: &str) -> &'static puzzles::Solver<SwapPuzzle> {
    let mut solvers = SwapPuzzle::solvers().iter();
    solvers.find(|solver| solver.info.name == name).unwrap()
}

/// What a solver's last answer is worth, and what it proved.
fn solved(name: &str, instance: &Instance, budget: &Budget) -> (i64, Option<i64>) {
    let mut last = None;
    let proved = (solver(name).run)(instance, budget, &mut |answer| last = Some(answer));
    let answer = last.unwrap().to_string();
    let checked = SwapPuzzle::check(instance, answer.as_bytes());
    let value = checked.unwrap_or_else(|refusal| panic!("{refusal:?} on\n{instance}"));
    (
        value.value.whole(),
        proved.unwrap().map(|bound| bound.value.whole()),
    )
}

fn no_time() -> Budget {
    Budget::unlimited().with_time(std::time::Duration::ZERO)
}

#[test]
fn bounds_hold_for_every_arrangement_and_search_makes_them_exact() {
    for (rows, columns, every) in [(1, 6, 7), (2, 3, 7), (3, 2, 7), (2, 4, 1201), (3, 3, 9001)] {
        let shape = Shape { rows, columns };
        let walls = Walls::default();
        let (mut total, mut fewest) = (0, 0);
        for (index, (tiles, swaps)) in fewest_swaps(shape, &walls).into_iter().enumerate() {
            let instance = instance(shape, &tiles, &walls);
            let bound = SwapPuzzle::bound(&instance, &no_time(), None).value.whole();
            assert!(bound <= swaps, "{bound} > {swaps} on\n{instance}");
            assert_eq!(bound % 2, swaps % 2, "parity of\n{instance}");
            total += bound;
            fewest += swaps;
            if index % every == 0 {
                for known in [None, Some(swaps), Some(swaps + 4)] {
                    for budget in [Budget::unlimited(), Budget::reproducible()] {
                        let bound = SwapPuzzle::bound(&instance, &budget, known);
                        assert_eq!(bound.value.whole(), swaps, "{instance}");
                    }
                }
                for power in 8..20 {
                    let budget = Budget::unlimited().with_work(1 << power);
                    let bound = SwapPuzzle::bound(&instance, &budget, None).value.whole();
                    assert!(bound <= swaps, "{bound} > {swaps} on\n{instance}");
                }
            }
        }
        // On a line it is exact; elsewhere it must be positive.
        assert!(rows > 1 || total == fewest);
        assert!(4 * total > 3 * fewest, "{total} of {fewest}");
    }
}

#[test]
fn walls_are_heeded_by_bounds_and_proofs() {
    let shape = Shape {
        rows: 2,
        columns: 4,
    };
    let mut walls = Walls::default();
    walls.add(shape, 1, 5);
    walls.add(shape, 2, 3);
    for (index, (tiles, swaps)) in fewest_swaps(shape, &walls).into_iter().enumerate() {
        let instance = instance(shape, &tiles, &walls);
        let bound = SwapPuzzle::bound(&instance, &no_time(), None).value.whole();
        assert!(bound <= swaps, "{bound} > {swaps} on\n{instance}");
        if index % 997 == 0 {
            let raised = SwapPuzzle::bound(&instance, &Budget::unlimited(), None)
                .value
                .whole();
            assert_eq!(raised, swaps, "{instance}");
            let (value, proved) = solved("optimal", &instance, &Budget::unlimited());
            assert_eq!((value, proved), (swaps, Some(swaps)), "{instance}");
        }
    }
}

#[test]
fn optimal_and_search_agree_with_astar_on_4_by_4() {
    let shape = Shape {
        rows: 4,
        columns: 4,
    };
    let random = &mut Random::new(4);
    for turn in 0..12 {
        let mut tiles: Vec<u32> = (1..=16).collect();
        // Some swaps away from the goal, so that A* is fast.
        for _ in 0..10 + turn {
            let cell = random.below(16);
            let other = if random.below(2) == 0 {
                cell + 1
            } else {
                cell + 4
            };
            if other < 16 && shape.distance(cell, other) == 1 {
                tiles.swap(cell, other);
            }
        }
        let mut walls = Walls::default();
        if turn % 2 == 0 {
            walls.add(shape, 5, 6);
            walls.add(shape, 9, 13);
        }
        let instance = instance(shape, &tiles, &walls);
        let (expected, _) = solved("astar", &instance, &Budget::unlimited());
        let (value, proved) = solved("optimal", &instance, &Budget::unlimited());
        assert_eq!((value, proved), (expected, Some(expected)), "{instance}");
    }
}

#[test]
fn lines_are_proved_at_any_length() {
    let shape = Shape {
        rows: 1,
        columns: 300,
    };
    let tiles: Vec<u32> = (1..=300).rev().collect();
    let instance = instance(shape, &tiles, &Walls::default());
    let inversions = 300 * 299 / 2;
    for name in ["optimal", "best"] {
        let (value, proved) = solved(name, &instance, &Budget::unlimited());
        assert_eq!((value, proved), (inversions, Some(inversions)), "{name}");
    }
    let bound = SwapPuzzle::bound(&instance, &Budget::unlimited(), None);
    assert_eq!(bound.value.whole(), inversions);
}
