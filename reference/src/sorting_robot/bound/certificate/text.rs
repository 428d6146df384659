//! The texts of proofs.

use std::fmt::{Display, Write};

use crate::digest::digest;

use super::prices::CellPrices;
use crate::sorting_robot::Instance;
use crate::sorting_robot::bound::connectivity::Round;
use crate::sorting_robot::bound::line::{Crossings, LineBound, crossings};
use crate::sorting_robot::sites::Sites;
use crate::sorting_robot::transport::TransportPlan;
use crate::{LARGEST_PROOF, Proof};

/// Returns the proof for one row or column, unless it would be too large.
pub(in crate::sorting_robot::bound) fn of_edges(
    instance: &Instance,
    line: &LineBound,
) -> Option<Proof> {
    let edges = instance.shape.cells() - 1;
    let mut text = Text::new(instance, line.steps, 4 * edges)?;
    // Edges with no work beyond are not crossed.
    let none = std::iter::repeat(Crossings::default());
    let edges = || crossings(instance).chain(none.clone()).take(edges);
    text.line("edges", std::iter::empty::<u64>());
    text.line("beyond", edges().map(|edge| edge.beyond));
    text.line("before", edges().map(|edge| edge.before));
    text.proof()
}

/// Returns the proof of an assignment bound, unless it would be too large.
pub(in crate::sorting_robot::bound) fn of_prices(
    sites: &Sites,
    transport: &TransportPlan,
) -> Option<Proof> {
    let mut text = Text::new(sites.instance, transport.least, 4 * sites.cells())?;
    let prices = CellPrices::new(sites, transport);
    text.line("prices", std::iter::empty::<i32>());
    let mut grid = |name, grid| {
        text.line(name, std::iter::empty::<i32>());
        text.rows(grid, sites.instance.shape.columns);
    };
    grid("give", &prices.give);
    grid("take", &prices.take);
    if prices.hand.iter().any(|&price| price != 0) {
        grid("hand", &prices.hand);
    }
    text.proof()
}

/// Returns the proof of a connectivity bound, unless it would be too large.
pub(in crate::sorting_robot::bound) fn of_rounds<'a>(
    sites: &Sites,
    bound: u64,
    rounds: impl Iterator<Item = &'a Round>,
) -> Option<Proof> {
    let mut text = Text::new(sites.instance, bound, 0)?;
    for round in rounds {
        // Small numbers are easier to read.
        let multipliers = round.cuts.iter().map(|(multiplier, _)| multiplier);
        let prices = round.prices.iter().flatten();
        let factor = multipliers
            .chain(prices)
            .fold(round.unit, |factor, &number| {
                if factor == 1 {
                    1
                } else {
                    greatest_common_divisor(factor, number)
                }
            });
        text.line("round", [round.unit / factor]);
        for (multiplier, nodes) in &round.cuts {
            let multiplier = std::iter::once(i64::from(multiplier / factor));
            let nodes = nodes.iter().map(|&node| i64::from(node));
            text.line("cut", multiplier.chain(nodes));
        }
        text.line("prices", std::iter::empty::<i32>());
        // The empty hand, which is the last layer of the search, comes first.
        let (empty, colours) = round.prices.split_last()?;
        for grid in std::iter::once(empty).chain(colours) {
            let grid: Vec<i32> = grid.iter().map(|price| price / factor).collect();
            text.rows(&grid, sites.instance.shape.columns);
        }
        if text.is_too_large() {
            return None;
        }
    }
    text.proof()
}

/// Returns the greatest common divisor of a positive number and any other one.
fn greatest_common_divisor(mut a: i32, mut b: i32) -> i32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
}

struct Text {
    bound: i64,
    text: String,
}

impl Text {
    /// Begins a proof. Returns `None` if already `least` bytes would be too many.
    fn new(instance: &Instance, bound: u64, least: usize) -> Option<Self> {
        if least > LARGEST_PROOF {
            return None;
        }
        let digest = digest(instance);
        let text = format!("judge-proof 1 sorting-robot {bound}\ninstance {digest}\n");
        let bound = bound as i64;
        Some(Self { bound, text })
    }

    fn line(&mut self, word: &str, numbers: impl IntoIterator<Item = impl Display>) {
        self.text.push_str(word);
        for number in numbers {
            let _ = write!(self.text, " {number}");
        }
        self.text.push('\n');
    }

    fn rows(&mut self, grid: &[i32], columns: usize) {
        for row in grid.chunks(columns) {
            let mut separator = "";
            for number in row {
                let _ = write!(self.text, "{separator}{number}");
                separator = " ";
            }
            self.text.push('\n');
        }
    }

    fn is_too_large(&self) -> bool {
        self.text.len() > LARGEST_PROOF
    }

    fn proof(self) -> Option<Proof> {
        let (bound, text) = (self.bound, self.text);
        (text.len() <= LARGEST_PROOF).then_some(Proof { bound, text })
    }
}
