//! A k-d partition of the targets, so that a search can skip whole buckets of distant targets.

use super::Point;

/// Measured: large enough to keep the overhead low, small enough for skipping to pay off.
const MAX_BUCKET_SIZE: usize = 16;

/// Consecutive targets of the sorted order with their bounding box.
pub(super) struct Bucket {
    pub(super) start: usize,
    pub(super) end: usize,
    top: i32,
    bottom: i32,
    left: i32,
    right: i32,
    /// An upper bound on the prices of the targets in this bucket.
    pub(super) max_price: i32,
}

impl Bucket {
    /// Returns a lower bound on the distance from `point` to the targets in this bucket.
    pub(super) fn distance(&self, point: Point) -> i32 {
        let vertical = (self.top - point.row).max(point.row - self.bottom);
        let horizontal = (self.left - point.column).max(point.column - self.right);
        vertical.max(0) + horizontal.max(0)
    }
}

/// Returns the indices of the targets in bucket order, and the buckets.
pub(super) fn sort_into_buckets(targets: &[Point], prices: &[i32]) -> (Vec<u32>, Vec<Bucket>) {
    let mut order: Vec<u32> = (0..targets.len() as u32).collect();
    let mut buckets = Vec::with_capacity(targets.len() * 2 / MAX_BUCKET_SIZE + 1);
    if !targets.is_empty() {
        split(targets, prices, &mut order, 0, &mut buckets);
    }
    (order, buckets)
}

/// Splits the targets at the median of the longer side of their bounding box until a bucket is small enough.
fn split(
    targets: &[Point],
    prices: &[i32],
    order: &mut [u32],
    start: usize,
    buckets: &mut Vec<Bucket>,
) {
    let point = |index: &u32| targets[*index as usize];
    let mut bucket = Bucket {
        start,
        end: start + order.len(),
        top: i32::MAX,
        bottom: i32::MIN,
        left: i32::MAX,
        right: i32::MIN,
        max_price: i32::MIN,
    };
    for index in &*order {
        let Point { row, column } = point(index);
        bucket.top = bucket.top.min(row);
        bucket.bottom = bucket.bottom.max(row);
        bucket.left = bucket.left.min(column);
        bucket.right = bucket.right.max(column);
        bucket.max_price = bucket.max_price.max(prices[*index as usize]);
    }
    if order.len() <= MAX_BUCKET_SIZE {
        buckets.push(bucket);
        return;
    }
    let middle = order.len() / 2;
    if bucket.bottom - bucket.top > bucket.right - bucket.left {
        order.select_nth_unstable_by_key(middle, |index| point(index).row);
    } else {
        order.select_nth_unstable_by_key(middle, |index| point(index).column);
    }
    let (low, high) = order.split_at_mut(middle);
    split(targets, prices, low, start, buckets);
    split(targets, prices, high, start + middle, buckets);
}
