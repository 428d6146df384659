//! Greedy descent on a potential, as a first answer for annealing.
//!
//! **What.** The potential is the sum over all tiles of d + A·(|dx|^α + |dy|^α), so that distant tiles move first. Of
//! the swaps that do not increase the sum of distances, the one that lowers the potential most is applied. If there is
//! none, a shortest cycle of cells is rotated whose tiles all come closer to their targets; if there is no such cycle
//! either, which happens when all tiles are close to their targets, `greedy` completes the answer.
//!
//! **Guarantee.** A valid answer.
//!
//! **Complexity.** O(log N) per swap, O(N) for each search for a cycle, for N cells.
//!
//! **Source.** Miltzow et al. 2016 for the cycles; the potential is own work.

use super::greedy;
use crate::random::SplitMix64;
use crate::swap_puzzle::distances::distances_from;
use crate::swap_puzzle::instance::target_cell;
use crate::swap_puzzle::{Instance, Swap};
use crate::{Budget, Shape};

/// Parameters of the potential.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    /// A·64.
    pub(super) weight: u32,
    /// Whether α is 2; otherwise it is 1.5.
    pub(super) squared: bool,
    /// Whether the answer is built from its end.
    pub(super) backwards: bool,
}

impl Weights {
    /// The parameters that are best most often.
    pub(super) const FIRST: Self = Self {
        weight: 256,
        squared: true,
        backwards: false,
    };

    /// Returns all parameters, the most promising first.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let weights = [256, 64, 128].into_iter();
        let powers = weights.flat_map(|weight| [true, false].map(|squared| (weight, squared)));
        powers.flat_map(|(weight, squared)| {
            [false, true].map(|backwards| Self {
                weight,
                squared,
                backwards,
            })
        })
    }
}

/// Shorter cycles are swaps that help both tiles, which the descent applies anyway.
const SHORTEST_CYCLE: usize = 4;
/// The longest cycle that is searched.
const LONGEST_CYCLE: usize = 12;

/// The fixed-point scale: the value of one step.
const SCALE: i64 = 64;

/// The distances that the potential is based on.
#[derive(Debug)]
pub(super) struct Distances {
    shape: Shape,
    /// The distances between all cells around walls. Empty if there are no walls.
    around: Vec<Vec<u32>>,
}

impl Distances {
    pub(super) fn new(instance: &Instance) -> Self {
        let cells = if instance.walls.is_empty() {
            0
        } else {
            instance.shape.cells()
        };
        Self {
            shape: instance.shape,
            around: (0..cells).map(|c| distances_from(instance, c)).collect(),
        }
    }

    fn distance(&self, tile: usize, cell: usize) -> i64 {
        match self.around.get(tile) {
            Some(distances) => i64::from(distances[cell]),
            None => self.shape.distance(tile, cell) as i64,
        }
    }
}

/// Returns a first answer; `None` if the budget expires.
pub(super) fn construct(
    instance: &Instance,
    distances: &Distances,
    weights: Weights,
    rng: &mut SplitMix64,
    budget: &Budget,
) -> Option<Vec<Swap>> {
    let mut tiles: Vec<usize> = instance
        .tiles
        .iter()
        .map(|&tile| target_cell(tile))
        .collect();
    if weights.backwards {
        let mut inverse = vec![0; tiles.len()];
        for (cell, &tile) in tiles.iter().enumerate() {
            inverse[tile] = cell;
        }
        tiles = inverse;
    }
    let mut builder = Builder::new(instance, distances, weights, tiles, rng);
    builder.build(budget)?;
    let mut swaps = builder.swaps;
    if weights.backwards {
        swaps.reverse();
    }
    Some(swaps)
}

struct Builder<'i> {
    instance: &'i Instance,
    distances: &'i Distances,
    /// The potential of each coordinate difference, or with walls of each distance.
    terms: Vec<i64>,
    tiles: Vec<usize>,
    edges: Vec<Swap>,
    /// The edges at each cell.
    at: Vec<Vec<u32>>,
    gains: Tournament,
    rng: &'i mut SplitMix64,
    swaps: Vec<Swap>,
}

impl<'i> Builder<'i> {
    fn new(
        instance: &'i Instance,
        distances: &'i Distances,
        weights: Weights,
        tiles: Vec<usize>,
        rng: &'i mut SplitMix64,
    ) -> Self {
        let farthest = match distances.around.iter().flatten().max() {
            Some(&farthest) => farthest as usize,
            None => instance.shape.rows.max(instance.shape.columns),
        };
        let term = |d: usize| {
            let power = if weights.squared {
                (d * d) as f64
            } else {
                d as f64 * (d as f64).sqrt()
            };
            SCALE * d as i64 + (f64::from(weights.weight) * power).round() as i64
        };
        let edges: Vec<Swap> = instance.swaps().collect();
        let mut at = vec![Vec::new(); tiles.len()];
        for (index, &(one, other)) in edges.iter().enumerate() {
            at[one].push(index as u32);
            at[other].push(index as u32);
        }
        let mut builder = Self {
            instance,
            distances,
            terms: (0..=farthest).map(term).collect(),
            tiles,
            gains: Tournament::new(edges.len()),
            edges,
            at,
            rng,
            swaps: Vec::new(),
        };
        for edge in 0..builder.edges.len() {
            builder.update_gain(edge);
        }
        builder
    }

