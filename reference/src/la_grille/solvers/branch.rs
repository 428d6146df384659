//! Branch and bound on the relaxation: every node is closed by a bound in whole numbers.

use super::super::answer::{Answer, Pawn};
use super::super::instance::Instance;
use super::super::relaxation::{
    BLACK, Descent, Domain, Mode, ORANGE, Prices, RED, Relaxation, YELLOW,
};
use super::board::Board;
use crate::Budget;

/// A search through one mode.
pub(super) struct Branch<'a> {
    instance: &'a Instance,
    relaxation: &'a Relaxation,
    budget: &'a Budget,
    /// The score to beat.
    best: i64,
    found: &'a mut dyn FnMut(Answer),
    descent: Descent,
    /// How often each colour was decided for in the last rounds, per cell.
    often: Vec<[u16; 6]>,
    /// The highest bound of what was left undone, if anything was.
    open: Option<i128>,
    nodes: u64,
}

/// What came of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    /// The best score known.
    pub(super) best: i64,
    /// No score of this mode is higher.
    pub(super) bound: i64,
    pub(super) nodes: u64,
}

/// Rounds of the descent at the root and at every other node.
const ROOT_ROUNDS: u32 = 1500;
const NODE_ROUNDS: u32 = 40;

impl<'a> Branch<'a> {
    pub(super) fn new(
        instance: &'a Instance,
        relaxation: &'a Relaxation,
        budget: &'a Budget,
        best: i64,
        found: &'a mut dyn FnMut(Answer),
    ) -> Self {
        Self {
            instance,
            relaxation,
            budget,
            best,
            found,
            descent: Descent::new(relaxation),
            often: vec![[0; 6]; relaxation.cells()],
            open: None,
            nodes: 0,
        }
    }

    /// Searches the domains for anything better than what is known.
    pub(super) fn run(mut self, mut domains: Vec<Domain>) -> Outcome {
        let bound = self.descend(&mut domains, ROOT_ROUNDS, 0.25, 0.002);
        if let Some(bound) = bound {
            self.branch(&domains, bound);
        }
        let open = self
            .open
            .map_or(self.best, |open| self.relaxation.points(open));
        Outcome {
            best: self.best,
            bound: open.max(self.best),
            nodes: self.nodes,
        }
    }

    /// What a layout must be worth to be of interest.
    fn goal(&self) -> i128 {
        i128::from(self.best + 1) * i128::from(self.relaxation.scale)
    }

    /// Lowers the bound of these domains and thins them out. `None` where nothing better than the best is left.
    fn descend(&mut self, domains: &mut [Domain], rounds: u32, from: f64, to: f64) -> Option<i128> {
        if !self.propagate(domains) {
            return None;
        }
        self.often.fill([0; 6]);
        self.descent.best = i128::MAX;
        for round in 0..rounds {
            let length = from * (to / from).powf(f64::from(round) / f64::from(rounds));
            let prices = self.descent.prices.clone();
            self.descent.step(self.relaxation, domains, length)?;
            if self.descent.best < self.goal() {
                return None;
            }
            if 2 * round >= rounds {
                for (often, &colour) in self.often.iter_mut().zip(&self.descent.decisions.colours) {
                    often[usize::from(colour)] += 1;
                }
            }
            if round % 10 == 9 {
                let (goal, decisions) = (self.goal(), &self.descent.decisions);
                let fixed = self.relaxation.fix(&prices, decisions, goal, domains);
                if fixed && !self.propagate(domains) {
                    return None;
                }
            }
            if round % 64 == 63 && self.budget.expired() {
                break;
            }
        }
        // Once more at the best prices, where most can be fixed.
        let prices = self.descent.best_prices.clone();
        let decisions = &mut self.descent.decisions;
        self.relaxation.decide(domains, &prices, decisions)?;
        let bound = decisions.total;
        if bound < self.goal() {
            return None;
        }
        let goal = self.goal();
        self.relaxation
            .fix(&prices, &self.descent.decisions, goal, domains);
        self.round_off();
        (self.propagate(domains) && bound >= self.goal()).then_some(bound)
    }

