//! The long part of the work: better tours from one side, better bounds from the other, until they meet.

use super::Best;
use super::anneal::{Annealing, Plan, Schedule};
use super::region::Region;
use super::visits::Visits;
use crate::sorting_robot::bound::{Connectivity, carriage_bound, connectivity_bound};
use crate::sorting_robot::carriage::Carriage;
use crate::sorting_robot::ground::{Ground, Place};
use crate::{Bound, Budget, Random};

/// Up to so many cells the whole tour is one region.
const WHOLE: usize = 110;
/// About so many cells are in a region of a larger tour.
const PART: usize = 70;
/// Without any limit, it has to end nevertheless.
const ROUNDS: u64 = 200;

pub(super) fn improve(
    ground: &Ground,
    carriage: &Carriage,
    visits: Visits,
    budget: &Budget,
    best: &mut Best,
) -> Bound {
    let mut bound = carriage_bound(carriage);
    let mut connectivity = Connectivity::new(ground, carriage);
    let mut search = Search::new(ground, visits, budget.seed());
    let rounds = match (budget.iterations(), budget.remaining()) {
        (Some(iterations), _) => iterations,
        (None, Some(_)) => u64::MAX,
        (None, None) => ROUNDS,
    };
    let mut n = 0;
    for _ in 0..rounds {
        if budget.expired() || best.steps as i64 <= bound.value {
            break;
        }
        n += 1;
        for _ in 0..10 {
            if let Some(connectivity) = &mut connectivity
                && !connectivity.is_settled()
            {
                connectivity.improve(best.steps, budget);
                let proved = connectivity_bound(connectivity);
                if proved.value > bound.value {
                    bound = proved;
                }
            }
        }
        search.round(budget);
        best.offer_visits(ground, &search.visits);
    }
    if std::env::var("LB").is_ok() {
        eprintln!("{n} rounds {:?}", connectivity.map(|c| c.state()));
    }
    bound
}

/// A tour that gets better part by part.
struct Search<'a> {
    ground: &'a Ground<'a>,
    random: Random,
    work: Vec<Place>,
    visits: Visits,
    steps: u64,
    /// For a tour that is one region.
    whole: Option<(Region, Plan)>,
    changes: u64,
}

impl<'a> Search<'a> {
    fn new(ground: &'a Ground<'a>, visits: Visits, seed: u64) -> Self {
        let work: Vec<Place> = ground.work().collect();
        let whole = (work.len() <= WHOLE).then(|| {
            let region = Region::new(ground, &visits, |_| true);
            let plan = Plan::new(&region);
            (region, plan)
        });
        Self {
            ground,
            random: Random::new(seed),
            steps: visits.steps(ground),
            work,
            visits,
            whole,
            changes: 600,
        }
    }

    fn round(&mut self, budget: &Budget) {
        if let Some((region, mut plan)) = self.whole.take() {
            let schedule = Schedule {
                changes: self.changes,
                hot: 1.5,
                cold: 0.3,
            };
            self.changes = (self.changes + self.changes / 4).min(100_000);
            self.arrange(&region, &mut plan, schedule, budget);
            self.whole = Some((region, plan));
        } else {
            let region = self.random_part();
            let mut plan = Plan::new(&region);
            let schedule = Schedule {
                changes: 2000,
                hot: 1.0,
                cold: 0.25,
            };
            self.arrange(&region, &mut plan, schedule, budget);
        }
    }

    /// A square around a cell at random.
    fn random_part(&mut self) -> Region {
        let shape = self.ground.instance.shape;
        let share = PART as f64 / self.work.len() as f64;
        let reach = ((shape.cells() as f64 * share).sqrt() / 2.0).ceil() as i32;
        let centre = self.work[self.random.below(self.work.len())];
        let centre = self.ground.point(centre);
        Region::new(self.ground, &self.visits, |place| {
            let point = self.ground.point(place);
            let away = (point.row - centre.row).abs();
            away.max((point.column - centre.column).abs()) <= reach
        })
    }

    /// Anneals a region, and keeps the tour if it is not longer.
    fn arrange(&mut self, region: &Region, plan: &mut Plan, schedule: Schedule, budget: &Budget) {
        let mut annealing = Annealing::new(region, &mut self.random);
        let Some(found) = annealing.run(plan, schedule, budget) else {
            return;
        };
        let list = region.put_back(&self.visits, &found.order);
        if let Some(visits) = Visits::new(self.ground, list) {
            let steps = visits.steps(self.ground);
            if steps <= self.steps {
                self.steps = steps;
                self.visits = visits;
            }
        }
    }
}
