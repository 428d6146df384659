//! Minimum-cost matching of points on one line: matching in order is optimal.

use super::{Assignment, Point};

/// Matches points that differ in one coordinate only, in their order along it.
///
/// The potential increases by 1 per step where more sources than targets have been passed, and decreases where fewer
/// have. It increases towards the target of every pair and is 1-Lipschitz, so it is an optimal dual solution.
pub(super) fn match_in_order(
    sources: &[Point],
    targets: &[Point],
    coordinate: fn(&Point) -> i32,
) -> Assignment {
    let in_order = |points: &[Point]| {
        let mut order: Vec<u32> = (0..points.len() as u32).collect();
        order.sort_unstable_by_key(|&index| coordinate(&points[index as usize]));
        order
    };
    let (source_order, target_order) = (in_order(sources), in_order(targets));
    let mut target_of = vec![0; sources.len()];
    for (&source, &target) in source_order.iter().zip(&target_order) {
        target_of[source as usize] = target;
    }

    let mut source_prices = vec![0; sources.len()];
    let mut target_prices = vec![0; targets.len()];
    let (mut passed_sources, mut passed_targets) = (0, 0);
    let mut place = 0;
    let mut potential = 0;
    loop {
        let source = source_order.get(passed_sources).map(|&s| s as usize);
        let target = target_order.get(passed_targets).map(|&t| t as usize);
        let source_place = source.map(|source| coordinate(&sources[source]));
        let target_place = target.map(|target| coordinate(&targets[target]));
        let Some(next) = source_place.into_iter().chain(target_place).min() else {
            break;
        };
        let slope = passed_sources.cmp(&passed_targets) as i32;
        potential += slope * (next - place);
        place = next;
        if let (Some(source), true) = (source, source_place == Some(next)) {
            source_prices[source] = -potential;
            passed_sources += 1;
        } else if let Some(target) = target {
            target_prices[target] = potential;
            passed_targets += 1;
        }
    }
    Assignment::new(target_of, source_prices, target_prices)
}
