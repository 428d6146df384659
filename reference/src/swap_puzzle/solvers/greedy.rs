//! One tile after the other, each on a direct path to its target.
//!
//! **What.** Tiles 1, 2, 3 and so on are moved sideways to their column and then up to their row; tiles in place are
//! never moved again. With walls, cells are filled in an order that keeps the remaining cells connected: leaves of a
//! spanning tree first. Each tile takes a shortest path through the remaining cells.
//!
//! **Guarantee.** A valid answer of fewer than N·(m + n) swaps without walls, N² with them; usually far from the
//! optimum.
//!
//! **Complexity.** O(N·(m + n)) for N = m·n cells without walls, O(N²) with them; O(N) memory besides the answer.
//!
//! **Source.** Projet Programmation report (Morand and Samani), section 2.2; the order for walls is own work.
//!
//! **Example.** On `3 4 2 / 5 6 1` it takes 9 swaps.

use crate::swap_puzzle::distances::{FAR, distances_from};
use crate::swap_puzzle::instance::target_cell;
use crate::swap_puzzle::{Answer, Instance, Swap};
use crate::{Budget, Unsolved};

pub(super) fn solve(instance: &Instance, budget: &Budget) -> Result<Answer, Unsolved> {
    let tiles = instance
        .tiles
        .iter()
        .map(|&tile| target_cell(tile))
        .collect();
    let mut movement = Movement::new(instance, tiles);
    movement.finish(budget)?;
    Ok(Answer {
        shape: instance.shape,
        swaps: movement.swaps,
    })
}

/// Completes the answer of another algorithm without a time limit.
pub(super) fn finish(instance: &Instance, tiles: &[usize], swaps: &mut Vec<Swap>) {
    let mut movement = Movement::new(instance, tiles.to_vec());
    let finished = movement.finish(&Budget::unlimited());
    finished.expect("an unlimited budget does not expire");
    swaps.append(&mut movement.swaps);
}

/// The positions of the tiles and the swaps so far. Tiles are identified by their target cells.
struct Movement<'i> {
    instance: &'i Instance,
    tiles: Vec<usize>,
    places: Vec<usize>,
    swaps: Vec<Swap>,
}

impl<'i> Movement<'i> {
    fn new(instance: &'i Instance, tiles: Vec<usize>) -> Self {
        let mut places = vec![0; tiles.len()];
        for (cell, &tile) in tiles.iter().enumerate() {
            places[tile] = cell;
        }
        Self {
            instance,
            tiles,
            places,
            swaps: Vec::new(),
        }
    }

    fn finish(&mut self, budget: &Budget) -> Result<(), Unsolved> {
        if !self.instance.walls.is_empty() {
            return around_walls(self, budget);
        }
        for tile in 0..self.tiles.len() {
            if budget.expired() {
                return Err(Unsolved::Stopped);
            }
            self.sideways_then_up(tile);
        }
        Ok(())
    }

    fn swap(&mut self, cell: usize, other: usize) {
        self.tiles.swap(cell, other);
        self.places[self.tiles[cell]] = cell;
        self.places[self.tiles[other]] = other;
        self.swaps.push((cell, other));
    }

    fn sideways_then_up(&mut self, tile: usize) {
        let shape = self.instance.shape;
        let mut at = self.places[tile];
        while shape.column(at) != shape.column(tile) {
            let next = if shape.column(at) < shape.column(tile) {
                at + 1
            } else {
                at - 1
            };
            self.swap(at, next);
            at = next;
        }
        while at != tile {
            self.swap(at, at - shape.columns);
            at -= shape.columns;
        }
    }
}

fn around_walls(movement: &mut Movement, budget: &Budget) -> Result<(), Unsolved> {
    let instance = movement.instance;
    // Breadth-first from the last cell: every cell is adjacent to a nearer one, so filling the most distant cell first
    // keeps the rest connected.
    let distances = distances_from(instance, instance.tiles.len() - 1);
    let mut order: Vec<usize> = (0..instance.tiles.len()).collect();
    order.sort_by_key(|&cell| std::cmp::Reverse(distances[cell]));

    let mut filled = vec![false; order.len()];
    let mut way = vec![FAR; order.len()];
    let mut queue = Vec::new();
    for cell in order {
        if budget.expired() {
            return Err(Unsolved::Stopped);
        }
        // Search from the target to the tile, so that the path can be followed from the tile.
        let mut at = movement.places[cell];
        queue.clear();
        queue.push(cell);
        way[cell] = cell as u32;
        let mut next = 0;
        while way[at] == FAR {
            let from = queue[next];
            next += 1;
            for other in instance.neighbours(from) {
                if way[other] == FAR && !filled[other] {
                    way[other] = from as u32;
                    queue.push(other);
                }
            }
        }
        while at != cell {
            let next = way[at] as usize;
            movement.swap(at, next);
            at = next;
        }
        for &seen in &queue {
            way[seen] = FAR;
        }
        filled[cell] = true;
    }
    Ok(())
}
