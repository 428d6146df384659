// Sorting robot: a starter that is always right, but rarely short.
//
// Told, on standard input: "m n c" (rows, columns, colours), then m lines of n
// backgrounds, then m lines of n pieces. Colours are 0..c-1, and -1 means none.
// The robot starts at the top left with an empty hand. L R U D move it by one
// cell, one step each; it must not leave the grid. S swaps hand and cell, free.
// A cell whose piece equals its background (or that has neither) is black: it is
// locked for ever, and S does nothing there.
// Print, on one line, letters that make every cell black, in as few steps as you can.
//
// Hint: taking the nearest target now often means a long walk later. First decide
// which piece goes to which cell so that the sum of the distances is small; each
// step that the robot walks with an empty hand is one you may be able to save.

use std::io::Read;

const NONE: i32 = -1;

struct Robot {
    columns: usize,
    background: Vec<i32>, // cell (i, j) is at i * columns + j
    piece: Vec<i32>,
    row: usize,
    column: usize,
    hand: i32,
    answer: String,
}

impl Robot {
    /// Can the robot do something useful at cell k?
    fn useful(&self, k: usize) -> bool {
        if self.piece[k] == self.background[k] {
            false // black
        } else if self.hand == NONE {
            self.piece[k] != NONE
        } else {
            self.background[k] == self.hand
        }
    }

    /// The nearest useful cell. `min_by_key` keeps the first of equals, and cells
    /// come row by row, so ties go to the topmost, then leftmost.
    fn nearest(&self) -> Option<usize> {
        (0..self.piece.len())
            .filter(|&k| self.useful(k))
            .min_by_key(|&k| {
                (k / self.columns).abs_diff(self.row) + (k % self.columns).abs_diff(self.column)
            })
    }

    /// Walks to cell k, horizontally first, and swaps there.
    fn serve(&mut self, k: usize) {
        let (row, column) = (k / self.columns, k % self.columns);
        let across = if column > self.column { "R" } else { "L" };
        let along = if row > self.row { "D" } else { "U" };
        self.answer += &across.repeat(column.abs_diff(self.column));
        self.answer += &along.repeat(row.abs_diff(self.row));
        self.answer.push('S');
        (self.row, self.column) = (row, column);
        std::mem::swap(&mut self.hand, &mut self.piece[k]);
    }
}

fn main() {
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .expect("the instance is text");
    let numbers: Vec<i32> = text
        .split_whitespace()
        .map(|x| x.parse().expect("a number"))
        .collect();
    let (rows, columns) = (numbers[0] as usize, numbers[1] as usize);
    let (background, piece) = numbers[3..].split_at(rows * columns);
    let mut robot = Robot {
        columns,
        background: background.to_vec(),
        piece: piece.to_vec(),
        row: 0,
        column: 0,
        hand: NONE,
        answer: String::new(),
    };

    while let Some(k) = robot.nearest() {
        robot.serve(k);
    }

    // Nothing to do: print nothing, not even an empty line.
    if !robot.answer.is_empty() {
        println!("{}", robot.answer);
    }
}
