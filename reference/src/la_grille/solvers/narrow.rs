//! Bounding and domain reduction for one mode, shared by diving, neighbourhood search and branch and bound.

use super::super::answer::{Answer, Pawn};
use super::super::instance::Instance;
use super::super::relaxation::{BLACK, Descent, Domain, Mode, ORANGE, Prices, RED, Relaxation};
use super::board::Board;
use super::incumbent::Incumbent;
use crate::Budget;
use crate::math::power;

/// The number of rounds of a descent, and the sizes of its first and last steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub(super) rounds: u32,
    pub(super) first: f64,
    pub(super) last: f64,
}

impl Pace {
    pub(super) const ROOT: Self = Self {
        rounds: 1500,
        first: 0.25,
        last: 0.002,
    };
    pub(super) const NODE: Self = Self {
        rounds: 40,
        first: 0.03,
        last: 0.006,
    };

    fn length(&self, round: u32) -> f64 {
        let progress = f64::from(round) / f64::from(self.rounds);
        self.first * power(self.last / self.first, progress)
    }
}

/// The work of a descent besides its rounds, counted in rounds.
const SETUP_ROUNDS: u64 = 10;

/// The search for a better placement than the incumbent in one mode.
pub(super) struct Narrowing<'a> {
    pub(super) instance: &'a Instance,
    pub(super) relaxation: Relaxation,
    pub(super) budget: &'a Budget,
    /// The incumbent, shared between threads.
    best: &'a Incumbent,
    pub(super) descent: Descent,
    /// For each cell, how often each colour was chosen in the second half of the last descent.
    pub(super) often: Vec<[u16; 6]>,
}

impl<'a> Narrowing<'a> {
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
            often: vec![[0; 6]; relaxation.cells()],
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

    /// Performs the first descent, and a second one on the reduced domains. Returns `None` if no better
    /// placement exists.
    pub(super) fn begin(
        &mut self,
        domains: &mut [Domain],
        improved: &mut dyn FnMut(Answer),
    ) -> Option<i128> {
        let whole = self.descend(
            domains,
            &Prices::new(&self.relaxation),
            Pace::ROOT,
            improved,
        )?;
        self.relaxation = self.relaxation.thinned(domains);
        self.descent = Descent::new(&self.relaxation);
        let again = self.descend(
            domains,
            &Prices::new(&self.relaxation),
            Pace::ROOT,
            improved,
        )?;
        Some(whole.min(again))
    }

    /// Lowers the bound for these domains, starting from the given multipliers, and reduces them. Returns
    /// `None` if no better placement exists.
    pub(super) fn descend(
        &mut self,
        domains: &mut [Domain],
        prices: &Prices,
        pace: Pace,
        improved: &mut dyn FnMut(Answer),
    ) -> Option<i128> {
        if !self.propagate(domains) {
            return None;
        }
        self.often.fill([0; 6]);
        self.descent.start(&self.relaxation, domains, prices);
        // Everything besides the rounds, such as fixing and climbing, takes about as long as a few rounds.
        self.budget
            .spend(SETUP_ROUNDS * self.relaxation.round_work());
        for round in 0..pace.rounds {
            self.budget.spend(self.relaxation.round_work());
            self.descent.look(&self.relaxation, domains);
            if self.descent.best < self.goal() {
                return None;
            }
            if 2 * round >= pace.rounds {
                for (often, &colour) in self.often.iter_mut().zip(&self.descent.decisions.colours) {
                    often[usize::from(colour)] += 1;
                }
            }
            if round % 10 == 9 && self.fix(domains)? {
                self.descent.narrow(&self.relaxation, domains);
                self.descent.look(&self.relaxation, domains);
            }
            self.descent.step(&self.relaxation, pace.length(round));
            if round % 8 == 7 && self.budget.expired() {
                break;
            }
        }
        // Once more at the best multipliers, where most can be fixed.
        let prices = self.descent.best_prices.clone();
        self.descent.start(&self.relaxation, domains, &prices);
        self.descent.look(&self.relaxation, domains);
        if let Some(mut board) = self.rounded() {
            board.climb();
            if board.score() > self.best() {
                self.offer(board.answer(), improved);
            }
        }
        if self.descent.best < self.goal() {
            return None;
        }
        self.fix(domains)?;
        Some(self.descent.best)
    }

    /// Removes colours that cannot be part of a better placement and returns whether there were any. Returns
    /// `None` if a domain becomes empty.
    pub(super) fn fix(&self, domains: &mut [Domain]) -> Option<bool> {
        let (prices, decisions) = (&self.descent.prices, &self.descent.decisions);
        let fixed = self.relaxation.fix(prices, decisions, self.goal(), domains);
        (!fixed || self.propagate(domains)).then_some(fixed)
    }

    /// Rounds the decisions of the relaxation to a placement with one red pawn and an allowed number of black
    /// ones; `None` if there are too few black ones.
    pub(super) fn rounded(&self) -> Option<Board<'a>> {
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
        Some(Board::with(self.instance, self.relaxation.mode, &pawns))
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
