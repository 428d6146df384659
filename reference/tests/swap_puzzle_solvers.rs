//! The algorithms of the swap puzzle: valid everywhere, optimal where they say so.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use puzzles::{Budget, Case, FieldValue, Fields, Unsolved, problem};

const EXACT: [&str; 3] = ["bfs-full", "bfs", "astar"];

fn generated(layout: &str, [rows, columns]: [usize; 2], seed: u64) -> Box<dyn Case> {
    let size = |key: &str, size: usize| (key.to_owned(), FieldValue::Integer(size as i64));
    let mut fields = vec![
        ("layout".to_owned(), FieldValue::Text(layout.to_owned())),
        size("rows", rows),
        size("columns", columns),
    ];
    if layout == "walk" {
        fields.push(size("swaps", 4));
    }
    let puzzle = problem("swap-puzzle").unwrap();
    let recipe = puzzle.recipe(Fields::new(fields)).unwrap();
    let case = recipe.generate(seed).unwrap();
    read(&case.text())
}

fn read(text: &str) -> Box<dyn Case> {
    let puzzle = problem("swap-puzzle").unwrap();
    puzzle.read(text.as_bytes()).unwrap()
}

/// The last answer of an algorithm.
fn answer(case: &dyn Case, solver: &str) -> String {
    let mut last = None;
    let ended = case.solve(solver, &Budget::unlimited(), &mut |answer| {
        last = Some(answer);
    });
    assert!(ended.is_ok(), "{solver}: {ended:?} on\n{}", case.text());
    last.unwrap()
}

/// The swaps of its answer, which must be accepted.
fn swaps(case: &dyn Case, solver: &str) -> i64 {
    match case.check(answer(case, solver).as_bytes()) {
        Ok(checked) => checked.value.whole(),
        Err(refusal) => panic!("{solver}: {refusal:?} on\n{}", case.text()),
    }
}

#[test]
fn they_are_listed_in_the_order_of_the_report() {
    let puzzle = problem("swap-puzzle").unwrap();
    let names: Vec<_> = puzzle.solvers().iter().map(|info| info.name).collect();
    assert_eq!(
        names,
        ["greedy", "bfs-full", "bfs", "astar", "best", "optimal"]
    );
}

#[test]
fn exact_algorithms_agree_wherever_they_run() {
    for [rows, columns] in [
        [1, 1],
        [1, 2],
        [2, 2],
        [6, 1],
        [2, 3],
        [3, 2],
        [2, 4],
        [3, 3],
    ] {
        for layout in ["shuffle", "walk", "walls"] {
            let seeds = if rows * columns < 8 { 4 } else { 1 };
            for seed in 0..seeds {
                let case = generated(layout, [rows, columns], seed);
                let values = EXACT.map(|solver| swaps(&*case, solver));
                assert!(
                    values.iter().all(|&v| v == values[0]),
                    "{values:?} on\n{}",
                    case.text()
                );
                let bound = case
                    .bound(&Budget::unlimited(), None)
                    .unwrap()
                    .value
                    .whole();
                assert!(
                    bound <= values[0],
                    "{bound} > {} on\n{}",
                    values[0],
                    case.text()
                );
                assert!(swaps(&*case, "greedy") >= values[0]);
            }
        }
    }
    for seed in 0..6 {
        let case = generated("walk", [4, 4], seed);
        assert_eq!(
            swaps(&*case, "bfs"),
            swaps(&*case, "astar"),
            "{}",
            case.text()
        );
    }
}

#[test]
fn one_row_takes_its_inversions() {
    for seed in 0..10 {
        let case = generated("shuffle", [1, 7], seed);
        let text = case.text();
        let tiles: Vec<u32> = text
            .split_whitespace()
            .skip(2)
            .map(|tile| tile.parse().unwrap())
            .collect();
        let pairs = (0..7).flat_map(|left| (left..7).map(move |right| (left, right)));
        let inversions = pairs.filter(|&(left, right)| tiles[left] > tiles[right]);
        let inversions = inversions.count();
        for solver in EXACT {
            assert_eq!(swaps(&*case, solver), inversions as i64, "{solver}");
        }
    }
}

#[test]
fn greedy_is_valid_on_every_grid() {
    for sizes in [[1, 1], [1, 20], [20, 1], [2, 9], [9, 2], [7, 7], [12, 30]] {
        for layout in ["shuffle", "walk", "walls"] {
            for seed in 0..5 {
                swaps(&*generated(layout, sizes, seed), "greedy");
            }
        }
    }
    // A maze has exactly one way between two cells.
    let maze = read("2 3\n6 5 4\n3 2 1\nwall 0 0 0 1\nwall 0 2 1 2\n");
    assert_eq!(swaps(&*maze, "greedy"), 9);
    assert_eq!(swaps(&*maze, "astar"), 9);
}

