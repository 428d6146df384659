//! The bundled picross solvers: correct answers, correct refusals, and no exponential time on easy grids.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use puzzles::picross::Instance;
use puzzles::{
    Bound, Budget, Case, FieldValue, Fields, Random, Shape, Solutions, Unsolved, problem,
};

const SOLVERS: [&str; 2] = ["fusion", "best"];

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
        checked.map(|c| c.value.whole()),
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
            let bound = case.bound(&Budget::unlimited(), None).unwrap();
            assert_eq!(bound.value.whole(), i64::from(solutions > 0), "{instance}");
            let verdict =
                [Solutions::None, Solutions::Unique, Solutions::Several][solutions.min(2)];
            assert_eq!(bound.solutions, Some(verdict), "{instance}");
            assert_eq!(
                case.bound(&Budget::unlimited(), Some(1.into()))
                    .unwrap()
                    .facts,
                bound.facts
            );
            second_differs(&*case, solutions);
        }
    }
    assert!((50..300).contains(&without), "{without}");
}

fn how_hard(bound: &Bound) -> String {
    let mut facts = bound.facts.iter();
    let found = facts.find(|fact| fact.name == "difficulty");
    found.map_or_else(String::new, |fact| fact.value.to_string())
}

/// The second solution of a bound is valid and differs from that of `best`.
fn second_differs(case: &dyn Case, solutions: usize) {
    let second = case.bound(&Budget::unlimited(), None).unwrap().second;
    assert_eq!(second.is_some(), solutions > 1);
    if let Some(second) = second {
        assert!(case.check(second.as_bytes()).is_ok());
        assert_ne!(second, solved(case, "best"));
    }
}

