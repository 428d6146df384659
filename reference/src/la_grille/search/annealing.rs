//! Simulated annealing of placements; the solver `anneal` describes it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use super::placement::{Change, Placement};
use crate::la_grille::answer::Answer;
use crate::la_grille::instance::{Instance, Pawn};
use crate::la_grille::relaxation::{ALL, Domain, Mode};
use crate::random::SplitMix64;
use crate::{Budget, math};

/// Moves per iteration of a budget; the budget is checked once per iteration.
const ROUND: usize = 1024;
/// The work of one iteration.
pub(super) const ROUND_WORK: u64 = 60_000;
/// The number of iterations if the budget has no limit.
const ROUNDS: u64 = 1 << 14;
/// An answer of this many cells takes a tenth of an iteration to write, so that of larger grids not every one is
/// reported.
const CELLS_PER_ROUND: u64 = 300;
/// The initial temperature.
const INITIAL_TEMPERATURE: f64 = 0.4;
const BLACK: u8 = Pawn::Black as u8;
const GREEN: u8 = Pawn::Green as u8;
const BLUE: u8 = Pawn::Blue as u8;
const ORANGE: u8 = Pawn::Orange as u8;
const RED: u8 = Pawn::Red as u8;

/// Anneals on all threads until the budget expires or the flag is set, and reports each answer that is better than all
/// previous ones of its thread.
///
/// `greedy` is the placement from which most runs start. A limit on iterations applies to a single thread, because the answer must not depend on the number of threads.
pub(in crate::la_grille) fn anneal(
    greedy: &Placement,
    budget: &Budget,
    ended: &AtomicBool,
    found: &mut dyn FnMut(Answer),
) {
    if budget.threads() == 1 || budget.is_deterministic() {
        return Search::new(greedy, budget, ended, budget.seed()).run(found);
    }
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for thread in 0..budget.threads() as u64 {
            let sender = sender.clone();
            scope.spawn(move || {
                let seed = budget.seed().wrapping_add(thread << 32);
                Search::new(greedy, budget, ended, seed).run(&mut |answer| {
                    // Sending fails only when the receiver has already stopped.
                    let _ = sender.send(answer);
                });
            });
        }
        drop(sender);
        receiver.into_iter().for_each(found);
    });
}

/// The runs of one thread.
struct Search<'i, 'b> {
    greedy: &'b Placement<'i>,
    budget: &'b Budget,
    ended: &'b AtomicBool,
    random: SplitMix64,
    /// Iterations so far, and the time of the first one.
    rounds: u64,
    began: Instant,
    best: i64,
}

impl<'i, 'b> Search<'i, 'b> {
    fn new(
        greedy: &'b Placement<'i>,
        budget: &'b Budget,
        ended: &'b AtomicBool,
        seed: u64,
    ) -> Self {
        Self {
            greedy,
            budget,
            ended,
            random: SplitMix64::from_random(seed),
            rounds: 0,
            began: Instant::now(),
            best: i64::MIN,
        }
    }

    fn run(mut self, found: &mut dyn FnMut(Answer)) {
        if self.left() == 0 {
            return;
        }
        let cells = self.instance().values().len();
        let mut length = 1 + (30 * cells / ROUND) as u64;
        let doubled = self.anneal(Mode::Doubled, length, found);
        // More than `t` black pawns and the red one need that many cells.
        let (mut better, mut other) = (Mode::Doubled, Mode::Doubled);
        if cells > self.instance().size() + 1 {
            other = Mode::Undoubled;
            if self.anneal(Mode::Undoubled, length, found) > doubled {
                (better, other) = (other, better);
            }
        }
        for run in 1_u64.. {
            if self.left() == 0 {
                return;
            }
            let mode = if run % 8 == 0 { other } else { better };
            self.anneal(mode, length, found);
            length += length / 2;
        }
    }

    fn instance(&self) -> &'i Instance {
        self.greedy.instance()
    }

    /// Returns an estimate of the remaining iterations.
    fn left(&self) -> u64 {
        if has_ended(self.budget, self.ended) {
            return 0;
        }
        let all = self.budget.iterations();
        let by_count = all.map(|all| all.saturating_sub(self.rounds));
        let by_time = self.budget.remaining().map(|time| {
            let round = match self.rounds {
                0 => ROUND_WORK as f64 * 1e-9,
                rounds => self.began.elapsed().as_secs_f64() / rounds as f64,
            };
            (time.as_secs_f64() / round) as u64
        });
        let left = by_count.into_iter().chain(by_time).min();
        left.unwrap_or(ROUNDS.saturating_sub(self.rounds))
    }

    /// Performs a run of about `rounds` iterations, or uses the rest of the budget if little more would be left.
    /// Returns its best score.
    fn anneal(&mut self, mode: Mode, rounds: u64, found: &mut dyn FnMut(Answer)) -> i64 {
        let left = self.left();
        if left == 0 {
            return i64::MIN;
        }
        let rounds = if left < rounds + rounds / 2 {
            left
        } else {
            rounds
        };
        let placement = match mode {
            Mode::Doubled => self.greedy.clone(),
            Mode::Undoubled => Placement::new(self.instance(), mode),
        };
        let domains = vec![ALL; self.instance().values().len()];
        let (budget, ended) = (self.budget, self.ended);
        // The estimate of what is left may have been too high, above all that for the first run.
        let time = budget.remaining().filter(|_| !budget.is_deterministic());
        let (began, time) = (Instant::now(), time.map(|time| time.as_secs_f64()));
        let report_interval = 1 + domains.len() as u64 / CELLS_PER_ROUND;
        let mut random = self.random.clone();
        let mut run = Run::new(placement, &domains, &mut random);
        for round in 0..rounds {
            if has_ended(budget, ended) {
                break;
            }
            let by_time = time.map_or(0.0, |time| began.elapsed().as_secs_f64() / time);
            let progress = by_time.max(round as f64 / rounds as f64).min(1.0);
            run.set_temperature(INITIAL_TEMPERATURE, progress);
            run.round();
            budget.spend(ROUND_WORK);
            self.rounds += 1;
            if round % report_interval == 0 {
                self.report(&run, found);
            }
        }
        self.report(&run, found);
        let best = run.best;
        self.random = random;
        best
    }

    /// Reports the best answer of a run if it is better than all before.
    fn report(&mut self, run: &Run, found: &mut dyn FnMut(Answer)) {
        if run.best > self.best {
            self.best = run.best;
            found(run.answer());
        }
    }
}

fn has_ended(budget: &Budget, ended: &AtomicBool) -> bool {
    ended.load(Ordering::Relaxed) || budget.expired()
}

/// A run of simulated annealing.
pub(super) struct Run<'i, 'r> {
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
    pub(super) fn new(
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
    pub(super) fn set_temperature(&mut self, hot: f64, progress: f64) {
        const FINAL_TEMPERATURE: f64 = 0.015;
        self.temperature = self.unit * hot * math::power(FINAL_TEMPERATURE / hot, progress);
        let penalty = self.placement.instance().penalty() as f64;
        let low = penalty.min(3.0 * self.unit);
        let rise = (progress / 0.7).min(1.0);
        self.penalty = low * math::power(penalty / low, rise);
    }

    pub(super) fn round(&mut self) {
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

    pub(super) fn best(&self) -> i64 {
        self.best
    }

    pub(super) fn answer(&self) -> Answer {
        self.placement.answer_from(&self.best_pawns)
    }
}

/// Maps 32 random bits to a number in `0..limit`.
fn scaled(bits: u64, limit: usize) -> usize {
    (((bits & 0xffff_ffff) * limit as u64) >> 32) as usize
}
