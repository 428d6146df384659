//! Checks line solving against all fillings.

use crate::Random;
use crate::picross::enumeration::line::{LineSolver, Mask};
use crate::picross::enumeration::long_line::LongLineSolver;
use crate::picross::enumeration::marginals::Marginals;

/// Returns all clues that fit `length` cells.
fn clues(length: usize) -> Vec<Vec<u32>> {
    let mut all = vec![vec![]];
    for first in 1..=length {
        let rest = if first < length {
            clues(length - first - 1)
        } else {
            vec![vec![]]
        };
        for clue in rest {
            all.push([vec![first as u32], clue].concat());
        }
    }
    all
}

/// Returns all fillings of a line, as sets of black cells.
fn fillings(length: usize, clue: &[u32]) -> Vec<u64> {
    let Some((&run, rest)) = clue.split_first() else {
        return vec![0];
    };
    let run = run as usize;
    let mut all = Vec::new();
    for start in 0..=length.saturating_sub(run) {
        let next = start + run + usize::from(!rest.is_empty());
        if next > length {
            break;
        }
        for tail in fillings(length - next, rest) {
            all.push(((1 << run) - 1) << start | tail << next);
        }
    }
    all
}

/// Returns what all fillings that agree with the known cells share.
fn by_trying(fillings: &[u64], cells: u64, black: u64, white: u64) -> Option<(u64, u64)> {
    let mut fitting = fillings
        .iter()
        .filter(|&filling| filling & white == 0 && !filling & black == 0)
        .peekable();
    fitting.peek()?;
    let (all, any) = fitting.fold((cells, 0), |(all, any), filling| {
        (all & filling, any | filling)
    });
    Some((all, cells & !any))
}

fn narrow<M: Mask + From<u64> + TryInto<u64>>(
    solver: &mut LineSolver<M>,
    length: usize,
    clue: &[u32],
    (black, white): (u64, u64),
) -> Option<(u64, u64)> {
    let solved = solver.solve(length, clue, M::from(black), M::from(white));
    let word = |mask: M| mask.try_into().ok().expect("no more than 64 cells");
    solved.map(|(black, white)| (word(black), word(white)))
}

fn wide(
    solver: &mut LongLineSolver,
    length: usize,
    clue: &[u32],
    (black, white): (u64, u64),
) -> Option<(u64, u64)> {
    let (mut black, mut white) = ([black], [white]);
    let solved = solver.solve(length, clue, &mut black, &mut white);
    solved.then_some((black[0], white[0]))
}

#[derive(Default)]
struct Three {
    single_word: LineSolver<u64>,
    double_word: LineSolver<u128>,
    long: LongLineSolver,
}

impl Three {
    fn equal(&mut self, length: usize, clue: &[u32], fillings: &[u64], known: (u64, u64)) {
        let expected = by_trying(fillings, (1 << length) - 1, known.0, known.1);
        let shown = || format!("{length} cells, {clue:?}, {known:?}");
        assert_eq!(
            narrow(&mut self.single_word, length, clue, known),
            expected,
            "{}",
            shown()
        );
        assert_eq!(
            wide(&mut self.long, length, clue, known),
            expected,
            "{}",
            shown()
        );
        if length <= 7 {
            assert_eq!(
                narrow(&mut self.double_word, length, clue, known),
                expected,
                "{}",
                shown()
            );
        }
        if expected.is_some() {
            for (block, _) in clue.iter().enumerate() {
                assert!(self.long.starts(block).next().is_some(), "{}", shown());
            }
        }
    }
}

#[test]
fn equal_to_trying_on_all_lines_of_ten_cells_and_less() {
    let mut three = Three::default();
    for length in 1..=10_usize {
        for clue in clues(length) {
            let fillings = fillings(length, &clue);
            for black in 0..1_u64 << length {
                // All sets of white cells among those that are not black.
                let rest = !black & ((1 << length) - 1);
                let mut white = rest;
                loop {
                    three.equal(length, &clue, &fillings, (black, white));
                    if white == 0 {
                        break;
                    }
                    white = (white - 1) & rest;
                }
            }
        }
    }
}

