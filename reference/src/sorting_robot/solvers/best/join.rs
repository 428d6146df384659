//! Cheapest insertion of the cycles of a region into one tour, with perturbed costs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::region::Region;
use crate::sorting_robot::Colour;

const NOWHERE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Stop {
    place: u32,
    hand: Colour,
    next: u32,
    /// Whether a cycle can be inserted between this stop and the next.
    open: bool,
}

/// How a cycle is inserted, see [`Insertion`](crate::sorting_robot::tour::Insertion).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Aside,
    Instead,
}

/// The perturbed cost of an insertion, the stop before it, the stop after it, and where it enters the cycle.
type Candidate = Reverse<(i32, u32, u32, Kind, u32)>;

/// Merges cycles repeatedly, reusing its buffers.
#[derive(Debug, Default)]
pub(super) struct Joiner {
    stops: Vec<Stop>,
    predecessor: Vec<u32>,
    unserved: Vec<u32>,
    /// The position of a site in that list; [`NONE`] if it has been visited.
    position: Vec<u32>,
    queue: BinaryHeap<Candidate>,
}

impl Joiner {
    /// Returns the steps of one tour of all sites, as far as they can be changed; `None` if there is no tour.
    ///
    /// `perturbations` are added to the insertion cost at each site, in quarters of a step: the cheapest
    /// insertion is not always the best, and there are many ties.
    pub(super) fn connect(
        &mut self,
        region: &Region,
        successor: &[u32],
        whims: &[i32],
    ) -> Option<i32> {
        let count = region.places.len() as u32;
        self.unserved.clear();
        self.unserved.extend(0..count);
        self.position.clear();
        self.position.extend(0..count);
        self.predecessor.clear();
        self.predecessor.resize(count as usize, NOWHERE);
        for (place, &next) in successor.iter().enumerate() {
            if next != NOWHERE {
                self.predecessor[next as usize] = place as u32;
            }
        }
        self.queue.clear();
        self.stops.clear();
        let mut steps = 0;
        for (place, &next) in successor.iter().enumerate() {
            if next != NOWHERE && region.places[place].is_free() {
                steps += region.distance(place as u32, next);
            }
        }
        self.append(region, successor, 0, NOWHERE);
        self.take_in(region, whims, 0, NOWHERE);
        while !self.unserved.is_empty() {
            let Reverse((_, from, to, kind, entry)) = self.queue.pop()?;
            let stop = self.stops[from as usize];
            if stop.next != to {
                continue;
            }
            if self.position[entry as usize] == NOWHERE {
                self.look_around(region, whims, from);
                continue;
            }
            let target = self.stops[to as usize].place;
            steps += self.cost(region, stop.place, target, kind, entry);
            let first = self.stops.len() as u32;
            self.append(region, successor, entry, entry);
            if kind == Kind::Aside {
                self.stops.push(Stop {
                    place: entry,
                    ..stop
                });
            }
            let last = self.stops.len() - 1;
            self.stops[last].next = to;
            self.stops[from as usize].next = first;
            self.take_in(region, whims, first, to);
            self.look_around(region, whims, from);
        }
        Some(steps)
    }

    /// Returns the sites of the last tour and the colour that the robot carries away from each.
    pub(super) fn order(&self) -> Vec<(u32, Colour)> {
        let mut order = Vec::with_capacity(self.stops.len());
        let mut at = 0;
        while let Some(stop) = self.stops.get(at as usize) {
            order.push((stop.place, stop.hand));
            at = stop.next;
        }
        order
    }

    /// Appends stops from a site on until `last` or nothing comes next.
    fn append(&mut self, region: &Region, successor: &[u32], first: u32, last: u32) {
        let mut place = first;
        loop {
            let node = region.places[place as usize];
            let next = successor[place as usize];
            let here = self.stops.len() as u32;
            self.stops.push(Stop {
                place,
                hand: node.gives,
                next: if next == NOWHERE { NOWHERE } else { here + 1 },
                open: node.is_free(),
            });
            place = next;
            if place == last {
                break;
            }
        }
    }

    /// Marks the stops from `first` to `last` as visited and searches insertions on the legs between them.
    fn take_in(&mut self, region: &Region, whims: &[i32], first: u32, last: u32) {
        let mut at = first;
        while at != last {
            let stop = self.stops[at as usize];
            self.serve(stop.place);
            at = stop.next;
        }
        let mut at = first;
        while at != last {
            self.look_around(region, whims, at);
            at = self.stops[at as usize].next;
        }
    }

    fn serve(&mut self, place: u32) {
        let position = std::mem::replace(&mut self.position[place as usize], NOWHERE);
        if position == NOWHERE {
            return;
        }
        self.unserved.swap_remove(position as usize);
        if let Some(&moved) = self.unserved.get(position as usize) {
            self.position[moved as usize] = position;
        }
    }

    fn cost(&self, region: &Region, from: u32, to: u32, kind: Kind, entry: u32) -> i32 {
        let there = region.distance(from, entry) - region.distance(from, to);
        match kind {
            Kind::Aside => there + region.distance(entry, to),
            Kind::Instead => {
                let last = self.predecessor[entry as usize];
                there + region.distance(last, to) - region.distance(last, entry)
            }
        }
    }

    /// Queues the cheapest insertion, by perturbed cost, on the leg from a stop to the next.
    fn look_around(&mut self, region: &Region, whims: &[i32], from: u32) {
        let stop = self.stops[from as usize];
        if stop.next == NOWHERE || !stop.open {
            return;
        }
        let to = self.stops[stop.next as usize].place;
        let mut best = (i32::MAX, Kind::Aside, NOWHERE);
        for &place in &self.unserved {
            let node = region.places[place as usize];
            let kind = if node.takes == stop.hand {
                let last = self.predecessor[place as usize];
                if !region.places[last as usize].is_free() {
                    continue;
                }
                Kind::Instead
            } else if node.is_cell {
                Kind::Aside
            } else {
                continue;
            };
            let cost = self.cost(region, stop.place, to, kind, place);
            let seeming = 4 * cost + whims[place as usize];
            if seeming < best.0 {
                best = (seeming, kind, place);
                if seeming <= 0 {
                    break;
                }
            }
        }
        let (seeming, kind, place) = best;
        if place != NOWHERE {
            let candidate = (seeming, from, stop.next, kind, place);
            self.queue.push(Reverse(candidate));
        }
    }
}
