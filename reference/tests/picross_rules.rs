//! The rules against a second implementation, written from their text and not from the crate's rules.

use proptest::prelude::*;
use puzzles::picross::{Instance, Picross};
use puzzles::{Checked, Problem, Refusal, Shape, problem, problems};

/// The runs of a line of `#` and `.`, by cutting it at the white cells.
fn runs(line: &str) -> Vec<u32> {
    let blocks = line.split('.').filter(|block| !block.is_empty());
    blocks.map(|block| block.len() as u32).collect()
}

/// The index of the first line, rows before columns, whose runs are not those of its clue.
fn naive_judge(instance: &Instance, rows: &[String]) -> Option<usize> {
    let columns: Vec<String> = (0..instance.shape.columns)
        .map(|column| rows.iter().map(|row| &row[column..=column]).collect())
        .collect();
    let lines = rows.iter().chain(&columns);
    let clues = (0..instance.shape.rows)
        .map(|row| instance.rows.of(row))
        .chain((0..instance.shape.columns).map(|column| instance.columns.of(column)));
    lines
        .zip(clues)
        .position(|(line, clue)| runs(line) != clue.to_vec())
}

fn grid(columns: usize, black: &[bool]) -> Vec<String> {
    let sign = |&black: &bool| if black { '#' } else { '.' };
    let rows = black.chunks(columns);
    rows.map(|row| row.iter().map(sign).collect()).collect()
}

fn judged(instance: &Instance, rows: &[String]) -> Option<usize> {
    match Picross::check(instance, rows.join("\n").as_bytes()) {
        Ok(Checked { value, .. }) => {
            assert_eq!(value, 1);
            None
        }
        Err(Refusal::Rejected(rejection)) => Some(rejection.at as usize),
        Err(other) => panic!("{other:?}"),
    }
}

fn any_shape() -> impl Strategy<Value = Shape> {
    (1_usize..7, 1_usize..7).prop_map(|(rows, columns)| Shape { rows, columns })
}

fn any_grid() -> impl Strategy<Value = (Shape, Vec<bool>)> {
    any_shape().prop_flat_map(|shape| {
        let cells = proptest::collection::vec(any::<bool>(), shape.cells());
        (Just(shape), cells)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    /// The clues of one grid and the cells of another that differs in a few places, or in none.
    #[test]
    fn on_any_grid((shape, black) in any_grid(), flips in proptest::collection::vec(0_usize..36, 0..4)) {
        let instance = Instance::of_grid(shape, &black);
        let rows = grid(shape.columns, &black);
        prop_assert_eq!(judged(&instance, &rows), None);
        prop_assert_eq!(naive_judge(&instance, &rows), None);
        let mut other = black;
        for flip in flips {
            let cell = flip % shape.cells();
            other[cell] = !other[cell];
        }
        let rows = grid(shape.columns, &other);
        prop_assert_eq!(judged(&instance, &rows), naive_judge(&instance, &rows));
    }

    #[test]
    fn texts_read_back((shape, black) in any_grid()) {
        let instance = Instance::of_grid(shape, &black);
        let text = instance.to_string();
        prop_assert_eq!(Instance::read(text.as_bytes()), Ok(instance.clone()));
        // An empty clue may be an empty line.
        let emptied: Vec<_> = text.lines().map(|line| line.strip_prefix('0').unwrap_or(line)).chain([""]).collect();
        prop_assert_eq!(Instance::read(emptied.join("\n").as_bytes()), Ok(instance));
    }

    /// A text is taken by one problem only, but for the smallest ones.
    #[test]
    fn other_problems_do_not_take_its_texts((shape, black) in any_grid()) {
        let text = Instance::of_grid(shape, &black).to_string();
        let fitting: Vec<_> = problems().iter().filter(|problem| problem.read(text.as_bytes()).is_ok()).collect();
        prop_assert!(fitting.iter().any(|problem| problem.name() == "picross"));
        prop_assert!(fitting.len() == 1 || shape.cells() < 5, "{}\n{:?}", text, fitting);
    }
}

#[test]
fn it_does_not_take_the_texts_of_other_problems() {
    for text in [
        "2 2 2\n0 1\n0 1\n1 0\n1 0\n",
        "2 3\n1 2 3\n6 5 4\n",
        "2 3\n1 2 3\n6 5 4\nwall 0 0 0 1\n",
        "1 1\n1\n",
        "3 10\n1 -2 3\n4 5 6\n-7 8 9\n",
        "1 1\n0\n",
    ] {
        assert!(Instance::read(text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn any_of_several_solutions_is_accepted() {
    let picross = problem("picross").unwrap();
    let case = picross.read(b"3 3\n1\n1\n1\n1\n1\n1\n").unwrap();
    for answer in [
        "#..\n.#.\n..#\n",
        "#..\n..#\n.#.\n",
        ".#.\n#..\n..#\n",
        ".#.\n..#\n#..\n",
        "..#\n#..\n.#.\n",
        "..#\n.#.\n#..\n",
    ] {
        let checked = case.check(answer.as_bytes()).unwrap();
        assert_eq!((checked.value.whole(), checked.warnings.len()), (1, 0));
    }
    assert!(case.check(b"#..\n#..\n..#\n").is_err());
}