#[test]
fn equal_to_trying_on_random_lines_of_sixteen_cells_and_less() {
    let mut three = Three::default();
    let random = &mut Random::new(3);
    for _ in 0..3000 {
        let length = 11 + random.below(6);
        let clues = clues(length);
        let clue = &clues[random.below(clues.len())];
        let fillings = fillings(length, clue);
        for _ in 0..10 {
            // Known cells of one filling, sometimes with one wrong cell.
            let filling = fillings[random.below(fillings.len())];
            let some = random.below(1 << length) & random.below(1 << length);
            let (mut black, mut white) = (filling & some as u64, !filling & some as u64);
            if random.below(4) == 0 {
                let cell = 1 << random.below(length);
                (black, white) = ((black ^ cell) & !white, white & !(black ^ cell));
            }
            three.equal(length, clue, &fillings, (black, white));
        }
    }
}

#[test]
fn counting_fillings_equals_weighing_each() {
    let mut marginals = Marginals::default();
    let random = &mut Random::new(4);
    let mut weighed = 0;
    for _ in 0..3000 {
        let length = 1 + random.below(12);
        let clues = clues(length);
        // Without blocks there is nothing to count.
        let clue = &clues[1 + random.below(clues.len() - 1)];
        let cell = |random: &mut Random| match random.below(8) {
            0 => 0.0,
            1 => 1.0,
            _ => random.below(1000) as f64 / 1000.0,
        };
        let cells: Vec<f64> = (0..length).map(|_| cell(random)).collect();
        let weight = |filling: u64| -> f64 {
            let share =
                |(at, &black): (usize, &f64)| [1.0 - black, black][(filling >> at & 1) as usize];
            cells.iter().enumerate().map(share).product()
        };
        let fillings = fillings(length, clue);
        let all: f64 = fillings.iter().map(|&filling| weight(filling)).sum();
        let counted = marginals.count(clue, cells.iter().copied());
        assert_eq!(counted, all > 0.0, "{clue:?} {cells:?}");
        if !counted {
            continue;
        }
        weighed += 1;
        let share = |of: &dyn Fn(u64) -> bool| {
            let of = fillings.iter().filter(|&&filling| of(filling));
            of.map(|&filling| weight(filling)).sum::<f64>() / all
        };
        for (at, &black) in marginals.black.iter().enumerate() {
            let expected = share(&|filling| filling >> at & 1 == 1);
            assert!((black - expected).abs() < 1e-9, "{clue:?} {cells:?}");
        }
        for block in 0..clue.len() {
            let start = |mut filling: u64| {
                for _ in 0..block {
                    filling &= filling + (filling & filling.wrapping_neg());
                }
                filling.trailing_zeros() as usize
            };
            for at in 0..length {
                let expected = share(&|filling| start(filling) <= at);
                if (expected - 0.5).abs() > 1e-9 {
                    assert_eq!(
                        marginals.by(block, at),
                        expected > 0.5,
                        "{clue:?} {cells:?}"
                    );
                }
            }
        }
    }
    assert!(weighed > 1000, "{weighed}");
}

/// The definition by a table of prefixes and suffixes in O(k·n).
fn by_table(line: &[Option<bool>], clue: &[u32]) -> Option<Vec<Option<bool>>> {
    let (n, k) = (line.len(), clue.len());
    let fits = |start: usize, run: usize| {
        start + run <= n && !line[start..start + run].contains(&Some(false))
    };
    // before[j][i]: the first j blocks fill the first i cells.
    let mut before = vec![vec![false; n + 1]; k + 1];
    let mut behind = before.clone();
    before[0][0] = true;
    behind[k][n] = true;
    for j in 0..=k {
        for i in 1..=n {
            let white = line[i - 1] != Some(true) && before[j][i - 1];
            let ends = j > 0 && {
                let run = clue[j - 1] as usize;
                i >= run
                    && fits(i - run, run)
                    && match i - run {
                        0 => j == 1,
                        start => line[start - 1] != Some(true) && before[j - 1][start - 1],
                    }
            };
            before[j][i] |= white || ends;
        }
    }
    for j in (0..=k).rev() {
        for i in (0..n).rev() {
            let white = line[i] != Some(true) && behind[j][i + 1];
            let starts = j < k && {
                let end = i + clue[j] as usize;
                fits(i, clue[j] as usize)
                    && match n - end {
                        0 => j + 1 == k,
                        _ => line[end] != Some(true) && behind[j + 1][end + 1],
                    }
            };
            behind[j][i] |= white || starts;
        }
    }
    if !before[k][n] {
        return None;
    }
    let (mut black, mut white) = (vec![false; n], vec![false; n]);
    for j in 0..=k {
        for i in 0..n {
            white[i] |= line[i] != Some(true) && before[j][i] && behind[j][i + 1];
            if j < k {
                let (run, end) = (clue[j] as usize, i + clue[j] as usize);
                let left = match i {
                    0 => j == 0,
                    _ => line[i - 1] != Some(true) && before[j][i - 1],
                };
                let right = end <= n
                    && match n - end {
                        0 => j + 1 == k,
                        _ => line[end] != Some(true) && behind[j + 1][end + 1],
                    };
                if left && right && fits(i, run) {
                    black[i..end].fill(true);
                }
            }
        }
    }
    let colours = black.into_iter().zip(white);
    Some(
        colours
            .map(|pair| match pair {
                (true, true) => None,
                (black, _) => Some(black),
            })
            .collect(),
    )
}

