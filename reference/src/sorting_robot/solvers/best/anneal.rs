//! Simulated annealing over assignments: two pieces of a colour trade their cells, and the circuits are joined anew.

use super::close::Joiner;
use super::tour::Tour;
use crate::Random;
use crate::sorting_robot::NONE;
use crate::sorting_robot::ground::{Ground, NOWHERE, Place};

/// A trade is tried with so many of the nearest cells.
const MOST_NEAR: usize = 8;
/// In per cent of all changes.
const WHIMS: usize = 25;
/// In quarters of a step.
const MOST_WHIM: usize = 12;
const HOT: f64 = 1.5;
const COLD: f64 = 0.3;
/// Changes in the first run; every further run has half as many again.
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
    changes: u64,
}

/// Who goes where, and who comes.
#[derive(Clone)]
struct Linked {
    successor: Vec<Place>,
    predecessor: Vec<Place>,
    /// Per cell, see [`Joiner::connect`].
    whims: Vec<i32>,
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
            whims: vec![0; ground.cells()],
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
            if ground.gives(giver) == NONE {
                takers.push(ground.end());
            }
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
            changes: 0,
            work,
        }
    }

    /// The tour of the current assignment.
    fn tour(&mut self) -> Tour {
        let Linked {
            successor, whims, ..
        } = &self.current;
        self.joiner.connect(successor, &self.work, whims)
    }

    /// Lets the next run start from another assignment.
    pub(super) fn suggest(&mut self, successor: Vec<Place>) {
        self.suggested = Some(successor);
    }

    pub(super) fn wants_suggestion(&self) -> bool {
        self.suggested.is_none()
    }

    /// Tries one change; returns the tour if it is the shortest so far.
    ///
    /// A longer tour is kept with a likelihood that falls with the temperature.
    pub(super) fn change(&mut self) -> Option<Tour> {
        if self.changes == self.run || self.steps == u64::MAX {
            return self.start_run();
        }
        let cooled = self.changes as f64 / self.run as f64;
        self.changes += 1;
        let temperature = HOT * (COLD / HOT).powf(cooled);
        let allowed = -temperature * (1.0 - self.random.unit()).ln();
        if self.givers.is_empty() || self.random.below(100) < WHIMS {
            self.change_whim(allowed)
        } else {
            self.trade(allowed)
        }
    }

    fn change_whim(&mut self, allowed: f64) -> Option<Tour> {
        let cell = self.work[self.random.below(self.work.len())] as usize;
        let whim = (self.random.below(2 * MOST_WHIM) as i32 - MOST_WHIM as i32).max(0);
        let old = std::mem::replace(&mut self.current.whims[cell], whim);
        if whim == old {
            return None;
        }
        let tour = self.tour();
        if !self.accept(&tour, allowed) {
            self.current.whims[cell] = old;
            return None;
        }
        self.keep_if_best(tour)
    }

    fn trade(&mut self, allowed: f64) -> Option<Tour> {
        let (giver, near) = &self.givers[self.random.below(self.givers.len())];
        let (giver, taker) = (*giver, near[self.random.below(near.len())]);
        let old_taker = self.current.successor[giver as usize];
        if taker == old_taker {
            return None;
        }
        let other = self.current.predecessor[taker as usize];
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
        if !self.accept(&tour, allowed) {
            self.current.link(giver, old_taker);
            self.current.link(other, taker);
            return None;
        }
        self.keep_if_best(tour)
    }

    fn accept(&mut self, tour: &Tour, allowed: f64) -> bool {
        let steps = tour.steps(self.ground);
        let accepted = steps as f64 <= self.steps as f64 + allowed;
        if accepted {
            self.steps = steps;
        }
        accepted
    }

    fn start_run(&mut self) -> Option<Tour> {
        if self.steps != u64::MAX {
            self.run += self.run / 2;
        }
        self.changes = 0;
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
