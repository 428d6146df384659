//! Large neighbourhood search: most cells keep the pawns of the incumbent, and the others are searched by branch
//! and bound.

use super::super::answer::{Answer, Pawn};
use super::super::relaxation::{Domain, ORANGE, Prices};
use super::branch::Branch;
use super::narrow::{Narrowing, Pace};
use super::quick::Quick;

/// The initial node limit of a neighbourhood.
const NODES: u64 = 25;
const SMALLEST: usize = 12;

/// The current number of free cells for each kind of neighbourhood.
#[derive(Debug)]
pub(super) struct Neighbourhoods {
    cells: [usize; 3],
    /// The number of consecutive searches without improvement, which raises the node limit.
    in_vain: u64,
}

impl Neighbourhoods {
    pub(super) fn new() -> Self {
        Self {
            cells: [60; 3],
            in_vain: 0,
        }
    }

    /// Searches one neighbourhood of the incumbent. `often` counts the decisions of the relaxation.
    /// Neighbourhoods that turn out too large make the next ones of their kind smaller.
    pub(super) fn search(
        &mut self,
        narrowing: &mut Narrowing,
        (domains, root): (&[Domain], &Prices),
        often: &[[u16; 6]],
        random: &mut Quick,
        improved: &mut dyn FnMut(Answer),
    ) {
        let pawns = narrowing.best_pawns();
        let kind = random.word() as usize % 3;
        let cells = self.cells[kind];
        let free = match kind {
            0 => doubtful(cells, &pawns, often, random),
            1 => oranges(cells, domains, &pawns, random),
            _ => window(cells, narrowing.relaxation.size, random),
        };
        let mut child: Vec<Domain> = domains.to_vec();
        for (cell, domain) in child.iter_mut().enumerate() {
            let own = 1 << pawns[cell] as usize;
            if !free[cell] && *domain & own != 0 {
                *domain = own;
            }
        }
        let before = narrowing.best();
        let nodes = NODES + self.in_vain / 2;
        let bound = narrowing.descend(&mut child, root, Pace::NODE, improved);
        let closed = bound.is_none_or(|bound| {
            let outcome = Branch::run(narrowing, &child, bound, nodes, improved);
            outcome.open.is_none()
        });
        let better = narrowing.best() > before;
        self.in_vain = if better { 0 } else { self.in_vain + 1 };
        self.cells[kind] = if closed {
            cells + 1 + cells / 20
        } else {
            SMALLEST.max(cells - cells / 10)
        };
    }
}

/// Frees a square of cells.
fn window(cells: usize, size: usize, random: &mut Quick) -> Vec<bool> {
    let side = cells.isqrt().clamp(1, size);
    let mut place = || random.word() as usize % (size - side + 1);
    let (top, left) = (place(), place());
    let inside = |cell: usize| {
        let (row, column) = (cell / size, cell % size);
        (top..top + side).contains(&row) && (left..left + side).contains(&column)
    };
    (0..size * size).map(inside).collect()
}

/// Frees cells that are or can be orange, which are coupled across the whole grid.
fn oranges(cells: usize, domains: &[Domain], pawns: &[Pawn], random: &mut Quick) -> Vec<bool> {
    let can = |&cell: &usize| domains[cell] >> ORANGE & 1 == 1;
    let candidates = (0..domains.len()).filter(can).count();
    let mut chosen = |cell: usize| {
        let often = if pawns[cell] == Pawn::Orange { 2 } else { 1 };
        let wanted = often * cells as u64;
        can(&cell) && random.word() % (candidates as u64) < wanted
    };
    (0..domains.len()).map(&mut chosen).collect()
}

/// Frees cells where the relaxation prefers another pawn, and some random ones.
fn doubtful(cells: usize, pawns: &[Pawn], often: &[[u16; 6]], random: &mut Quick) -> Vec<bool> {
    let mut order: Vec<(u64, usize)> = (0..pawns.len())
        .map(|cell| {
            let all: u64 = often[cell].iter().map(|&often| u64::from(often)).sum();
            let own = u64::from(often[cell][pawns[cell] as usize]);
            (1000 * own / all.max(1) + random.word() % 1000, cell)
        })
        .collect();
    order.sort_unstable();
    let mut free = vec![false; pawns.len()];
    for &(_, cell) in order.iter().take(cells) {
        free[cell] = true;
    }
    free
}
