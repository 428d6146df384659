//! A placement of pawns with incremental scoring: the effect of recolouring a cell in constant time.

use std::ops::AddAssign;

use crate::la_grille::answer::Answer;
use crate::la_grille::instance::{Instance, Pawn};
use crate::la_grille::relaxation::Mode;

/// The change of the pawns' points and of the number of penalties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) points: i64,
    pub(super) penalties: i64,
}

impl AddAssign for Change {
    fn add_assign(&mut self, other: Self) {
        self.points += other.points;
        self.penalties += other.penalties;
    }
}

/// The marker of border cells, which is not a colour.
const OUTSIDE: u8 = 6;

/// A flag in the count of yellow neighbours, so that one comparison finds yellow cells with a given count.
const NOT_YELLOW: u8 = 0x80;

const YELLOW: u8 = Pawn::Yellow as u8;
const GREEN: u8 = Pawn::Green as u8;
const BLACK: u8 = Pawn::Black as u8;
const BLUE: u8 = Pawn::Blue as u8;
const ORANGE: u8 = Pawn::Orange as u8;

/// Up to four conflicting cells.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Conflicts {
    cells: [usize; 4],
    count: usize,
}

impl Conflicts {
    fn push(&mut self, cell: usize) {
        self.cells[self.count] = cell;
        self.count += 1;
    }

    pub(super) fn cells(&self) -> &[usize] {
        &self.cells[..self.count]
    }
}

/// Cells are numbered with a border of one cell around the grid, so that every cell has eight neighbours.
#[derive(Clone, Debug)]
pub(in crate::la_grille) struct Placement<'i> {
    instance: &'i Instance,
    mode: Mode,
    /// The index of each cell of the grid, row by row.
    cells: Vec<usize>,
    pawns: Vec<u8>,
    /// The score of each colour on each cell.
    worth: Vec<[i64; 6]>,
    /// 1 for negative values, -1 for positive ones: the contribution of a blue pawn to the balance.
    weight: Vec<i8>,
    /// The number of yellow and of green neighbours; the former with [`NOT_YELLOW`] if the cell itself is not yellow.
    yellow_near: Vec<u8>,
    green_near: Vec<u8>,
    /// The row, column and diagonals of each cell, and the number of orange pawns on each such line.
    lines: Vec<[u32; 4]>,
    oranges: Vec<u32>,
    /// The sum of the cells of the orange pawns on each line, which is the cell if there is only one.
    orange_sums: Vec<u32>,
    around: [usize; 8],
    black_cells: Vec<usize>,
    blue_balance: i64,
    points: i64,
    penalties: i64,
}

impl<'i> Placement<'i> {
    /// Returns a placement with the red pawn on the smallest value and yellow elsewhere. In the undoubled mode the
    /// largest values are black, one more than would be doubled.
    pub(super) fn new(instance: &'i Instance, mode: Mode) -> Self {
        let mut order: Vec<usize> = (0..instance.values().len()).collect();
        order.sort_by_key(|&cell| instance.values()[cell]);
        let mut pawns = vec![Pawn::Yellow; order.len()];
        pawns[order[0]] = Pawn::Red;
        if mode == Mode::Undoubled {
            for &cell in order[1..].iter().rev().take(instance.size() + 1) {
                pawns[cell] = Pawn::Black;
            }
        }
        Self::with(instance, mode, &pawns)
    }

    /// Returns a placement of given pawns, which must suit the mode.
    pub(super) fn with(instance: &'i Instance, mode: Mode, pawns: &[Pawn]) -> Self {
        let size = instance.size();
        let width = size + 2;
        let all = width * width;
        let mut placement = Self {
            instance,
            mode,
            cells: Vec::with_capacity(size * size),
            pawns: vec![OUTSIDE; all],
            worth: vec![[0; 6]; all],
            weight: vec![0; all],
            yellow_near: vec![NOT_YELLOW; all],
            green_near: vec![0; all],
            lines: vec![[0; 4]; all],
            oranges: vec![0; 6 * size],
            orange_sums: vec![0; 6 * size],
            around: [
                width + 1,
                width,
                width - 1,
                1,
                1_usize.wrapping_neg(),
                (width - 1).wrapping_neg(),
                width.wrapping_neg(),
                (width + 1).wrapping_neg(),
            ],
            black_cells: Vec::new(),
            blue_balance: 0,
            points: 0,
            penalties: 0,
        };
        for (inner, (&value, &pawn)) in instance.values().iter().zip(pawns).enumerate() {
            let (row, column) = (inner / size, inner % size);
            let cell = (row + 1) * width + column + 1;
            let black = match mode {
                Mode::Doubled => 2 * (value - 1),
                Mode::Undoubled => value - 1,
            };
            placement.cells.push(cell);
            placement.worth[cell] = [value, instance.cross(inner), black, 0, 0, -value];
            placement.weight[cell] = -value.signum() as i8;
            let falling = 2 * size + size + row - column;
            placement.lines[cell] =
                [row, size + column, falling, 4 * size + row + column].map(|line| line as u32);
            // Red does not affect other cells, so it serves as the initial colour.
            placement.pawns[cell] = Pawn::Red as u8;
            placement.points -= value;
            placement.set(cell, pawn as u8);
        }
        placement
    }

