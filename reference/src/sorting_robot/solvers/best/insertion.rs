//! Cheapest insertion of the cycles of a region into one tour, with perturbed costs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::region::Region;
use crate::sorting_robot::Colour;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Stop {
    site: u32,
    hand: Colour,
    next: u32,
    /// Whether a cycle can be inserted between this stop and the next.
    open: bool,
}

/// How a cycle is inserted, see [`Insertion`](crate::sorting_robot::tour::Insertion).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Nested,
    Exchanged,
}

/// The perturbed cost of an insertion, the stop before it, the stop after it, and where it enters the cycle.
type Candidate = Reverse<(i32, u32, u32, Kind, u32)>;

/// Merges cycles repeatedly, reusing its buffers.
#[derive(Debug, Default)]
pub(super) struct Merger {
    stops: Vec<Stop>,
    predecessor: Vec<u32>,
    unvisited: Vec<u32>,
    /// The position of a site in that list; [`NONE`] if it has been visited.
    position: Vec<u32>,
    queue: BinaryHeap<Candidate>,
}

impl Merger {
    /// Returns the steps of one tour of all sites, as far as they can be changed; `None` if there is no tour.
    ///
    /// `perturbations` are added to the insertion cost at each site, in quarters of a step: the cheapest insertion is
    /// not always the best, and there are many ties.
    pub(super) fn connect(
        &mut self,
        region: &Region,
        successor: &[u32],
        perturbations: &[i32],
    ) -> Option<i32> {
        let count = region.nodes.len() as u32;
        self.unvisited.clear();
        self.unvisited.extend(0..count);
        self.position.clear();
        self.position.extend(0..count);
        self.predecessor.clear();
        self.predecessor.resize(count as usize, NONE);
        for (site, &next) in successor.iter().enumerate() {
            if next != NONE {
                self.predecessor[next as usize] = site as u32;
            }
        }
        self.queue.clear();
        self.stops.clear();
        let mut steps = 0;
        for (site, &next) in successor.iter().enumerate() {
            if next != NONE && region.nodes[site].is_free() {
                steps += region.distance(site as u32, next);
            }
        }
        self.append(region, successor, 0, NONE);
        self.visit_stops(region, perturbations, 0, NONE);
        while !self.unvisited.is_empty() {
            let Reverse((_, from, to, kind, entry)) = self.queue.pop()?;
            let stop = self.stops[from as usize];
            if stop.next != to {
                continue;
            }
            if self.position[entry as usize] == NONE {
                self.queue_cheapest(region, perturbations, from);
                continue;
            }
            let target = self.stops[to as usize].site;
            steps += self.cost(region, stop.site, target, kind, entry);
            let first = self.stops.len() as u32;
            self.append(region, successor, entry, entry);
            if kind == Kind::Nested {
                self.stops.push(Stop {
                    site: entry,
                    ..stop
                });
            }
            let last = self.stops.len() - 1;
            self.stops[last].next = to;
            self.stops[from as usize].next = first;
            self.visit_stops(region, perturbations, first, to);
            self.queue_cheapest(region, perturbations, from);
        }
        Some(steps)
    }

    /// Returns the sites of the last tour and the colour that the robot carries away from each.
    pub(super) fn order(&self) -> Vec<(u32, Colour)> {
        let mut order = Vec::with_capacity(self.stops.len());
        let mut at = 0;
        while let Some(stop) = self.stops.get(at as usize) {
            order.push((stop.site, stop.hand));
            at = stop.next;
        }
        order
    }

    /// Appends stops from a site on until `last` or nothing comes next.
    fn append(&mut self, region: &Region, successor: &[u32], first: u32, last: u32) {
        let mut site = first;
        loop {
            let node = region.nodes[site as usize];
            let next = successor[site as usize];
            let here = self.stops.len() as u32;
            self.stops.push(Stop {
                site,
                hand: node.gives,
                next: if next == NONE { NONE } else { here + 1 },
                open: node.is_free(),
            });
            site = next;
            if site == last {
                break;
            }
        }
    }

    /// Marks the stops from `first` to `last` as visited and searches insertions on the legs between them.
    fn visit_stops(&mut self, region: &Region, perturbations: &[i32], first: u32, last: u32) {
        let mut at = first;
        while at != last {
            let stop = self.stops[at as usize];
            self.visit(stop.site);
            at = stop.next;
        }
        let mut at = first;
        while at != last {
            self.queue_cheapest(region, perturbations, at);
            at = self.stops[at as usize].next;
        }
    }

    fn visit(&mut self, site: u32) {
        let position = std::mem::replace(&mut self.position[site as usize], NONE);
        if position == NONE {
            return;
        }
        self.unvisited.swap_remove(position as usize);
        if let Some(&moved) = self.unvisited.get(position as usize) {
            self.position[moved as usize] = position;
        }
    }

    fn cost(&self, region: &Region, from: u32, to: u32, kind: Kind, entry: u32) -> i32 {
        let there = region.distance(from, entry) - region.distance(from, to);
        match kind {
            Kind::Nested => there + region.distance(entry, to),
            Kind::Exchanged => {
                let last = self.predecessor[entry as usize];
                there + region.distance(last, to) - region.distance(last, entry)
            }
        }
    }

    /// Queues the cheapest insertion, by perturbed cost, on the leg from a stop to the next.
    fn queue_cheapest(&mut self, region: &Region, perturbations: &[i32], from: u32) {
        let stop = self.stops[from as usize];
        if stop.next == NONE || !stop.open {
            return;
        }
        let to = self.stops[stop.next as usize].site;
        let mut best = (i32::MAX, Kind::Nested, NONE);
        for &site in &self.unvisited {
            let node = region.nodes[site as usize];
            let kind = if node.takes == stop.hand {
                let last = self.predecessor[site as usize];
                if !region.nodes[last as usize].is_free() {
                    continue;
                }
                Kind::Exchanged
            } else if node.is_cell {
                Kind::Nested
            } else {
                continue;
            };
            let cost = self.cost(region, stop.site, to, kind, site);
            let perturbed = 4 * cost + perturbations[site as usize];
            if perturbed < best.0 {
                best = (perturbed, kind, site);
                if perturbed <= 0 {
                    break;
                }
            }
        }
        let (perturbed, kind, site) = best;
        if site != NONE {
            let candidate = (perturbed, from, stop.next, kind, site);
            self.queue.push(Reverse(candidate));
        }
    }
}
