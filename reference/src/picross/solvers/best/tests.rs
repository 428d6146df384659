//! The stages against trying everything: lines, the search and the clauses.

use super::board::{Board, Halt, Solutions, literal};
use super::likely::Likely;
use super::line::{LineSolver, Mask};
use super::probe::Prober;
use super::sat::Sat;
use super::search::search;
use super::wide::WideSolver;
use crate::picross::{Answer, Instance};
use crate::{Budget, Random, Shape};

/// All clues that fit so many cells.
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

/// All ways to fill so many cells, as sets of black ones.
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

/// What all fillings that agree with the known cells have in common.
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
    solver: &mut WideSolver,
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
    narrow: LineSolver<u64>,
    double: LineSolver<u128>,
    wide: WideSolver,
}

impl Three {
    fn equal(&mut self, length: usize, clue: &[u32], fillings: &[u64], known: (u64, u64)) {
        let expected = by_trying(fillings, (1 << length) - 1, known.0, known.1);
        let shown = || format!("{length} cells, {clue:?}, {known:?}");
        assert_eq!(
            narrow(&mut self.narrow, length, clue, known),
            expected,
            "{}",
            shown()
        );
        assert_eq!(
            wide(&mut self.wide, length, clue, known),
            expected,
            "{}",
            shown()
        );
        if length <= 7 {
            assert_eq!(
                narrow(&mut self.double, length, clue, known),
                expected,
                "{}",
                shown()
            );
        }
        if expected.is_some() {
            for (block, _) in clue.iter().enumerate() {
                assert!(self.wide.starts(block).next().is_some(), "{}", shown());
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
            // Known cells of one filling, and now and then one cell that is wrong.
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
    let mut likely = Likely::default();
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
        let counted = likely.count(clue, cells.iter().copied());
        assert_eq!(counted, all > 0.0, "{clue:?} {cells:?}");
        if !counted {
            continue;
        }
        weighed += 1;
        let share = |of: &dyn Fn(u64) -> bool| {
            let of = fillings.iter().filter(|&&filling| of(filling));
            of.map(|&filling| weight(filling)).sum::<f64>() / all
        };
        for (at, &black) in likely.black.iter().enumerate() {
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
                    assert_eq!(likely.by(block, at), expected > 0.5, "{clue:?} {cells:?}");
                }
            }
        }
    }
    assert!(weighed > 1000, "{weighed}");
}

/// The definition, with a table of prefixes and suffixes: O(k·n).
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
    let (mut double, mut wide) = (LineSolver::<u128>::default(), WideSolver::default());
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
        let clue: Vec<u32> = crate::picross::rules::runs(cells.iter().copied()).collect();
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
            // Cells behind the line do not matter.
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

/// Clues of small grids; in every other one rows and columns come from different grids.
fn small_instances() -> Vec<Instance> {
    let random = &mut Random::new(2);
    let mut instances = Vec::new();
    for round in 0..60 {
        let shape = Shape {
            rows: 2 + random.below(3),
            columns: 2 + random.below(3),
        };
        let mut grid = || {
            let mut black: Vec<_> = (0..shape.cells()).map(|cell| cell % 2 == 0).collect();
            random.shuffle(&mut black);
            Instance::of_grid(shape, &black)
        };
        let (mut instance, other) = (grid(), grid());
        if round % 2 == 0 {
            instance.columns = other.columns;
        }
        instances.push(instance);
    }
    instances
}

fn count_by_trying(instance: &Instance) -> usize {
    let cells = instance.shape.cells();
    let fits = |pattern: &usize| {
        let black: Vec<_> = (0..cells).map(|cell| pattern >> cell & 1 == 1).collect();
        Instance::of_grid(instance.shape, &black) == *instance
    };
    (0..1_usize << cells).filter(fits).count()
}

