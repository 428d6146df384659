//! A minimum-cost assignment whose cycles are merged into one tour, improved by simulated annealing and bounded from
//! below.
//!
//! **What.** Every piece is assigned to a cell of its colour at minimum total distance, which decomposes into cycles.
//! Cycles are inserted into the tour one by one where that costs least, mostly nothing: the robot leaves its piece on a
//! cell of the cycle, walks the cycle and picks the piece up again, or delivers its piece and continues with another
//! one of the same colour. Then parts of the tour, or all of it, are annealed: pieces of a colour exchange their
//! targets, and the cycles are merged again. At the same time the [connectivity bound](crate::sorting_robot::bound) is
//! raised until the two meet. Its flows are assignments too, and their cycles are often merged into shorter tours.
//!
//! **Guarantee.** A valid answer and a proved bound on its distance from the optimum. On one row or one column the
//! answer is optimal.
//!
//! **Complexity.** That of the assignment, see [`crate::assign`], and little more for a first tour; O(N) memory for N
//! cells besides the answer. After that, until the budget expires. On large grids a rough assignment comes first, whose
//! time is about linear in the cells; the time of its tour is reserved for the last one.
//!
//! **Source.** Own work; cycles and their nesting after Graf, *How to sort by walking and swapping on paths and trees*
//! (2017), annealing after Kirkpatrick, Gelatt and Vecchi (1983).

mod anneal;
mod insertion;
mod region;
mod search;

use std::time::{Duration, Instant};

use crate::sorting_robot::bound::{assignment_bound, line_bound};
use crate::sorting_robot::sites::{Site, Sites};
use crate::sorting_robot::tour::{Visits, connect};
use crate::sorting_robot::transport::{TransportPlan, pair_better, pair_in_order, pair_quickly};
use crate::sorting_robot::{Answer, Instance};
use crate::{Bound, Budget};

/// With more cells than this to sort, a fast heuristic tour is reported before the exact assignment.
const LARGE_INSTANCE: usize = 2000;

/// Reports better and better answers, and returns the bound, if the budget suffices for one.
pub(super) fn solve(
    instance: &Instance,
    budget: &Budget,
    improved: &mut dyn FnMut(Answer),
) -> Option<Bound> {
    let mut best = Best::new(improved);
    if let Some(line) = line_bound(instance) {
        let sites = Sites::ending_at(instance, line.end);
        best.offer_first(&sites, &pair_in_order(&sites), None);
        return Some(line.into());
    }
    let sites = Sites::new(instance);
    let mut quick = None;
    if sites.unsorted().count() > LARGE_INSTANCE {
        let plan = quick.insert(pair_quickly(&sites, budget.threads()));
        best.offer_first(&sites, plan, None);
        if best.planning(budget).expired() {
            return None;
        }
        if best.time_for_plans(budget).is_some() {
            pair_better(&sites, plan, &best.planning(budget));
            // The exact assignment may take all the time that is left.
            if best.time_for_plans(budget) > Some(best.tour_duration) {
                best.offer_first(&sites, plan, Some(budget));
            }
        }
    }
    let mut transport = TransportPlan::cheapest(&sites, &best.planning(budget));
    let bound = assignment_bound(&transport);
    if !transport.is_complete(&sites) {
        let quick = quick.get_or_insert_with(|| pair_quickly(&sites, budget.threads()));
        transport.complete(quick);
    }
    let may_stop = (best.steps < u64::MAX).then_some(budget);
    let bound = match best.offer_first(&sites, &transport.successor, may_stop) {
        Some(visits) if best.steps as i64 > bound.value.whole() => {
            let budget = &best.planning(budget);
            search::improve(&sites, &transport, visits, budget, &mut best)
        }
        _ => bound,
    };
    Some(bound)
}

/// The best answer so far and the callback that receives improvements.
struct Best<'a> {
    steps: u64,
    improved: &'a mut dyn FnMut(Answer),
    /// The time from a transport plan to the report of its tour.
    tour_duration: Duration,
    /// The duration and the time of the last report: long answers are not reported too often.
    report_duration: Duration,
    last_report: Instant,
}

/// At most about one part in this many of the time is spent on reporting.
const REPORT_SHARE: u32 = 20;

impl<'a> Best<'a> {
    fn new(improved: &'a mut dyn FnMut(Answer)) -> Self {
        Self {
            steps: u64::MAX,
            improved,
            tour_duration: Duration::ZERO,
            report_duration: Duration::ZERO,
            last_report: Instant::now(),
        }
    }

    /// Returns the time that remains for transport plans, so that the tour of the last one can still be reported;
    /// `None` if there is no deadline.
    fn time_for_plans(&self, budget: &Budget) -> Option<Duration> {
        let left = budget.remaining()?;
        Some(left.saturating_sub(self.tour_duration * 4 / 3))
    }

    /// Returns the budget for transport plans, and for all else after which a tour is reported.
    fn planning(&self, budget: &Budget) -> Budget {
        self.time_for_plans(budget)
            .map_or_else(|| budget.clone(), |time| budget.within(time))
    }

    /// Merges a transport plan into a tour and reports it.
    fn offer_first(
        &mut self,
        sites: &Sites,
        successor: &[Site],
        budget: Option<&Budget>,
    ) -> Option<Visits> {
        let began = Instant::now();
        let tour = connect(sites, successor, budget, None)?;
        let visits = Visits::of_tour(sites, &tour)?;
        self.offer(sites, &visits);
        self.tour_duration = began.elapsed();
        Some(visits)
    }

    /// Reports an answer if it is better than the previous one.
    fn offer(&mut self, sites: &Sites, visits: &Visits) {
        let steps = visits.steps(sites);
        if steps < self.steps {
            let began = Instant::now();
            self.offer_answer(steps, visits.answer(sites));
            self.last_report = Instant::now();
            self.report_duration = self.last_report - began;
        }
    }

    fn offer_answer(&mut self, steps: u64, answer: Answer) {
        if steps < self.steps {
            self.steps = steps;
            (self.improved)(answer);
        }
    }

    /// Like [`Best::offer`], but skips the report if the previous one was too recent.
    fn offer_if_due(&mut self, sites: &Sites, visits: &Visits) {
        if self.last_report.elapsed() > REPORT_SHARE * self.report_duration {
            self.offer(sites, visits);
        }
    }
}
