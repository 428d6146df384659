//! Explains what follows from a line by few of its known cells.

use crate::picross::enumeration::line::{LineSolver, Mask};
use crate::picross::enumeration::long_line::LongLineSolver;
use crate::picross::enumeration::partial_grid::{Literal, PartialGrid};

/// A known cell: its place on the trail, its position in the line and its colour.
type Known = (usize, usize, bool);

/// Minimises sets of known cells. Buffers are reused.
#[derive(Debug, Default)]
pub(super) struct LineReasons {
    single_word: LineSolver<u64>,
    double_word: LineSolver<u128>,
    long: LongLineSolver,
    known: Vec<Known>,
    needed: Vec<usize>,
    black: Vec<u64>,
    white: Vec<u64>,
    /// The positions of the targets and their colours.
    targets: Vec<(usize, bool)>,
}

impl LineReasons {
    /// Returns places on the trail that, with the cells of `root`, give the targets or, without targets, a conflict.
    /// `before` returns the place and colour of a cell that is known.
    pub(super) fn explain(
        &mut self,
        root: &PartialGrid,
        line: usize,
        before: impl Fn(usize) -> Option<(usize, bool)>,
        targets: &[Literal],
    ) -> &[usize] {
        let instance = root.instance();
        let (clue, length) = (instance.clue(line), instance.length(line));
        let [black, white] = root.line_sets(line);
        for (set, known) in [(&mut self.black, black), (&mut self.white, white)] {
            set.clear();
            set.extend_from_slice(known);
        }
        self.known.clear();
        self.targets.clear();
        for (at, cell) in instance.cells(line).enumerate() {
            let has = |set: &[u64]| set[at / 64] >> (at % 64) & 1 == 1;
            let (place, colour) = match before(cell) {
                Some((place, black)) => (Some(place), black),
                None => (None, false),
            };
            let root_knows = if colour { has(black) } else { has(white) };
            if let Some(place) = place
                && !root_knows
            {
                self.known.push((place, at, colour));
            }
            let find = |&&target: &&Literal| target as usize / 2 == cell;
            if let Some(&target) = targets.iter().find(find) {
                self.targets.push((at, target % 2 == 1));
            }
        }
        // Later cells are dropped first, so that the explanation reaches back as far as possible.
        self.known.sort_unstable();
        for index in 0..self.known.len() {
            self.flip(self.known[index]);
        }
        let conflict = targets.is_empty();
        self.needed.clear();
        while let Some(last) = self.known.pop() {
            self.flip(last);
            if !self.follows(length, clue, conflict) {
                self.flip(last);
                self.needed.push(last.0);
            }
        }
        &self.needed
    }

    /// Adds or removes a known cell.
    fn flip(&mut self, (_, at, black): Known) {
        let set = if black {
            &mut self.black
        } else {
            &mut self.white
        };
        set[at / 64] ^= 1 << (at % 64);
    }

    /// Returns whether the targets follow, or a conflict.
    fn follows(&mut self, length: usize, clue: &[u32], conflict: bool) -> bool {
        if length <= u64::LONGEST {
            let (black, white) = (self.black[0], self.white[0]);
            let solved = self.single_word.solve(length, clue, black, white);
            return solved
                .is_none_or(|(black, white)| self.reaches([&[black], &[white]], conflict));
        }
        if length <= u128::LONGEST {
            let [black, white] = [&self.black, &self.white]
                .map(|set| u128::from(set[0]) | u128::from(set.get(1).copied().unwrap_or(0)) << 64);
            let solved = self.double_word.solve(length, clue, black, white);
            let words = |set: u128| [set as u64, (set >> 64) as u64];
            return solved.is_none_or(|(black, white)| {
                self.reaches([&words(black), &words(white)], conflict)
            });
        }
        let (mut black, mut white) = (self.black.clone(), self.white.clone());
        let fits = self.long.solve(length, clue, &mut black, &mut white);
        !fits || self.reaches([&black, &white], conflict)
    }

    /// Returns whether sets of black and white cells have the targets.
    fn reaches(&self, [black, white]: [&[u64]; 2], conflict: bool) -> bool {
        let mut targets = self.targets.iter();
        !conflict
            && targets.all(|&(at, is_black)| {
                let set = if is_black { black } else { white };
                set[at / 64] >> (at % 64) & 1 == 1
            })
    }
}
