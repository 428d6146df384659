//! A heuristic transport plan.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{ByColour, points};
use crate::Budget;
use crate::assignment::{Effort, match_roughly};
use crate::sorting_robot::sites::{NO_SITE, Site, Sites};

/// The number of successors that a thread computes before it writes them to the plan.
const PER_WRITE: usize = 1 << 16;

/// Returns a successor for every site that is not black, as fast as possible.
pub(in crate::sorting_robot) fn pair_quickly(sites: &Sites, threads: usize) -> Vec<Site> {
    let mut plan = vec![NO_SITE; sites.cells() + 1];
    plan[sites.start() as usize] = sites.end();
    let unlimited = Budget::unlimited().with_threads(threads);
    replace(sites, &mut plan, Effort::QUICK, &unlimited);
    plan
}

/// Replaces the successors for each colour by cheaper ones, as far as the budget suffices.
pub(in crate::sorting_robot) fn pair_better(sites: &Sites, plan: &mut [Site], budget: &Budget) {
    replace(sites, plan, Effort::FINE, budget);
}

/// Matches the pieces of each colour roughly, and replaces their successors if there are none yet or the new ones are
/// nearer.
fn replace(sites: &Sites, plan: &mut [Site], effort: Effort, budget: &Budget) {
    let colours = ByColour::new(sites);
    let plan = Mutex::new(plan);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found: Vec<(Site, Site)> = Vec::new();
        loop {
            let colour = next.fetch_add(1, Ordering::Relaxed);
            let is_last = colour > colours.none();
            if is_last || found.len() >= PER_WRITE {
                let mut plan = plan.lock().expect("no thread panics");
                for (from, to) in found.drain(..) {
                    plan[from as usize] = to;
                }
            }
            if is_last {
                break;
            }
            let (gives, takes) = (colours.gives(colour), colours.takes(colour));
            if let (&[from], &[to]) = (gives, takes) {
                found.push((from, to));
            } else if !gives.is_empty() {
                let (from, to) = (points(sites, gives), points(sites, takes));
                let matched = match_roughly(&from, &to, effort, budget);
                let Some((target_of, cost)) = matched else {
                    continue;
                };
                let old: Option<u64> = {
                    let plan = plan.lock().expect("no thread panics");
                    let lengths = gives.iter().map(|&from| {
                        let to = plan[from as usize];
                        (to != NO_SITE).then(|| sites.distance(from, to) as u64)
                    });
                    lengths.sum()
                };
                if old.is_none_or(|old| cost < old) {
                    let pairs = gives.iter().zip(target_of);
                    found.extend(pairs.map(|(&from, target)| (from, takes[target as usize])));
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..budget.threads() {
            scope.spawn(work);
        }
        work();
    });
}
