//! A tour as a linked list of stops, and the two ways of inserting a cycle.

mod large_instances;
mod unvisited_cycles;
mod visits;

pub(super) use self::large_instances::connect;
pub(super) use self::visits::{Visit, Visits};

use crate::sorting_robot::Colour;
use crate::sorting_robot::sites::{NO_SITE, Site, Sites};

/// A visit of a site.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    pub(super) site: Site,
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
pub(super) enum Insertion {
    /// The carried piece is left on this site of the cycle until the cycle is complete.
    Nested(Site),
    /// The carried piece is delivered to this site of the cycle, and the piece of the same colour that the cycle would
    /// have brought there is carried on.
    Exchanged(Site),
}

impl Tour {
    /// Returns the path from the start to the end, without any cycles.
    pub(super) fn new(sites: &Sites, successor: &[Site]) -> Self {
        let mut stops = Vec::with_capacity(sites.cells() + sites.cells() / 8 + 2);
        let mut site = sites.start();
        while site != NO_SITE {
            let next = if site == sites.end() {
                NO_SITE
            } else {
                successor[site as usize]
            };
            let here = stops.len() as u32;
            stops.push(Stop {
                site,
                hand: sites.gives(site),
                next: if next == NO_SITE { NO_SITE } else { here + 1 },
            });
            site = next;
        }
        Self { stops }
    }

    /// Inserts a cycle after a stop and returns the number of its first stop. Its stops are consecutive; the last one
    /// is followed by the previous next stop.
    pub(super) fn insert(
        &mut self,
        sites: &Sites,
        successor: &[Site],
        behind: u32,
        insertion: Insertion,
    ) -> u32 {
        let first = self.stops.len() as u32;
        let Stop { hand, next, .. } = self.stops[behind as usize];
        let (Insertion::Nested(entry) | Insertion::Exchanged(entry)) = insertion;
        let mut site = entry;
        loop {
            let here = self.stops.len() as u32;
            self.stops.push(Stop {
                site,
                hand: sites.gives(site),
                next: here + 1,
            });
            site = successor[site as usize];
            if site == entry {
                break;
            }
        }
        if matches!(insertion, Insertion::Nested(_)) {
            let site = entry;
            self.stops.push(Stop { site, hand, next });
        }
        let last = self.stops.len() - 1;
        self.stops[last].next = next;
        self.stops[behind as usize].next = first;
        first
    }
}
