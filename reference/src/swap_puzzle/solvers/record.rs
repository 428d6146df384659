//! The shortest answer so far: reports every improvement, and leaves time for the last report.

use std::time::{Duration, Instant};

use crate::swap_puzzle::{Answer, Swap};
use crate::{Budget, Shape};

/// The time that is kept for the last report, as a multiple of the time that a report takes. Whoever receives an answer
/// replays it, which takes about as long as writing it.
const REPORTS_RESERVED: f64 = 2.5;

pub(super) struct Record<'i> {
    shape: Shape,
    improved: &'i mut dyn FnMut(Answer),
    /// Twice the smaller cell of each swap, plus 1 if the other cell is below and not to the right: answers have tens of
    /// millions of swaps.
    packed: Vec<u32>,
    /// The time per swap of the slowest report.
    report_time: f64,
}

impl<'i> Record<'i> {
    /// Reports the first answer.
    pub(super) fn new(first: Answer, improved: &'i mut dyn FnMut(Answer)) -> Self {
        let mut record = Self {
            shape: first.shape,
            improved,
            packed: Vec::new(),
            report_time: 0.0,
        };
        record.packed = record.pack(&first.swaps);
        record.report(first.swaps);
        record
    }

    /// Returns the length of the shortest answer.
    pub(super) fn len(&self) -> usize {
        self.packed.len()
    }

    /// Returns a part of the shortest answer.
    pub(super) fn part(&self, range: std::ops::Range<usize>) -> Vec<Swap> {
        let unpack = |&swap: &u32| {
            let cell = swap as usize / 2;
            let step = if swap % 2 == 1 { self.shape.columns } else { 1 };
            (cell, cell + step)
        };
        self.packed[range].iter().map(unpack).collect()
    }

    /// Reports an answer if it is shorter.
    pub(super) fn offer(&mut self, swaps: Vec<Swap>) {
        if swaps.len() < self.packed.len() {
            self.packed = self.pack(&swaps);
            self.report(swaps);
        }
    }

    /// Replaces a part of the answer by a sequence with the same effect, without a report.
    pub(super) fn replace(&mut self, range: std::ops::Range<usize>, swaps: &[Swap]) {
        let packed = self.pack(swaps);
        self.packed.splice(range, packed);
    }

    /// Reports the answer after replacements.
    pub(super) fn report_replaced(&mut self) {
        self.report(self.part(0..self.len()));
    }

    /// Returns a budget that expires early enough for a last report.
    pub(super) fn before_report(&self, budget: &Budget) -> Budget {
        let reserved = REPORTS_RESERVED * self.report_time * self.len() as f64;
        match budget.remaining() {
            Some(left) => budget.within(left.saturating_sub(Duration::from_secs_f64(reserved))),
            None => budget.clone(),
        }
    }

    fn pack(&self, swaps: &[Swap]) -> Vec<u32> {
        let columns = self.shape.columns;
        let pack = |&(one, other): &Swap| {
            let is_below = columns > 1 && one.abs_diff(other) == columns;
            2 * one.min(other) as u32 + u32::from(is_below)
        };
        swaps.iter().map(pack).collect()
    }

    fn report(&mut self, swaps: Vec<Swap>) {
        let begin = Instant::now();
        let length = swaps.len().max(1);
        (self.improved)(Answer {
            shape: self.shape,
            swaps,
        });
        let time = begin.elapsed().as_secs_f64() / length as f64;
        self.report_time = self.report_time.max(time);
    }
}
