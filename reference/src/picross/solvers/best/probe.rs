//! Probing (failed-literal detection): a colour that leads to a conflict is ruled out, and conclusions of both
//! colours are kept.

use super::board::{Board, Halt, Literal, Solutions, literal};
use super::idle::IdleProbes;
use crate::{Shape, math};

/// Lines are split again whenever this fraction (1/8) of the unknown cells has become known.
const KNOWN_BETWEEN_PARTINGS: usize = 8;

/// Buffers and scores that are reused from probe to probe.
#[derive(Debug)]
pub(super) struct Prober {
    /// The set of literals that the first colour implies.
    reached: Vec<u64>,
    /// For each cell, how promising it is as a branching candidate.
    pub(super) scores: Vec<f32>,
    first: Vec<Literal>,
    both: Vec<Literal>,
}

impl Prober {
    pub(super) fn new(cells: usize) -> Self {
        Self {
            reached: vec![0; (2 * cells).div_ceil(64)],
            scores: vec![0.0; cells],
            first: Vec::new(),
            both: Vec::new(),
        }
    }

    /// Probes both colours of an unknown cell and returns whether anything was concluded. With `learn`, the
    /// conclusions are stored as implications, which is valid only at the root level.
    pub(super) fn probe(
        &mut self,
        board: &mut Board,
        cell: usize,
        learn: bool,
        solutions: &mut Solutions,
    ) -> Result<bool, Halt> {
        let start = board.trail().len();
        let black = literal(cell, true);
        if fails(board, black, solutions)? {
            board.undo(start);
            return board.assume(black ^ 1).map(|()| true);
        }
        self.first.clear();
        self.first.extend_from_slice(&board.trail()[start + 1..]);
        board.undo(start);
        if fails(board, black ^ 1, solutions)? {
            board.undo(start);
            return board.assume(black).map(|()| true);
        }
        for &literal in &self.first {
            self.reached[literal as usize / 64] |= 1 << (literal % 64);
        }
        let second = &board.trail()[start + 1..];
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
            board.implications.learn(black ^ 1, &effects);
            board.implications.learn(black, &self.first);
        }
        board.undo(start);
        if self.both.is_empty() {
            return Ok(false);
        }
        for index in 0..self.both.len() {
            board.put(self.both[index])?;
        }
        board.settle()?;
        Ok(true)
    }

    /// Probes all unknown cells repeatedly until a whole round concludes nothing.
    pub(super) fn exhaust(
        &mut self,
        board: &mut Board,
        learn: bool,
        solutions: &mut Solutions,
    ) -> Result<(), Halt> {
        let shape = board.instance().shape;
        let mut idle = IdleProbes::new(board.instance());
        let mut next_parting = 0;
        let mut changed = true;
        while changed {
            changed = false;
            if learn {
                board.implications.begin_round(2 * shape.cells());
            }
            let mut order = order(board).into_iter();
            // Neighbours of cells that just became known are probed first.
            let mut near = Vec::new();
            while let Some(cell) = near.pop().or_else(|| order.next()) {
                // Newly learnt implications may change any probe.
                if board.colour(cell).is_some() || !learn && idle.would_be(board, cell) {
                    continue;
                }
                let known = board.trail().len();
                if known >= next_parting {
                    board.take_apart()?;
                    next_parting = known + (shape.cells() - known) / KNOWN_BETWEEN_PARTINGS + 1;
                }
                board.note_lines();
                if self.probe(board, cell, learn, solutions)? {
                    changed = true;
                    if !learn {
                        let news = board.trail()[known..].iter();
                        let around = news.flat_map(|&news| around(shape, news as usize / 2));
                        near.extend(around.flatten());
                    }
                } else {
                    idle.note(board, cell);
                }
            }
        }
        board.take_apart()
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
fn order(board: &Board) -> Vec<usize> {
    let shape = board.instance().shape;
    let known = |cell: &Option<usize>| cell.is_none_or(|cell| board.colour(cell).is_some());
    let known_around = |cell: usize| around(shape, cell).iter().filter(|&c| known(c)).count();
    let mut order: Vec<_> = board.unknown_cells().collect();
    order.sort_by_cached_key(|&cell| std::cmp::Reverse(known_around(cell)));
    order
}

/// Returns whether a colour leads to a conflict. A complete grid is recorded as a solution.
fn fails(board: &mut Board, guess: Literal, solutions: &mut Solutions) -> Result<bool, Halt> {
    match board.assume(guess) {
        Ok(()) if board.is_full() && solutions.wanted > 0 => {
            solutions.take(board.answer())?;
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
