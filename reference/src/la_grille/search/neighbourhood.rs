//! Large neighbourhood search: most cells keep the pawns of the incumbent, and the others are searched by branch and
//! bound.

use super::branching::Branching;
use super::diving::LARGEST_TO_PROVE;
use super::mode_search::{ModeSearch, StepSchedule};
use crate::la_grille::answer::Answer;
use crate::la_grille::instance::Pawn;
use crate::la_grille::relaxation::{Domain, Multipliers, ORANGE};
use crate::random::SplitMix64;

/// The initial node limit of a neighbourhood, and that for grids of more cells than are often solved to optimality.
const NODES: u64 = 25;
const LARGE_NODES: u64 = 60;
const SMALLEST: usize = 12;

/// The current number of free cells for each kind of neighbourhood.
#[derive(Debug)]
pub(super) struct Neighbourhoods {
    cells: [usize; 3],
    /// The number of consecutive searches without improvement, which raises the node limit.
    without_improvement: u64,
}

impl Neighbourhoods {
    pub(super) fn new() -> Self {
        Self {
            cells: [60; 3],
            without_improvement: 0,
        }
    }

    /// Searches one neighbourhood of the incumbent. `counts` holds the decision counts of the relaxation.
    /// Neighbourhoods that turn out too large make the next ones of their kind smaller.
    pub(super) fn search(
        &mut self,
        search: &mut ModeSearch,
        (domains, root): (&[Domain], &Multipliers),
        counts: &[[u16; 6]],
        random: &mut SplitMix64,
        improved: &mut dyn FnMut(Answer),
    ) {
        let pawns = search.best_pawns();
        let kind = random.next_u64() as usize % 3;
        let cells = self.cells[kind];
        let free = match kind {
            0 => uncertain(cells, &pawns, counts, random),
            1 => oranges(cells, domains, &pawns, random),
            _ => window(cells, search.relaxation.size, random),
        };
        let mut child: Vec<Domain> = domains.to_vec();
        for (cell, domain) in child.iter_mut().enumerate() {
            let own = 1 << pawns[cell] as usize;
            if !free[cell] && *domain & own != 0 {
                *domain = own;
            }
        }
        let before = search.best();
        let nodes = if pawns.len() > LARGEST_TO_PROVE {
            LARGE_NODES
        } else {
            NODES
        };
        let nodes = nodes + self.without_improvement / 2;
        let bound = search.descend(&mut child, root, StepSchedule::NODE, improved);
        let closed = bound.is_none_or(|bound| {
            let outcome = Branching::run(search, &child, bound, nodes, improved);
            outcome.open.is_none()
        });
        let better = search.best() > before;
        self.without_improvement = if better {
            0
        } else {
            self.without_improvement + 1
        };
        self.cells[kind] = if closed {
            cells + 1 + cells / 20
        } else {
            SMALLEST.max(cells - cells / 10)
        };
    }
}

/// Frees a square of cells.
fn window(cells: usize, size: usize, random: &mut SplitMix64) -> Vec<bool> {
    let side = cells.isqrt().clamp(1, size);
    let mut place = || random.next_u64() as usize % (size - side + 1);
    let (top, left) = (place(), place());
    let inside = |cell: usize| {
        let (row, column) = (cell / size, cell % size);
        (top..top + side).contains(&row) && (left..left + side).contains(&column)
    };
    (0..size * size).map(inside).collect()
}

/// Frees cells that are or can be orange, which are coupled across the whole grid.
fn oranges(cells: usize, domains: &[Domain], pawns: &[Pawn], random: &mut SplitMix64) -> Vec<bool> {
    let can = |&cell: &usize| domains[cell] >> ORANGE & 1 == 1;
    let candidates = (0..domains.len()).filter(can).count();
    let mut chosen = |cell: usize| {
        let counts = if pawns[cell] == Pawn::Orange { 2 } else { 1 };
        let wanted = counts * cells as u64;
        can(&cell) && random.next_u64() % (candidates as u64) < wanted
    };
    (0..domains.len()).map(&mut chosen).collect()
}

/// Frees cells where the relaxation prefers another pawn, and some random ones.
fn uncertain(
    cells: usize,
    pawns: &[Pawn],
    counts: &[[u16; 6]],
    random: &mut SplitMix64,
) -> Vec<bool> {
    let mut order: Vec<(u64, usize)> = (0..pawns.len())
        .map(|cell| {
            let all: u64 = counts[cell].iter().map(|&counts| u64::from(counts)).sum();
            let own = u64::from(counts[cell][pawns[cell] as usize]);
            (1000 * own / all.max(1) + random.next_u64() % 1000, cell)
        })
        .collect();
    order.sort_unstable();
    let mut free = vec![false; pawns.len()];
    for &(_, cell) in order.iter().take(cells) {
        free[cell] = true;
    }
    free
}
