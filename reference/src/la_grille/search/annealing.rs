//! Simulated annealing of placements in runs of growing length; the solver `anneal` describes it.

mod run;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use self::run::ROUND;
pub(super) use self::run::Run;
use super::placement::Placement;
use crate::Budget;
use crate::la_grille::answer::Answer;
use crate::la_grille::instance::Instance;
use crate::la_grille::relaxation::{ALL, Mode};
use crate::random::SplitMix64;

/// The work of one iteration.
pub(super) const ROUND_WORK: u64 = 60_000;
/// The number of iterations if the budget has no limit.
const ROUNDS: u64 = 1 << 14;
/// An answer of this many cells takes a tenth of an iteration to write, so that of larger grids not every one is
/// reported.
const CELLS_PER_ROUND: u64 = 300;
/// The initial temperature.
const INITIAL_TEMPERATURE: f64 = 0.4;

/// Anneals on all threads until the budget expires or the flag is set, and reports each answer that is better than all
/// previous ones of its thread.
///
/// `greedy` is the placement from which most runs start. A limit on iterations applies to a single thread, because the
/// answer must not depend on the number of threads.
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
        let best = run.best();
        self.random = random;
        best
    }

    /// Reports the best answer of a run if it is better than all before.
    fn report(&mut self, run: &Run, found: &mut dyn FnMut(Answer)) {
        if run.best() > self.best {
            self.best = run.best();
            found(run.answer());
        }
    }
}

fn has_ended(budget: &Budget, ended: &AtomicBool) -> bool {
    ended.load(Ordering::Relaxed) || budget.expired()
}
