//! The replay against a second implementation that follows the rules word by word.

use proptest::prelude::*;
use puzzles::sorting_robot::{Colour, Instance, NONE, SortingRobot};
use puzzles::{Checked, Problem, Refusal, Shape};

/// A direct implementation of the rules: returns `Ok(steps)`, or the index of the action that is rejected.
fn naive_replay(instance: &Instance, answer: &str) -> Result<i64, u64> {
    let Shape { rows, columns } = instance.shape;
    let at = |row: i64, column: i64| (row * columns as i64 + column) as usize;
    let mut pieces = instance.pieces.clone();
    let mut hand: Colour = NONE;
    let (mut row, mut column) = (0_i64, 0_i64);
    let mut steps = 0;
    let actions: Vec<char> = answer.chars().filter(|c| !c.is_whitespace()).collect();
    for (index, action) in actions.iter().enumerate() {
        match action {
            'L' => column -= 1,
            'R' => column += 1,
            'U' => row -= 1,
            'D' => row += 1,
            'S' => {
                let cell = at(row, column);
                let black = pieces[cell] == instance.backgrounds[cell];
                if !black {
                    (hand, pieces[cell]) = (pieces[cell], hand);
                }
                continue;
            }
            other => panic!("{other} is not made here"),
        }
        if row < 0 || column < 0 || row >= rows as i64 || column >= columns as i64 {
            return Err(index as u64);
        }
        steps += 1;
    }
    if pieces == instance.backgrounds {
        Ok(steps)
    } else {
        Err(actions.len() as u64)
    }
}

fn same(instance: &Instance, answer: &str) {
    let checked = SortingRobot::check(instance, answer.as_bytes());
    let found = match checked {
        Ok(Checked { value, .. }) => Ok(value.whole()),
        Err(Refusal::Rejected(rejection)) => Err(rejection.at),
        Err(other) => panic!("{other:?}"),
    };
    assert_eq!(
        found,
        naive_replay(instance, answer),
        "{answer} on\n{instance}"
    );
}

/// Any balanced grid, with some backgrounds and pieces missing.
fn any_instance() -> impl Strategy<Value = Instance> {
    (1_usize..5, 1_usize..5, 1_usize..5).prop_flat_map(|(rows, columns, colours)| {
        let shape = Shape { rows, columns };
        let cells = shape.cells();
        let colours = colours.min(cells);
        let backgrounds = proptest::collection::vec(-1..colours as Colour, cells);
        (backgrounds, Just(shape), Just(colours))
            .prop_flat_map(|(backgrounds, shape, colours)| {
                let pieces = Just(backgrounds.clone()).prop_shuffle();
                (Just(backgrounds), pieces, Just(shape), Just(colours))
            })
            .prop_map(|(backgrounds, pieces, shape, colours)| Instance {
                shape,
                colours,
                backgrounds,
                pieces,
            })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn on_any_string(instance in any_instance(), answer in "[LRUDSSS \n]{0,40}") {
        same(&instance, &answer);
    }

    /// Strings that stay on the grid, many of which sort everything, and the same with a few letters that may leave it.
    #[test]
    fn on_walks_that_stay_inside(
        instance in any_instance(),
        wishes in proptest::collection::vec((0_usize..16, 0_usize..16), 0..200),
        extra in "[LRUDS]{0,4}",
    ) {
        let mut walk = puzzles::sorting_robot::Walk::new(instance.shape);
        for (row, column) in wishes {
            walk.go(instance.shape.cell(row % instance.shape.rows, column % instance.shape.columns));
            walk.swap();
        }
        let inside = walk.finish().to_string();
        same(&instance, &inside);
        same(&instance, &(inside + &extra));
    }

    #[test]
    fn on_the_answers_of_a_solver(instance in any_instance(), extra in "[LRUDS]{0,3}") {
        let case = puzzles::problem("sorting-robot").unwrap().read(instance.to_string().as_bytes()).unwrap();
        let mut last = String::new();
        case.solve("naive", &puzzles::Budget::unlimited(), &mut |answer| last = answer).unwrap();
        prop_assert!(naive_replay(&instance, &last).is_ok(), "{} on\n{}", last, instance);
        same(&instance, &last);
        same(&instance, &(last + &extra));
    }

    #[test]
    fn texts_read_back(instance in any_instance()) {
        prop_assert_eq!(Instance::read(instance.to_string().as_bytes()), Ok(instance));
    }
}
