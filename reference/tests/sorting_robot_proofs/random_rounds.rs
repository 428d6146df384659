//! Rounds of random cuts and prices that satisfy all conditions.

use std::fmt::Write;

use puzzles::Random;
use puzzles::sorting_robot::{Instance, NONE};

use crate::samples::SAMPLES;
use crate::{Pair, accepts, claiming};

/// A random round that satisfies all conditions: sets that walks must enter, and prices that fit the costs.
fn random_round(instance: &Instance, random: &mut Random) -> String {
    let (shape, cells) = (instance.shape, instance.shape.cells());
    let open: Vec<usize> = (0..cells)
        .filter(|&cell| !instance.is_black(cell))
        .collect();
    let mut colours: Vec<i32> = open.iter().map(|&cell| instance.pieces[cell]).collect();
    colours.push(NONE);
    colours.sort_unstable();
    colours.dedup();
    let layer = |colour: i32| colours.binary_search(&colour).unwrap();
    let nodes = cells * colours.len();
    let unit = 6;
    let mut costs = vec![[unit; 2]; nodes];
    let mut text = format!("round {unit}\n");
    for _ in 0..random.below(4) {
        let mut inside: Vec<bool> = (0..nodes).map(|_| random.below(3) == 0).collect();
        let first = open[random.below(open.len())];
        inside[layer(instance.pieces[first]) * cells + first] = true;
        for &cell in &open {
            if inside[layer(instance.pieces[cell]) * cells + cell] {
                (0..colours.len()).for_each(|layer| inside[layer * cells + cell] = true);
            }
        }
        let multiplier = 1 + random.below(3) as i64;
        let crosses = |node: usize, other: usize| inside[node] != inside[other];
        let mut reduced = costs.clone();
        for (node, costs) in reduced.iter_mut().enumerate() {
            let (row, column) = (shape.row(node % cells), shape.column(node % cells));
            if column + 1 < shape.columns && crosses(node, node + 1) {
                costs[0] -= multiplier;
            }
            if row + 1 < shape.rows && crosses(node, node + shape.columns) {
                costs[1] -= multiplier;
            }
        }
        if reduced.iter().flatten().all(|&cost| cost >= 0) {
            costs = reduced;
            let list = (0..nodes).filter(|&node| inside[node]);
            let list: Vec<String> = list.map(|node| format!(" {node}")).collect();
            let _ = writeln!(text, "cut {multiplier}{}", list.concat());
        }
    }
    let mut prices: Vec<i64> = (0..nodes).map(|_| random.below(20) as i64).collect();
    for _ in 0..nodes {
        for node in 0..nodes {
            let (row, column) = (shape.row(node % cells), shape.column(node % cells));
            let right = (column + 1 < shape.columns, node + 1, costs[node][0]);
            let down = (row + 1 < shape.rows, node + shape.columns, costs[node][1]);
            for (exists, other, cost) in [right, down] {
                if exists {
                    prices[node] = prices[node].min(prices[other] + cost);
                    prices[other] = prices[other].min(prices[node] + cost);
                }
            }
        }
    }
    text += "prices\n";
    for row in prices.chunks(shape.columns) {
        let row: Vec<String> = row.iter().map(i64::to_string).collect();
        let _ = writeln!(text, "{}", row.join(" "));
    }
    text
}

/// The highest bound that follows from random rounds, and one more.
pub(crate) fn highest_bounds() -> Vec<Pair> {
    let mut pairs = Vec::new();
    let random = &mut Random::new(7);
    let mut highest = 0;
    for round in 0..1500 {
        let sample = &SAMPLES[round % SAMPLES.len()];
        if sample.optimum == 0 {
            continue;
        }
        let header: Vec<&str> = sample.proof.text.lines().take(2).collect();
        let rounds = (0..=random.below(3)).map(|_| random_round(&sample.instance, random));
        let text = format!("{}\n{}", header.join("\n"), rounds.collect::<String>());
        let mut proved = 0;
        while accepts(&sample.instance, &claiming(&text, proved + 1)) {
            proved += 1;
        }
        assert!(
            proved <= sample.optimum,
            "{proved} > {}:\n{text}",
            sample.optimum
        );
        highest += usize::from(2 * proved > sample.optimum);
        for claim in [proved, proved + 1] {
            let instance = sample.instance.to_string().into_bytes();
            pairs.push((instance, claiming(&text, claim).into_bytes()));
        }
    }
    assert!(
        highest > 20,
        "{highest} bounds are more than half of the optimum"
    );
    pairs
}
