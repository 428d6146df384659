//! One run of simulated annealing: its moves and their acceptance.

use crate::la_grille::answer::Answer;
use crate::la_grille::instance::Pawn;
use crate::la_grille::relaxation::Domain;
use crate::la_grille::search::placement::{Change, Placement};
use crate::math;
use crate::random::SplitMix64;

/// Moves per iteration of a budget; the budget is checked once per iteration.
pub(super) const ROUND: usize = 1024;

const BLACK: u8 = Pawn::Black as u8;
const GREEN: u8 = Pawn::Green as u8;
const BLUE: u8 = Pawn::Blue as u8;
const ORANGE: u8 = Pawn::Orange as u8;
const RED: u8 = Pawn::Red as u8;

/// A run of simulated annealing.
pub(in crate::la_grille::search) struct Run<'i, 'r> {
    placement: Placement<'i>,
    /// The domain of each cell, and the cells with more than one colour.
    domains: Vec<Domain>,
    open: Vec<usize>,
    random: &'r mut SplitMix64,
    /// The cells with negative and with positive values that may be blue.
    negative: Vec<usize>,
    positive: Vec<usize>,
    best: i64,
    best_pawns: Vec<u8>,
    /// The mean absolute value of the cells, which is the unit of temperatures.
    unit: f64,
    temperature: f64,
    penalty: f64,
    logarithms: Vec<f64>,
}

/// The resolution of the acceptance probabilities.
const CHANCES: usize = 4096;

impl<'i, 'r> Run<'i, 'r> {
    /// Starts from a placement. Cells change only to colours of their domains, which are given row by row.
    pub(in crate::la_grille::search) fn new(
        placement: Placement<'i>,
        domains: &[Domain],
        random: &'r mut SplitMix64,
    ) -> Self {
        let values = placement.instance().values();
        let cells = |sign: i64| -> Vec<usize> {
            let cells = 0..values.len();
            let can =
                |&cell: &usize| values[cell].signum() == sign && domains[cell] >> BLUE & 1 == 1;
            cells.filter(can).map(|cell| placement.cell(cell)).collect()
        };
        let mut on_board = vec![0; placement.raw().len()];
        for (cell, &domain) in domains.iter().enumerate() {
            on_board[placement.cell(cell)] = domain;
        }
        let open = (0..values.len()).map(|cell| placement.cell(cell));
        let open = open.filter(|&cell| on_board[cell].count_ones() > 1);
        let sum: f64 = values.iter().map(|&value| value.abs() as f64).sum();
        let chance = |index: usize| math::ln((index as f64 + 0.5) / CHANCES as f64);
        Self {
            random,
            open: open.collect(),
            domains: on_board,
            negative: cells(-1),
            positive: cells(1),
            best: placement.score(),
            best_pawns: placement.raw().to_vec(),
            unit: (sum / values.len() as f64).max(0.1),
            temperature: 0.0,
            penalty: placement.instance().penalty() as f64,
            logarithms: (0..CHANCES).map(chance).collect(),
            placement,
        }
    }

    /// Sets the temperature, and a penalty weight that starts low enough for moves to be accepted.
    pub(in crate::la_grille::search) fn set_temperature(&mut self, hot: f64, progress: f64) {
        const FINAL_TEMPERATURE: f64 = 0.015;
        self.temperature = self.unit * hot * math::power(FINAL_TEMPERATURE / hot, progress);
        let penalty = self.placement.instance().penalty() as f64;
        let low = penalty.min(3.0 * self.unit);
        let rise = (progress / 0.7).min(1.0);
        self.penalty = low * math::power(penalty / low, rise);
    }

    pub(in crate::la_grille::search) fn round(&mut self) {
        if self.open.is_empty() {
            return;
        }
        for _ in 0..ROUND {
            let word = self.random.next_u64();
            let cell = self.random_cell(word >> 32);
            match word & 15 {
                0..=5 => self.recolour(cell, word),
                6..=9 => self.swap(cell, word),
                10..=11 => self.pair(word),
                12..=14 => self.eject(cell, word),
                _ => self.relocate(cell, word),
            }
            if self.placement.score() > self.best {
                self.best = self.placement.score();
                self.best_pawns.copy_from_slice(self.placement.raw());
            }
        }
    }

    /// Returns a cell with more than one colour.
    fn random_cell(&self, bits: u64) -> usize {
        self.open[scaled(bits, self.open.len())]
    }

    /// Returns any colour but red.
    fn random_colour(bits: u64) -> u8 {
        scaled(bits, 5) as u8
    }

    fn may(&self, cell: usize, to: u8) -> bool {
        self.domains[cell] >> to & 1 == 1
    }

    /// Returns whether to accept a change (Metropolis rule).
    fn accepts(&mut self, change: Change) -> bool {
        let gain = change.points as f64 - self.penalty * change.penalties as f64;
        gain >= 0.0 || {
            let chance = self.logarithms[self.random.next_u64() as usize % CHANCES];
            gain >= self.temperature * chance
        }
    }

