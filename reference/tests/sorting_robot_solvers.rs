//! The nine algorithms of the Sorting Robot report: valid everywhere, and the published figures to the digit.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use puzzles::{Budget, Case, FieldValue, Fields, Random, Unsolved, problem};

const NEAREST: [&str; 4] = ["naive", "circular", "by-colour", "by-avl"];
const GRAPH: [&str; 4] = [
    "graph-naive",
    "graph-improved",
    "graph-general",
    "graph-cuts",
];

fn generated(layout: &str, [rows, columns, colours]: [usize; 3], seed: u64) -> Box<dyn Case> {
    let size = |key: &str, size: usize| (key.to_owned(), FieldValue::Integer(size as i64));
    let fields = Fields::new([
        ("layout".to_owned(), FieldValue::Text(layout.to_owned())),
        size("rows", rows),
        size("columns", columns),
        size("colours", colours),
    ]);
    let robot = problem("sorting-robot").unwrap();
    let recipe = robot.recipe(fields).unwrap();
    let case = recipe.generate(seed).unwrap();
    read(&case.text())
}

fn read(text: &str) -> Box<dyn Case> {
    let robot = problem("sorting-robot").unwrap();
    robot.read(text.as_bytes()).unwrap()
}

/// One row in which cell i has colour i.
fn row(pieces: &[usize]) -> Box<dyn Case> {
    let columns = pieces.len();
    let line = |numbers: &[usize]| {
        let words: Vec<_> = numbers.iter().map(ToString::to_string).collect();
        words.join(" ")
    };
    let backgrounds: Vec<_> = (0..columns).collect();
    let (backgrounds, pieces) = (line(&backgrounds), line(pieces));
    read(&format!("1 {columns} {columns}\n{backgrounds}\n{pieces}\n"))
}

/// The one answer of an algorithm.
fn answer(case: &dyn Case, solver: &str) -> String {
    let mut answers = Vec::new();
    let ended = case.solve(solver, &Budget::unlimited(), &mut |answer| {
        answers.push(answer);
    });
    assert_eq!((ended, answers.len()), (Ok(None), 1), "{solver}");
    answers.remove(0)
}

/// The steps of its answer, which must be accepted.
fn steps(case: &dyn Case, solver: &str) -> i64 {
    match case.check(answer(case, solver).as_bytes()) {
        Ok(checked) => checked.value.whole(),
        Err(refusal) => panic!("{solver}: {refusal:?} on\n{}", case.text()),
    }
}

/// Steps over the course's instances of seeds 0 to 9, which is ten times the published mean.
fn course_total(sizes: [usize; 3], solver: &str) -> i64 {
    let seeds = 0..10;
    seeds
        .map(|seed| steps(&*generated("course", sizes, seed), solver))
        .sum()
}

#[test]
fn they_are_listed_in_the_order_of_the_report() {
    let robot = problem("sorting-robot").unwrap();
    let names: Vec<_> = robot.solvers().iter().map(|info| info.name).collect();
    let expected: Vec<_> = NEAREST.into_iter().chain(["vector"]).chain(GRAPH).collect();
    assert_eq!(names[..9], expected);
}

#[test]
fn published_means_of_square_grids() {
    for (n, nearest, graph) in [
        (10, 4039, [5849, 5805, 4071, 4074]),
        (20, 30466, [48361, 48114, 30520, 30405]),
        (30, 105_707, [169_740, 169_394, 105_935, 105_734]),
    ] {
        for solver in NEAREST {
            assert_eq!(course_total([n, n, n], solver), nearest, "{solver} at {n}");
        }
        for (solver, total) in GRAPH.into_iter().zip(graph) {
            assert_eq!(course_total([n, n, n], solver), total, "{solver} at {n}");
        }
    }
}

#[test]
fn published_means_of_one_row() {
    for (n, nearest, nested) in [(10, 309, 296), (20, 1305, 1248)] {
        for solver in NEAREST {
            assert_eq!(course_total([1, n, n], solver), nearest, "{solver} at {n}");
        }
        for solver in ["vector", "graph-cuts"] {
            assert_eq!(course_total([1, n, n], solver), nested, "{solver} at {n}");
        }
    }
}

#[test]
fn every_answer_is_accepted_and_the_nearest_four_agree() {
    for layout in ["course", "scatter", "blocks", "sparse"] {
        for [rows, columns] in [[1, 1], [1, 9], [9, 1], [2, 2], [3, 8], [8, 3], [13, 13]] {
            let cells = rows * columns;
            let most = if layout == "sparse" {
                cells - cells / 4
            } else {
                cells
            };
            let mut colours = vec![1, 2, 3, rows.max(columns), most];
            colours.retain(|&colours| colours <= most);
            colours.dedup();
            for colours in colours {
                for seed in 0..8 {
                    let case = generated(layout, [rows, columns, colours], seed);
                    let expected = answer(&*case, "naive");
                    for solver in NEAREST {
                        assert_eq!(answer(&*case, solver), expected, "{solver}");
                        steps(&*case, solver);
                    }
                    for solver in GRAPH {
                        steps(&*case, solver);
                    }
                }
            }
        }
    }
}

