//! Alternates between improving the tour by annealing and improving the lower bound, until they meet.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::Best;
use super::anneal::{Annealing, Plan, Schedule};
use super::region::Region;
use crate::sorting_robot::Answer;
use crate::sorting_robot::bound::{Connectivity, assignment_bound, connectivity_bound};
use crate::sorting_robot::sites::{Site, Sites};
use crate::sorting_robot::state_search::short_search;
use crate::sorting_robot::tour::{Visits, connect};
use crate::sorting_robot::transport::TransportPlan;
use crate::{Bound, Budget, Random};

/// The largest number of cells for which the whole tour is one region.
const MAX_WHOLE: usize = 110;
/// The largest number of cells for which tours of the flows of the bound are annealed.
const MAX_CANDIDATE: usize = 150;
/// The initial and final number of cells in a region of a larger tour.
const SMALLEST_PART: u64 = 30;
const LARGEST_PART: u64 = 80;
/// The number of first rounds that also merge all cycles again, if the tour is not one region.
const RESTARTS: u64 = 16;
/// The number of rounds if the budget has no limit.
const ROUNDS: u64 = 40;
/// Rounds of the bound per round of the search, if rounds are counted.
const BOUND_ROUNDS: u32 = 10;

/// Improves a tour until the budget expires or the tour is proved optimal.
pub(super) fn improve(
    sites: &Sites,
    transport: &TransportPlan,
    visits: Visits,
    budget: &Budget,
    best: &mut Best,
) -> Bound {
    let mut search = Search::new(sites, &transport.successor, visits, budget.seed());
    let mut proof = Proof {
        bound: assignment_bound(transport),
        connectivity: Connectivity::new(sites, transport, budget),
        searched: false,
        shortest: None,
        sites,
        plan: transport.successor.clone(),
        tour: None,
    };
    let uncounted = budget.remaining().is_none().then_some(ROUNDS);
    if let Some(rounds) = budget.iterations().or(uncounted) {
        for _ in 0..rounds {
            for _ in 0..BOUND_ROUNDS {
                proof.round(search.steps, budget);
                search.adopt(proof.tour.take());
            }
            if budget.expired() || proof.is_complete(search.steps) {
                break;
            }
            search.round(budget);
            best.offer_if_due(sites, &search.shortest);
        }
    } else if budget.threads() > 1 {
        run_concurrently(&mut search, &mut proof, budget, best);
    } else {
        alternate(&mut search, &mut proof, budget, best);
    }
    best.offer(sites, &search.shortest);
    if let Some(answer) = proof.shortest {
        best.offer_answer(proof.bound.value.whole() as u64, answer);
    }
    proof.bound
}

/// Alternates on one thread, with equal time for both.
fn alternate(search: &mut Search, proof: &mut Proof, budget: &Budget, best: &mut Best) {
    let (mut searching, mut proving) = (Duration::ZERO, Duration::ZERO);
    while !budget.expired() && !proof.is_complete(search.steps) {
        let began = Instant::now();
        if searching < proving || proof.has_converged() {
            search.round(budget);
            best.offer_if_due(search.sites, &search.shortest);
            searching += began.elapsed();
        } else {
            proof.round(search.steps, budget);
            search.adopt(proof.tour.take());
            proving += began.elapsed();
        }
    }
}

/// Runs both on their own threads.
fn run_concurrently(search: &mut Search, proof: &mut Proof, budget: &Budget, best: &mut Best) {
    let known = AtomicU64::new(search.steps);
    // `u64::MAX` once an optimal answer has been found.
    let least = AtomicU64::new(proof.bound.value.whole() as u64);
    // The shortest tour of the bound that has not been adopted yet.
    let shortest = Mutex::new(None);
    let is_over =
        || budget.expired() || known.load(Ordering::Relaxed) <= least.load(Ordering::Relaxed);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over() && !proof.has_converged() {
                proof.round(known.load(Ordering::Relaxed), budget);
                keep_shorter(&shortest, proof.tour.take());
                let is_found = proof.shortest.is_some();
                let value = proof.bound.value.whole() as u64;
                least.store(if is_found { u64::MAX } else { value }, Ordering::Relaxed);
            }
        });
        while !is_over() {
            search.round(budget);
            search.adopt(shortest.lock().expect("no thread panics").take());
            best.offer_if_due(search.sites, &search.shortest);
            known.store(search.steps, Ordering::Relaxed);
        }
    });
}

/// Replaces a tour by a shorter one.
fn keep_shorter(shortest: &Mutex<Option<(u64, Visits)>>, tour: Option<(u64, Visits)>) {
    let mut shortest = shortest.lock().expect("no thread panics");
    if let Some((steps, visits)) = tour
        && shortest.as_ref().is_none_or(|(least, _)| steps < *least)
    {
        *shortest = Some((steps, visits));
    }
}