    fn recolour(&mut self, cell: usize, word: u64) {
        let from = self.placement.pawn(cell);
        let to = Self::random_colour(word << 8);
        if from == RED
            || from == to
            || !self.may(cell, to)
            || !self.placement.may_recolour(from, to)
        {
            return;
        }
        let change = self.placement.change(cell, to);
        if self.accepts(change) {
            self.placement.set(cell, to);
        }
    }

    fn swap(&mut self, cell: usize, word: u64) {
        let other = self.random_cell(word << 8);
        let (a, b) = (self.placement.pawn(cell), self.placement.pawn(other));
        if a != b && self.may(cell, b) && self.may(other, a) {
            self.recolour_both(cell, b, other, a);
        }
    }

    /// Recolours two cells, or neither of them.
    fn recolour_both(&mut self, cell: usize, to: u8, other: usize, other_to: u8) {
        let (from, other_from) = (self.placement.pawn(cell), self.placement.pawn(other));
        let first = self.placement.set(cell, to);
        let second = self.placement.change(other, other_to);
        let change = Change {
            points: first.points + second.points,
            penalties: first.penalties + second.penalties,
        };
        let allowed = self.placement.may_recolour(other_from, other_to);
        if allowed && self.accepts(change) {
            self.placement.set(other, other_to);
        } else {
            self.placement.set(cell, from);
        }
    }

    /// Makes a negative and a positive cell blue together, or gives both another colour.
    fn pair(&mut self, word: u64) {
        if self.negative.is_empty() || self.positive.is_empty() {
            return;
        }
        let bad = self.negative[scaled(word >> 32, self.negative.len())];
        let good = self.positive[scaled(word << 8, self.positive.len())];
        let (a, b) = (self.placement.pawn(bad), self.placement.pawn(good));
        if a == RED || b == RED {
            return;
        }
        let (to_a, to_b) = if a == BLUE && b == BLUE {
            let colours = self.random.next_u64();
            (
                Self::random_colour(colours >> 32),
                Self::random_colour(colours),
            )
        } else {
            (BLUE, BLUE)
        };
        let may = self.may(bad, to_a) && self.may(good, to_b);
        if may && self.placement.may_recolour(a, to_a) {
            self.recolour_both(bad, to_a, good, to_b);
        }
    }

    /// Moves a black or orange pawn to another cell, and gives its own cell any colour.
    fn relocate(&mut self, cell: usize, word: u64) {
        let pawn = self.placement.pawn(cell);
        let other = self.random_cell(word << 8);
        let replaced = self.placement.pawn(other);
        if !matches!(pawn, BLACK | ORANGE) || replaced == pawn || replaced == RED {
            return;
        }
        let left = Self::random_colour(self.random.next_u64());
        let may = self.may(cell, left) && self.may(other, pawn);
        if may && self.placement.may_recolour(pawn, left) {
            self.recolour_both(cell, left, other, pawn);
        }
    }

    /// Places a green, black or orange pawn and recolours the pawns that conflict with it.
    fn eject(&mut self, cell: usize, word: u64) {
        let from = self.placement.pawn(cell);
        let to = [GREEN, BLACK, ORANGE, ORANGE][(word >> 4 & 3) as usize];
        if from == RED || from == to || !self.may(cell, to) {
            return;
        }
        let Some(conflicts) = self
            .placement
            .conflicts(cell, to, (word >> 8) as usize & 0xffff)
        else {
            return;
        };
        let mut all = Change::default();
        for &conflict in conflicts.cells() {
            let response = self.best_other(conflict, to);
            all += self.placement.set(conflict, response);
        }
        if self.placement.may_recolour(from, to) {
            all += self.placement.change(cell, to);
            if self.accepts(all) {
                self.placement.set(cell, to);
                return;
            }
        }
        for &conflict in conflicts.cells().iter().rev() {
            self.placement.set(conflict, to);
        }
    }

    /// Returns the best other colour for a cell.
    fn best_other(&self, cell: usize, not: u8) -> u8 {
        let gain = |to: u8| {
            let change = self.placement.change(cell, to);
            change.points as f64 - self.penalty * change.penalties as f64
        };
        let can =
            |&to: &u8| to != not && self.may(cell, to) && self.placement.may_recolour(not, to);
        let best = (0..RED).filter(can).map(|to| (gain(to), to));
        best.reduce(|a, b| if b.0 > a.0 { b } else { a })
            .map_or(BLUE, |(_, to)| to)
    }

    pub(in crate::la_grille::search) fn best(&self) -> i64 {
        self.best
    }

    pub(in crate::la_grille::search) fn answer(&self) -> Answer {
        self.placement.answer_from(&self.best_pawns)
    }
}

/// Maps 32 random bits to a number in `0..limit`.
fn scaled(bits: u64, limit: usize) -> usize {
    (((bits & 0xffff_ffff) * limit as u64) >> 32) as usize
}
