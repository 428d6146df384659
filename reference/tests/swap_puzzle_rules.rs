//! The replay against a second implementation that follows the rules word by word.

use proptest::prelude::*;
use puzzles::swap_puzzle::{Answer, Instance, SwapPuzzle, Walls};
use puzzles::{Budget, Checked, Problem, Refusal, Shape};

/// A direct implementation of the rules: returns `Ok(swaps)`, or the index of the swap that is rejected.
fn naive_replay(instance_text: &str, answer: &[[i64; 4]]) -> Result<i64, u64> {
    let mut lines = instance_text.lines();
    let numbers = |line: &str| -> Vec<i64> {
        let words = line.split(' ').filter(|&word| word != "wall");
        words.map(|word| word.parse().unwrap()).collect()
    };
    let sizes = numbers(lines.next().unwrap());
    let mut grid: Vec<Vec<i64>> = (0..sizes[0])
        .map(|_| numbers(lines.next().unwrap()))
        .collect();
    let walls: Vec<Vec<i64>> = lines.map(numbers).collect();
    for (index, &[i1, j1, i2, j2]) in answer.iter().enumerate() {
        let on_grid = |i: i64, j: i64| i >= 0 && j >= 0 && i < sizes[0] && j < sizes[1];
        let side_by_side = i1 == i2 && (j1 - j2).abs() == 1;
        let one_above_the_other = j1 == j2 && (i1 - i2).abs() == 1;
        let walled = walls.contains(&vec![i1, j1, i2, j2]) || walls.contains(&vec![i2, j2, i1, j1]);
        if !on_grid(i1, j1) || !on_grid(i2, j2) || !(side_by_side || one_above_the_other) || walled
        {
            return Err(index as u64);
        }
        let first = grid[i1 as usize][j1 as usize];
        grid[i1 as usize][j1 as usize] = grid[i2 as usize][j2 as usize];
        grid[i2 as usize][j2 as usize] = first;
    }
    let flat = grid.concat();
    if flat.iter().zip(1..).all(|(&tile, wanted)| tile == wanted) {
        Ok(answer.len() as i64)
    } else {
        Err(answer.len() as u64)
    }
}

fn same(instance: &Instance, answer: &[[i64; 4]]) {
    let swaps = answer.iter();
    let swaps = swaps.map(|[a, b, c, d]| format!("(({a}, {b}), ({c}, {d}))"));
    let text = swaps.collect::<Vec<_>>().join(",\n");
    let found = match SwapPuzzle::check(instance, text.as_bytes()) {
        Ok(Checked { value, .. }) => Ok(value.whole()),
        Err(Refusal::Rejected(rejection)) => Err(rejection.at),
        Err(other) => panic!("{other:?}"),
    };
    let expected = naive_replay(&instance.to_string(), answer);
    assert_eq!(found, expected, "{text} on\n{instance}");
}

fn numbers(instance: &Instance, answer: &str) -> Vec<[i64; 4]> {
    let numbers: Vec<i64> = answer
        .split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect();
    assert_eq!(numbers.len() % 4, 0, "{answer} on\n{instance}");
    numbers
        .chunks(4)
        .map(|swap| swap.try_into().unwrap())
        .collect()
}

/// Any small grid, with walls that keep it in one piece.
fn any_instance() -> impl Strategy<Value = Instance> {
    (
        1_usize..5,
        1_usize..5,
        proptest::collection::vec((0_usize..16, any::<bool>()), 0..6),
    )
        .prop_flat_map(|(rows, columns, wishes)| {
            let tiles: Vec<u32> = (1..=(rows * columns) as u32).collect();
            (
                Just(Shape { rows, columns }),
                Just(tiles).prop_shuffle(),
                Just(wishes),
            )
        })
        .prop_map(|(shape, tiles, wishes)| {
            let walls = Walls::default();
            let mut instance = Instance {
                shape,
                tiles,
                walls,
            };
            for (cell, below) in wishes {
                let cell = cell % shape.cells();
                let other = if below {
                    cell + shape.columns
                } else {
                    cell + 1
                };
                if other < shape.cells() && shape.distance(cell, other) == 1 {
                    let mut more = instance.clone();
                    more.walls.add(shape, cell, other);
                    if Instance::read(more.to_string().as_bytes()).is_ok() {
                        instance = more;
                    }
                }
            }
            instance
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn on_any_numbers(instance in any_instance(), answer in proptest::collection::vec([-1_i64..5, -1_i64..5, -1_i64..5, -1_i64..5], 0..6)) {
        same(&instance, &answer);
    }

    /// Swaps of neighbours, most of which are allowed, so that many get to the end.
    #[test]
    fn on_swaps_of_neighbours(instance in any_instance(), wishes in proptest::collection::vec((0_i64..4, 0_i64..4, any::<bool>()), 0..12)) {
        let (rows, columns) = (instance.shape.rows as i64, instance.shape.columns as i64);
        let answer: Vec<_> = wishes
            .into_iter()
            .map(|(i, j, down)| (i % rows, j % columns, down))
            .map(|(i, j, down)| if down { [i, j, i + 1, j] } else { [i, j + 1, i, j] })
            .collect();
        same(&instance, &answer);
    }

    #[test]
    fn on_the_answers_of_a_solver(instance in any_instance(), extra in proptest::collection::vec([0_i64..3, 0_i64..3, 0_i64..3, 0_i64..3], 0..2)) {
        let case = puzzles::problem("swap-puzzle").unwrap().read(instance.to_string().as_bytes()).unwrap();
        let mut last = String::new();
        case.solve("greedy", &Budget::unlimited(), &mut |answer| last = answer).unwrap();
        let mut answer = numbers(&instance, &last);
        let expected = Ok(answer.len() as i64);
        prop_assert_eq!(naive_replay(&instance.to_string(), &answer), expected, "{} on\n{}", last, instance);
        same(&instance, &answer);
        answer.extend(extra);
        same(&instance, &answer);
    }

    #[test]
    fn texts_read_back(instance in any_instance()) {
        prop_assert_eq!(Instance::read(instance.to_string().as_bytes()), Ok(instance));
    }
}

#[test]
fn an_answer_is_written_as_it_is_read() {
    let shape = Shape::new(2, 3).unwrap();
    let swaps = vec![(0, 1), (5, 2)];
    let answer = Answer { shape, swaps };
    assert_eq!(answer.to_string(), "0 0 0 1\n1 2 0 2\n");
}
