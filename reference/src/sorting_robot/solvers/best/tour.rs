//! A tour as a linked list of stops, and the two ways of inserting a cycle.

use crate::sorting_robot::Colour;
use crate::sorting_robot::ground::{Ground, NOWHERE, Place};

/// A visit of a site.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    pub(super) place: Place,
    /// The colour that the robot carries when it leaves.
    pub(super) hand: Colour,
    pub(super) next: u32,
}

/// The stops are a linked list that begins with the start, number 0.
#[derive(Clone, Debug)]
pub(super) struct Tour {
    pub(super) stops: Vec<Stop>,
}

/// How a cycle is inserted into a tour, between two consecutive stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Joint {
    /// The carried piece is left on this site of the cycle until the cycle is complete.
    Aside(Place),
    /// The carried piece is delivered to this site of the cycle, and the piece of the same colour that the
    /// cycle would have brought there is carried on.
    Instead(Place),
}

impl Tour {
    /// Returns the path from the start to the end, without any cycles.
    pub(super) fn new(ground: &Ground, successor: &[Place]) -> Self {
        let mut stops = Vec::with_capacity(ground.cells() + ground.cells() / 8 + 2);
        let mut place = ground.start();
        while place != NOWHERE {
            let next = if place == ground.end() {
                NOWHERE
            } else {
                successor[place as usize]
            };
            let here = stops.len() as u32;
            stops.push(Stop {
                place,
                hand: ground.gives(place),
                next: if next == NOWHERE { NOWHERE } else { here + 1 },
            });
            place = next;
        }
        Self { stops }
    }

    /// Inserts a cycle after a stop and returns the number of its first stop. Its stops are consecutive; the
    /// last one is followed by the previous next stop.
    pub(super) fn join(
        &mut self,
        ground: &Ground,
        successor: &[Place],
        behind: u32,
        joint: Joint,
    ) -> u32 {
        let first = self.stops.len() as u32;
        let Stop { hand, next, .. } = self.stops[behind as usize];
        let (Joint::Aside(entry) | Joint::Instead(entry)) = joint;
        let mut place = entry;
        loop {
            let here = self.stops.len() as u32;
            self.stops.push(Stop {
                place,
                hand: ground.gives(place),
                next: here + 1,
            });
            place = successor[place as usize];
            if place == entry {
                break;
            }
        }
        if matches!(joint, Joint::Aside(_)) {
            let place = entry;
            self.stops.push(Stop { place, hand, next });
        }
        let last = self.stops.len() - 1;
        self.stops[last].next = next;
        self.stops[behind as usize].next = first;
        first
    }
}
