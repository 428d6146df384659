//! A bucket queue: a maximum-priority queue of a fixed set of items, whose priorities are small integers and change.

use crate::random::SplitMix64;

/// The largest priority.
pub(super) const MAX_PRIORITY: u16 = (1 << 15) - 1;

#[derive(Debug)]
pub(super) struct BucketQueue {
    /// The items of each priority; those of priority 0 are not in the queue.
    buckets: Vec<Vec<u32>>,
    /// The priority of each item and its index in the bucket.
    priorities: Vec<u16>,
    indices: Vec<u32>,
    /// No bucket above this one has items.
    top: usize,
}

impl BucketQueue {
    /// Creates an empty queue for the items `0..items`.
    pub(super) fn new(items: usize) -> Self {
        Self {
            buckets: vec![Vec::new(); usize::from(MAX_PRIORITY) + 1],
            priorities: vec![0; items],
            indices: vec![0; items],
            top: 0,
        }
    }

    /// Changes the priority of an item; 0 removes it.
    pub(super) fn set(&mut self, item: usize, priority: u16) {
        let previous = std::mem::replace(&mut self.priorities[item], priority);
        if previous == priority {
            return;
        }
        if previous > 0 {
            let bucket = &mut self.buckets[usize::from(previous)];
            let index = self.indices[item] as usize;
            bucket.swap_remove(index);
            if let Some(&moved) = bucket.get(index) {
                self.indices[moved as usize] = index as u32;
            }
        }
        if priority > 0 {
            let bucket = &mut self.buckets[usize::from(priority)];
            self.indices[item] = bucket.len() as u32;
            bucket.push(item as u32);
            self.top = self.top.max(usize::from(priority));
        }
    }

    /// Returns a random one of the items with the highest priority.
    pub(super) fn highest(&mut self, rng: &mut SplitMix64) -> Option<usize> {
        while self.top > 0 && self.buckets[self.top].is_empty() {
            self.top -= 1;
        }
        let bucket = &self.buckets[self.top];
        (self.top > 0).then(|| bucket[rng.below(bucket.len())] as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_a_scan_of_all_priorities() {
        let rng = &mut SplitMix64::new(1);
        let mut queue = BucketQueue::new(50);
        let mut priorities = [0; 50];
        for _ in 0..5000 {
            let item = rng.below(50);
            priorities[item] = rng.below(3) as u16 * rng.below(10) as u16;
            queue.set(item, priorities[item]);
            let highest = priorities.into_iter().max().filter(|&most| most > 0);
            let found = queue.highest(rng).map(|item| priorities[item]);
            assert_eq!(found, highest);
        }
    }
}