    fn potential(&self, tile: usize, cell: usize) -> i64 {
        if self.distances.around.is_empty() {
            let shape = self.instance.shape;
            self.terms[shape.row(tile).abs_diff(shape.row(cell))]
                + self.terms[shape.column(tile).abs_diff(shape.column(cell))]
        } else {
            self.terms[self.distances.distance(tile, cell) as usize]
        }
    }

    /// Returns by how much a swap lowers the potential.
    fn gain(&self, one: usize, other: usize) -> i64 {
        let (s, t) = (self.tiles[one], self.tiles[other]);
        self.potential(s, one) + self.potential(t, other)
            - self.potential(s, other)
            - self.potential(t, one)
    }

    /// Updates the gain of a swap.
    fn update_gain(&mut self, edge: usize) {
        let (one, other) = self.edges[edge];
        let (s, t) = (self.tiles[one], self.tiles[other]);
        let distance = |tile, cell| self.distances.distance(tile, cell);
        let farther = distance(s, other) - distance(s, one) + distance(t, one) - distance(t, other);
        let gain = self.gain(one, other);
        let gain = if farther > 0 || gain <= 0 {
            0
        } else {
            // Ties are broken at random.
            gain * 16 + self.rng.below(16) as i64
        };
        self.gains.set(edge, gain);
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.tiles.swap(one, other);
        self.swaps.push((one, other));
        for cell in [one, other] {
            for index in 0..self.at[cell].len() {
                self.update_gain(self.at[cell][index] as usize);
            }
        }
    }

    /// Returns `None` if the budget expires.
    fn build(&mut self, budget: &Budget) -> Option<()> {
        loop {
            if self.swaps.len().is_multiple_of(256) && budget.expired() {
                return None;
            }
            if let Some(edge) = self.gains.best() {
                let (one, other) = self.edges[edge];
                self.swap(one, other);
            } else if let Some(cycle) = self.shortest_cycle() {
                for pair in cycle.windows(2).rev() {
                    self.swap(pair[0], pair[1]);
                }
            } else {
                greedy::finish(self.instance, &self.tiles, &mut self.swaps);
                return Some(());
            }
        }
    }

    /// Returns the neighbours of a cell that are closer to the target of its tile.
    fn nearer(&self, cell: usize) -> impl Iterator<Item = usize> {
        let tile = self.tiles[cell];
        let here = self.distances.distance(tile, cell);
        let neighbours = self.instance.neighbours(cell);
        neighbours.filter(move |&next| self.distances.distance(tile, next) < here)
    }

    /// Returns a shortest cycle of cells whose tiles each come closer to their target on the next cell.
    fn shortest_cycle(&mut self) -> Option<Vec<usize>> {
        let mut shortest: Option<Vec<usize>> = None;
        let mut seen = vec![usize::MAX; self.tiles.len()];
        let mut came_from = vec![0; self.tiles.len()];
        let turn = self.rng.below(self.tiles.len());
        let starts = (turn..self.tiles.len()).chain(0..turn);
        for start in starts.filter(|&cell| self.tiles[cell] != cell) {
            let limit = shortest.as_ref().map_or(LONGEST_CYCLE + 1, Vec::len);
            if limit <= SHORTEST_CYCLE {
                break;
            }
            let mut layer = vec![start];
            seen[start] = start;
            'search: for _ in 1..limit {
                let mut next_layer = Vec::new();
                for &cell in &layer {
                    for next in self.nearer(cell) {
                        if next == start {
                            let mut cycle = vec![cell];
                            while cycle[cycle.len() - 1] != start {
                                cycle.push(came_from[cycle[cycle.len() - 1]]);
                            }
                            cycle.reverse();
                            shortest = Some(cycle);
                            break 'search;
                        }
                        if seen[next] != start {
                            seen[next] = start;
                            came_from[next] = cell;
                            next_layer.push(next);
                        }
                    }
                }
                layer = next_layer;
            }
        }
        shortest
    }
}

/// A tournament tree: the maximum of many values that change one at a time.
struct Tournament {
    leaves: usize,
    /// The index of the maximum of each subtree; node i has the children 2i and 2i + 1.
    winners: Vec<u32>,
    values: Vec<i64>,
}

impl Tournament {
    fn new(count: usize) -> Self {
        let leaves = count.next_power_of_two().max(1);
        let mut winners = vec![0; 2 * leaves];
        for (index, winner) in winners[leaves..].iter_mut().enumerate() {
            *winner = index as u32;
        }
        for node in (1..leaves).rev() {
            winners[node] = winners[2 * node];
        }
        Self {
            leaves,
            winners,
            values: vec![0; leaves],
        }
    }

    fn set(&mut self, index: usize, value: i64) {
        self.values[index] = value;
        let mut node = self.leaves + index;
        while node > 1 {
            node /= 2;
            let (a, b) = (self.winners[2 * node], self.winners[2 * node + 1]);
            let a_wins = self.values[a as usize] >= self.values[b as usize];
            self.winners[node] = if a_wins { a } else { b };
        }
    }

    /// Returns the index of the largest value, if it is positive.
    fn best(&self) -> Option<usize> {
        let best = self.winners[1] as usize;
        (self.values[best] > 0).then_some(best)
    }
}