#[test]
fn they_say_what_they_do_not_take() {
    let refusal = |case: &dyn Case, solver: &str| {
        let ended = case.solve(solver, &Budget::unlimited(), &mut |_| {
            panic!("there is no answer to give");
        });
        match ended {
            Err(Unsolved::NotApplicable(reason)) => reason,
            other => panic!("{other:?}"),
        }
    };
    let case = generated("shuffle", [2, 5], 0);
    assert_eq!(
        refusal(&*case, "bfs-full"),
        "`bfs-full` takes grids of at most 9 cells, such as 3 × 3; this one has 10"
    );
    let case = generated("shuffle", [16, 17], 0);
    for solver in ["bfs", "astar"] {
        assert_eq!(
            refusal(&*case, solver),
            format!("`{solver}` takes grids of at most 256 cells; this one has 272")
        );
    }
}

#[test]
fn a_sorted_grid_needs_nothing() {
    for info in problem("swap-puzzle").unwrap().solvers() {
        for text in ["1 1\n1\n", "2 2\n1 2\n3 4\n"] {
            assert_eq!(answer(&*read(text), info.name), "", "{}", info.name);
        }
    }
}

#[test]
fn they_stop_when_asked() {
    let budget = Budget::unlimited().with_stop(Arc::new(AtomicBool::new(true)));
    let case = read("3 3\n9 8 7\n6 5 4\n3 2 1\n");
    for solver in ["greedy", "bfs-full", "bfs", "astar", "best", "optimal"] {
        let ended = case.solve(solver, &budget, &mut |_| {
            panic!("there was no time for an answer");
        });
        assert_eq!(ended, Err(Unsolved::Stopped), "{solver}");
    }
}

#[test]
fn the_examples_in_the_documentation_are_right() {
    let case = read("2 3\n3 4 2\n5 6 1\n");
    for solver in ["greedy", "bfs-full", "bfs", "astar", "best", "optimal"] {
        let example = format!("`3 4 2 / 5 6 1` it takes {} swaps", swaps(&*case, solver));
        let file = format!("src/swap_puzzle/solvers/{}.rs", solver.replace('-', "_"));
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let documentation = std::fs::read_to_string(path).unwrap();
        assert!(documentation.contains(&example), "{solver}: {example}");
    }
}

#[test]
fn best_is_valid_everywhere_and_never_worse_than_greedy() {
    let budget = Budget::unlimited().with_iterations(8);
    for sizes in [[2, 9], [9, 2], [3, 6], [5, 5], [12, 13], [2, 30]] {
        for layout in ["shuffle", "walls"] {
            let case = generated(layout, sizes, 1);
            for solver in ["best", "optimal"] {
                let mut values = Vec::new();
                let mut take = |answer: String| {
                    let checked = case.check(answer.as_bytes());
                    let checked = checked.unwrap_or_else(|refusal| {
                        panic!("{solver}: {refusal:?} on\n{}", case.text());
                    });
                    values.push(checked.value.whole());
                };
                let proved = case.solve(solver, &budget, &mut take).unwrap().unwrap();
                assert!(values.is_sorted_by(|a, b| a > b), "{solver}: {values:?}");
                let last = *values.last().unwrap();
                assert!(last <= swaps(&*case, "greedy"), "{solver}");
                assert!(proved.value.whole() <= last, "{solver} proved too much");
                assert_eq!(proved.value.whole() % 2, last % 2, "{solver}");
            }
        }
    }
}

#[test]
fn best_comes_near_the_bound() {
    let budget = Budget::unlimited().with_iterations(200);
    for (sizes, percent) in [([5, 5], 125), ([8, 8], 121)] {
        let (mut values, mut bounds) = (0, 0);
        for seed in 0..3 {
            let case = generated("shuffle", sizes, seed);
            let mut last = String::new();
            case.solve("best", &budget, &mut |answer| last = answer)
                .unwrap();
            values += case.check(last.as_bytes()).unwrap().value.whole();
            bounds += case
                .bound(&Budget::unlimited().with_time(Duration::ZERO), None)
                .unwrap()
                .value
                .whole();
        }
        assert!(
            100 * values <= percent * bounds,
            "{sizes:?}: {values} of {bounds}"
        );
    }
}

#[test]
fn the_same_seed_and_rounds_give_the_same_answer() {
    for (layout, sizes) in [("shuffle", [6, 6]), ("walls", [6, 7]), ("shuffle", [4, 5])] {
        let case = generated(layout, sizes, 3);
        for solver in ["best", "optimal"] {
            let run = |seed| {
                let budget = Budget::unlimited().with_iterations(20).with_seed(seed);
                let mut last = String::new();
                case.solve(solver, &budget, &mut |answer| last = answer)
                    .unwrap();
                last
            };
            assert_eq!(run(7), run(7), "{solver} on {layout}");
        }
    }
}

#[test]
fn best_ends_with_its_time() {
    for layout in ["shuffle", "walls"] {
        let case = generated(layout, [20, 20], 0);
        let time = Duration::from_secs(1);
        let mut answers = 0;
        case.solve("best", &Budget::unlimited().with_time(time), &mut |_| {
            answers += 1;
        })
        .unwrap();
        assert!(answers > 0);
    }
}
