//! Transport plan for one row or one column: matching in order is optimal.

use super::ByColour;
use crate::sorting_robot::ground::{Ground, NOWHERE, Place};

/// Returns minimum-cost successors on a line, including the empty hand from the start to the end of the walk.
pub(in crate::sorting_robot) fn pair_in_order(ground: &Ground) -> Vec<Place> {
    let colours = ByColour::new(ground);
    let mut successor = vec![NOWHERE; ground.cells() + 1];
    let mut pair = |gives: &[Place], takes: &[Place]| {
        for (&from, &to) in gives.iter().zip(takes) {
            successor[from as usize] = to;
        }
    };
    for colour in 0..colours.none() {
        pair(colours.gives(colour), colours.takes(colour));
    }
    let mut gives = colours.gives(colours.none()).to_vec();
    gives.insert(0, ground.start());
    let mut takes = colours.takes(colours.none()).to_vec();
    let (start, end) = (ground.start(), ground.end());
    let before_end = |&place: &Place| ground.distance(start, place) < ground.distance(start, end);
    takes.insert(takes.partition_point(before_end), end);
    pair(&gives, &takes);
    successor
}
