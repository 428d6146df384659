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
// Hint: this starter uses only R, N and J. Bad cells need not be J: two of them can
// be V beside good cells, some can be O where no other O is in line, and many can
// be B when small positive cells are B too.

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

    /// Only right for the colours R, N and J.
    fn score(&self) -> i64 {
        let points = |k: usize| match self.pawn[k] {
            'R' => -self.value[k],
            'N' => 2 * (self.value[k] - 1), // there are at most t of them
            _ if self.lonely(k) => self.value[k] - self.penalty,
            _ => self.value[k],
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

    // The worst cell is red, the best ones are black, the others stay yellow.
    let mut order: Vec<usize> = (0..grid.value.len()).collect();
    order.sort_by_key(|&k| grid.value[k]);
    grid.pawn[order[0]] = 'R';
    for &k in order[1..].iter().rev().take(grid.size) {
        if grid.value[k] > 2 {
            grid.pawn[k] = 'N';
        }
    }

    for row in grid.pawn.chunks(grid.size) {
        println!("{}", row.iter().collect::<String>());
    }
    println!("{}", grid.score());
}
