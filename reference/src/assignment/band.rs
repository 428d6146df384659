//! Minimum-cost matching if most targets lie in a narrow band, as when a colour fills a few rows.
//!
//! All points are moved into the band, where a flow on few cells solves the problem. Its prices and pairs remain valid
//! for the targets inside, so only the sources of the other targets have to be matched by augmenting paths.

use super::matching::{UNMATCHED, match_points};
use super::scales::flow_points;
use super::{Assignment, Frame, LowerBound, Point, clamp_all};
use crate::Budget;

/// At most one target in this many lies outside the band.
const MIN_INSIDE: usize = 32;

/// Returns the frame of the targets without some of the first and last rows or columns, if it has at most `most`
/// cells.
pub(super) fn find_band(targets: &[Point], most: usize) -> Option<Frame> {
    let coordinates: [fn(&Point) -> i32; 2] = [|point| point.row, |point| point.column];
    let bands = coordinates.into_iter().map(|coordinate| {
        let (first, last) = densest(targets.iter().map(coordinate).collect());
        let inside = |point: &&Point| (first..=last).contains(&coordinate(point));
        Frame::around(targets.iter().filter(inside))
    });
    let area = |band: &Frame| {
        let (rows, columns) = band.size(0);
        rows.saturating_mul(columns)
    };
    let smallest = bands.min_by_key(area)?;
    (area(&smallest) <= most).then_some(smallest)
}

/// Returns the shortest range with all but a few of the numbers.
fn densest(mut numbers: Vec<i32>) -> (i32, i32) {
    numbers.sort_unstable();
    let count = numbers.len() - numbers.len() / MIN_INSIDE;
    let ranges = numbers
        .windows(count)
        .map(|range| (range[0], range[count - 1]));
    ranges
        .min_by_key(|(first, last)| last - first)
        .unwrap_or((0, 0))
}

/// Computes a minimum-cost matching by way of the band.
pub(super) fn match_in_band(
    sources: &[Point],
    targets: &[Point],
    band: Frame,
    budget: &Budget,
) -> Result<Assignment, LowerBound> {
    let (near_sources, near_targets) = (clamp_all(sources, band), clamp_all(targets, band));
    // If the budget expires here, the prices of the targets outside are not feasible.
    let flow = flow_points(&near_sources, &near_targets, band, budget);
    let flow = flow.map_err(|_| LowerBound::default())?;
    let near = sources.iter().zip(&near_sources).zip(&flow.source_prices);
    let source_prices: Vec<i32> = near
        .map(|((source, &near), price)| price + source.distance(near))
        .collect();
    let mut target_prices = flow.target_prices;
    let is_outside = |target: usize| targets[target] != near_targets[target];
    for target in (0..targets.len()).filter(|&target| is_outside(target)) {
        let sources = sources.iter().zip(&source_prices);
        let allowed = sources.map(|(source, price)| source.distance(targets[target]) - price);
        target_prices[target] = allowed.min().unwrap_or(0);
    }
    let mut target_of = flow.target_of;
    for target in &mut target_of {
        if is_outside(*target as usize) {
            *target = UNMATCHED;
        }
    }
    match_points(sources, targets, &target_prices, Some(&target_of), budget)
}
