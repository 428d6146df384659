//! A walk as the list of the places where the robot swaps, and the two ways of taking more of them in.

use crate::sorting_robot::Colour;
use crate::sorting_robot::ground::{Ground, NOWHERE, Place};

/// A visit of a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    pub(super) place: Place,
    /// What the robot carries when it leaves.
    pub(super) hand: Colour,
    pub(super) next: u32,
}

/// The stops are a linked list that begins with the start, number 0.
#[derive(Clone, Debug)]
pub(super) struct Tour {
    pub(super) stops: Vec<Stop>,
}

/// How a circuit of places joins a tour, on the way from one stop to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Joint {
    /// What the robot carries is left at this place of the circuit until the circuit is done.
    Aside(Place),
    /// What the robot carries is given to this place of the circuit, and the like of it, which the circuit had
    /// meant for this place, is carried on instead.
    Instead(Place),
}

impl Tour {
    /// The places from the start to the end, without any circuits.
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

    /// Takes a circuit in behind a stop and returns the number of its first stop. The others follow up to the last
    /// one, whose next stop is what followed before.
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
