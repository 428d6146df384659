//! The bundled picross solvers: right answers, right refusals, and nothing exponential where it need not be.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use reference::picross::Instance;
use reference::{Budget, Case, Random, Shape, Unsolved, problem};

const SOLVERS: [&str; 1] = ["fusion"];

/// Pictures drawn for these tests.
const PICTURES: [&str; 4] = [
    ".##.##./#######/#######/.#####./..###../...#...",
    "...#.../..#.#../.#...#./#######/#.....#/#.##..#/#.##..#",
    "#.#.#.#.#/.#.#.#.#./#.#.#.#.#/.#.#.#.#./#.#.#.#.#",
    "####....#/#..#...##/#..#..#.#/#..######/####....#/........#",
];

fn of_picture(picture: &str) -> Instance {
    let rows: Vec<_> = picture.split('/').collect();
    let shape = Shape {
        rows: rows.len(),
        columns: rows[0].len(),
    };
    let black: Vec<_> = picture
        .bytes()
        .filter(|&b| b != b'/')
        .map(|b| b == b'#')
        .collect();
    Instance::of_grid(shape, &black)
}

fn read(text: &str) -> Box<dyn Case> {
    problem("picross").unwrap().read(text.as_bytes()).unwrap()
}

fn solve(case: &dyn Case, solver: &str, budget: &Budget) -> Result<String, Unsolved> {
    let mut answers = Vec::new();
    case.solve(solver, budget, &mut |answer| answers.push(answer))?;
    Ok(answers.pop().expect("an answer"))
}

/// The answer must pass the checker.
fn solved(case: &dyn Case, solver: &str) -> String {
    let answer = solve(case, solver, &Budget::unlimited()).unwrap();
    let checked = case.check(answer.as_bytes());
    assert_eq!(
        checked.map(|c| c.value),
        Ok(1),
        "{solver} on\n{}",
        case.text()
    );
    answer
}

/// How many grids fit the clues, by trying all of them.
fn count_by_trying(instance: &Instance) -> usize {
    let cells = instance.shape.cells();
    let fits = |pattern: &usize| {
        let black: Vec<_> = (0..cells).map(|cell| pattern >> cell & 1 == 1).collect();
        Instance::of_grid(instance.shape, &black) == *instance
    };
    (0..1_usize << cells).filter(fits).count()
}

/// Clues of small grids whose rows come from one grid and whose columns come from another with as many black cells, so
/// that many of them have no solution.
fn crossed(shape: Shape, random: &mut Random) -> Instance {
    let mut grid = || -> Vec<bool> {
        let mut black: Vec<_> = (0..shape.cells())
            .map(|cell| 2 * cell < shape.cells())
            .collect();
        random.shuffle(&mut black);
        black
    };
    let (across, down) = (grid(), grid());
    Instance {
        shape,
        rows: Instance::of_grid(shape, &across).rows,
        columns: Instance::of_grid(shape, &down).columns,
    }
}

#[test]
fn pictures_are_found() {
    for picture in PICTURES {
        let case = read(&of_picture(picture).to_string());
        for solver in SOLVERS {
            solved(&*case, solver);
        }
    }
}

#[test]
fn solved_or_proved_to_have_no_solution() {
    let random = &mut Random::new(4);
    let mut without = 0;
    for (rows, columns) in [(1, 6), (6, 1), (2, 5), (3, 3), (3, 4), (4, 3)] {
        for _ in 0..60 {
            let instance = crossed(Shape { rows, columns }, random);
            let solutions = count_by_trying(&instance);
            without += usize::from(solutions == 0);
            let case = read(&instance.to_string());
            for solver in SOLVERS {
                match solve(&*case, solver, &Budget::unlimited()) {
                    Ok(answer) => {
                        assert!(solutions > 0 && case.check(answer.as_bytes()).is_ok());
                    }
                    Err(Unsolved::NoSolution(_)) => assert_eq!(solutions, 0, "{instance}"),
                    Err(other) => panic!("{other:?}"),
                }
            }
            let bound = case.bound(&Budget::unlimited(), None);
            assert_eq!(bound.value, i64::from(solutions > 0), "{instance}");
        }
    }
    assert!((50..300).contains(&without), "{without}");
}

#[test]
fn equal_sums_do_not_make_a_puzzle_solvable() {
    // The middle row is white, so that no column has a run of two.
    let case = read("3 3\n1 1\n0\n1 1\n2\n0\n2\n");
    for solver in SOLVERS {
        let ended = solve(&*case, solver, &Budget::unlimited());
        assert!(matches!(ended, Err(Unsolved::NoSolution(_))), "{ended:?}");
    }
    let bound = case.bound(&Budget::unlimited(), None);
    assert_eq!(bound.value, 0);
}

#[test]
fn a_checkerboard_of_long_lines_is_no_trouble() {
    // Ten lines of 100 cells with 30 blocks or more: 2^100 fillings for a naive recursion.
    let random = &mut Random::new(5);
    let shape = Shape {
        rows: 10,
        columns: 100,
    };
    let mut black: Vec<_> = (0..1000).map(|cell| cell % 100 % 3 == 0).collect();
    for _ in 0..30 {
        black[random.below(1000)] ^= true;
    }
    let case = read(&Instance::of_grid(shape, &black).to_string());
    let guesses = Budget::unlimited().with_iterations(2000);
    for solver in SOLVERS {
        let answer = solve(&*case, solver, &guesses).unwrap();
        assert!(case.check(answer.as_bytes()).is_ok());
    }
}

#[test]
fn the_same_answer_every_time() {
    let random = &mut Random::new(6);
    let black: Vec<_> = (0..120).map(|_| random.below(2) == 0).collect();
    let shape = Shape {
        rows: 10,
        columns: 12,
    };
    let case = read(&Instance::of_grid(shape, &black).to_string());
    for solver in SOLVERS {
        assert_eq!(solved(&*case, solver), solved(&*case, solver));
    }
}

#[test]
fn they_stop_when_asked() {
    let case = read(&of_picture(PICTURES[1]).to_string());
    let stopped = Budget::unlimited().with_stop(Arc::new(AtomicBool::new(true)));
    let late = Budget::unlimited().with_time(Duration::ZERO);
    for solver in SOLVERS {
        for budget in [&stopped, &late] {
            let ended = solve(&*case, solver, budget);
            assert_eq!(ended, Err(Unsolved::Stopped), "{solver}");
        }
    }
    let bound = case.bound(&late, None);
    assert_eq!(bound.value, 1);
}

#[test]
fn lines_of_all_lengths() {
    for (rows, columns) in [(1, 1), (1, 70), (70, 1), (2, 130), (63, 64), (65, 3)] {
        let random = &mut Random::new(7);
        let shape = Shape { rows, columns };
        for density in [0, 3, 8, 10] {
            let black: Vec<_> = (0..shape.cells())
                .map(|_| random.below(10) < density)
                .collect();
            // Solid bands keep the search short.
            let black: Vec<_> = (0..shape.cells()).map(|cell| black[cell / 4 * 4]).collect();
            let case = read(&Instance::of_grid(shape, &black).to_string());
            for solver in SOLVERS {
                if rows.min(columns) == 1 || density == 0 || density == 10 {
                    solved(&*case, solver);
                }
            }
        }
    }
}
