//! Neighbourhoods: most cells keep the best layout's pawns, the others are searched to the end.

use super::super::answer::{Answer, Pawn};
use super::super::relaxation::{Domain, ORANGE, Prices};
use super::branch::Branch;
use super::narrow::{Narrowing, Pace};
use super::quick::Quick;

/// Nodes before a neighbourhood is given up.
const NODES: u64 = 25;
const SMALLEST: usize = 12;

/// How large neighbourhoods are at present, and where the relaxation doubts the layout.
#[derive(Debug)]
pub(super) struct Neighbourhoods {
    cells: usize,
}

impl Neighbourhoods {
    pub(super) fn new() -> Self {
        Self { cells: 60 }
    }

    /// Searches one neighbourhood of the best layout. Those that turn out too large make the next ones smaller.
    pub(super) fn search(
        &mut self,
        narrowing: &mut Narrowing,
        domains: &[Domain],
        root: &Prices,
        often: &[[u16; 6]],
        random: &mut Quick,
        improved: &mut dyn FnMut(Answer),
    ) {
        let pawns = narrowing.best_pawns();
        let size = narrowing.relaxation.size;
        let free = match random.word() % 3 {
            0 => self.doubtful(&pawns, often, random),
            1 => self.oranges(domains, &pawns, random),
            _ => self.window(size, random),
        };
        let mut child: Vec<Domain> = domains.to_vec();
        for (cell, domain) in child.iter_mut().enumerate() {
            let own = 1 << pawns[cell] as usize;
            if !free[cell] && *domain & own != 0 {
                *domain = own;
            }
        }
        let Some(bound) = narrowing.descend(&mut child, root, Pace::NODE, improved) else {
            self.cells += 1 + self.cells / 20;
            return;
        };
        let outcome = Branch::run(narrowing, &child, bound, NODES, improved);
        if outcome.open.is_some() {
            self.cells = SMALLEST.max(self.cells - self.cells / 10);
        } else {
            self.cells += 1 + self.cells / 20;
        }
    }

    /// A square of cells.
    fn window(&self, size: usize, random: &mut Quick) -> Vec<bool> {
        let side = self.cells.isqrt().clamp(1, size);
        let mut place = || random.word() as usize % (size - side + 1);
        let (top, left) = (place(), place());
        let inside = |cell: usize| {
            let (row, column) = (cell / size, cell % size);
            (top..top + side).contains(&row) && (left..left + side).contains(&column)
        };
        (0..size * size).map(inside).collect()
    }

    /// Cells that are orange or can be, which are coupled across the whole grid.
    fn oranges(&self, domains: &[Domain], pawns: &[Pawn], random: &mut Quick) -> Vec<bool> {
        let can = |&cell: &usize| domains[cell] >> ORANGE & 1 == 1;
        let candidates = (0..domains.len()).filter(can).count();
        let mut chosen = |cell: usize| {
            let often = if pawns[cell] == Pawn::Orange { 2 } else { 1 };
            let wanted = often * self.cells as u64;
            can(&cell) && random.word() % (candidates as u64) < wanted
        };
        (0..domains.len()).map(&mut chosen).collect()
    }

    /// Cells where the relaxation would rather have another pawn, and some at random.
    fn doubtful(&self, pawns: &[Pawn], often: &[[u16; 6]], random: &mut Quick) -> Vec<bool> {
        let mut order: Vec<(u64, usize)> = (0..pawns.len())
            .map(|cell| {
                let all: u64 = often[cell].iter().map(|&often| u64::from(often)).sum();
                let own = u64::from(often[cell][pawns[cell] as usize]);
                (1000 * own / all.max(1) + random.word() % 1000, cell)
            })
            .collect();
        order.sort_unstable();
        let mut free = vec![false; pawns.len()];
        for &(_, cell) in order.iter().take(self.cells) {
            free[cell] = true;
        }
        free
    }
}
