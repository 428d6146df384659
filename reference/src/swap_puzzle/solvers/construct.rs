//! Greedy descent on a potential, as a first answer for annealing.
//!
//! **What.** The potential is the sum over all tiles of d + A·(|dx|^α + |dy|^α), so that distant tiles move first. Of
//! the swaps that do not increase the sum of distances, one that lowers the potential most is applied, until there is
//! none. Then all tiles are close to their targets, and [`settle`](super::settle) does the rest.
//!
//! **Guarantee.** A valid answer.
//!
//! **Complexity.** O(1) per swap, with a bucket queue of all possible swaps.
//!
//! **Source.** Own work.

use super::bucket_queue::{BucketQueue, MAX_PRIORITY};
use super::settle::settle;
use crate::Budget;
use crate::random::SplitMix64;
use crate::swap_puzzle::distances::distances_from;
use crate::swap_puzzle::instance::target_cell;
use crate::swap_puzzle::{Instance, Swap};

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

/// The fixed-point scale: the value of one step.
const SCALE: i64 = 64;

/// The distances that the potential is based on.
#[derive(Debug)]
pub(super) struct Distances {
    /// The row and the column of each cell.
    places: Vec<(u32, u32)>,
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
        let shape = instance.shape;
        let place = |cell| (shape.row(cell) as u32, shape.column(cell) as u32);
        Self {
            places: (0..shape.cells()).map(place).collect(),
            around: (0..cells).map(|c| distances_from(instance, c)).collect(),
        }
    }

    /// Returns the distances of two cells in rows and in columns; with walls, the distance and 0.
    fn parts(&self, tile: usize, cell: usize) -> [u32; 2] {
        if let Some(distances) = self.around.get(tile) {
            return [distances[cell], 0];
        }
        let ((row, column), (other_row, other_column)) = (self.places[tile], self.places[cell]);
        [row.abs_diff(other_row), column.abs_diff(other_column)]
    }

    pub(super) fn distance(&self, tile: usize, cell: usize) -> u32 {
        let [rows, columns] = self.parts(tile, cell);
        rows + columns
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
    let mut descent = Descent::new(instance, distances, weights, tiles);
    descent.run(rng, budget)?;
    settle(&mut descent, rng, budget)?;
    let mut swaps = descent.swaps;
    if weights.backwards {
        swaps.reverse();
    }
    Some(swaps)
}

pub(super) struct Descent<'i> {
    pub(super) instance: &'i Instance,
    pub(super) distances: &'i Distances,
    /// The potential of each distance in rows or columns.
    terms: Vec<i64>,
    /// The largest possible gain.
    max_gain: i64,
    pub(super) tiles: Vec<usize>,
    edges: Vec<Swap>,
    /// The edges at each cell.
    at: Vec<Vec<u32>>,
    gains: BucketQueue,
    pub(super) swaps: Vec<Swap>,
}

impl<'i> Descent<'i> {
    fn new(
        instance: &'i Instance,
        distances: &'i Distances,
        weights: Weights,
        tiles: Vec<usize>,
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
        let mut descent = Self {
            instance,
            distances,
            terms: (0..=farthest).map(term).collect(),
            // The terms are convex: the last step is the largest one.
            max_gain: 2 * (term(farthest) - term(farthest - 1)),
            tiles,
            gains: BucketQueue::new(edges.len()),
            edges,
            at,
            swaps: Vec::new(),
        };
        for edge in 0..descent.edges.len() {
            descent.update_gain(edge);
        }
        descent
    }

    /// Updates the gain of a swap in the queue: by how much it lowers the potential.
    fn update_gain(&mut self, edge: usize) {
        let (one, other) = self.edges[edge];
        let (s, t) = (self.tiles[one], self.tiles[other]);
        let ways = [(s, one), (t, other), (s, other), (t, one)];
        let parts = ways.map(|(tile, cell)| self.distances.parts(tile, cell));
        let [now_s, now_t, then_s, then_t] = parts.map(|[rows, columns]| rows + columns);
        let priority = if then_s + then_t > now_s + now_t {
            0
        } else {
            let potentials = parts.map(|parts| parts.map(|part| self.terms[part as usize]));
            let [now_s, now_t, then_s, then_t] = potentials.map(|[rows, columns]| rows + columns);
            let gain = now_s + now_t - then_s - then_t;
            let most = i64::from(MAX_PRIORITY);
            // A gain is never rounded to 0, which would remove it from the queue.
            (gain.max(0) * most / self.max_gain).max(i64::from(gain > 0))
        };
        self.gains.set(edge, priority as u16);
    }

    pub(super) fn swap(&mut self, one: usize, other: usize) {
        self.tiles.swap(one, other);
        self.swaps.push((one, other));
        for cell in [one, other] {
            for index in 0..self.at[cell].len() {
                self.update_gain(self.at[cell][index] as usize);
            }
        }
    }

    /// Applies swaps until none lowers the potential. Returns `None` if the budget expires.
    pub(super) fn run(&mut self, rng: &mut SplitMix64, budget: &Budget) -> Option<()> {
        while let Some(edge) = self.gains.highest(rng) {
            if self.swaps.len().is_multiple_of(256) && budget.expired() {
                return None;
            }
            let (one, other) = self.edges[edge];
            self.swap(one, other);
        }
        Some(())
    }
}
