//! How the time of an assignment grows, as ratios to a small case of the same run, which hardly differ by machine.

use std::hint::black_box;
use std::time::Instant;

use puzzles::{Budget, Point, Random, assign};

/// Cells drawn without repetition from a rectangle.
fn draw(random: &mut Random, count: usize, rows: usize, columns: usize) -> Vec<Point> {
    let mut cells: Vec<usize> = (0..rows * columns).collect();
    random.shuffle(&mut cells);
    cells.truncate(count);
    let point = |cell| Point {
        row: (cell / columns) as i32,
        column: (cell % columns) as i32,
    };
    cells.into_iter().map(point).collect()
}

/// The best of a few runs, in seconds.
fn seconds(sources: &[Point], targets: &[Point]) -> f64 {
    let run = |_| {
        let start = Instant::now();
        black_box(assign(sources, targets, &Budget::unlimited()));
        start.elapsed().as_secs_f64()
    };
    (0..3).map(run).fold(f64::INFINITY, f64::min)
}

fn main() {
    let random = &mut Random::new(6);
    let unit_sources = draw(random, 100, 100, 100);
    let unit_targets = draw(random, 100, 100, 100);
    let unit = seconds(&unit_sources, &unit_targets);
    println!("1.0 = 100 points on 100 x 100, targets anywhere");
    println!(
        "{:>7} {:>11} {:>10} {:>10}",
        "points", "grid", "anywhere", "in rows"
    );
    for (count, side) in [
        (25, 1000),
        (100, 1000),
        (400, 400),
        (475, 100),
        (1900, 100),
        (1000, 1000),
        (2200, 300),
        (17_000, 300),
    ] {
        let sources = draw(random, count, side, side);
        let anywhere = draw(random, count, side, side);
        // As in the course's layout: the cells of a colour fill some rows.
        let in_rows = draw(random, count, count.div_ceil(side), side);
        println!(
            "{count:>7} {:>11} {:>10.2} {:>10.2}",
            format!("{side} x {side}"),
            seconds(&sources, &anywhere) / unit,
            seconds(&sources, &in_rows) / unit,
        );
    }
}
