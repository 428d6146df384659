//! Keeps the rounds that a proof of the bound needs.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::layers::Layers;

/// What one round proves.
#[derive(Clone, Debug)]
pub(in crate::sorting_robot::bound) struct Round {
    /// The cost of one step.
    pub(in crate::sorting_robot::bound) unit: i32,
    /// The multiplier and the nodes of each cut, in increasing order. The layer of the empty hand comes first.
    pub(in crate::sorting_robot::bound) cuts: Vec<(i32, Arc<[u32]>)>,
    /// The prices of each layer; that of the empty hand comes last.
    pub(in crate::sorting_robot::bound) prices: Vec<Vec<i32>>,
    /// A walk costs at least `all` plus what it costs to begin at a cell plus what it costs to end at a cell.
    pub(super) all: i64,
    /// For each cell that is not black; `None` where no walk can begin.
    pub(super) begin: Vec<Option<i64>>,
    pub(super) end: Vec<i64>,
}

/// The rounds that raised the bound for an end of the walk or excluded a beginning, unless a later one superseded them.
#[derive(Debug)]
pub(super) struct Recorder {
    rounds: BTreeMap<u64, Round>,
    /// For each cell that is not black, the round that proves the most steps for walks that end there, and the round
    /// that excluded walks that begin there.
    of_end: Vec<Option<u64>>,
    of_begin: Vec<Option<u64>>,
    /// How often each round occurs in these lists.
    uses: BTreeMap<u64, usize>,
}

impl Recorder {
    pub(super) fn new(layers: &Layers) -> Self {
        let cells = layers.unsorted.len();
        Self {
            rounds: BTreeMap::new(),
            of_end: vec![None; cells],
            of_begin: vec![None; cells],
            uses: BTreeMap::new(),
        }
    }

    /// Keeps a round that raised the bound for some ends and excluded some beginnings.
    pub(super) fn keep(&mut self, number: u64, round: Round, ends: &[usize], begins: &[usize]) {
        let lists = [(&mut self.of_end, ends), (&mut self.of_begin, begins)];
        for (owners, cells) in lists {
            for &cell in cells {
                *self.uses.entry(number).or_default() += 1;
                if let Some(old) = owners[cell].replace(number)
                    && let Some(uses) = self.uses.get_mut(&old)
                {
                    *uses -= 1;
                    if *uses == 0 {
                        self.uses.remove(&old);
                        self.rounds.remove(&old);
                    }
                }
            }
        }
        self.rounds.insert(number, round);
    }

    /// Returns a few rounds that together prove a bound, in their order.
    pub(super) fn needed(&self, layers: &Layers, bound: u64) -> Option<Vec<&Round>> {
        let mut needed: Vec<&Round> = self.rounds.values().collect();
        if !prove(&needed, layers, bound) {
            return None;
        }
        // Later rounds tend to prove more.
        let mut index = 0;
        while index < needed.len() {
            let round = needed.remove(index);
            if !prove(&needed, layers, bound) {
                needed.insert(index, round);
                index += 1;
            }
        }
        Some(needed)
    }
}

/// Returns whether the rounds exclude all walks with fewer steps than the bound: each excludes the ends and the
/// beginnings with which a walk would need more.
fn prove(rounds: &[&Round], layers: &Layers, bound: u64) -> bool {
    let mut begins: Vec<usize> = (0..layers.unsorted.len()).collect();
    let mut ends = begins.clone();
    for round in rounds {
        let most = |end: usize| {
            let below = bound as i64 - 1;
            let wrong_parity = (below % 2 != 0) != layers.unsorted[end].odd;
            (below - i64::from(wrong_parity)) * i64::from(round.unit)
        };
        begins.retain(|&begin| round.begin[begin].is_some());
        let first = begins.iter().filter_map(|&begin| round.begin[begin]).min();
        ends.retain(|&end| {
            first.is_some_and(|first| round.all + first + round.end[end] <= most(end))
        });
        let last = ends.iter().map(|&end| round.end[end] - most(end)).min();
        begins.retain(|&begin| {
            let cost = round.begin[begin].unwrap_or(i64::MAX / 2);
            last.is_some_and(|last| round.all + cost + last <= 0)
        });
    }
    begins.is_empty() || ends.is_empty()
}
