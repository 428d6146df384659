//! Successive shortest augmenting paths (Jonker and Volgenant 1987) with distances computed on demand.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::buckets::{Bucket, sort_into_buckets};
use super::{Assignment, LowerBound, Point};
use crate::{Budget, Random};

/// Work for a bucket and for a target that a search examines.
const BUCKET_WORK: u64 = 1;
const TARGET_WORK: u64 = 2;

/// The target of a source without one.
pub(super) const UNMATCHED: u32 = u32::MAX;
const UNREACHED: i32 = i32::MAX;

/// A target, stored in bucket order.
#[derive(Clone, Copy)]
struct Slot {
    point: Point,
    /// Only decreases over time, so that the highest price of a bucket remains an upper bound.
    price: i32,
    owner: u32,
    /// The length of the shortest alternating path to this target, minus its price.
    length: i32,
    /// The source before this target on that path.
    before: u32,
}

struct Matching<'a> {
    sources: &'a [Point],
    slot_of: Vec<u32>,
    slots: Vec<Slot>,
    buckets: Vec<Bucket>,
    queue: BinaryHeap<Reverse<(i32, u32)>>,
    reached: Vec<u32>,
    settled: Vec<u32>,
    /// Work that has not been charged to the budget yet.
    work: u64,
}

/// Computes a minimum-cost matching. `target_prices` may hold any values; good ones save time.
///
/// `target_of` may hold the targets of some sources. Each of these must have the least distance minus price, and no
/// target may occur twice.
pub(super) fn match_points(
    sources: &[Point],
    targets: &[Point],
    target_prices: &[i32],
    target_of: Option<&[u32]>,
    budget: &Budget,
) -> Result<Assignment, LowerBound> {
    let (order, buckets) = sort_into_buckets(targets, target_prices);
    let slots = order.iter().map(|&target| Slot {
        point: targets[target as usize],
        price: target_prices[target as usize],
        owner: UNMATCHED,
        length: UNREACHED,
        before: UNMATCHED,
    });
    let mut matching = Matching {
        sources,
        slot_of: vec![UNMATCHED; sources.len()],
        slots: slots.collect(),
        buckets,
        queue: BinaryHeap::new(),
        reached: Vec::new(),
        settled: Vec::new(),
        work: 0,
    };
    if let Some(target_of) = target_of {
        matching.start_from(target_of, &order);
    }
    // In row-major order sources would compete with their neighbours from the start. A random order keeps the paths
    // short for longer.
    let unmatched = |&source: &u32| matching.slot_of[source as usize] == UNMATCHED;
    let mut insertion_order: Vec<u32> = (0..sources.len() as u32).filter(unmatched).collect();
    Random::new(0).shuffle(&mut insertion_order);
    for source in insertion_order {
        if budget.expired() {
            return Err(matching.lower_bound(&order));
        }
        matching.add(source);
        budget.spend(std::mem::take(&mut matching.work));
    }

    let mut target_of = vec![0; sources.len()];
    let mut source_prices = vec![0; sources.len()];
    let mut target_prices = vec![0; targets.len()];
    for (slot, &target) in matching.slots.iter().zip(&order) {
        let source = slot.owner as usize;
        target_of[source] = target;
        target_prices[target as usize] = slot.price;
        source_prices[source] = sources[source].distance(slot.point) - slot.price;
    }
    Ok(Assignment::new(target_of, source_prices, target_prices))
}

impl Matching<'_> {
    /// Sets the first pairs; `order` has the target of each slot.
    fn start_from(&mut self, target_of: &[u32], order: &[u32]) {
        let mut slot_of = vec![UNMATCHED; order.len()];
        for (slot, &target) in order.iter().enumerate() {
            slot_of[target as usize] = slot as u32;
        }
        for (source, &target) in target_of.iter().enumerate() {
            if target != UNMATCHED {
                let slot = slot_of[target as usize];
                self.slot_of[source] = slot;
                self.slots[slot as usize].owner = source as u32;
            }
        }
    }

    /// Returns all prices; `order` has the target of each slot. An unmatched source gets the highest price that all
    /// targets allow.
    fn lower_bound(&self, order: &[u32]) -> LowerBound {
        let mut target_prices = vec![0; self.slots.len()];
        for (slot, &target) in self.slots.iter().zip(order) {
            target_prices[target as usize] = slot.price;
        }
        let sources = self.sources.iter().zip(&self.slot_of);
        let source_prices = sources.map(|(&point, &slot)| match self.slots.get(slot as usize) {
            Some(slot) => point.distance(slot.point) - slot.price,
            None => self.least_reduced(point),
        });
        LowerBound {
            source_prices: source_prices.collect(),
            target_prices,
        }
    }

    /// Returns the minimum over all targets of distance minus price.
    fn least_reduced(&self, point: Point) -> i32 {
        let mut least = i32::MAX;
        for bucket in &self.buckets {
            if bucket.distance(point) - bucket.max_price < least {
                let slots = self.slots[bucket.start..bucket.end].iter();
                let reduced = slots.map(|slot| point.distance(slot.point) - slot.price);
                least = reduced.fold(least, i32::min);
            }
        }
        least
    }

    /// Matches one more source along the shortest alternating path to a free target.
    fn add(&mut self, source: u32) {
        let mut best = (UNREACHED, UNMATCHED);
        self.reach_from(source, 0, &mut best);
        while let Some(Reverse((length, index))) = self.queue.pop() {
            if length >= best.0 {
                break;
            }
            let slot = self.slots[index as usize];
            if slot.length == length {
                self.settled.push(index);
                let point = self.sources[slot.owner as usize];
                let so_far = length - (point.distance(slot.point) - slot.price);
                self.reach_from(slot.owner, so_far, &mut best);
            }
        }
        self.queue.clear();

        let (shortest, end) = best;
        for index in self.settled.drain(..) {
            let slot = &mut self.slots[index as usize];
            slot.price -= shortest - slot.length;
        }
        for index in self.reached.drain(..) {
            self.slots[index as usize].length = UNREACHED;
        }
        self.augment(source, end);
    }

    /// Relaxes the edges from a source at path length `so_far`.
    ///
    /// `best` is the length and the end of the shortest path to a free target; longer paths are pruned.
    fn reach_from(&mut self, source: u32, so_far: i32, best: &mut (i32, u32)) {
        let point = self.sources[source as usize];
        self.work += BUCKET_WORK * self.buckets.len() as u64;
        for bucket in &self.buckets {
            if so_far + bucket.distance(point) - bucket.max_price >= best.0 {
                continue;
            }
            let slots = &mut self.slots[bucket.start..bucket.end];
            self.work += TARGET_WORK * slots.len() as u64;
            for (slot, index) in slots.iter_mut().zip(bucket.start as u32..) {
                let length = so_far + point.distance(slot.point) - slot.price;
                if length >= slot.length.min(best.0) {
                    continue;
                }
                if slot.length == UNREACHED {
                    self.reached.push(index);
                }
                slot.length = length;
                slot.before = source;
                if slot.owner == UNMATCHED {
                    *best = (length, index);
                } else {
                    self.queue.push(Reverse((length, index)));
                }
            }
        }
    }

    /// Augments along the path that ends at `end`.
    fn augment(&mut self, first: u32, mut end: u32) {
        loop {
            let slot = &mut self.slots[end as usize];
            let source = slot.before;
            slot.owner = source;
            end = std::mem::replace(&mut self.slot_of[source as usize], end);
            if source == first {
                break;
            }
        }
    }
}
