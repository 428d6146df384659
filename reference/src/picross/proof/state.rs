//! What is known at a point of a proof: colours of cells, and the first and last possible start of every block.

use super::line::LineTables;
use super::literal::{Literals, Statement, slack};
use crate::picross::instance::Instance;

/// Something is both true and false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contradiction;

/// A change that can be undone.
#[derive(Debug)]
enum Change {
    Cell(usize),
    /// A block with its bounds before the change.
    Bounds(usize, (u32, u32)),
}

#[derive(Debug)]
pub(super) struct State<'i> {
    instance: &'i Instance,
    literals: Literals<'i>,
    colours: Vec<Option<bool>>,
    /// The first and the last possible start of every block.
    bounds: Vec<(u32, u32)>,
    /// The changes since the last call of [`State::keep`].
    changes: Vec<Change>,
    tables: LineTables,
}

impl<'i> State<'i> {
    pub(super) fn new(instance: &'i Instance) -> Self {
        let mut bounds = Vec::new();
        for line in 0..instance.lines() {
            let slack = slack(instance, line) as u32;
            let mut earliest = 0;
            for &run in instance.clue(line) {
                bounds.push((earliest, earliest + slack));
                earliest += run + 1;
            }
        }
        Self {
            instance,
            literals: Literals::new(instance),
            colours: vec![None; instance.shape.cells()],
            bounds,
            changes: Vec::new(),
            tables: LineTables::default(),
        }
    }

    pub(super) fn literals(&self) -> &Literals<'i> {
        &self.literals
    }

    pub(super) fn lines(&self) -> usize {
        self.instance.lines()
    }

    /// Keeps all changes for good.
    pub(super) fn keep(&mut self) {
        self.changes.clear();
    }

    /// Undoes the changes since the last call of [`State::keep`].
    pub(super) fn undo(&mut self) {
        while let Some(change) = self.changes.pop() {
            match change {
                Change::Cell(cell) => self.colours[cell] = None,
                Change::Bounds(block, before) => self.bounds[block] = before,
            }
        }
    }

    /// Returns the value of a literal, if it is known.
    fn value(&self, literal: i64) -> Option<bool> {
        let (statement, truth) = self.literals.statement(literal);
        let value = match statement {
            Statement::Black(cell) => self.colours[cell],
            Statement::StartsBy { block, position } => {
                let (first, last) = self.bounds[block];
                if last <= position {
                    Some(true)
                } else if first > position {
                    Some(false)
                } else {
                    None
                }
            }
        };
        value.map(|value| value == truth)
    }

    /// Makes a literal true.
    pub(super) fn set(&mut self, literal: i64) -> Result<(), Contradiction> {
        match self.literals.statement(literal) {
            (Statement::Black(cell), black) => self.colour(cell, black),
            (Statement::StartsBy { block, position }, truth) => {
                let (first, last) = self.bounds[block];
                let bounds = if truth {
                    (first, last.min(position))
                } else {
                    (first.max(position + 1), last)
                };
                self.bound(block, bounds)
            }
        }
    }

    fn colour(&mut self, cell: usize, black: bool) -> Result<(), Contradiction> {
        match self.colours[cell] {
            Some(known) if known == black => Ok(()),
            Some(_) => Err(Contradiction),
            None => {
                self.colours[cell] = Some(black);
                self.changes.push(Change::Cell(cell));
                Ok(())
            }
        }
    }

    fn bound(&mut self, block: usize, bounds: (u32, u32)) -> Result<(), Contradiction> {
        if bounds.0 > bounds.1 {
            return Err(Contradiction);
        }
        if self.bounds[block] != bounds {
            self.changes.push(Change::Bounds(block, self.bounds[block]));
            self.bounds[block] = bounds;
        }
        Ok(())
    }

    /// Propagates a clause.
    pub(super) fn visit(&mut self, clause: &[i64]) -> Result<(), Contradiction> {
        let mut open = None;
        for &literal in clause {
            match self.value(literal) {
                Some(true) => return Ok(()),
                Some(false) => {}
                None if open.is_some() => return Ok(()),
                None => open = Some(literal),
            }
        }
        self.set(open.ok_or(Contradiction)?)
    }

    /// Solves a line completely: adds what all its fillings have in common that fit what is known.
    pub(super) fn solve(&mut self, line: usize) -> Result<(), Contradiction> {
        let clue = self.instance.clue(line);
        let begin = self.literals.first_block(line);
        let mut tables = std::mem::take(&mut self.tables);
        let colours = self.instance.cells(line).map(|cell| self.colours[cell]);
        let mut solved = tables.solve(clue, colours, &self.bounds[begin..][..clue.len()]);
        if solved.is_ok() {
            let mut bounds = tables.bounds.iter().enumerate();
            solved = bounds.try_for_each(|(block, &bounds)| self.bound(begin + block, bounds));
        }
        if solved.is_ok() {
            let mut cells = self.instance.cells(line).zip(&tables.colours);
            solved = cells.try_for_each(|(cell, &colour)| match colour {
                Some(black) => self.colour(cell, black),
                None => Ok(()),
            });
        }
        self.tables = tables;
        solved
    }
}
