// La Grille: a starter that is always right, but scores little.
//
// Told, on standard input: "t p" (size of the grid, points lost by a penalty), then
// t lines of t values. Put one pawn on each cell:
//   J  scores its value; one penalty if none of its 8 neighbours is a J.
//   V  scores its value and those of its 4 orthogonal neighbours; one penalty for
//      each pair of V that are neighbours, diagonals included.
//   N  scores value - 1; doubled for every N when there are at most t of them.
//   B  scores 0; count those on negative values minus those on positive values:
//      if that is above 0, so many penalties.
//   O  scores 0; one penalty for each pair on one row, column or diagonal.
//   R  exactly one; scores the opposite of its value.
// Print t lines of t letters, then your score on a line of its own.
//
// Hint: this starter uses no V. A V beside good cells scores them once more, and the
// V itself can be a bad cell that is O, B or J here.

use std::io::Read;

struct Grid {
    size: usize,
    penalty: i64,
    value: Vec<i64>, // cell (i, j) is at i * size + j
    pawn: Vec<char>,
}

impl Grid {
    /// Is none of the neighbours of cell k yellow?
    fn lonely(&self, k: usize) -> bool {
        let (row, column) = (k / self.size, k % self.size);
        for i in row.saturating_sub(1)..(row + 2).min(self.size) {
            for j in column.saturating_sub(1)..(column + 2).min(self.size) {
                let near = i * self.size + j;
                if near != k && self.pawn[near] == 'J' {
                    return false;
                }
            }
        }
        true
    }

    /// Is one of these cells on the row, the column or a diagonal of cell k?
    fn in_line(&self, k: usize, others: &[usize]) -> bool {
        others.iter().any(|o| {
            let rows = (k / self.size).abs_diff(o / self.size);
            let columns = (k % self.size).abs_diff(o % self.size);
            rows == 0 || columns == 0 || rows == columns
        })
    }

    /// Only right without V, if O and B cost nothing as below.
    fn score(&self) -> i64 {
        let points = |k: usize| match self.pawn[k] {
            'R' => -self.value[k],
            'N' => 2 * (self.value[k] - 1), // there are at most t of them
            'J' if self.lonely(k) => self.value[k] - self.penalty,
            'J' => self.value[k],
            _ => 0,
        };
        (0..self.value.len()).map(points).sum()
    }
}

fn main() {
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .expect("the instance is text");
    let numbers: Vec<i64> = text
        .split_whitespace()
        .map(|x| x.parse().expect("a number"))
        .collect();
    let value = numbers[2..].to_vec();
    let mut grid = Grid {
        size: numbers[0] as usize,
        penalty: numbers[1],
        pawn: vec!['J'; value.len()],
        value,
    };

    // The worst cell is red, the best ones are black, the others yellow so far.
    let mut order: Vec<usize> = (0..grid.value.len()).collect();
    order.sort_by_key(|&k| grid.value[k]);
    grid.pawn[order[0]] = 'R';
    for &k in order[1..].iter().rev().take(grid.size) {
        if grid.value[k] > 2 {
            grid.pawn[k] = 'N';
        }
    }

    // Bad cells, the worst first: orange where no other orange is in line.
    let mut oranges = Vec::new();
    for &k in &order {
        if grid.value[k] < 0 && grid.pawn[k] == 'J' && !grid.in_line(k, &oranges) {
            grid.pawn[k] = 'O';
            oranges.push(k);
        }
    }

    // The other bad cells, the worst first: blue, each with the smallest good cell.
    let mut bad = order.clone();
    bad.retain(|&k| grid.pawn[k] == 'J' && grid.value[k] < 0);
    let mut good = order;
    good.retain(|&k| grid.pawn[k] == 'J' && grid.value[k] > 0);
    for (b, g) in bad.into_iter().zip(good) {
        if grid.value[b] + grid.value[g] < 0 {
            grid.pawn[b] = 'B';
            grid.pawn[g] = 'B';
        }
    }

    for row in grid.pawn.chunks(grid.size) {
        println!("{}", row.iter().collect::<String>());
    }
    println!("{}", grid.score());
}
