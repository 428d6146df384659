//! Probing (failed-literal detection): a colour that leads to a conflict is ruled out, and conclusions of both colours
//! are kept.

use super::partial_grid::{Halt, Literal, PartialGrid, SolutionList, literal};
use super::probe_cache::ProbeCache;
use super::proof_log::Entry;
use crate::{Shape, math};

/// Lines are split again whenever this fraction (1/8) of the unknown cells has become known.
const SPLIT_INTERVAL: usize = 8;

/// Buffers and scores that are reused from probe to probe.
#[derive(Debug)]
pub(super) struct Prober {
    /// The set of literals that the first colour implies.
    reached: Vec<u64>,
    /// For each cell, how promising it is as a branching candidate.
    pub(super) scores: Vec<f32>,
    first: Vec<Literal>,
    both: Vec<Literal>,
    /// The trails of both colours, if they are recorded.
    entries: [Vec<Entry>; 2],
}

impl Prober {
    pub(super) fn new(cells: usize) -> Self {
        Self {
            reached: vec![0; (2 * cells).div_ceil(64)],
            scores: vec![0.0; cells],
            first: Vec::new(),
            both: Vec::new(),
            entries: Default::default(),
        }
    }

    /// Probes both colours of an unknown cell and returns whether anything was concluded. With `learn`, the conclusions
    /// are stored as implications, which is valid only at the root level.
    pub(super) fn probe(
        &mut self,
        grid: &mut PartialGrid,
        cell: usize,
        learn: bool,
        solutions: &mut SolutionList,
    ) -> Result<bool, Halt> {
        let start = grid.trail().len();
        let black = literal(cell, true);
        if fails(grid, black, solutions)? {
            let reason = grid.refute(start);
            grid.undo(start);
            return grid.conclude(black ^ 1, reason).map(|()| true);
        }
        self.first.clear();
        self.first.extend_from_slice(&grid.trail()[start + 1..]);
        grid.copy_entries(start, &mut self.entries[0]);
        grid.undo(start);
        if fails(grid, black ^ 1, solutions)? {
            let reason = grid.refute(start);
            grid.undo(start);
            return grid.conclude(black, reason).map(|()| true);
        }
        for &literal in &self.first {
            self.reached[literal as usize / 64] |= 1 << (literal % 64);
        }
        let second = &grid.trail()[start + 1..];
        let reached = |literal: Literal| self.reached[literal as usize / 64] >> (literal % 64) & 1;
        self.both.clear();
        self.both
            .extend(second.iter().filter(|&&literal| reached(literal) == 1));
        self.scores[cell] = score(self.first.len(), second.len());
        for &literal in &self.first {
            self.reached[literal as usize / 64] = 0;
        }
        if learn {
            let effects = second.to_vec();
            grid.copy_entries(start, &mut self.entries[1]);
            grid.learn(black ^ 1, &effects, &self.entries[1]);
            grid.learn(black, &self.first, &self.entries[0]);
        }
        if self.both.is_empty() {
            grid.undo(start);
            return Ok(false);
        }
        grid.copy_entries(start, &mut self.entries[1]);
        grid.undo(start);
        let reason = grid.agree([&self.entries[0], &self.entries[1]]);
        for index in 0..self.both.len() {
            grid.assign(self.both[index], reason)?;
        }
        grid.propagate()?;
        Ok(true)
    }

    /// Probes all unknown cells repeatedly until a whole round concludes nothing.
    pub(super) fn exhaust(
        &mut self,
        grid: &mut PartialGrid,
        learn: bool,
        solutions: &mut SolutionList,
    ) -> Result<(), Halt> {
        let shape = grid.instance().shape;
        let mut cache = ProbeCache::new(grid.instance());
        let mut next_split = 0;
        let mut changed = true;
        while changed {
            changed = false;
            if learn {
                grid.implications.begin_round(2 * shape.cells());
            }
            let mut order = order(grid).into_iter();
            // Neighbours of cells that just became known are probed first.
            let mut near = Vec::new();
            while let Some(cell) = near.pop().or_else(|| order.next()) {
                // Newly learnt implications may change any probe.
                if grid.colour(cell).is_some() || !learn && cache.is_redundant(grid, cell) {
                    continue;
                }
                let known = grid.trail().len();
                if known >= next_split {
                    grid.split_lines()?;
                    next_split = known + (shape.cells() - known) / SPLIT_INTERVAL + 1;
                }
                grid.restart_recording();
                if self.probe(grid, cell, learn, solutions)? {
                    changed = true;
                    if !learn {
                        let news = grid.trail()[known..].iter();
                        let around = news.flat_map(|&news| around(shape, news as usize / 2));
                        near.extend(around.flatten());
                    }
                } else {
                    cache.store(grid, cell);
                }
            }
        }
        grid.split_lines()
    }
}

/// Returns the neighbours of a cell.
fn around(shape: Shape, cell: usize) -> [Option<usize>; 4] {
    let (row, column) = (shape.row(cell), shape.column(cell));
    [
        (row > 0).then(|| cell - shape.columns),
        (row + 1 < shape.rows).then(|| cell + shape.columns),
        (column > 0).then(|| cell - 1),
        (column + 1 < shape.columns).then(|| cell + 1),
    ]
}

/// Returns the unknown cells, those with many known neighbours first.
fn order(grid: &PartialGrid) -> Vec<usize> {
    let shape = grid.instance().shape;
    let known = |cell: &Option<usize>| cell.is_none_or(|cell| grid.colour(cell).is_some());
    let known_around = |cell: usize| around(shape, cell).iter().filter(|&c| known(c)).count();
    let mut order: Vec<_> = grid.unknown_cells().collect();
    order.sort_by_cached_key(|&cell| std::cmp::Reverse(known_around(cell)));
    order
}

/// Returns whether a colour leads to a conflict. A complete grid is recorded as a solution.
fn fails(
    grid: &mut PartialGrid,
    guess: Literal,
    solutions: &mut SolutionList,
) -> Result<bool, Halt> {
    match grid.decide(guess) {
        Ok(()) if grid.is_complete() && solutions.wanted > 0 => {
            solutions.take(grid.answer())?;
            Ok(false)
        }
        Ok(()) => Ok(false),
        Err(Halt::Conflict) => Ok(true),
        Err(halt) => Err(halt),
    }
}

/// Scores a branching candidate: both colours should imply many cells, and preferably different numbers of them.
fn score(black: usize, white: usize) -> f32 {
    let ln = |count: usize| math::ln(1.0 + count as f64);
    black.min(white) as f32 + (ln(black) - ln(white)).abs() as f32
}
