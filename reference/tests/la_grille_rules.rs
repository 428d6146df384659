//! The score against a second implementation that follows the rules word by word.

use proptest::prelude::*;
use puzzles::la_grille::{Instance, LaGrille};
use puzzles::{Checked, Problem, Refusal};

/// A direct implementation of the rules that examines every pair of cells. Returns `None` unless there is exactly one red pawn.
fn naive_score(instance: &Instance, letters: &[Vec<char>]) -> Option<i64> {
    let t = instance.size();
    let value = |(i, j): (usize, usize)| instance.values()[i * t + j];
    let cells: Vec<(usize, usize)> = (0..t).flat_map(|i| (0..t).map(move |j| (i, j))).collect();
    let of = |letter: char| -> Vec<(usize, usize)> {
        let here = |&&(i, j): &&(usize, usize)| letters[i][j] == letter;
        cells.iter().filter(here).copied().collect()
    };
    let far = |a: (usize, usize), b: (usize, usize)| (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
    let adjacent = |a, b| a != b && far(a, b).0 <= 1 && far(a, b).1 <= 1;
    let beside = |a, b| far(a, b) == (0, 1) || far(a, b) == (1, 0);
    let aligned = |a: (usize, usize), b: (usize, usize)| {
        a != b && (a.0 == b.0 || a.1 == b.1 || far(a, b).0 == far(a, b).1)
    };
    let mut score = 0;
    let mut penalties = 0;
    let yellow = of('J');
    for &a in &yellow {
        score += value(a);
        if !yellow.iter().any(|&b| adjacent(a, b)) {
            penalties += 2;
        }
    }
    let green = of('V');
    for &a in &green {
        score += value(a);
        for &b in cells.iter().filter(|&&b| beside(a, b)) {
            score += value(b);
        }
        penalties += green.iter().filter(|&&b| adjacent(a, b)).count() as i64;
    }
    let black = of('N');
    for &a in &black {
        score += value(a) - 1;
        if black.len() <= t {
            score += value(a) - 1;
        }
    }
    let blue = of('B');
    let on_negative = blue.iter().filter(|&&a| value(a) < 0).count() as i64;
    let on_positive = blue.iter().filter(|&&a| value(a) > 0).count() as i64;
    if on_negative > on_positive {
        penalties += 2 * (on_negative - on_positive);
    }
    let orange = of('O');
    for &a in &orange {
        penalties += orange.iter().filter(|&&b| aligned(a, b)).count() as i64;
    }
    let red = of('R');
    if red.len() != 1 {
        return None;
    }
    // Penalties were counted twice, as pairs are seen from both sides.
    Some(score - value(red[0]) - instance.penalty() * penalties / 2)
}

fn same(instance: &Instance, letters: &[Vec<char>]) {
    let text: String = letters
        .iter()
        .map(|row| row.iter().collect::<String>() + "\n")
        .collect();
    let expected = naive_score(instance, letters);
    let found = match LaGrille::check(instance, text.as_bytes()) {
        Ok(Checked { value, .. }) => Some(value.whole()),
        Err(Refusal::Rejected(_)) => None,
        Err(other) => panic!("{other:?}"),
    };
    assert_eq!(found, expected, "{text} on\n{instance}");
}

fn any_instance() -> impl Strategy<Value = Instance> {
    (1_usize..8, 1_i64..40).prop_flat_map(|(size, penalty)| {
        proptest::collection::vec(-9_i64..10, size * size)
            .prop_map(move |values| Instance::new(size, penalty, values).unwrap())
    })
}

fn rows(size: usize, letters: &[char]) -> Vec<Vec<char>> {
    letters[..size * size]
        .chunks(size)
        .map(<[_]>::to_vec)
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    /// Often without a red pawn or with several.
    #[test]
    fn on_any_letters(instance in any_instance(), letters in "[JVNBOJVNBOJVNBOR]{49}") {
        let letters: Vec<char> = letters.chars().collect();
        same(&instance, &rows(instance.size(), &letters));
    }

    /// Few colours at a time, so that each kind of penalty comes in large numbers.
    #[test]
    fn on_few_colours(instance in any_instance(), colours in "[JVNBO]{2}", choice in proptest::collection::vec(any::<bool>(), 49), red in any::<prop::sample::Index>()) {
        let colours: Vec<char> = colours.chars().collect();
        let mut letters: Vec<char> = choice.into_iter().map(|first| colours[usize::from(first)]).collect();
        letters[red.index(instance.values().len())] = 'R';
        same(&instance, &rows(instance.size(), &letters));
    }

    #[test]
    fn texts_read_back(instance in any_instance()) {
        prop_assert_eq!(Instance::read(instance.to_string().as_bytes()), Ok(instance));
    }

    /// As large as the reader lets through: the sums still fit.
    #[test]
    fn on_large_numbers(size in 1_usize..5, letters in "[JVNBO]{16}", values in proptest::collection::vec(any::<i64>(), 16), penalty in 1..i64::MAX, shift in 0_u32..30) {
        let values = values[..size * size].iter().map(|v| v >> shift).collect();
        if let Ok(instance) = Instance::new(size, (penalty >> shift).max(1), values) {
            let mut letters: Vec<char> = letters.chars().collect();
            letters[0] = 'R';
            same(&instance, &rows(size, &letters));
        }
    }
}
