//! A tour as a list of visits, and its validation.

use super::Tour;
use crate::sorting_robot::sites::{Site, Sites};
use crate::sorting_robot::{Answer, Colour, NONE, Walk};

/// A stop, and the colour that the robot carries when it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sorting_robot) struct Visit {
    pub(in crate::sorting_robot) site: Site,
    pub(in crate::sorting_robot) hand: Colour,
}

/// The visits from the start to the end.
#[derive(Clone, Debug)]
pub(in crate::sorting_robot) struct Visits {
    pub(in crate::sorting_robot) list: Vec<Visit>,
    visited_again: Vec<bool>,
}

impl Visits {
    /// Returns `None` if the list is not a valid tour.
    pub(in crate::sorting_robot) fn new(sites: &Sites, list: Vec<Visit>) -> Option<Self> {
        let mut pieces = sites.instance.pieces.clone();
        let mut hand = NONE;
        let cells = list.iter().filter(|visit| visit.site < sites.start());
        for visit in cells {
            let cell = visit.site as usize;
            if pieces[cell] == sites.instance.backgrounds[cell] {
                return None;
            }
            std::mem::swap(&mut hand, &mut pieces[cell]);
            if hand != visit.hand {
                return None;
            }
        }
        if pieces != sites.instance.backgrounds {
            return None;
        }
        let mut visited = vec![false; sites.cells() + 2];
        let again = |visit: &Visit| std::mem::replace(&mut visited[visit.site as usize], true);
        let mut visited_again: Vec<bool> = list.iter().rev().map(again).collect();
        visited_again.reverse();
        Some(Self {
            list,
            visited_again,
        })
    }

    pub(in crate::sorting_robot) fn of_tour(sites: &Sites, tour: &Tour) -> Option<Self> {
        let mut list = Vec::with_capacity(tour.stops.len());
        let mut at = 0;
        while let Some(stop) = tour.stops.get(at as usize) {
            let (site, hand) = (stop.site, stop.hand);
            list.push(Visit { site, hand });
            at = stop.next;
        }
        Self::new(sites, list)
    }

    /// Returns whether the site of a visit is visited again later.
    pub(in crate::sorting_robot) fn is_visited_again(&self, index: usize) -> bool {
        self.visited_again[index]
    }

    pub(in crate::sorting_robot) fn steps(&self, sites: &Sites) -> u64 {
        let pairs = self.list.windows(2);
        pairs
            .map(|pair| sites.distance(pair[0].site, pair[1].site) as u64)
            .sum()
    }

    pub(in crate::sorting_robot) fn answer(&self, sites: &Sites) -> Answer {
        let mut walk = Walk::new(sites.instance.shape);
        for visit in &self.list {
            if visit.site < sites.start() {
                walk.go(visit.site as usize);
                walk.swap();
            }
        }
        walk.finish()
    }
}