#[test]
fn equal_sums_do_not_make_a_puzzle_solvable() {
    // The middle row is white, so that no column has a run of two.
    let case = read("3 3\n1 1\n0\n1 1\n2\n0\n2\n");
    for solver in SOLVERS {
        let ended = solve(&*case, solver, &Budget::unlimited());
        assert!(matches!(ended, Err(Unsolved::NoSolution(_))), "{ended:?}");
    }
    let bound = case.bound(&Budget::unlimited(), None).unwrap();
    assert_eq!(bound.value.whole(), 0);
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

/// The domino puzzle from webpbn: it has one solution, which only a search finds.
fn dominoes(count: usize) -> Box<dyn Case> {
    let mut clues = vec!["3", "1"];
    for _ in 1..count {
        clues.extend(["1 3", "1"]);
    }
    clues.push("1");
    let (size, clues) = (clues.len(), clues.join("\n"));
    read(&format!("{size} {size}\n{clues}\n{clues}\n"))
}

#[test]
fn a_search_proves_that_a_solution_is_the_only_one() {
    for count in 2..=8 {
        let case = dominoes(count);
        solved(&*case, "best");
        let bound = case.bound(&Budget::unlimited(), None).unwrap();
        assert_eq!(bound.solutions, Some(Solutions::Unique), "{count}");
        let hard = ["search", "sat"].contains(&&*how_hard(&bound));
        assert_eq!(hard, count > 4, "{count}: {:?}", bound.facts);
    }
}

/// Nine pairs of overlapping diamonds: lines determine few cells, and dependencies are long.
fn weave(step: usize, radius: usize) -> Box<dyn Case> {
    let size = 2 * (step + radius) + 1;
    let shape = Shape {
        rows: size,
        columns: size,
    };
    let edges = [radius - 1, radius, radius / 2 - 1, radius / 2];
    let is_black = |row: usize, column: usize| {
        let mut centres = (0..9).map(|at| (radius + step * (at / 3), radius + step * (at % 3)));
        centres.any(|(y, x)| edges.contains(&(row.abs_diff(y) + column.abs_diff(x))))
    };
    let cells = (0..shape.cells()).map(|cell| is_black(cell / size, cell % size));
    read(&Instance::of_grid(shape, &cells.collect::<Vec<_>>()).to_string())
}

#[test]
fn what_lines_believe_leads_to_a_solution() {
    // Without hints, ten times as many decisions do not suffice.
    for (step, radius, guesses) in [(12, 9, 20_000), (13, 10, 100_000)] {
        let case = weave(step, radius);
        let guesses = Budget::unlimited().with_iterations(guesses);
        let answer = solve(&*case, "best", &guesses).unwrap();
        assert!(case.check(answer.as_bytes()).is_ok());
        let bound = case.bound(&guesses, None).unwrap();
        assert_eq!(bound.solutions, Some(Solutions::Several));
        assert_eq!(how_hard(&bound), "sat");
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
    let bound = case.bound(&late, None).unwrap();
    assert_eq!(bound.value.whole(), 1);
}

#[test]
fn random_grids_are_solved_and_judged_alike() {
    let random = &mut Random::new(8);
    for density in [3, 5, 7] {
        for _ in 0..6 {
            let shape = Shape {
                rows: 12,
                columns: 14,
            };
            let black: Vec<_> = (0..shape.cells())
                .map(|_| random.below(10) < density)
                .collect();
            let case = read(&Instance::of_grid(shape, &black).to_string());
            solved(&*case, "best");
            let bound = case.bound(&Budget::unlimited(), None).unwrap();
            let several = match bound.solutions {
                Some(Solutions::Unique) => 1,
                Some(Solutions::Several) => 2,
                other => panic!("{other:?}"),
            };
            second_differs(&*case, several);
            for power in [12, 16, 18, 20] {
                let little_work = Budget::unlimited().with_work(1 << power);
                let limited = case.bound(&little_work, None).unwrap();
                assert_eq!(limited.value.whole(), 1);
                let unknown = limited.solutions == Some(Solutions::Unknown);
                assert!(unknown || limited == bound, "{limited:?} but {bound:?}");
            }
        }
    }
}

#[test]
fn difficulty_is_what_the_recipe_says() {
    for difficulty in ["lines", "probing", "search"] {
        for layout in ["unique", "picture", "random"] {
            let word = |word: &str| FieldValue::Text(word.to_owned());
            let fields = Fields::new([
                ("layout".to_owned(), word(layout)),
                ("difficulty".to_owned(), word(difficulty)),
                ("rows".to_owned(), FieldValue::Integer(9)),
                ("columns".to_owned(), FieldValue::Integer(10)),
                ("density".to_owned(), FieldValue::Number(0.55)),
            ]);
            // Small pictures are rarely hard, and small hard grids are rarely unique.
            if matches!(
                (layout, difficulty),
                ("picture", "probing" | "search") | ("unique", "search")
            ) {
                continue;
            }
            let recipe = problem("picross").unwrap().recipe(fields).unwrap();
            assert!(recipe.to_string().ends_with(difficulty), "{recipe}");
            let bound = recipe
                .generate(1)
                .unwrap()
                .bound(&Budget::unlimited(), None)
                .unwrap();
            let found = how_hard(&bound);
            let unique = bound.solutions == Some(Solutions::Unique);
            assert!(unique || difficulty == "search" && layout == "random");
            if unique {
                assert_eq!(found, difficulty, "{recipe}");
            }
        }
    }
}

#[test]
fn hard_grids_with_one_solution_can_be_had_in_all_sizes() {
    for (rows, columns) in [(10, 10), (12, 16), (20, 20)] {
        let fields = Fields::new([
            ("layout".to_owned(), FieldValue::Text("unique".to_owned())),
            (
                "difficulty".to_owned(),
                FieldValue::Text("search".to_owned()),
            ),
            ("rows".to_owned(), FieldValue::Integer(rows)),
            ("columns".to_owned(), FieldValue::Integer(columns)),
        ]);
        let recipe = problem("picross").unwrap().recipe(fields).unwrap();
        let case = recipe.generate(1).unwrap();
        let bound = case.bound(&Budget::unlimited(), None).unwrap();
        assert_eq!(bound.solutions, Some(Solutions::Unique), "{recipe}");
        let difficulty = how_hard(&bound);
        assert!(
            ["search", "sat"].contains(&&*difficulty),
            "{recipe}: {difficulty}"
        );
    }
}

#[test]
fn large_pictures_take_line_logic_alone() {
    let fields = Fields::new([
        ("rows".to_owned(), FieldValue::Integer(200)),
        ("columns".to_owned(), FieldValue::Integer(200)),
    ]);
    let recipe = problem("picross").unwrap().recipe(fields).unwrap();
    let case = recipe.generate(1).unwrap();
    solved(&*case, "best");
    let bound = case.bound(&Budget::unlimited(), None).unwrap();
    assert_eq!(how_hard(&bound), "lines");
}

#[test]
fn lines_of_all_lengths() {
    for (rows, columns) in [(1, 1), (1, 70), (70, 1), (2, 130), (63, 64), (65, 3)] {
        let random = &mut Random::new(7);
        let shape = Shape { rows, columns };
        // Noise on more than one line would need a long search.
        let line = rows.min(columns) == 1;
        let densities: &[usize] = if line { &[0, 3, 8, 10] } else { &[0, 10] };
        for &density in densities {
            // Bands of four cells keep the search short.
            let bands = shape.cells().div_ceil(4);
            let bands: Vec<_> = (0..bands).map(|_| random.below(10) < density).collect();
            let black: Vec<_> = (0..shape.cells()).map(|cell| bands[cell / 4]).collect();
            let case = read(&Instance::of_grid(shape, &black).to_string());
            for solver in SOLVERS {
                solved(&*case, solver);
            }
        }
    }
}
