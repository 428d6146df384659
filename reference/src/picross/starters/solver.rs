// Picross: a starter that is always right, but slow where it has to guess.
//
// Told, on standard input: "h w" (rows, columns), then a line with the clue of each
// row, then one with the clue of each column. A clue is the lengths of the black
// runs of its line, in order; "0" alone means that the whole line is white.
// Print h lines of w characters, "#" for black and "." for white, so that every row
// and every column has exactly the runs of its clue. Any such grid is right.
//
// Hint: this program looks at all lines again and again, and it guesses the first
// unknown cell it meets. Look only at lines that have changed, and guess where the
// answer tells you most.

use std::io::Read;

#[derive(Clone, Copy, PartialEq)]
enum Cell {
    White,
    Black,
    Unknown,
}
use Cell::{Black, Unknown, White};

type Grid = Vec<Vec<Cell>>;

struct Puzzle {
    rows: Vec<Vec<usize>>,
    columns: Vec<Vec<usize>>,
}

/// Finds what all ways to fill a line have in common.
struct LineSolver<'a> {
    line: &'a [Cell],
    clue: &'a [usize],
    can_white: Vec<bool>,
    can_black: Vec<bool>,
    /// What we found out about (block, start) before.
    seen: Vec<Vec<Option<bool>>>,
}

impl LineSolver<'_> {
    /// Can the blocks from this one on stand at this cell or later?
    fn place(&mut self, block: usize, start: usize) -> bool {
        if let Some(found) = self.seen[block][start] {
            return found;
        }
        let (line, n) = (self.line, self.line.len());
        let mut found = false;
        if block == self.clue.len() {
            found = !line[start..].contains(&Black);
            if found {
                self.can_white[start..].fill(true);
            }
        } else {
            let mut first = start;
            while first + self.clue[block] <= n {
                let end = first + self.clue[block];
                let next = n.min(end + 1);
                let free = !line[first..end].contains(&White) && !line[end..next].contains(&Black);
                if free && self.place(block + 1, next) {
                    found = true;
                    self.can_white[start..first].fill(true);
                    self.can_black[first..end].fill(true);
                    self.can_white[end..next].fill(true);
                }
                if line[first] == Black {
                    break; // we must not jump over a black cell
                }
                first += 1;
            }
        }
        self.seen[block][start] = Some(found);
        found
    }
}

/// The line with what is certain, or None if there is no way to fill it.
fn solve_line(line: &[Cell], clue: &[usize]) -> Option<Vec<Cell>> {
    let n = line.len();
    let mut solver = LineSolver {
        line,
        clue,
        can_white: vec![false; n],
        can_black: vec![false; n],
        seen: vec![vec![None; n + 1]; clue.len() + 1],
    };
    if !solver.place(0, 0) {
        return None;
    }
    let certain = |i: usize| match (solver.can_white[i], solver.can_black[i]) {
        (true, true) => Unknown,
        (true, false) => White,
        _ => Black,
    };
    Some((0..n).map(certain).collect())
}

/// Fills in what is certain; None if some line has no way left.
fn deduce(puzzle: &Puzzle, grid: &mut Grid) -> Option<()> {
    loop {
        let before = grid.clone();
        for (row, clue) in grid.iter_mut().zip(&puzzle.rows) {
            *row = solve_line(row, clue)?;
        }
        for (j, clue) in puzzle.columns.iter().enumerate() {
            let column: Vec<Cell> = grid.iter().map(|row| row[j]).collect();
            for (row, cell) in grid.iter_mut().zip(solve_line(&column, clue)?) {
                row[j] = cell;
            }
        }
        if *grid == before {
            return Some(());
        }
    }
}

/// A full grid, or None if there is none.
fn solve(puzzle: &Puzzle, mut grid: Grid) -> Option<Grid> {
    deduce(puzzle, &mut grid)?;
    let Some(i) = grid.iter().position(|row| row.contains(&Unknown)) else {
        return Some(grid);
    };
    let j = grid[i].iter().position(|&cell| cell == Unknown)?;
    for guess in [Black, White] {
        let mut copy = grid.clone();
        copy[i][j] = guess;
        let solution = solve(puzzle, copy);
        if solution.is_some() {
            return solution;
        }
    }
    None
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("text");
    let mut lines = text.lines().map(|line| {
        let numbers = line.split_whitespace().map(|n| n.parse().expect("a number"));
        numbers.filter(|&n| n > 0).collect::<Vec<usize>>()
    });
    let sizes = lines.next().expect("h and w");
    let (h, w) = (sizes[0], sizes[1]);
    let puzzle = Puzzle {
        rows: lines.by_ref().take(h).collect(),
        columns: lines.take(w).collect(),
    };
    let Some(grid) = solve(&puzzle, vec![vec![Unknown; w]; h]) else {
        return;
    };
    for row in grid {
        let text: String = row.iter().map(|&cell| if cell == Black { '#' } else { '.' }).collect();
        println!("{text}");
    }
}