#[test]
fn larger_grids_are_solved_too() {
    for (layout, sizes) in [
        ("course", [60, 60, 60]),
        ("scatter", [60, 60, 2]),
        ("sparse", [60, 60, 4]),
        ("scatter", [60, 60, 3600]),
    ] {
        let case = generated(layout, sizes, 1);
        let expected = answer(&*case, "naive");
        for solver in NEAREST {
            assert_eq!(answer(&*case, solver), expected, "{solver}");
        }
        for solver in GRAPH {
            steps(&*case, solver);
        }
    }
}

#[test]
fn many_colours_take_no_more_room_than_the_grid() {
    // A table of a million colours by a thousand rows would not fit; every cell trades with its neighbour.
    let layer = |colour: fn(usize) -> usize| {
        let mut text = String::new();
        for cell in 0..1_000_000 {
            text.push_str(&colour(cell).to_string());
            text.push(if cell % 1000 == 999 { '\n' } else { ' ' });
        }
        text
    };
    let (backgrounds, pieces) = (layer(|cell| cell), layer(|cell| cell ^ 1));
    let case = read(&format!("1000 1000 1000000\n{backgrounds}{pieces}"));
    for solver in ["by-colour", "by-avl", "graph-improved", "graph-cuts"] {
        assert!(steps(&*case, solver) < 3_000_000, "{solver}");
    }
}

#[test]
fn vector_takes_what_the_formula_says() {
    let random = &mut Random::new(9);
    for columns in (1..60).chain([500]) {
        for _ in 0..5 {
            let mut pieces: Vec<_> = (0..columns).collect();
            random.shuffle(&mut pieces);
            assert_eq!(steps(&*row(&pieces), "vector"), formula(&pieces));
        }
    }
    for seed in 0..50 {
        let case = generated("vector", [1, 40, 40], seed);
        assert!(steps(&*case, "vector") <= steps(&*case, "naive"));
    }
    assert_eq!(steps(&*row(&[1, 0, 2, 4, 3]), "vector"), 8);
}

/// lo + Σ over the edges from lo to hi of 2·max(k, 1), where k pieces must cross the edge rightwards.
fn formula(pieces: &[usize]) -> i64 {
    let misplaced = || (0..pieces.len()).filter(|&column| pieces[column] != column);
    let (Some(lo), Some(hi)) = (misplaced().next(), misplaced().next_back()) else {
        return 0;
    };
    let crossing = |edge| {
        pieces[..=edge]
            .iter()
            .filter(|&&piece| piece > edge)
            .count()
    };
    let steps = lo
        + (lo..hi)
            .map(|edge| 2 * crossing(edge).max(1))
            .sum::<usize>();
    steps as i64
}

#[test]
fn vector_refuses_everything_else() {
    for text in [
        "2 1 2\n0\n1\n1\n0\n",
        "1 3 2\n0 1 1\n1 1 0\n",
        "1 3 3\n0 1 -1\n-1 0 1\n",
    ] {
        let ended = read(text).solve("vector", &Budget::unlimited(), &mut |_| {
            panic!("there is no answer to give");
        });
        let reason = "`vector` takes one row in which every colour occurs exactly once";
        assert_eq!(ended, Err(Unsolved::NotApplicable(reason.to_owned())));
    }
}

#[test]
fn a_black_grid_needs_nothing() {
    let sparse = read("2 3 2\n0 1 -1\n1 -1 0\n0 1 -1\n1 -1 0\n");
    for solver in NEAREST.into_iter().chain(GRAPH) {
        assert_eq!(answer(&*sparse, solver), "\n", "{solver}");
    }
    assert_eq!(answer(&*row(&[0, 1, 2]), "vector"), "\n");
    assert_eq!(answer(&*row(&[0]), "vector"), "\n");
}

#[test]
fn they_stop_when_asked() {
    let budget = Budget::unlimited().with_stop(Arc::new(AtomicBool::new(true)));
    let case = generated("vector", [1, 30, 30], 0);
    for info in problem("sorting-robot").unwrap().solvers().iter().take(9) {
        let ended = case.solve(info.name, &budget, &mut |_| {
            panic!("there was no time for an answer");
        });
        assert_eq!(ended, Err(Unsolved::Stopped), "{}", info.name);
    }
}

#[test]
fn the_examples_in_the_documentation_are_right() {
    let square = read("2 4 3\n2 1 0 0\n1 0 1 2\n2 2 1 1\n0 1 0 0\n");
    let row = row(&[1, 0, 2, 4, 3]);
    for solver in NEAREST.into_iter().chain(["vector"]).chain(GRAPH) {
        let case = if solver == "vector" { &row } else { &square };
        let letters = answer(&**case, solver);
        let example = format!("`{}`, {} steps", letters.trim(), steps(&**case, solver));
        let file = format!("src/sorting_robot/solvers/{}.rs", solver.replace('-', "_"));
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let documentation = std::fs::read_to_string(path).unwrap();
        assert!(documentation.contains(&example), "{solver}: {example}");
    }
}
