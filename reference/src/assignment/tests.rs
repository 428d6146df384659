//! Both methods against all permutations, a plain Hungarian method and their own certificates.

use super::*;
use crate::Random;

type Method = fn(&[Point], &[Point]) -> Assignment;

fn by_paths(sources: &[Point], targets: &[Point]) -> Assignment {
    let prices = vec![0; targets.len()];
    matching::match_points(sources, targets, &prices, None, &Budget::unlimited()).unwrap()
}

fn by_paths_from_approximate_prices(sources: &[Point], targets: &[Point]) -> Assignment {
    let budget = &Budget::unlimited();
    let frame = Frame::around(sources.iter().chain(targets));
    let prices =
        scales::approximate_prices(sources, targets, frame, sources.len(), budget).unwrap();
    matching::match_points(sources, targets, &prices, None, budget).unwrap()
}

fn by_choice(sources: &[Point], targets: &[Point]) -> Assignment {
    assign(sources, targets, &Budget::unlimited()).unwrap()
}

fn by_flow(sources: &[Point], targets: &[Point]) -> Assignment {
    let frame = Frame::around(sources.iter().chain(targets));
    scales::flow_points(sources, targets, frame, &Budget::unlimited()).unwrap()
}

/// With half of the targets outside the band.
fn by_band(sources: &[Point], targets: &[Point]) -> Assignment {
    let band = Frame::around(&targets[..targets.len().div_ceil(2)]);
    band::match_in_band(sources, targets, band, &Budget::unlimited()).unwrap()
}

const METHODS: [Method; 5] = [
    by_choice,
    by_paths,
    by_paths_from_approximate_prices,
    by_flow,
    by_band,
];

/// Everything that makes an assignment a proof.
fn verify(sources: &[Point], targets: &[Point], assignment: &Assignment) {
    let mut met: Vec<u32> = assignment.target_of.clone();
    met.sort_unstable();
    assert!(
        met.into_iter().eq(0..targets.len() as u32),
        "not a matching"
    );
    let price = |source: usize, target: usize| {
        assignment.source_prices[source] + assignment.target_prices[target]
    };
    let mut cost = 0;
    for (source, &from) in sources.iter().enumerate() {
        for (target, &to) in targets.iter().enumerate() {
            assert!(price(source, target) <= from.distance(to), "infeasible");
        }
        let target = assignment.target_of[source] as usize;
        assert_eq!(price(source, target), from.distance(targets[target]));
        cost += from.distance(targets[target]) as u64;
    }
    assert_eq!(cost, assignment.cost);
}

fn cheapest_permutation(sources: &[Point], targets: &mut Vec<Point>) -> u64 {
    let Some((&first, rest)) = sources.split_first() else {
        return 0;
    };
    let tries = 0..targets.len();
    let cost_with = |index| {
        let target = targets.swap_remove(index);
        let cost = first.distance(target) as u64 + cheapest_permutation(rest, targets);
        targets.push(target);
        let last = targets.len() - 1;
        targets.swap(index, last);
        cost
    };
    tries.map(cost_with).min().unwrap()
}

/// The O(n³) method of Kuhn and Munkres on a full matrix; row and column 0 are sentinels.
fn hungarian(sources: &[Point], targets: &[Point]) -> u64 {
    let n = sources.len();
    let mut row_price = vec![0_i64; n + 1];
    let mut column_price = vec![0_i64; n + 1];
    let mut row_of = vec![0; n + 1];
    let mut before = vec![0; n + 1];
    for row in 1..=n {
        let mut slack = vec![i64::MAX; n + 1];
        let mut done = vec![false; n + 1];
        row_of[0] = row;
        let mut column = 0;
        while row_of[column] != 0 {
            done[column] = true;
            let i = row_of[column];
            for j in (1..=n).filter(|&j| !done[j]) {
                let distance = i64::from(sources[i - 1].distance(targets[j - 1]));
                let reduced = distance - row_price[i] - column_price[j];
                if reduced < slack[j] {
                    slack[j] = reduced;
                    before[j] = column;
                }
            }
            let next = (1..=n)
                .filter(|&j| !done[j])
                .min_by_key(|&j| slack[j])
                .unwrap();
            let delta = slack[next];
            for j in 0..=n {
                if done[j] {
                    row_price[row_of[j]] += delta;
                    column_price[j] -= delta;
                } else if j > 0 {
                    slack[j] -= delta;
                }
            }
            column = next;
        }
        while column != 0 {
            row_of[column] = row_of[before[column]];
            column = before[column];
        }
    }
    -column_price[0] as u64
}

/// Points in a rectangle that starts at an odd place; small rectangles make duplicates.
fn scattered(random: &mut Random, count: usize, rows: usize, columns: usize) -> Vec<Point> {
    let mut point = |_| Point {
        row: 7 + random.below(rows) as i32,
        column: 3 + random.below(columns) as i32,
    };
    (0..count).map(&mut point).collect()
}

