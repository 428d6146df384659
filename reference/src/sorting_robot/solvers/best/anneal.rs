//! Simulated annealing of a region: two pieces of a colour exchange their targets, and the cycles are merged again.

use super::insertion::Merger;
use super::region::Region;
use crate::sorting_robot::Colour;
use crate::{Budget, Random};

/// The number of nearest targets considered for an exchange.
const MAX_NEAR: usize = 8;
/// The percentage of moves that change a perturbation instead of exchanging targets.
const PERTURB_PERCENT: usize = 25;
/// The largest perturbation, in quarters of a step.
const MAX_PERTURBATION: usize = 12;
/// An upper bound, in practice, on the steps that merging can win back after an exchange.
const MAX_REGAINED: f64 = 8.0;

/// The number of moves, and the initial and final temperature in steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    pub(super) changes: u64,
    pub(super) hot: f64,
    pub(super) cold: f64,
}

/// The successor and predecessor of every site, and the perturbations of the insertion costs.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    successor: Vec<u32>,
    predecessor: Vec<u32>,
    perturbations: Vec<i32>,
}

impl Plan {
    pub(super) fn new(region: &Region) -> Self {
        let mut predecessor = vec![0; region.nodes.len()];
        for (site, &next) in region
            .successor
            .iter()
            .enumerate()
            .take(region.end() as usize)
        {
            predecessor[next as usize] = site as u32;
        }
        Self {
            successor: region.successor.clone(),
            predecessor,
            perturbations: vec![0; region.nodes.len()],
        }
    }

    fn link(&mut self, giver: u32, taker: u32) {
        self.successor[giver as usize] = taker;
        self.predecessor[taker as usize] = giver;
    }
}

/// The best result of a run.
pub(super) struct Found {
    pub(super) steps: i32,
    pub(super) order: Vec<(u32, Colour)>,
}

pub(super) struct Annealing<'a> {
    region: &'a Region,
    random: &'a mut Random,
    merger: Merger,
    /// The sites whose piece may go to several others, and these, nearest first.
    givers: Vec<(u32, Vec<u32>)>,
}

impl<'a> Annealing<'a> {
    pub(super) fn new(region: &'a Region, random: &'a mut Random) -> Self {
        let nodes = 0..region.nodes.len() as u32;
        let free = nodes
            .clone()
            .filter(|&site| site != region.end() && region.nodes[site as usize].is_free());
        let takers: Vec<u32> = free
            .clone()
            .map(|giver| region.successor[giver as usize])
            .collect();
        let givers = free.map(|giver| {
            let gives = region.nodes[giver as usize].gives;
            let takes = |&&taker: &&u32| region.nodes[taker as usize].takes == gives;
            let mut near: Vec<u32> = takers.iter().filter(takes).copied().collect();
            near.sort_by_key(|&taker| region.distance(giver, taker));
            near.truncate(MAX_NEAR);
            (giver, near)
        });
        Self {
            region,
            random,
            merger: Merger::default(),
            givers: givers.filter(|(_, near)| near.len() > 1).collect(),
        }
    }

    /// Anneals a plan, which is replaced by the best one found.
    pub(super) fn run(
        &mut self,
        plan: &mut Plan,
        schedule: Schedule,
        budget: &Budget,
    ) -> Option<Found> {
        let mut steps = self.connect(plan)?;
        let mut best = plan.clone();
        let mut found = Found {
            steps,
            order: self.merger.order(),
        };
        for change in 0..schedule.changes {
            if change % 16 == 0 && budget.expired() {
                break;
            }
            let cooled = change as f64 / schedule.changes as f64;
            let temperature = schedule.hot * (schedule.cold / schedule.hot).powf(cooled);
            let allowed = -temperature * (1.0 - self.random.unit()).ln();
            let perturbation = self.givers.is_empty() || self.random.below(100) < PERTURB_PERCENT;
            let limit = f64::from(steps) + allowed;
            let changed = if perturbation {
                self.perturb(plan, limit)
            } else {
                self.exchange(plan, limit, allowed)
            };
            if let Some(changed) = changed {
                steps = changed;
                if steps < found.steps {
                    best.clone_from(plan);
                    found.steps = steps;
                    found.order = self.merger.order();
                }
            }
        }
        *plan = best;
        Some(found)
    }

    fn connect(&mut self, plan: &Plan) -> Option<i32> {
        self.merger
            .connect(self.region, &plan.successor, &plan.perturbations)
    }

    /// Returns the steps after a random change of a perturbation if they are within the limit; otherwise the change is
    /// undone.
    fn perturb(&mut self, plan: &mut Plan, limit: f64) -> Option<i32> {
        let site = self.random.below(plan.perturbations.len());
        let perturbation =
            (self.random.below(2 * MAX_PERTURBATION) as i32 - MAX_PERTURBATION as i32).max(0);
        let old = std::mem::replace(&mut plan.perturbations[site], perturbation);
        if perturbation == old {
            return None;
        }
        let steps = self
            .connect(plan)
            .filter(|&steps| f64::from(steps) <= limit);
        if steps.is_none() {
            plan.perturbations[site] = old;
        }
        steps
    }

    fn exchange(&mut self, plan: &mut Plan, limit: f64, allowed: f64) -> Option<i32> {
        let (giver, near) = &self.givers[self.random.below(self.givers.len())];
        let (giver, taker) = (*giver, near[self.random.below(near.len())]);
        let old_taker = plan.successor[giver as usize];
        if taker == old_taker {
            return None;
        }
        let other = plan.predecessor[taker as usize];
        let distance = |a, b| self.region.distance(a, b);
        let longer = distance(giver, taker) + distance(other, old_taker)
            - distance(giver, old_taker)
            - distance(other, taker);
        if f64::from(longer) > allowed + MAX_REGAINED {
            return None;
        }
        plan.link(giver, taker);
        plan.link(other, old_taker);
        let steps = self
            .connect(plan)
            .filter(|&steps| f64::from(steps) <= limit);
        if steps.is_none() {
            plan.link(giver, old_taker);
            plan.link(other, taker);
        }
        steps
    }
}
