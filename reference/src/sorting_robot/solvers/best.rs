//! Circuits of a cheapest assignment, joined into one tour, improved until a bound proves that it is shortest.
//!
//! **What.** Every piece is assigned to a cell of its colour at least total distance, which makes circuits; the tour
//! takes them in one by one where that costs least, mostly nothing.
//!
//! **Guarantee.** A valid answer, and a bound that says how far it can be from the shortest. On one row or one column
//! it is always the shortest.
//!
//! **Complexity.** The assignment's, see [`crate::assign`], and O(N log N) or so for a first tour of N cells; O(N)
//! memory besides the answer. After that, whatever time is given.
//!
//! **Source.** Own work; after Graf, *How to sort by walking and swapping on paths and trees* (2017).

mod anneal;
mod join;
mod region;
mod search;
mod tour;
mod unserved;
mod visits;
mod wide;

use self::tour::Tour;
use self::visits::Visits;
use crate::sorting_robot::bound::{carriage_bound, line_bound};
use crate::sorting_robot::carriage::{Carriage, pair_along_curve, pair_in_order};
use crate::sorting_robot::ground::Ground;
use crate::sorting_robot::{Answer, Instance};
use crate::{Bound, Budget};

/// With more work than this, the exact assignment may take a while, and something quick comes first.
const LARGE: usize = 20_000;

pub(super) fn solve(
    instance: &Instance,
    budget: &Budget,
    improved: &mut dyn FnMut(Answer),
) -> Bound {
    let mut best = Best {
        steps: u64::MAX,
        improved,
    };
    if let Some(line) = line_bound(instance) {
        let ground = Ground::ending_at(instance, line.end);
        let tour = wide::connect(&ground, &pair_in_order(&ground), None);
        tour.inspect(|tour| best.offer(&ground, tour));
        return line.into();
    }
    let ground = Ground::new(instance);
    if ground.work().count() > LARGE {
        let successor = pair_along_curve(&ground);
        if let Some(tour) = wide::connect(&ground, &successor, None) {
            best.offer(&ground, &tour);
        }
    }
    let carriage = Carriage::cheapest(&ground, budget);
    let bound = carriage_bound(&carriage);
    let first = best.steps == u64::MAX;
    let tour = wide::connect(&ground, &carriage.successor, (!first).then_some(budget));
    let Some(tour) = tour else {
        return bound;
    };
    best.offer(&ground, &tour);
    if best.steps as i64 <= bound.value {
        return bound;
    }
    match Visits::of_tour(&ground, &tour) {
        Some(visits) => search::improve(&ground, &carriage, visits, budget, &mut best),
        None => bound,
    }
}

/// The steps of a first tour with this carriage: no bound can be higher.
pub(in crate::sorting_robot) fn first_steps(
    ground: &Ground,
    carriage: &Carriage,
    budget: &Budget,
) -> Option<u64> {
    let tour = wide::connect(ground, &carriage.successor, Some(budget))?;
    Some(tour.steps(ground))
}

/// The best answer so far, and whom to tell.
struct Best<'a> {
    steps: u64,
    improved: &'a mut dyn FnMut(Answer),
}

impl Best<'_> {
    fn offer(&mut self, ground: &Ground, tour: &Tour) {
        let steps = tour.steps(ground);
        if steps < self.steps {
            self.steps = steps;
            (self.improved)(tour.answer(ground));
        }
    }

    fn offer_visits(&mut self, ground: &Ground, visits: &Visits) {
        let steps = visits.steps(ground);
        if steps < self.steps {
            self.steps = steps;
            (self.improved)(visits.answer(ground));
        }
    }
}