fn clustered(random: &mut Random, count: usize) -> Vec<Point> {
    let centres = scattered(random, 3, 60, 60);
    let mut points = Vec::new();
    while points.len() < count {
        let centre = centres[random.below(3)];
        let off = scattered(random, 1, 4, 4)[0];
        points.push(Point {
            row: centre.row + off.row,
            column: centre.column + off.column,
        });
    }
    points
}

#[test]
fn nothing_to_match() {
    let assignment = assign(&[], &[], &Budget::unlimited()).unwrap();
    assert_eq!((assignment.target_of.len(), assignment.cost), (0, 0));
}

#[test]
fn the_budget_is_kept() {
    let points = scattered(&mut Random::new(0), 2000, 50, 50);
    let spent = Budget::unlimited().with_time(std::time::Duration::ZERO);
    assert_eq!(assign(&points[..9], &points[9..18], &spent), None);
    assert_eq!(assign(&points[..1000], &points[1000..], &spent), None);
}

#[test]
fn a_budget_that_is_used_up_leaves_a_lower_bound() {
    let random = &mut Random::new(8);
    // Dense points, points with an approximate start, and few points.
    for (count, rows, columns) in [(900, 40, 40), (700, 300, 300), (90, 60, 60)] {
        let sources = scattered(random, count, rows, columns);
        let targets = scattered(random, count, rows, columns);
        let cheapest = assign(&sources, &targets, &Budget::unlimited())
            .unwrap()
            .cost as i64;
        let mut unsolved = 0;
        let mut best = 0;
        for power in 0..40 {
            let budget = Budget::unlimited().with_work(1 << power);
            match assign_or_bound(&sources, &targets, &budget) {
                Ok(assignment) => assert_eq!(assignment.cost as i64, cheapest),
                Err(prices) => {
                    let bound = prices.value();
                    assert!(bound <= cheapest, "{bound} > {cheapest}");
                    unsolved += 1;
                    best = best.max(bound);
                }
            }
        }
        assert!((10..39).contains(&unsolved), "{unsolved} of 40 unsolved");
        assert!(4 * best > 3 * cheapest, "{best} of {cheapest}");
    }
}

#[test]
fn agrees_with_all_permutations() {
    let random = &mut Random::new(1);
    for round in 0..600 {
        let count = 1 + round % 7;
        let (rows, columns) = [(1, 9), (9, 1), (3, 3), (2, 40), (1, 1), (12, 12)][round % 6];
        let sources = scattered(random, count, rows, columns);
        let targets = scattered(random, count, rows, columns);
        let cheapest = cheapest_permutation(&sources, &mut targets.clone());
        for method in METHODS {
            let assignment = method(&sources, &targets);
            verify(&sources, &targets, &assignment);
            assert_eq!(assignment.cost, cheapest);
        }
    }
}

#[test]
fn agrees_with_the_hungarian_method() {
    let random = &mut Random::new(2);
    for round in 0..120 {
        let count = 1 + random.below(110);
        let (sources, targets) = match round % 6 {
            0 => (
                scattered(random, count, 15, 15),
                scattered(random, count, 15, 15),
            ),
            1 => (clustered(random, count), clustered(random, count)),
            2 => (scattered(random, count, 64, 64), clustered(random, count)),
            3 => (
                scattered(random, count, 1, 300),
                scattered(random, count, 1, 300),
            ),
            4 => (
                scattered(random, count, 90, 1),
                scattered(random, count, 90, 2),
            ),
            _ => (
                scattered(random, count, 50, 70),
                scattered(random, count, 1, 70),
            ),
        };
        let cheapest = hungarian(&sources, &targets);
        for method in METHODS {
            let assignment = method(&sources, &targets);
            verify(&sources, &targets, &assignment);
            assert_eq!(assignment.cost, cheapest);
        }
    }
}

#[test]
fn large_results_prove_themselves() {
    let random = &mut Random::new(3);
    for (count, rows, columns) in [
        (499, 90, 90),
        (700, 400, 400),
        (900, 60, 60),
        (600, 1, 5000),
    ] {
        let sources = scattered(random, count, rows, columns);
        for targets in [
            scattered(random, count, rows, columns),
            clustered(random, count),
        ] {
            let assignment = assign(&sources, &targets, &Budget::unlimited()).unwrap();
            verify(&sources, &targets, &assignment);
        }
    }
}

#[test]
fn bands_are_found() {
    let random = &mut Random::new(23);
    let mut targets: Vec<Point> = (0..600)
        .map(|_| Point {
            row: 100 + random.below(3) as i32,
            column: random.below(900) as i32,
        })
        .collect();
    targets[7].row = 2;
    targets[9].row = 300;
    let band = band::find_band(&targets, 600 * 600 / 48).unwrap();
    assert_eq!((band.top, band.bottom), (100, 102));
    let sources: Vec<Point> = targets
        .iter()
        .map(|target| Point {
            row: random.below(400) as i32,
            column: target.column,
        })
        .collect();
    verify(&sources, &targets, &by_choice(&sources, &targets));
    assert!(band::find_band(&sources, 600 * 600 / 48).is_none());
}
