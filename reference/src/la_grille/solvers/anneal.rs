//! Simulated annealing with restarts.
//!
//! **What.** From the greedy placement, random moves: recolour a cell, swap two cells (also with the red one), make
//! a negative and a positive cell blue together, relocate a black or orange pawn, or place a green, black or orange
//! pawn and recolour the pawns that conflict with it. Worse moves are accepted with a probability that falls with
//! the temperature. Each run is longer than the previous one. Black pawns are limited to `t`, where they count
//! twice; the first runs try both sides of that limit, and later ones mostly stay on the better side.
//!
//! **Guarantee.** Valid and never worse than `greedy`; no bound on the distance from the optimum is known.
//!
//! **Complexity.** O(1) per move, whatever the size of the grid.
//!
//! **Source.** Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated annealing", 1983; the moves are own work.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use super::super::answer::{Answer, Pawn};
use super::super::instance::Instance;
use super::super::relaxation::{ALL, Domain, Mode};
use super::board::{Board, Change};
use super::greedy;
use super::quick::{Quick, scaled};
use crate::{Budget, math};

/// Moves per iteration of a budget; the budget is checked once per iteration.
const ROUND: usize = 1024;
/// The work of one iteration.
pub(super) const ROUND_WORK: u64 = 60_000;
/// The number of iterations if the budget has no limit.
const ROUNDS: u64 = 1 << 14;
/// The initial temperature.
const HOT: f64 = 0.4;
const BLACK: u8 = Pawn::Black as u8;
const GREEN: u8 = Pawn::Green as u8;
const BLUE: u8 = Pawn::Blue as u8;
const ORANGE: u8 = Pawn::Orange as u8;
const RED: u8 = Pawn::Red as u8;

pub(super) fn solve(instance: &Instance, budget: &Budget, improved: &mut dyn FnMut(Answer)) {
    let first = greedy::layout(instance).answer();
    let mut best = first.score();
    improved(first);
    search(instance, budget, &AtomicBool::new(false), &mut |answer| {
        if answer.score() > best {
            best = answer.score();
            improved(answer);
        }
    });
}