#[test]
fn equal_to_a_table_on_long_lines() {
    let mut narrow = LineSolver::<u64>::default();
    let (mut double, mut wide) = (LineSolver::<u128>::default(), LongLineSolver::default());
    let random = &mut Random::new(8);
    for round in 0..1500 {
        let length = [60, 63, 64, 65, 100, 126, 127, 128, 129, 192, 250, 400][round % 12];
        // Runs of random lengths, and a random share of the cells known.
        let longest = [2, 5, 20, 70, 150][random.below(5)];
        let mut cells = Vec::new();
        while cells.len() < length {
            let black = cells.last() == Some(&false);
            let run = 1 + random.below(if black { longest } else { 4 });
            cells.extend(std::iter::repeat_n(black, run));
        }
        cells.truncate(length);
        let clue: Vec<u32> = crate::picross::instance::runs(cells.iter().copied()).collect();
        let share = random.below(11);
        let mut line: Vec<_> = cells
            .iter()
            .map(|&black| (random.below(20) < share).then_some(black))
            .collect();
        if random.below(8) == 0 {
            line[random.below(length)] = Some(random.below(2) == 0);
        }
        let expected = by_table(&line, &clue);
        let words = length.div_ceil(64);
        let (mut black, mut white) = (vec![0_u64; words], vec![0_u64; words]);
        for (at, cell) in line.iter().enumerate() {
            match cell {
                Some(true) => black[at / 64] |= 1 << (at % 64),
                Some(false) => white[at / 64] |= 1 << (at % 64),
                None => {}
            }
        }
        let cells_of = |black: &[u64], white: &[u64]| -> Vec<Option<bool>> {
            let bit = |mask: &[u64], at: usize| mask[at / 64] >> (at % 64) & 1 == 1;
            (0..length)
                .map(|at| (bit(black, at) || bit(white, at)).then(|| bit(black, at)))
                .collect()
        };
        if length <= u64::LONGEST {
            // Cells after the line are ignored.
            let behind = !0 << length;
            let (black, white) = (black[0] | behind, white[0] | behind);
            let solved = narrow.solve(length, &clue, black, white);
            let solved = solved.map(|(black, white)| cells_of(&[black], &[white]));
            assert_eq!(solved, expected, "{length} cells, {clue:?}");
        }
        if length <= u128::LONGEST {
            let whole = |mask: &[u64]| {
                u128::from(mask[0]) | u128::from(mask.get(1).copied().unwrap_or(0)) << 64
            };
            let halves = |mask: u128| [mask as u64, (mask >> 64) as u64];
            let solved = double.solve(length, &clue, whole(&black), whole(&white));
            let solved = solved.map(|(black, white)| cells_of(&halves(black), &halves(white)));
            assert_eq!(solved, expected, "{length} cells, {clue:?}");
        }
        let solved = wide.solve(length, &clue, &mut black, &mut white);
        let solved = solved.then(|| cells_of(&black, &white));
        assert_eq!(solved, expected, "{length} cells, {clue:?}");
    }
}
