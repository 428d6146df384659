//! Simulated annealing over assignments: two pieces of a colour trade their cells, and the circuits are joined anew.

use super::close::Joiner;
use super::tour::Tour;
use crate::Random;
use crate::sorting_robot::ground::{Ground, NOWHERE, Place};

/// A trade is tried with so many of the nearest cells.
const MOST_NEAR: usize = 8;
const HOT: f64 = 1.5;
const COLD: f64 = 0.3;
/// Trades in the first run; every further run has half as many again.
const FIRST_RUN: u64 = 4000;

/// An assignment on its way to a shorter tour, in runs that cool down.
pub(super) struct Annealing<'a> {
    ground: &'a Ground<'a>,
    joiner: Joiner<'a>,
    random: Random,
    work: Vec<Place>,
    /// Places whose piece may go to several cells, and these cells, nearest first.
    givers: Vec<(Place, Vec<Place>)>,
    current: Linked,
    steps: u64,
    best: Linked,
    best_steps: u64,
    /// Where the next run starts, if not from the best so far.
    suggested: Option<Vec<Place>>,
    run: u64,
    trades: u64,
}

/// Who goes where, and who comes.
#[derive(Clone)]
struct Linked {
    successor: Vec<Place>,
    predecessor: Vec<Place>,
}

impl Linked {
    fn new(ground: &Ground, successor: Vec<Place>) -> Self {
        let mut predecessor = vec![NOWHERE; ground.cells() + 2];
        for giver in ground.work().chain([ground.start()]) {
            predecessor[successor[giver as usize] as usize] = giver;
        }
        Self {
            successor,
            predecessor,
        }
    }

    fn link(&mut self, giver: Place, taker: Place) {
        self.successor[giver as usize] = taker;
        self.predecessor[taker as usize] = giver;
    }
}

impl<'a> Annealing<'a> {
    pub(super) fn new(ground: &'a Ground<'a>, successor: Vec<Place>, seed: u64) -> Self {
        let work: Vec<Place> = ground.work().collect();
        let givers = work.iter().copied().chain([ground.start()]).map(|giver| {
            let takes = |&&cell: &&Place| ground.takes(cell) == ground.gives(giver);
            let mut takers: Vec<Place> = work.iter().filter(takes).copied().collect();
            takers.sort_by_key(|&taker| ground.distance(giver, taker));
            takers.truncate(MOST_NEAR);
            (giver, takers)
        });
        let givers = givers.filter(|(_, takers)| takers.len() > 1).collect();
        let linked = Linked::new(ground, successor);
        Self {
            ground,
            joiner: Joiner::new(ground),
            random: Random::new(seed),
            givers,
            current: linked.clone(),
            steps: u64::MAX,
            best: linked,
            best_steps: u64::MAX,
            suggested: None,
            run: FIRST_RUN,
            trades: 0,
            work,
        }
    }

    /// The tour of the current assignment.
    fn tour(&mut self) -> Tour {
        self.joiner.connect(&self.current.successor, &self.work)
    }

    /// Lets the next run start from another assignment.
    pub(super) fn suggest(&mut self, successor: Vec<Place>) {
        self.suggested = Some(successor);
    }

    pub(super) fn wants_suggestion(&self) -> bool {
        self.suggested.is_none()
    }

    /// Tries one trade; returns the tour if it is the shortest so far.
    ///
    /// A longer tour is kept with a likelihood that falls with the temperature.
    pub(super) fn trade(&mut self) -> Option<Tour> {
        if self.trades == self.run || self.steps == u64::MAX {
            return self.start_run();
        }
        let cooled = self.trades as f64 / self.run as f64;
        self.trades += 1;
        if self.givers.is_empty() {
            return None;
        }
        let (giver, near) = &self.givers[self.random.below(self.givers.len())];
        let (giver, taker) = (*giver, near[self.random.below(near.len())]);
        let old_taker = self.current.successor[giver as usize];
        if taker == old_taker {
            return None;
        }
        let other = self.current.predecessor[taker as usize];
        let temperature = HOT * (COLD / HOT).powf(cooled);
        let allowed = -temperature * (1.0 - self.random.unit()).ln();
        let distance = |a, b| self.ground.distance(a, b);
        let longer = distance(giver, taker) + distance(other, old_taker)
            - distance(giver, old_taker)
            - distance(other, taker);
        // Joints hardly ever win back more than this.
        if f64::from(longer) > allowed + 8.0 {
            return None;
        }
        self.current.link(giver, taker);
        self.current.link(other, old_taker);
        let tour = self.tour();
        let steps = tour.steps(self.ground);
        if steps as f64 > self.steps as f64 + allowed {
            self.current.link(giver, old_taker);
            self.current.link(other, taker);
            return None;
        }
        self.steps = steps;
        self.keep_if_best(tour)
    }

    fn start_run(&mut self) -> Option<Tour> {
        if self.steps != u64::MAX {
            self.run += self.run / 2;
        }
        self.trades = 0;
        self.current = match self.suggested.take() {
            Some(successor) => Linked::new(self.ground, successor),
            None => self.best.clone(),
        };
        let tour = self.tour();
        self.steps = tour.steps(self.ground);
        self.keep_if_best(tour)
    }

    fn keep_if_best(&mut self, tour: Tour) -> Option<Tour> {
        (self.steps < self.best_steps).then(|| {
            self.best = self.current.clone();
            self.best_steps = self.steps;
            tour
        })
    }
}
