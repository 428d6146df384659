//! Joining all circuits into one tour on small grids: always the joint that costs least of all, or seems to.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::tour::{Joint, Tour};
use crate::sorting_robot::ground::{Ground, NOWHERE, Place};

/// A joint between one stop and the next, with its cost; cheapest first.
type Candidate = Reverse<(i32, u32, u32, Joint)>;

/// What is needed to join circuits again and again.
pub(super) struct Joiner<'a> {
    ground: &'a Ground<'a>,
    predecessor: Vec<Place>,
    unserved: Vec<Place>,
    /// Where a cell stands in that list; [`NOWHERE`] when it is served.
    position: Vec<u32>,
    queue: BinaryHeap<Candidate>,
}

impl<'a> Joiner<'a> {
    pub(super) fn new(ground: &'a Ground<'a>) -> Self {
        Self {
            ground,
            predecessor: vec![NOWHERE; ground.cells() + 2],
            unserved: Vec::new(),
            position: vec![NOWHERE; ground.cells()],
            queue: BinaryHeap::new(),
        }
    }

    /// One tour of all that is carried. `work` is all that is not black.
    ///
    /// `whims` say by how many quarters of a step each cell seems more costly to join at than it is: always to
    /// take the cheapest joint is not always the best, and there are many equals.
    pub(super) fn connect(&mut self, successor: &[Place], work: &[Place], whims: &[i32]) -> Tour {
        self.unserved.clear();
        self.unserved.extend_from_slice(work);
        for (position, &cell) in work.iter().enumerate() {
            self.position[cell as usize] = position as u32;
            self.predecessor[successor[cell as usize] as usize] = cell;
        }
        let mut tour = Tour::new(self.ground, successor);
        self.queue.clear();
        self.take_in(&tour, whims, 0, NOWHERE);
        while !self.unserved.is_empty() {
            let Some(Reverse((_, from, to, joint))) = self.queue.pop() else {
                unreachable!("every circuit can be joined to any leg");
            };
            if tour.stops[from as usize].next != to {
                continue;
            }
            let (Joint::Aside(entry) | Joint::Instead(entry)) = joint;
            if self.position[entry as usize] == NOWHERE {
                self.look_around(&tour, whims, from);
                continue;
            }
            let first = tour.join(self.ground, successor, from, joint);
            self.take_in(&tour, whims, first, to);
            self.look_around(&tour, whims, from);
        }
        tour
    }

    /// Marks the stops from one to another as served and looks around the legs between them.
    fn take_in(&mut self, tour: &Tour, whims: &[i32], first: u32, last: u32) {
        let mut at = first;
        while at != last {
            let stop = tour.stops[at as usize];
            if stop.place < self.ground.start() {
                self.serve(stop.place);
            }
            at = stop.next;
        }
        let mut at = first;
        while at != last {
            self.look_around(tour, whims, at);
            at = tour.stops[at as usize].next;
        }
    }

    fn serve(&mut self, cell: Place) {
        let position = std::mem::replace(&mut self.position[cell as usize], NOWHERE);
        if position == NOWHERE {
            return;
        }
        self.unserved.swap_remove(position as usize);
        if let Some(&moved) = self.unserved.get(position as usize) {
            self.position[moved as usize] = position;
        }
    }

    /// Notes the cheapest joint on the way from a stop to the next.
    fn look_around(&mut self, tour: &Tour, whims: &[i32], from: u32) {
        let stop = tour.stops[from as usize];
        if stop.next == NOWHERE {
            return;
        }
        let to = tour.stops[stop.next as usize].place;
        let ground = self.ground;
        let straight = ground.distance(stop.place, to);
        let mut best = (i32::MAX, Joint::Aside(NOWHERE));
        for &cell in &self.unserved {
            let there = ground.distance(stop.place, cell) - straight;
            let (cost, joint) = if ground.takes(cell) == stop.hand {
                let last = self.predecessor[cell as usize];
                let cost = there + ground.distance(last, to) - ground.distance(last, cell);
                (cost, Joint::Instead(cell))
            } else {
                (there + ground.distance(cell, to), Joint::Aside(cell))
            };
            let seeming = 4 * cost + whims[cell as usize];
            if seeming < best.0 {
                best = (seeming, joint);
                if best.0 <= 0 {
                    break;
                }
            }
        }
        let (cost, joint) = best;
        if cost < i32::MAX {
            self.queue.push(Reverse((cost, from, stop.next, joint)));
        }
    }
}