#[test]
fn search_and_clauses_find_every_solution() {
    let budget = Budget::unlimited();
    let mut several = 0;
    for instance in small_instances() {
        let expected = count_by_trying(&instance);
        several += usize::from(expected > 1);
        let mut board = Board::new(&instance, &budget).expect("a small board");
        let all = || Solutions {
            wanted: usize::MAX,
            found: Vec::new(),
        };
        if board.settle() == Err(Halt::Conflict) {
            assert_eq!(expected, 0, "{instance}");
            continue;
        }
        let mut sat = Sat::new(&board, 0).expect("no limit");
        let mut by_clauses = all();
        let ended = loop {
            match sat.next_solution() {
                Ok(answer) => by_clauses.take(answer).expect("never enough"),
                Err(halt) => break halt,
            }
        };
        assert_eq!(
            (ended, by_clauses.found.len()),
            (Halt::Conflict, expected),
            "{instance}"
        );
        let mut prober = Prober::new(instance.shape.cells());
        let mut by_search = all();
        let ended = search(&mut board, &mut prober, u64::MAX, &mut 0, &mut by_search);
        assert_eq!(
            (ended, by_search.found.len()),
            (Err(Halt::Conflict), expected),
            "{instance}"
        );
    }
    assert!(several > 10, "{several}");
}

#[test]
fn pieces_of_lines_say_what_whole_lines_say() {
    let random = &mut Random::new(3);
    let budget = Budget::unlimited();
    let (mut parted, mut conflicts) = (0, 0);
    for (rows, columns) in [(12, 64), (20, 70), (15, 90), (150, 20)] {
        for round in 0..20 {
            let shape = Shape { rows, columns };
            let black: Vec<_> = (0..shape.cells())
                .map(|_| random.below(10) < 4 + round % 4)
                .collect();
            let instance = Instance::of_grid(shape, &black);
            let mut whole = Board::new(&instance, &budget).expect("a small board");
            let mut apart = Board::new(&instance, &budget).expect("a small board");
            for _ in 0..30 {
                let known = |board: &Board| -> Vec<_> {
                    (0..shape.cells()).map(|cell| board.colour(cell)).collect()
                };
                assert_eq!(whole.settle(), Ok(()));
                assert_eq!(apart.settle(), Ok(()));
                assert_eq!(apart.take_apart(), Ok(()));
                assert_eq!(known(&whole), known(&apart), "{instance}");
                let lines = apart.open_pieces().map(|piece| piece.line);
                let lines: Vec<_> = lines.collect();
                parted += lines.windows(2).filter(|two| two[0] == two[1]).count();
                let unknown: Vec<_> = whole.unknown_cells().collect();
                if unknown.is_empty() {
                    break;
                }
                let cell = unknown[random.below(unknown.len())];
                // A guess that is wrong leads to the same conflict, and when it is taken back nothing is left of it.
                let length = whole.trail().len();
                let wrong = literal(cell, !black[cell]);
                let halts = [whole.assume(wrong), apart.assume(wrong)];
                assert_eq!(halts[0], halts[1], "{instance}");
                if halts[0].is_ok() {
                    assert_eq!(known(&whole), known(&apart), "{instance}");
                }
                conflicts += usize::from(halts[0].is_err());
                whole.undo(length);
                apart.undo(length);
                let right = literal(cell, black[cell]);
                assert_eq!([whole.put(right), apart.put(right)], [Ok(()); 2]);
            }
        }
    }
    assert!(parted > 500 && conflicts > 30, "{parted} {conflicts}");
}

#[test]
fn clauses_of_pieces_have_the_solutions_of_whole_lines() {
    let random = &mut Random::new(4);
    let budget = Budget::unlimited();
    // More are not counted.
    let most = 60;
    let (mut parted, mut several) = (0, 0);
    for round in 0..60 {
        let shape = Shape {
            rows: 3 + round % 3,
            columns: 64 + random.below(70),
        };
        let black: Vec<_> = (0..shape.cells()).map(|_| random.below(10) < 7).collect();
        let instance = Instance::of_grid(shape, &black);
        let mut board = Board::new(&instance, &budget).expect("a small board");
        assert_eq!(board.settle(), Ok(()));
        let count = |board: &Board| {
            let mut sat = Sat::new(board, 0).expect("no limit");
            let solutions = std::iter::from_fn(|| sat.next_solution().ok()).take(most);
            let fits = |answer: &Answer| Instance::of_grid(shape, &answer.black) == instance;
            solutions.inspect(|answer| assert!(fits(answer))).count()
        };
        let whole = count(&board);
        assert_eq!(board.take_apart(), Ok(()));
        let mut rows = board.open_pieces().filter(|piece| piece.line < shape.rows);
        parted += usize::from(rows.any(|piece| piece.cells.len() < shape.columns));
        several += usize::from(1 < whole && whole < most);
        assert_eq!(count(&board), whole, "{instance}");
    }
    assert!(parted > 5 && several > 5, "{parted} {several}");
}
