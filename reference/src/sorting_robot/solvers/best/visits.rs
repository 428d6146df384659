//! A tour as a list of visits, and its validation.

use super::tour::Tour;
use crate::sorting_robot::ground::{Ground, Place};
use crate::sorting_robot::{Answer, Colour, NONE, Walk};

/// A stop, and the colour that the robot carries when it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Visit {
    pub(super) place: Place,
    pub(super) hand: Colour,
}

/// The visits from the start to the end.
#[derive(Clone, Debug)]
pub(super) struct Visits {
    pub(super) list: Vec<Visit>,
    visited_again: Vec<bool>,
}

impl Visits {
    /// Returns `None` if the list is not a valid tour.
    pub(super) fn new(ground: &Ground, list: Vec<Visit>) -> Option<Self> {
        let mut pieces = ground.instance.pieces.clone();
        let mut hand = NONE;
        let cells = list.iter().filter(|visit| visit.place < ground.start());
        for visit in cells {
            let cell = visit.place as usize;
            if pieces[cell] == ground.instance.backgrounds[cell] {
                return None;
            }
            std::mem::swap(&mut hand, &mut pieces[cell]);
            if hand != visit.hand {
                return None;
            }
        }
        if pieces != ground.instance.backgrounds {
            return None;
        }
        let mut visited = vec![false; ground.cells() + 2];
        let again = |visit: &Visit| std::mem::replace(&mut visited[visit.place as usize], true);
        let mut visited_again: Vec<bool> = list.iter().rev().map(again).collect();
        visited_again.reverse();
        Some(Self {
            list,
            visited_again,
        })
    }

    pub(super) fn of_tour(ground: &Ground, tour: &Tour) -> Option<Self> {
        let mut list = Vec::with_capacity(tour.stops.len());
        let mut at = 0;
        while let Some(stop) = tour.stops.get(at as usize) {
            let (place, hand) = (stop.place, stop.hand);
            list.push(Visit { place, hand });
            at = stop.next;
        }
        Self::new(ground, list)
    }

    /// Returns whether the site of a visit is visited again later.
    pub(super) fn is_visited_again(&self, index: usize) -> bool {
        self.visited_again[index]
    }

    pub(super) fn steps(&self, ground: &Ground) -> u64 {
        let pairs = self.list.windows(2);
        pairs
            .map(|pair| ground.distance(pair[0].place, pair[1].place) as u64)
            .sum()
    }

    pub(super) fn answer(&self, ground: &Ground) -> Answer {
        let mut walk = Walk::new(ground.instance.shape);
        for visit in &self.list {
            if visit.place < ground.start() {
                walk.go(visit.place as usize);
                walk.swap();
            }
        }
        walk.finish()
    }
}