    /// Makes a layout of what the cells have decided.
    fn round_off(&mut self) {
        let values = self.instance.values();
        let mut pawns: Vec<Pawn> = self
            .descent
            .decisions
            .colours
            .iter()
            .map(|&colour| Pawn::ALL[usize::from(colour)])
            .collect();
        let red = (0..pawns.len())
            .filter(|&cell| pawns[cell] == Pawn::Red)
            .min_by_key(|&cell| values[cell])
            .or_else(|| (0..pawns.len()).min_by_key(|&cell| values[cell]));
        for pawn in pawns.iter_mut().filter(|pawn| **pawn == Pawn::Red) {
            *pawn = Pawn::Blue;
        }
        if let Some(red) = red {
            pawns[red] = Pawn::Red;
        }
        let mut black: Vec<usize> = (0..pawns.len())
            .filter(|&cell| pawns[cell] == Pawn::Black)
            .collect();
        black.sort_by_key(|&cell| -values[cell]);
        if self.relaxation.mode == Mode::Undoubled {
            return;
        }
        for &cell in black.iter().skip(self.instance.size()) {
            pawns[cell] = Pawn::Yellow;
        }
        let mut board = Board::with(self.instance, self.relaxation.mode, &pawns);
        board.climb();
        if board.score() > self.best {
            self.best = board.score();
            (self.found)(board.answer());
        }
    }

    /// Splits the domains in two and searches both halves.
    fn branch(&mut self, domains: &[Domain], bound: i128) {
        self.nodes += 1;
        if self.budget.expired() {
            self.open = Some(self.open.map_or(bound, |open| open.max(bound)));
            return;
        }
        let Some((cell, colour)) = self.choose(domains) else {
            return self.leaf(domains);
        };
        let prices = self.descent.best_prices.clone();
        let likely = u32::from(self.often[cell][colour]) * 2 >= NODE_ROUNDS / 2;
        let only = 1 << colour;
        let halves = [only, domains[cell] & !only];
        for half in if likely { [0, 1] } else { [1, 0] } {
            let mut child = domains.to_vec();
            child[cell] = halves[half];
            self.start_at(&prices);
            if let Some(below) = self.descend(&mut child, NODE_ROUNDS, 0.03, 0.006) {
                self.branch(&child, below.min(bound));
            }
        }
    }

    fn start_at(&mut self, prices: &Prices) {
        self.descent.best_prices.clone_from(prices);
        self.descent.restart();
    }

    /// The choice that the descent was least sure of, oranges first: they decide over whole lines.
    fn choose(&self, domains: &[Domain]) -> Option<(usize, usize)> {
        let mut best = (0, None);
        for (cell, &domain) in domains.iter().enumerate() {
            if domain.count_ones() < 2 {
                continue;
            }
            let all: u32 = self.often[cell].iter().map(|&often| u32::from(often)).sum();
            for colour in (0..6).filter(|&colour| domain >> colour & 1 == 1) {
                let often = u32::from(self.often[cell][colour]);
                let unsure = 1 + 1000 * often.min(all - often) / all.max(1);
                let weight = if colour == ORANGE { 4 } else { 1 };
                if unsure * weight > best.0 {
                    best = (unsure * weight, Some((cell, colour)));
                }
            }
        }
        best.1
    }

    /// Every cell has one colour left.
    fn leaf(&mut self, domains: &[Domain]) {
        let pawns = domains
            .iter()
            .map(|domain| Pawn::ALL[domain.trailing_zeros() as usize]);
        if let Some(answer) = Answer::new(self.instance, pawns.collect())
            && answer.score() > self.best
        {
            self.best = answer.score();
            (self.found)(answer);
        }
    }

    /// Draws the conclusions from cells that have one colour left. False where they contradict each other.
    fn propagate(&self, domains: &mut [Domain]) -> bool {
        loop {
            let mut changed = false;
            let mut remove = |domain: &mut Domain, colour: usize| {
                let before = *domain;
                *domain &= !(1 << colour);
                changed |= *domain != before;
            };
            let only = |domains: &[Domain], colour: usize| {
                domains
                    .iter()
                    .filter(|&&domain| domain == 1 << colour)
                    .count()
            };
            for cell in 0..domains.len() {
                if domains[cell] == 1 << ORANGE {
                    for other in self.relaxation.lines.attacked(cell) {
                        remove(&mut domains[other], ORANGE);
                    }
                }
            }
            let reds = only(domains, RED);
            if reds == 1 {
                for domain in domains.iter_mut().filter(|domain| **domain != 1 << RED) {
                    remove(domain, RED);
                }
            }
            let blacks = only(domains, BLACK);
            let size = self.instance.size();
            if self.relaxation.mode == Mode::Doubled && blacks == size {
                for domain in domains.iter_mut().filter(|domain| **domain != 1 << BLACK) {
                    remove(domain, BLACK);
                }
            }
            let possible =
                |colour: usize| domains.iter().filter(|&&d| d >> colour & 1 == 1).count();
            let wrong = reds > 1
                || possible(RED) == 0
                || domains.contains(&0)
                || match self.relaxation.mode {
                    Mode::Doubled => blacks > size,
                    Mode::Undoubled => possible(BLACK) <= size,
                };
            if wrong {
                return false;
            }
            if !changed {
                return true;
            }
        }
    }
}