    pub(in crate::la_grille) fn instance(&self) -> &'i Instance {
        self.instance
    }

    /// Returns the index of a cell of the grid, with the border.
    pub(super) fn cell(&self, inner: usize) -> usize {
        self.cells[inner]
    }

    pub(super) fn pawn(&self, cell: usize) -> u8 {
        self.pawns[cell]
    }

    pub(super) fn around(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.around
            .into_iter()
            .map(move |step| cell.wrapping_add(step))
    }

    pub(super) fn score(&self) -> i64 {
        self.points - self.instance.penalty() * self.penalties
    }

    /// Returns whether a recolouring keeps the number of black pawns within the mode.
    pub(super) fn may_recolour(&self, from: u8, to: u8) -> bool {
        match self.mode {
            Mode::Doubled => {
                to != BLACK || from == BLACK || self.black_cells.len() < self.instance.size()
            }
            Mode::Undoubled => {
                from != BLACK || to == BLACK || self.black_cells.len() > self.instance.size() + 1
            }
        }
    }

    /// Returns the pawns that would conflict with a new one of this colour: adjacent greens, oranges on the same line,
    /// and a black pawn if there is no room for one more. Returns `None` if there are too many.
    pub(super) fn conflicts(&self, cell: usize, pawn: u8, choice: usize) -> Option<Conflicts> {
        let mut conflicts = Conflicts::default();
        match pawn {
            GREEN if self.green_near[cell] > 2 => return None,
            GREEN if self.green_near[cell] > 0 => {
                for near in self.around(cell) {
                    if self.pawns[near] == GREEN {
                        conflicts.push(near);
                    }
                }
            }
            ORANGE => {
                for line in self.lines[cell] {
                    match self.oranges[line as usize] {
                        0 => {}
                        1 => conflicts.push(self.orange_sums[line as usize] as usize),
                        _ => return None,
                    }
                }
            }
            BLACK if !self.may_recolour(self.pawns[cell], BLACK) => {
                conflicts.push(self.black_cells[choice % self.black_cells.len()]);
            }
            _ => {}
        }
        Some(conflicts)
    }

    /// Returns the effect of recolouring a cell.
    pub(super) fn change(&self, cell: usize, to: u8) -> Change {
        let from = self.pawns[cell];
        if from == to {
            return Change::default();
        }
        let worth = &self.worth[cell];
        let mut balance = self.blue_balance;
        let mut penalties = -self.penalties_of(cell, from, 1);
        if from == BLUE {
            balance -= i64::from(self.weight[cell]);
        }
        penalties += self.penalties_of(cell, to, 0);
        if to == BLUE {
            balance += i64::from(self.weight[cell]);
        }
        penalties += balance.max(0) - self.blue_balance.max(0);
        Change {
            points: worth[to as usize] - worth[from as usize],
            penalties,
        }
    }

    /// Returns the penalties, except for blues, that a pawn causes. `present` is 1 if the pawn is already counted on
    /// its lines, and 0 otherwise.
    fn penalties_of(&self, cell: usize, pawn: u8, present: u8) -> i64 {
        match pawn {
            YELLOW => {
                if self.yellow_near[cell] & !NOT_YELLOW == 0 {
                    return 1;
                }
                // Neighbours whose only yellow neighbour is this pawn.
                let near = self.around(cell);
                -near
                    .map(|near| i64::from(self.yellow_near[near] == present))
                    .sum::<i64>()
            }
            GREEN => i64::from(self.green_near[cell]),
            ORANGE => {
                let on = self.lines[cell].map(|line| self.oranges[line as usize]);
                i64::from(on[0] + on[1] + on[2] + on[3]) - 4 * i64::from(present)
            }
            _ => 0,
        }
    }

    /// Recolours a cell.
    pub(super) fn set(&mut self, cell: usize, to: u8) -> Change {
        let change = self.change(cell, to);
        self.points += change.points;
        self.penalties += change.penalties;
        let from = std::mem::replace(&mut self.pawns[cell], to);
        self.count(cell, from, 1_u32.wrapping_neg());
        self.count(cell, to, 1);
        change
    }

    fn count(&mut self, cell: usize, pawn: u8, one: u32) {
        match pawn {
            YELLOW => {
                self.yellow_near[cell] ^= NOT_YELLOW;
                for step in self.around {
                    let near = &mut self.yellow_near[cell.wrapping_add(step)];
                    *near = near.wrapping_add(one as u8);
                }
            }
            GREEN => {
                for step in self.around {
                    let near = &mut self.green_near[cell.wrapping_add(step)];
                    *near = near.wrapping_add(one as u8);
                }
            }
            ORANGE => {
                for line in self.lines[cell] {
                    let oranges = &mut self.oranges[line as usize];
                    *oranges = oranges.wrapping_add(one);
                    let sum = &mut self.orange_sums[line as usize];
                    *sum = sum.wrapping_add(one.wrapping_mul(cell as u32));
                }
            }
            BLACK if one == 1 => self.black_cells.push(cell),
            BLACK => {
                let place = self.black_cells.iter().position(|&black| black == cell);
                self.black_cells.swap_remove(place.expect("it was counted"));
            }
            BLUE => self.blue_balance += i64::from(self.weight[cell]) * i64::from(one as i32),
            _ => {}
        }
    }

    /// Hill climbing: recolours single cells until none improves the score; the red pawn stays.
    pub(super) fn hill_climb(&mut self) {
        let penalty = self.instance.penalty();
        let mut improved = true;
        while improved {
            improved = false;
            for inner in 0..self.cells.len() {
                let cell = self.cells[inner];
                let from = self.pawns[cell];
                if from == Pawn::Red as u8 {
                    continue;
                }
                let better = (0..Pawn::Red as u8)
                    .filter(|&to| to != from && self.may_recolour(from, to))
                    .map(|to| {
                        let change = self.change(cell, to);
                        (change.points - penalty * change.penalties, to)
                    })
                    .max_by_key(|&(gain, to)| (gain, u8::MAX - to))
                    .filter(|&(gain, _)| gain > 0);
                if let Some((_, to)) = better {
                    self.set(cell, to);
                    improved = true;
                }
            }
        }
    }

    /// Returns the pawns including the border, to be stored.
    pub(super) fn raw(&self) -> &[u8] {
        &self.pawns
    }

    pub(in crate::la_grille) fn answer(&self) -> Answer {
        self.answer_from(&self.pawns)
    }

    /// Returns the answer of stored pawns.
    pub(super) fn answer_from(&self, raw: &[u8]) -> Answer {
        let pawns = self.cells.iter().map(|&cell| Pawn::ALL[raw[cell] as usize]);
        Answer::new(self.instance, pawns.collect()).expect("a placement always has one red pawn")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::la_grille::score;
    use crate::random::SplitMix64;
    use proptest::prelude::*;

    fn below(random: &mut SplitMix64, limit: usize) -> usize {
        random.next_u64() as usize % limit
    }

    proptest! {
        /// After hundreds of recolourings and swaps with red, the incremental score still agrees with the rules.
        #[test]
        fn changes_add_up(size in 1_usize..7, penalty in 1_i64..30, seed: u64, doubled: bool) {
            let mut random = SplitMix64::from_random(seed);
            let values = (0..size * size).map(|_| below(&mut random, 19) as i64 - 9).collect();
            let instance = Instance::new(size, penalty, values).unwrap();
            let room = size * size > size + 1;
            let mode = if doubled || !room { Mode::Doubled } else { Mode::Undoubled };
            let mut placement = Placement::new(&instance, mode);
            for _ in 0..200 {
                let cell = placement.cell(below(&mut random, size * size));
                let from = placement.pawn(cell);
                let to = below(&mut random, 5) as u8;
                if from == Pawn::Red as u8 {
                    let other = placement.cell(below(&mut random, size * size));
                    let exchanged = placement.pawn(other);
                    placement.set(other, from);
                    placement.set(cell, exchanged);
                } else if placement.may_recolour(from, to) {
                    placement.set(cell, to);
                }
                let counted = score(&instance, placement.answer().pawns()).unwrap();
                prop_assert_eq!(placement.score(), counted.total);
                prop_assert_eq!(placement.penalties, counted.penalties.count());
            }
            let before = placement.score();
            placement.hill_climb();
            prop_assert!(placement.score() >= before);
            prop_assert_eq!(placement.score(), placement.answer().score());
        }
    }
}
