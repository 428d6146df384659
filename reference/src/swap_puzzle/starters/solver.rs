// Swap puzzle: a starter that is always right, but rarely short.
//
// Told, on standard input: "m n" (rows, columns), then m lines of n numbers: the
// tiles 1..m*n, each once. Then there may be lines "wall i1 j1 i2 j2": no swap is
// allowed between these two cells. Rows and columns count from 0.
// A swap exchanges the tiles of two cells that share an edge. In the end tile 1 must
// be in the first cell, tile 2 in the next, and so on, row by row.
// Print one swap a line, "i1 j1 i2 j2", and use as few swaps as you can.
//
// Hint: here a swap serves one tile only, and often takes another one farther away.
// A good swap brings both tiles nearer to their places. Half the sum of all distances
// is a limit that no answer can beat; how near to it can you come?

use std::collections::{HashSet, VecDeque};
use std::io::Read;

const NOWHERE: usize = usize::MAX;

struct Puzzle {
    rows: usize,
    columns: usize,
    tile: Vec<usize>, // cell (i, j) is at i * columns + j; counting from 0, tile k belongs to cell k
    walls: HashSet<(usize, usize)>, // the smaller cell first
    done: Vec<bool>,
}

impl Puzzle {
    fn read(text: &str) -> Puzzle {
        let mut words = text.split_whitespace().filter(|&word| word != "wall");
        let mut number = || words.next().map(|x| x.parse::<usize>().expect("a number"));
        let rows = number().expect("rows");
        let columns = number().expect("columns");
        let tile = (0..rows * columns)
            .map(|_| number().expect("a tile") - 1)
            .collect();
        let mut walls = HashSet::new();
        while let (Some(i1), Some(j1), Some(i2), Some(j2)) =
            (number(), number(), number(), number())
        {
            let (a, b) = (i1 * columns + j1, i2 * columns + j2);
            walls.insert((a.min(b), a.max(b)));
        }
        let done = vec![false; rows * columns];
        Puzzle {
            rows,
            columns,
            tile,
            walls,
            done,
        }
    }

    fn neighbours(&self, k: usize) -> Vec<usize> {
        let mut list = Vec::new();
        let mut add = |open: bool, other: usize| {
            if open && !self.walls.contains(&(k.min(other), k.max(other))) {
                list.push(other);
            }
        };
        add(k >= self.columns, k.wrapping_sub(self.columns));
        add(k % self.columns > 0, k.wrapping_sub(1));
        add((k + 1) % self.columns > 0, k + 1);
        add(
            k + self.columns < self.rows * self.columns,
            k + self.columns,
        );
        list
    }

    /// From each cell that can be reached, the next cell on a shortest way to the goal,
    /// around walls and around cells that are done; and these cells, the nearest first.
    fn search(&self, goal: usize) -> (Vec<usize>, Vec<usize>) {
        let mut step = vec![NOWHERE; self.tile.len()];
        step[goal] = goal;
        let mut queue = VecDeque::from([goal]);
        let mut order = Vec::new();
        while let Some(k) = queue.pop_front() {
            order.push(k);
            for other in self.neighbours(k) {
                if step[other] == NOWHERE && !self.done[other] {
                    step[other] = k;
                    queue.push_back(other);
                }
            }
        }
        (step, order)
    }
}

fn main() {
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .expect("the instance is text");
    let mut puzzle = Puzzle::read(&text);
    let columns = puzzle.columns;
    let mut answer = String::new();

    // Fill the cell that is farthest from the first cell, then the next, and so on:
    // like this the cells that are left always hang together.
    let (_, order) = puzzle.search(0);
    for goal in order.into_iter().rev() {
        let (step, _) = puzzle.search(goal);
        let mut k = puzzle
            .tile
            .iter()
            .position(|&t| t == goal)
            .expect("every tile is there");
        while k != goal {
            let to = step[k];
            let (i1, j1, i2, j2) = (k / columns, k % columns, to / columns, to % columns);
            answer += &format!("{i1} {j1} {i2} {j2}\n");
            puzzle.tile.swap(k, to);
            k = to;
        }
        puzzle.done[goal] = true;
    }

    print!("{answer}"); // nothing to do: nothing is printed
}
