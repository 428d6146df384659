//! Transport plan for one row or one column: matching in order is optimal.

use super::ByColour;
use crate::sorting_robot::sites::{NO_SITE, Site, Sites};

/// Returns minimum-cost successors on a line, including the empty hand from the start to the end of the walk.
pub(in crate::sorting_robot) fn pair_in_order(sites: &Sites) -> Vec<Site> {
    let colours = ByColour::new(sites);
    let mut successor = vec![NO_SITE; sites.cells() + 1];
    let mut pair = |gives: &[Site], takes: &[Site]| {
        for (&from, &to) in gives.iter().zip(takes) {
            successor[from as usize] = to;
        }
    };
    for colour in 0..colours.none() {
        pair(colours.gives(colour), colours.takes(colour));
    }
    let mut gives = colours.gives(colours.none()).to_vec();
    gives.insert(0, sites.start());
    let mut takes = colours.takes(colours.none()).to_vec();
    let (start, end) = (sites.start(), sites.end());
    let before_end = |&site: &Site| sites.distance(start, site) < sites.distance(start, end);
    takes.insert(takes.partition_point(before_end), end);
    pair(&gives, &takes);
    successor
}