/// Anneals on all threads until the budget expires or the flag is set, and reports each answer that is better than
/// all previous ones of its thread.
///
/// A limit on iterations applies to a single thread, because the answer must not depend on the number of threads.
pub(super) fn search(
    instance: &Instance,
    budget: &Budget,
    ended: &AtomicBool,
    found: &mut dyn FnMut(Answer),
) {
    if budget.threads() == 1 || budget.is_deterministic() {
        return Search::new(instance, budget, ended, budget.seed()).run(found);
    }
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for thread in 0..budget.threads() as u64 {
            let sender = sender.clone();
            scope.spawn(move || {
                let seed = budget.seed().wrapping_add(thread << 32);
                Search::new(instance, budget, ended, seed).run(&mut |answer| {
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
    instance: &'i Instance,
    budget: &'b Budget,
    ended: &'b AtomicBool,
    random: Quick,
    /// Iterations so far, and the time of the first one.
    rounds: u64,
    began: Instant,
    best: i64,
}

impl<'i, 'b> Search<'i, 'b> {
    fn new(instance: &'i Instance, budget: &'b Budget, ended: &'b AtomicBool, seed: u64) -> Self {
        Self {
            instance,
            budget,
            ended,
            random: Quick::new(seed),
            rounds: 0,
            began: Instant::now(),
            best: i64::MIN,
        }
    }

    fn run(mut self, found: &mut dyn FnMut(Answer)) {
        let cells = self.instance.values().len();
        let mut length = 1 + (30 * cells / ROUND) as u64;
        let doubled = self.anneal(Mode::Doubled, length, found);
        // More than `t` black pawns and the red one need that many cells.
        let (mut better, mut other) = (Mode::Doubled, Mode::Doubled);
        if cells > self.instance.size() + 1 {
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

    /// Returns an estimate of the remaining iterations.
    fn left(&self) -> u64 {
        if is_over(self.budget, self.ended) {
            return 0;
        }
        let all = self.budget.iterations();
        let by_count = all.map(|all| all.saturating_sub(self.rounds));
        let by_time = self.budget.remaining().map(|time| {
            let speed = self.rounds.max(1) as f64 / self.began.elapsed().as_secs_f64().max(1e-6);
            (speed * time.as_secs_f64()) as u64
        });
        let left = by_count.into_iter().chain(by_time).min();
        left.unwrap_or(ROUNDS.saturating_sub(self.rounds))
    }

    /// Performs a run of about `rounds` iterations, or uses the rest of the budget if little more would be
    /// left. Returns its best score.
    fn anneal(&mut self, mode: Mode, rounds: u64, found: &mut dyn FnMut(Answer)) -> i64 {
        let left = self.left();
        let rounds = if left < rounds + rounds / 2 {
            left
        } else {
            rounds
        };
        let board = match mode {
            Mode::Doubled => greedy::layout(self.instance),
            Mode::Undoubled => Board::new(self.instance, mode),
        };
        let domains = vec![ALL; self.instance.values().len()];
        let (budget, ended) = (self.budget, self.ended);
        let mut run = Run::new(board, &domains, &mut self.random);
        for round in 0..rounds {
            if is_over(budget, ended) {
                break;
            }
            run.cool(HOT, round as f64 / rounds as f64);
            run.round();
            budget.spend(ROUND_WORK);
            self.rounds += 1;
            if run.best > self.best {
                self.best = run.best;
                found(run.answer());
            }
        }
        run.best
    }
}

fn is_over(budget: &Budget, ended: &AtomicBool) -> bool {
    ended.load(Ordering::Relaxed) || budget.expired()
}

/// A run of simulated annealing.
pub(super) struct Run<'i, 'r> {
    board: Board<'i>,
    /// The domain of each cell, and the cells with more than one colour.
    domains: Vec<Domain>,
    open: Vec<usize>,
    random: &'r mut Quick,
    /// The cells with negative and with positive values that may be blue.
    bad: Vec<usize>,
    good: Vec<usize>,
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
    pub(super) fn new(board: Board<'i>, domains: &[Domain], random: &'r mut Quick) -> Self {
        let values = board.instance().values();
        let cells = |sign: i64| -> Vec<usize> {
            let cells = 0..values.len();
            let can =
                |&cell: &usize| values[cell].signum() == sign && domains[cell] >> BLUE & 1 == 1;
            cells.filter(can).map(|cell| board.cell(cell)).collect()
        };
        let mut on_board = vec![0; board.raw().len()];
        for (cell, &domain) in domains.iter().enumerate() {
            on_board[board.cell(cell)] = domain;
        }
        let open = (0..values.len()).map(|cell| board.cell(cell));
        let open = open.filter(|&cell| on_board[cell].count_ones() > 1);
        let sum: f64 = values.iter().map(|&value| value.abs() as f64).sum();
        let chance = |index: usize| math::ln((index as f64 + 0.5) / CHANCES as f64);
        Self {
            random,
            open: open.collect(),
            domains: on_board,
            bad: cells(-1),
            good: cells(1),
            best: board.score(),
            best_pawns: board.raw().to_vec(),
            unit: (sum / values.len() as f64).max(0.1),
            temperature: 0.0,
            penalty: board.instance().penalty() as f64,
            logarithms: (0..CHANCES).map(chance).collect(),
            board,
        }
    }

    /// Sets the temperature, and a penalty weight that starts low enough for moves to be accepted.
    pub(super) fn cool(&mut self, hot: f64, progress: f64) {
        const COLD: f64 = 0.015;
        self.temperature = self.unit * hot * math::power(COLD / hot, progress);
        let penalty = self.board.instance().penalty() as f64;
        let low = penalty.min(3.0 * self.unit);
        let rise = (progress / 0.7).min(1.0);
        self.penalty = low * math::power(penalty / low, rise);
    }

    pub(super) fn round(&mut self) {
        if self.open.is_empty() {
            return;
        }
        for _ in 0..ROUND {
            let word = self.random.word();
            let cell = self.any_cell(word >> 32);
            match word & 15 {
                0..=5 => self.recolour(cell, word),
                6..=9 => self.swap(cell, word),
                10..=11 => self.pair(word),
                12..=14 => self.eject(cell, word),
                _ => self.relocate(cell, word),
            }
            if self.board.score() > self.best {
                self.best = self.board.score();
                self.best_pawns.copy_from_slice(self.board.raw());
            }
        }
    }

    /// Returns a cell with more than one colour.
    fn any_cell(&self, bits: u64) -> usize {
        self.open[scaled(bits, self.open.len())]
    }

    /// Returns any colour but red.
    fn any_colour(bits: u64) -> u8 {
        scaled(bits, 5) as u8
    }

    fn may(&self, cell: usize, to: u8) -> bool {
        self.domains[cell] >> to & 1 == 1
    }

    /// Returns whether to accept a change (Metropolis rule).
    fn accepts(&mut self, change: Change) -> bool {
        let gain = change.points as f64 - self.penalty * change.penalties as f64;
        gain >= 0.0 || {
            let chance = self.logarithms[self.random.word() as usize % CHANCES];
            gain >= self.temperature * chance
        }
    }

    fn recolour(&mut self, cell: usize, word: u64) {
        let from = self.board.pawn(cell);
        let to = Self::any_colour(word << 8);
        if from == RED || from == to || !self.may(cell, to) || !self.board.may_recolour(from, to) {
            return;
        }
        let change = self.board.change(cell, to);
        if self.accepts(change) {
            self.board.set(cell, to);
        }
    }

    fn swap(&mut self, cell: usize, word: u64) {
        let other = self.any_cell(word << 8);
        let (a, b) = (self.board.pawn(cell), self.board.pawn(other));
        if a != b && self.may(cell, b) && self.may(other, a) {
            self.both(cell, b, other, a);
        }
    }

    /// Recolours two cells, or neither of them.
    fn both(&mut self, cell: usize, to: u8, other: usize, other_to: u8) {
        let (from, other_from) = (self.board.pawn(cell), self.board.pawn(other));
        let first = self.board.set(cell, to);
        let second = self.board.change(other, other_to);
        let change = Change {
            points: first.points + second.points,
            penalties: first.penalties + second.penalties,
        };
        let allowed = self.board.may_recolour(other_from, other_to);
        if allowed && self.accepts(change) {
            self.board.set(other, other_to);
        } else {
            self.board.set(cell, from);
        }
    }

    /// Makes a negative and a positive cell blue together, or gives both another colour.
    fn pair(&mut self, word: u64) {
        if self.bad.is_empty() || self.good.is_empty() {
            return;
        }
        let bad = self.bad[scaled(word >> 32, self.bad.len())];
        let good = self.good[scaled(word << 8, self.good.len())];
        let (a, b) = (self.board.pawn(bad), self.board.pawn(good));
        if a == RED || b == RED {
            return;
        }
        let (to_a, to_b) = if a == BLUE && b == BLUE {
            let colours = self.random.word();
            (Self::any_colour(colours >> 32), Self::any_colour(colours))
        } else {
            (BLUE, BLUE)
        };
        let may = self.may(bad, to_a) && self.may(good, to_b);
        if may && self.board.may_recolour(a, to_a) {
            self.both(bad, to_a, good, to_b);
        }
    }

    /// Moves a black or orange pawn to another cell, and gives its own cell any colour.
    fn relocate(&mut self, cell: usize, word: u64) {
        let pawn = self.board.pawn(cell);
        let other = self.any_cell(word << 8);
        let replaced = self.board.pawn(other);
        if !matches!(pawn, BLACK | ORANGE) || replaced == pawn || replaced == RED {
            return;
        }
        let left = Self::any_colour(self.random.word());
        let may = self.may(cell, left) && self.may(other, pawn);
        if may && self.board.may_recolour(pawn, left) {
            self.both(cell, left, other, pawn);
        }
    }

    /// Places a green, black or orange pawn and recolours the pawns that conflict with it.
    fn eject(&mut self, cell: usize, word: u64) {
        let from = self.board.pawn(cell);
        let to = [GREEN, BLACK, ORANGE, ORANGE][(word >> 4 & 3) as usize];
        if from == RED || from == to || !self.may(cell, to) {
            return;
        }
        let Some(rivals) = self.board.rivals(cell, to, (word >> 8) as usize & 0xffff) else {
            return;
        };
        let mut all = Change::default();
        for &rival in rivals.cells() {
            let response = self.response(rival, to);
            all += self.board.set(rival, response);
        }
        if self.board.may_recolour(from, to) {
            all += self.board.change(cell, to);
            if self.accepts(all) {
                self.board.set(cell, to);
                return;
            }
        }
        for &rival in rivals.cells().iter().rev() {
            self.board.set(rival, to);
        }
    }

    /// Returns the best other colour for a cell.
    fn response(&self, cell: usize, not: u8) -> u8 {
        let gain = |to: u8| {
            let change = self.board.change(cell, to);
            change.points as f64 - self.penalty * change.penalties as f64
        };
        let can = |&to: &u8| to != not && self.may(cell, to) && self.board.may_recolour(not, to);
        let best = (0..RED).filter(can).map(|to| (gain(to), to));
        best.reduce(|a, b| if b.0 > a.0 { b } else { a })
            .map_or(BLUE, |(_, to)| to)
    }

    pub(super) fn best(&self) -> i64 {
        self.best
    }

    pub(super) fn answer(&self) -> Answer {
        self.board.answer_from(&self.best_pawns)
    }
}
