//! La Grille solved by pruned exhaustive search, from the text of the rules and not from the code of the crate.

use puzzles::la_grille::Instance;

/// The best score and the number of placements that reach it, given a score that can be reached. Only for sizes up to 4.
pub(crate) fn best_placements(instance: &Instance, reached: i64) -> (i64, u64) {
    let mut found = (reached, 0);
    for doubled in [true, false] {
        let mut search = Search::new(instance, doubled, found.0);
        search.place(0, 0);
        found = match found.0.cmp(&search.best) {
            std::cmp::Ordering::Less => (search.best, search.count),
            std::cmp::Ordering::Equal => (found.0, found.1 + search.count),
            std::cmp::Ordering::Greater => found,
        };
    }
    assert!(found.1 > 0, "{reached} is said to be possible");
    found
}

struct Search<'i> {
    instance: &'i Instance,
    doubled: bool,
    pawns: Vec<char>,
    /// Per number of cells placed and blacks left: the most that the other cells could score without penalties.
    rest: Vec<Vec<i64>>,
    red: usize,
    black: usize,
    best: i64,
    count: u64,
}

impl<'i> Search<'i> {
    fn new(instance: &'i Instance, doubled: bool, best: i64) -> Self {
        let cells = instance.values().len();
        let mut search = Self {
            instance,
            doubled,
            pawns: Vec::new(),
            rest: Vec::new(),
            red: 0,
            black: 0,
            best,
            count: 0,
        };
        for placed in 0..=cells {
            let points = |letter: char| (placed..cells).map(move |cell| (letter, cell));
            let points = |letter: char| -> Vec<i64> {
                points(letter)
                    .map(|(l, cell)| search.points(l, cell))
                    .collect()
            };
            let (yellow, green, black, red) = (points('J'), points('V'), points('N'), points('R'));
            let places = 0..yellow.len();
            let plain: Vec<i64> = places.map(|i| yellow[i].max(green[i]).max(0)).collect();
            let mut extra: Vec<i64> = (0..plain.len())
                .map(|i| (black[i] - plain[i]).max(0))
                .collect();
            extra.sort_unstable_by_key(|&extra| -extra);
            let sum: i64 = plain.iter().sum();
            let with_red = (0..plain.len()).map(|i| red[i] - plain[i]).max();
            let with_red = with_red.unwrap_or(0).max(0);
            let rest = |blacks: usize| sum + with_red + extra.iter().take(blacks).sum::<i64>();
            let rest = (0..=cells).map(rest).collect();
            search.rest.push(rest);
        }
        search
    }

    fn points(&self, letter: char, cell: usize) -> i64 {
        let value = self.instance.values()[cell];
        match letter {
            'J' => value,
            'V' => self.instance.cross(cell),
            'N' if self.doubled => 2 * (value - 1),
            'N' => value - 1,
            'R' => -value,
            _ => 0,
        }
    }

    /// Fills the cells from `pawns.len()` on; `so_far` counts points and the penalties of pairs that are complete.
    fn place(&mut self, cell: usize, so_far: i64) {
        let (t, cells) = (self.instance.size(), self.instance.values().len());
        if cell == cells {
            let enough = if self.doubled {
                self.black <= t
            } else {
                self.black > t
            };
            if self.red == 1 && enough {
                let total = so_far - self.instance.penalty() * self.penalties_at_the_end();
                self.count = match total.cmp(&self.best) {
                    std::cmp::Ordering::Greater => 1,
                    std::cmp::Ordering::Equal => self.count + 1,
                    std::cmp::Ordering::Less => self.count,
                };
                self.best = self.best.max(total);
            }
            return;
        }
        let left = if self.doubled { t - self.black } else { cells };
        if so_far + self.rest[cell][left] < self.best {
            return;
        }
        let place = |cell: usize| (cell / t, cell % t);
        let (row, column) = place(cell);
        for letter in ['V', 'N', 'B', 'O', 'J', 'R'] {
            let full = letter == 'N' && self.doubled && self.black == t;
            if full || letter == 'R' && self.red == 1 {
                continue;
            }
            let conflicts = (0..cell).filter(|&other| {
                let (r, c) = place(other);
                let (down, right) = (row.abs_diff(r), column.abs_diff(c));
                self.pawns[other] == letter
                    && match letter {
                        'V' => down <= 1 && right <= 1,
                        'O' => down == 0 || right == 0 || down == right,
                        _ => false,
                    }
            });
            let penalties = conflicts.count() as i64;
            let points = self.points(letter, cell) - self.instance.penalty() * penalties;
            self.pawns.push(letter);
            self.red += usize::from(letter == 'R');
            self.black += usize::from(letter == 'N');
            self.place(cell + 1, so_far + points);
            self.red -= usize::from(letter == 'R');
            self.black -= usize::from(letter == 'N');
            self.pawns.pop();
        }
    }

    /// Returns the penalties that only a complete placement shows: isolated yellows and excess blues.
    fn penalties_at_the_end(&self) -> i64 {
        let t = self.instance.size() as i64;
        let yellow = |row: i64, column: i64| {
            let inside = (0..t).contains(&row) && (0..t).contains(&column);
            inside && self.pawns[(row * t + column) as usize] == 'J'
        };
        let mut isolated = 0;
        let mut balance = 0;
        for (cell, &letter) in self.pawns.iter().enumerate() {
            let (row, column) = (cell as i64 / t, cell as i64 % t);
            let near = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
            let company = near
                .filter(|&(down, right)| yellow(row + down, column + right))
                .count();
            isolated += i64::from(letter == 'J' && company == 1);
            if letter == 'B' {
                balance -= self.instance.values()[cell].signum();
            }
        }
        isolated + balance.max(0)
    }
}
