//! Bounding and domain reduction for one mode, shared by diving, neighbourhood search and branch and bound.

use std::time::Duration;

use super::incumbent::Incumbent;
use super::placement::Placement;
use crate::Budget;
use crate::la_grille::answer::Answer;
use crate::la_grille::instance::{Instance, Pawn};
use crate::la_grille::relaxation::{
    BLACK, Descent, Domain, Mode, Multipliers, ORANGE, RED, Relaxation,
};
use crate::math::power;

/// The number of rounds of a descent, and the sizes of its first and last steps.
#[derive(Clone, Copy, Debug)]
pub(in crate::la_grille) struct StepSchedule {
    pub(in crate::la_grille) rounds: u32,
    pub(in crate::la_grille) first: f64,
    pub(in crate::la_grille) last: f64,
}

impl StepSchedule {
    pub(in crate::la_grille) const ROOT: Self = Self {
        rounds: 1500,
        first: 0.25,
        last: 0.002,
    };
    pub(in crate::la_grille) const NODE: Self = Self {
        rounds: 40,
        first: 0.03,
        last: 0.006,
    };

    pub(in crate::la_grille) fn length(&self, round: u32) -> f64 {
        let progress = f64::from(round) / f64::from(self.rounds);
        self.first * power(self.last / self.first, progress)
    }
}

/// The deadline is checked at least this often, in units of work.
const WORK_BETWEEN_CHECKS: u64 = 1_000_000;

/// The work of a descent besides its rounds, counted in rounds.
const SETUP_ROUNDS: u64 = 10;

/// The search for a better placement than the incumbent in one mode.
pub(super) struct ModeSearch<'a> {
    pub(super) instance: &'a Instance,
    pub(super) relaxation: Relaxation,
    pub(super) budget: &'a Budget,
    /// The incumbent, shared between threads.
    best: &'a Incumbent,
    pub(super) descent: Descent,
    /// For each cell, how often each colour was chosen in the second half of the last descent.
    pub(super) counts: Vec<[u16; 6]>,
}

impl<'a> ModeSearch<'a> {
    pub(super) fn new(
        instance: &'a Instance,
        relaxation: Relaxation,
        budget: &'a Budget,
        best: &'a Incumbent,
    ) -> Self {
        Self {
            instance,
            budget,
            best,
            descent: Descent::new(&relaxation),
            counts: vec![[0; 6]; relaxation.cells()],
            relaxation,
        }
    }

    pub(super) fn best_pawns(&self) -> Vec<Pawn> {
        self.best.pawns()
    }

    pub(super) fn best(&self) -> i64 {
        self.best.score()
    }

    /// Returns the score in units that a placement needs to improve on the incumbent.
    fn goal(&self) -> i128 {
        (i128::from(self.best()) + 1) * i128::from(self.relaxation.scale)
    }

    pub(super) fn offer(&self, answer: Answer, improved: &mut dyn FnMut(Answer)) {
        self.best.offer(answer, improved);
    }

    /// Performs the first descent, and a second one on the reduced domains. If `time` is given, each of them takes
    /// about as long at most. Returns `None` if no better placement exists.
    pub(super) fn begin(
        &mut self,
        domains: &mut [Domain],
        time: Option<Duration>,
        improved: &mut dyn FnMut(Answer),
    ) -> Option<i128> {
        let root = self.root_schedule(time);
        let whole = self.descend(domains, &Multipliers::new(&self.relaxation), root, improved)?;
        if self.budget.expired() {
            return Some(whole);
        }
        self.relaxation = self.relaxation.restricted(domains);
        self.descent = Descent::new(&self.relaxation);
        let again = self.descend(domains, &Multipliers::new(&self.relaxation), root, improved)?;
        Some(whole.min(again))
    }

    /// Returns the schedule of a descent from scratch. In less time there are fewer rounds, so that the last steps are
    /// small nevertheless.
    fn root_schedule(&self, time: Option<Duration>) -> StepSchedule {
        let most = StepSchedule::ROOT.rounds;
        let affordable = |time: Duration| {
            let rounds = time.as_nanos() / u128::from(self.relaxation.round_work());
            u32::try_from(rounds).unwrap_or(most).min(most)
        };
        StepSchedule {
            rounds: time.map_or(most, affordable).max(1),
            ..StepSchedule::ROOT
        }
    }