/// The best bound so far.
struct Proof<'a> {
    sites: &'a Sites<'a>,
    bound: Bound,
    /// The transport plan of the last flows of the bound, and its tour with the number of steps.
    plan: Vec<Site>,
    tour: Option<(u64, Visits)>,
    connectivity: Option<Connectivity>,
    /// Whether the state search has been run.
    searched: bool,
    /// The optimal answer, if the state search found it.
    shortest: Option<Answer>,
}

impl Proof<'_> {
    fn is_complete(&self, known: u64) -> bool {
        self.shortest.is_some() || self.bound.value.whole() as u64 >= known
    }

    /// Returns whether all methods have been exhausted.
    fn has_converged(&self) -> bool {
        self.searched
    }

    /// Performs one round of cuts as long as they help; after that, runs the state search on small grids.
    fn round(&mut self, known: u64, budget: &Budget) {
        if self.has_converged() || self.is_complete(known) {
            return;
        }
        if let Some(connectivity) = &mut self.connectivity
            && !connectivity.has_converged()
        {
            connectivity.improve(known, budget);
            let bound = connectivity_bound(connectivity);
            if bound.value > self.bound.value {
                self.bound = bound;
            }
            if connectivity.follow_flows(&mut self.plan)
                && let Some(tour) = connect(self.sites, &self.plan, Some(budget), None)
                && let Some(visits) = Visits::of_tour(self.sites, &tour)
            {
                self.tour = Some((visits.steps(self.sites), visits));
            }
        } else {
            self.searched = true;
            if let Some(shortest) = short_search(self.sites.instance, budget) {
                self.shortest = Some(shortest.answer);
                if shortest.bound.value > self.bound.value {
                    self.bound = shortest.bound;
                }
            }
        }
    }
}

/// A tour that is improved region by region.
struct Search<'a> {
    sites: &'a Sites<'a>,
    random: Random,
    unsorted: Vec<Site>,
    /// The successors of the minimum-cost transport plan.
    successor: &'a [Site],
    visits: Visits,
    steps: u64,
    /// The first tour with the fewest steps. Later tours of equal length are not reported, so that the result does not
    /// depend on timing.
    shortest: Visits,
    /// The region of a tour that is small enough to be one.
    whole: Option<(Region, Plan)>,
    /// A tour of the flows of the bound that has not been annealed yet, if tours are small enough.
    candidate: Option<Visits>,
    rounds: u64,
}

impl<'a> Search<'a> {
    fn new(sites: &'a Sites<'a>, successor: &'a [Site], visits: Visits, seed: u64) -> Self {
        let unsorted: Vec<Site> = sites.unsorted().collect();
        let whole = (unsorted.len() <= MAX_WHOLE).then(|| {
            let region = Region::new(sites, &visits, |_| true);
            let plan = Plan::new(&region);
            (region, plan)
        });
        Self {
            sites,
            random: Random::new(seed),
            steps: visits.steps(sites),
            unsorted,
            successor,
            shortest: visits.clone(),
            visits,
            whole,
            candidate: None,
            rounds: 0,
        }
    }

    /// Anneals the whole tour, with more and more moves, or a part of it whose size and number of moves grow with the
    /// number of rounds per part.
    fn round(&mut self, budget: &Budget) {
        self.rounds += 1;
        if let Some(visits) = self.candidate.take() {
            self.anneal_candidate(&visits, budget);
            return;
        }
        if let Some((region, mut plan)) = self.whole.take() {
            let schedule = Schedule {
                changes: (300 * self.rounds).min(100_000),
                hot: 1.5,
                cold: 0.3,
            };
            self.arrange(&region, &mut plan, schedule, budget);
            self.whole = Some((region, plan));
            return;
        }
        if self.rounds <= RESTARTS {
            self.restart(budget);
        }
        let turns = self.rounds * SMALLEST_PART / self.unsorted.len() as u64;
        let cells = (SMALLEST_PART + 5 * turns).min(LARGEST_PART);
        let schedule = Schedule {
            changes: (400 + 200 * turns).min(10_000),
            hot: 0.8,
            cold: 0.2,
        };
        let region = self.random_part(cells);
        self.arrange(&region, &mut Plan::new(&region), schedule, budget);
    }

    /// Takes a tour of the flows of the bound. It shares the plan with walks that are as cheap as the bound, so that
    /// annealing may find a shorter tour from there than from the current one.
    fn adopt(&mut self, tour: Option<(u64, Visits)>) {
        let Some((steps, visits)) = tour else {
            return;
        };
        if steps < self.steps {
            self.replace(visits);
        } else if self.unsorted.len() <= MAX_CANDIDATE {
            self.candidate = Some(visits);
        }
    }

    /// Continues from another tour, which is shorter.
    fn replace(&mut self, visits: Visits) {
        if let Some((region, plan)) = &mut self.whole {
            *region = Region::new(self.sites, &visits, |_| true);
            *plan = Plan::new(region);
        }
        self.keep(visits);
    }

