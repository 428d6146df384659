//! A minimum-cost assignment whose cycles are merged into one tour, improved by simulated annealing and bounded
//! from below.
//!
//! **What.** Every piece is assigned to a cell of its colour at minimum total distance, which decomposes into
//! cycles. Cycles are inserted into the tour one by one where that costs least, mostly nothing: the robot leaves
//! its piece on a cell of the cycle, walks the cycle and picks the piece up again, or delivers its piece and
//! continues with another one of the same colour. Then parts of the tour, or all of it, are annealed: pieces of a
//! colour exchange their targets, and the cycles are merged again. At the same time the [connectivity
//! bound](crate::sorting_robot::bound) is raised until the two meet.
//!
//! **Guarantee.** A valid answer and a proved bound on its distance from the optimum. On one row or one column the
//! answer is optimal.
//!
//! **Complexity.** That of the assignment, see [`crate::assign`], and little more for a first tour; O(N) memory for
//! N cells besides the answer. After that, until the budget expires. On large grids a fast heuristic comes first.
//!
//! **Source.** Own work; cycles and their nesting after Graf, *How to sort by walking and swapping on paths and
//! trees* (2017), annealing after Kirkpatrick, Gelatt and Vecchi (1983).

mod anneal;
mod join;
mod region;
mod search;
mod tour;
mod unserved;
mod visits;
mod wide;

use std::time::{Duration, Instant};

use self::visits::Visits;
use crate::sorting_robot::bound::{carriage_bound, line_bound};
use crate::sorting_robot::carriage::{Carriage, pair_along_curve, pair_in_order};
use crate::sorting_robot::ground::{Ground, Place};
use crate::sorting_robot::{Answer, Instance};
use crate::{Bound, Budget};

/// With more cells than this to sort, a fast heuristic tour is reported before the exact assignment.
const LARGE: usize = 20_000;

/// Reports better and better answers, and returns the bound, if the budget suffices for one.
pub(super) fn solve(
    instance: &Instance,
    budget: &Budget,
    improved: &mut dyn FnMut(Answer),
) -> Option<Bound> {
    let mut best = Best::new(improved);
    if let Some(line) = line_bound(instance) {
        let ground = Ground::ending_at(instance, line.end);
        best.offer_first(&ground, &pair_in_order(&ground), None);
        return Some(line.into());
    }
    let ground = Ground::new(instance);
    let mut quick = None;
    let mut assigning = budget.clone();
    if ground.work().count() > LARGE {
        let successor = quick.insert(pair_along_curve(&ground));
        let began = Instant::now();
        best.offer_first(&ground, successor, None);
        if budget.expired() {
            return None;
        }
        // The second tour takes about as long as the first, including its preparation.
        let joining = began.elapsed() * 3 / 2;
        if let Some(left) = budget.remaining() {
            assigning = budget.within(left.saturating_sub(joining));
        }
    }
    let mut carriage = Carriage::cheapest(&ground, &assigning);
    let bound = carriage_bound(&carriage);
    if !carriage.is_complete(&ground) {
        let quick = quick.get_or_insert_with(|| pair_along_curve(&ground));
        carriage.complete(quick);
    }
    let may_stop = (best.steps < u64::MAX).then_some(budget);
    let bound = match best.offer_first(&ground, &carriage.successor, may_stop) {
        Some(visits) if best.steps as i64 > bound.value => {
            search::improve(&ground, &carriage, visits, budget, &mut best)
        }
        _ => bound,
    };
    Some(bound)
}

/// The steps of a first tour with a complete carriage: no bound can be higher.
pub(in crate::sorting_robot) fn first_steps(
    ground: &Ground,
    carriage: &Carriage,
    budget: &Budget,
) -> Option<u64> {
    if budget.expired() || !carriage.is_complete(ground) {
        return None;
    }
    let tour = wide::connect(ground, &carriage.successor, Some(budget), None)?;
    Some(Visits::of_tour(ground, &tour)?.steps(ground))
}

/// The best answer so far and the callback that receives improvements.
struct Best<'a> {
    steps: u64,
    improved: &'a mut dyn FnMut(Answer),
    /// The duration and the time of the last report: long answers are not reported too often.
    telling: Duration,
    told: Instant,
}

/// At most about one part in this many of the time is spent on reporting.
const TELLING: u32 = 20;

impl<'a> Best<'a> {
    fn new(improved: &'a mut dyn FnMut(Answer)) -> Self {
        Self {
            steps: u64::MAX,
            improved,
            telling: Duration::ZERO,
            told: Instant::now(),
        }
    }

    /// Merges a transport plan into a tour and reports it.
    fn offer_first(
        &mut self,
        ground: &Ground,
        successor: &[Place],
        budget: Option<&Budget>,
    ) -> Option<Visits> {
        let tour = wide::connect(ground, successor, budget, None)?;
        let visits = Visits::of_tour(ground, &tour)?;
        self.offer(ground, &visits);
        Some(visits)
    }

    /// Reports an answer if it is better than the previous one.
    fn offer(&mut self, ground: &Ground, visits: &Visits) {
        let steps = visits.steps(ground);
        if steps < self.steps {
            let began = Instant::now();
            self.offer_answer(steps, visits.answer(ground));
            self.told = Instant::now();
            self.telling = self.told - began;
        }
    }

    fn offer_answer(&mut self, steps: u64, answer: Answer) {
        if steps < self.steps {
            self.steps = steps;
            (self.improved)(answer);
        }
    }

    /// Like [`Best::offer`], but skips the report if the previous one was too recent.
    fn offer_in_time(&mut self, ground: &Ground, visits: &Visits) {
        if self.told.elapsed() > TELLING * self.telling {
            self.offer(ground, visits);
        }
    }
}
