//! Completes an arrangement in which no swap helps both of its tiles, by rotations and pushes.
//!
//! **What.** In the *nearer* graph, an edge leads from the cell of each misplaced tile to every neighbour that is closer
//! to its target. A cycle of this graph is rotated, which brings each of its tiles closer: first all cycles of four
//! cells, then longer ones. Where there is none, a path of the graph is followed until it ends at a tile in place, which
//! changes places with the one before. The descent continues after every step.
//!
//! **Guarantee.** All tiles are in place at the end. If this takes too many rounds, `greedy` completes the answer.
//!
//! **Complexity.** O(N) per round for N cells, and about ten rounds.
//!
//! **Source.** Miltzow et al. 2016; they do not prefer short cycles.

use super::construct::Descent;
use super::greedy;
use crate::Budget;
use crate::random::SplitMix64;

/// The lengths of cycles that are rotated, one after the other. A rotation of k cells takes k/2 − 1 swaps more than the
/// sum of distances suggests. A grid has cycles of even length only, and those of two cells are swaps that help both
/// tiles, which the descent applies.
const CYCLE_LENGTHS: [usize; 4] = [4, 6, 8, 12];

/// The number of rounds after which `greedy` takes over.
const MAX_ROUNDS: usize = 200;

/// Returns `None` if the budget expires.
pub(super) fn settle(descent: &mut Descent, rng: &mut SplitMix64, budget: &Budget) -> Option<()> {
    let mut search = PathSearch::new(descent.tiles.len());
    for _ in 0..MAX_ROUNDS {
        for longest in CYCLE_LENGTHS {
            while search.round(descent, longest, Otherwise::Skip, rng, budget)? {}
        }
        if !search.round(descent, CYCLE_LENGTHS[0], Otherwise::Push, rng, budget)? {
            return Some(());
        }
    }
    greedy::finish(descent.instance, &descent.tiles, &mut descent.swaps);
    Some(())
}

/// What to do with a cell without a short cycle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Otherwise {
    Skip,
    Push,
}

struct PathSearch {
    /// For each cell, the start of the last search that reached it, and the cell before on the path.
    reached_from: Vec<(usize, usize)>,
}

impl PathSearch {
    fn new(cells: usize) -> Self {
        Self {
            reached_from: vec![(usize::MAX, 0); cells],
        }
    }

    /// Visits all cells once. Returns whether anything was swapped; `None` if the budget expires.
    fn round(
        &mut self,
        descent: &mut Descent,
        longest: usize,
        otherwise: Otherwise,
        rng: &mut SplitMix64,
        budget: &Budget,
    ) -> Option<bool> {
        let swaps = descent.swaps.len();
        self.reached_from.fill((usize::MAX, 0));
        let cells = descent.tiles.len();
        let turn = rng.below(cells);
        for (index, cell) in (turn..cells).chain(0..turn).enumerate() {
            if index % 256 == 0 && budget.expired() {
                return None;
            }
            if descent.tiles[cell] == cell {
                continue;
            }
            if let Some(cycle) = self.cycle(descent, cell, longest) {
                for pair in cycle.windows(2).rev() {
                    descent.swap(pair[0], pair[1]);
                }
            } else if otherwise == Otherwise::Push {
                push(descent, cell, rng);
            }
            descent.run(rng, budget)?;
        }
        Some(descent.swaps.len() > swaps)
    }

    /// Returns a shortest cycle of the nearer graph through a cell, if there is one of at most `longest` cells.
    fn cycle(&mut self, descent: &Descent, start: usize, longest: usize) -> Option<Vec<usize>> {
        let mut layer = vec![start];
        for _ in 0..longest {
            let mut next_layer = Vec::new();
            for &cell in &layer {
                for next in nearer(descent, cell) {
                    if next == start {
                        let mut cycle = vec![cell];
                        while cycle[cycle.len() - 1] != start {
                            cycle.push(self.reached_from[cycle[cycle.len() - 1]].1);
                        }
                        cycle.reverse();
                        return Some(cycle);
                    }
                    if self.reached_from[next].0 != start {
                        self.reached_from[next] = (start, cell);
                        next_layer.push(next);
                    }
                }
            }
            layer = next_layer;
        }
        None
    }
}

/// Follows a random path of the nearer graph. If it ends at a tile in place, exchanges that with the tile before; if it
/// returns to one of its cells, rotates the cycle.
fn push(descent: &mut Descent, start: usize, rng: &mut SplitMix64) {
    let mut path = vec![start];
    loop {
        let cell = path[path.len() - 1];
        let choices = nearer(descent, cell).count();
        let Some(next) = (choices > 0).then(|| rng.below(choices)) else {
            descent.swap(path[path.len() - 2], cell);
            return;
        };
        let next = nearer(descent, cell).nth(next).expect("it was counted");
        if let Some(first) = path.iter().position(|&met| met == next) {
            for pair in path[first..].windows(2).rev() {
                descent.swap(pair[0], pair[1]);
            }
            return;
        }
        path.push(next);
    }
}

/// Returns the neighbours of a cell that are closer to the target of its tile.
fn nearer(descent: &Descent, cell: usize) -> impl Iterator<Item = usize> {
    let (tile, distances) = (descent.tiles[cell], descent.distances);
    let here = distances.distance(tile, cell);
    let neighbours = descent.instance.neighbours(cell);
    neighbours.filter(move |&next| distances.distance(tile, next) < here)
}