    /// Anneals a tour of the flows of the bound, and continues from it if it becomes shorter than the current one.
    fn anneal_candidate(&mut self, visits: &Visits, budget: &Budget) {
        let region = Region::new(self.sites, visits, |_| true);
        let schedule = Schedule {
            changes: (300 + 20 * self.rounds).min(5000),
            hot: 0.6,
            cold: 0.2,
        };
        let found = Annealing::new(&region, &mut self.random).run(
            &mut Plan::new(&region),
            schedule,
            budget,
        );
        let list = found.map(|found| region.put_back(visits, &found.order));
        let visits = list.and_then(|list| Visits::new(self.sites, list));
        if let Some(visits) = visits.filter(|visits| visits.steps(self.sites) < self.steps) {
            self.replace(visits);
        }
    }

    /// Merges the cycles of the minimum-cost plan again, in a different order.
    fn restart(&mut self, budget: &Budget) {
        let random = Some(&mut self.random);
        let tour = connect(self.sites, self.successor, Some(budget), random);
        let visits = tour.and_then(|tour| Visits::of_tour(self.sites, &tour));
        if let Some(visits) = visits {
            self.keep(visits);
        }
    }

    /// Returns a square region around a random cell that holds about `cells` cells that are not black.
    fn random_part(&mut self, cells: u64) -> Region {
        let shape = self.sites.instance.shape;
        let area = shape.cells() as f64 * cells as f64 / self.unsorted.len() as f64;
        let reach = (area.sqrt() / 2.0).ceil() as i32;
        let centre = self.unsorted[self.random.below(self.unsorted.len())];
        let centre = self.sites.point(centre);
        Region::new(self.sites, &self.visits, |site| {
            let point = self.sites.point(site);
            let away = (point.row - centre.row).abs();
            away.max((point.column - centre.column).abs()) <= reach
        })
    }

    /// Anneals a region and keeps the tour if it is not longer.
    fn arrange(&mut self, region: &Region, plan: &mut Plan, schedule: Schedule, budget: &Budget) {
        let mut annealing = Annealing::new(region, &mut self.random);
        let Some(found) = annealing.run(plan, schedule, budget) else {
            return;
        };
        let list = region.put_back(&self.visits, &found.order);
        if let Some(visits) = Visits::new(self.sites, list) {
            self.keep(visits);
        }
    }

    /// Replaces the current tour unless the new one is longer.
    fn keep(&mut self, visits: Visits) {
        let steps = visits.steps(self.sites);
        if steps < self.steps {
            self.shortest.clone_from(&visits);
        }
        if steps <= self.steps {
            self.steps = steps;
            self.visits = visits;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sorting_robot::{Instance, Recipe};
    use crate::{FieldValue, Fields};

    fn grid(layout: &str, side: i64, colours: i64) -> Instance {
        let size = |key: &str, size| (key.to_owned(), FieldValue::Integer(size));
        let layout = ("layout".to_owned(), FieldValue::Text(layout.to_owned()));
        let sizes = [("rows", side), ("columns", side), ("colours", colours)];
        let sizes = sizes.map(|(key, value)| size(key, value));
        let mut fields = Fields::new([layout].into_iter().chain(sizes));
        Recipe::read(&mut fields).unwrap().generate(3).unwrap()
    }

    #[test]
    fn parts_can_be_taken_out_and_put_back() {
        let budget = &Budget::unlimited();
        for (layout, colours) in [("scatter", 2), ("scatter", 5), ("sparse", 3), ("blocks", 4)] {
            let instance = grid(layout, 18, colours);
            let sites = Sites::new(&instance);
            let transport = TransportPlan::cheapest(&sites, budget);
            let tour = connect(&sites, &transport.successor, None, None).unwrap();
            let visits = Visits::of_tour(&sites, &tour).expect("a first tour can be walked");
            let before = visits.steps(&sites);
            let mut search = Search::new(&sites, &transport.successor, visits, 1);
            let mut arranged = 0;
            for _ in 0..40 {
                let region = search.random_part(25);
                let schedule = Schedule {
                    changes: 100,
                    hot: 0.8,
                    cold: 0.2,
                };
                let mut annealing = Annealing::new(&region, &mut search.random);
                let found = annealing.run(&mut Plan::new(&region), schedule, budget);
                let found = found.expect("the tour that was there is one");
                let list = region.put_back(&search.visits, &found.order);
                if let Some(visits) = Visits::new(&sites, list) {
                    arranged += 1;
                    search.keep(visits);
                }
            }
            assert!(arranged > 30, "{arranged} of 40 on {layout}");
            assert!(search.steps <= before);
            assert_eq!(search.steps, search.visits.steps(&sites));
        }
    }
}