    /// Lowers the bound for these domains, starting from the given multipliers, and reduces them. Returns `None` if no
    /// better placement exists.
    pub(super) fn descend(
        &mut self,
        domains: &mut [Domain],
        multipliers: &Multipliers,
        schedule: StepSchedule,
        improved: &mut dyn FnMut(Answer),
    ) -> Option<i128> {
        if !self.propagate(domains) {
            return None;
        }
        self.counts.fill([0; 6]);
        self.descent.start(&self.relaxation, domains, multipliers);
        // Everything besides the rounds, such as fixing and climbing, takes about as long as a few rounds.
        self.budget
            .spend(SETUP_ROUNDS * self.relaxation.round_work());
        for round in 0..schedule.rounds {
            self.budget.spend(self.relaxation.round_work());
            self.descent.evaluate(&self.relaxation, domains);
            if self.descent.best < self.goal() {
                return None;
            }
            if 2 * round >= schedule.rounds {
                for (counts, &colour) in self.counts.iter_mut().zip(&self.descent.decisions.colours)
                {
                    counts[usize::from(colour)] += 1;
                }
            }
            if round % 10 == 9 && self.fix(domains)? {
                self.descent.reduce(&self.relaxation, domains);
                self.descent.evaluate(&self.relaxation, domains);
            }
            self.descent.step(&self.relaxation, schedule.length(round));
            let is_check_due = round % 8 == 7 || self.relaxation.round_work() > WORK_BETWEEN_CHECKS;
            if is_check_due && self.budget.expired() {
                return Some(self.descent.best);
            }
        }
        // Once more at the best multipliers, where most can be fixed.
        let multipliers = self.descent.best_multipliers.clone();
        self.descent.start(&self.relaxation, domains, &multipliers);
        self.descent.evaluate(&self.relaxation, domains);
        if let Some(mut placement) = self.rounded() {
            placement.hill_climb();
            if placement.score() > self.best() {
                self.offer(placement.answer(), improved);
            }
        }
        if self.descent.best < self.goal() {
            return None;
        }
        self.fix(domains)?;
        Some(self.descent.best)
    }

    /// Removes colours that cannot be part of a better placement and returns whether there were any. Returns `None` if
    /// a domain becomes empty.
    pub(super) fn fix(&self, domains: &mut [Domain]) -> Option<bool> {
        let (multipliers, decisions) = (&self.descent.multipliers, &self.descent.decisions);
        let fixed = self
            .relaxation
            .fix(multipliers, decisions, self.goal(), domains);
        (!fixed || self.propagate(domains)).then_some(fixed)
    }

    /// Rounds the decisions of the relaxation to a placement with one red pawn and an allowed number of black ones;
    /// `None` if there are too few black ones.
    pub(super) fn rounded(&self) -> Option<Placement<'a>> {
        let (values, size) = (self.instance.values(), self.instance.size());
        let colours = self.descent.decisions.colours.iter();
        let mut pawns: Vec<Pawn> = colours.map(|&c| Pawn::ALL[usize::from(c)]).collect();
        let least = |red: bool| {
            let cells = (0..pawns.len()).filter(|&cell| !red || pawns[cell] == Pawn::Red);
            cells.min_by_key(|&cell| values[cell])
        };
        let red = least(true).or_else(|| least(false))?;
        for pawn in pawns.iter_mut().filter(|pawn| **pawn == Pawn::Red) {
            *pawn = Pawn::Blue;
        }
        pawns[red] = Pawn::Red;
        let mut black: Vec<usize> = (0..pawns.len())
            .filter(|&cell| pawns[cell] == Pawn::Black)
            .collect();
        match self.relaxation.mode {
            Mode::Undoubled if black.len() <= size => return None,
            Mode::Undoubled => {}
            Mode::Doubled => {
                black.sort_by_key(|&cell| -values[cell]);
                for &cell in black.iter().skip(size) {
                    pawns[cell] = Pawn::Yellow;
                }
            }
        }
        Some(Placement::with(self.instance, self.relaxation.mode, &pawns))
    }

    /// Offers the placement of domains with one colour each.
    pub(super) fn leaf(&self, domains: &[Domain], improved: &mut dyn FnMut(Answer)) {
        let pawns = domains
            .iter()
            .map(|domain| Pawn::ALL[domain.trailing_zeros() as usize]);
        if let Some(answer) = Answer::new(self.instance, pawns.collect()) {
            self.offer(answer, improved);
        }
    }

    /// Propagates cells with a single colour. Returns `false` if the domains are infeasible.
    pub(super) fn propagate(&self, domains: &mut [Domain]) -> bool {
        let size = self.instance.size();
        loop {
            let mut changed = false;
            let mut remove = |domain: &mut Domain, colour: usize| {
                changed |= *domain >> colour & 1 == 1;
                *domain &= !(1 << colour);
            };
            let only = |domains: &[Domain], colour: usize| {
                let decided = domains.iter().filter(|&&domain| domain == 1 << colour);
                decided.count()
            };
            for cell in 0..domains.len() {
                if domains[cell] == 1 << ORANGE {
                    for other in self.relaxation.lines.attacked(cell) {
                        remove(&mut domains[other], ORANGE);
                    }
                }
            }
            let (reds, blacks) = (only(domains, RED), only(domains, BLACK));
            let full = self.relaxation.mode == Mode::Doubled && blacks == size;
            for (colour, full) in [(RED, reds == 1), (BLACK, full)] {
                let others = domains.iter_mut().filter(|domain| **domain != 1 << colour);
                if full {
                    others.for_each(|domain| remove(domain, colour));
                }
            }
            let possible = |colour: usize| {
                let domains = domains.iter();
                domains.filter(|&&domain| domain >> colour & 1 == 1).count()
            };
            let enough = match self.relaxation.mode {
                Mode::Doubled => blacks <= size,
                Mode::Undoubled => possible(BLACK) > size,
            };
            if reds > 1 || possible(RED) == 0 || !enough || domains.contains(&0) {
                return false;
            }
            if !changed {
                return true;
            }
        }
    }
}
