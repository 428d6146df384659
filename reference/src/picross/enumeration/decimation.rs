//! Decimation guided by belief propagation.
//!
//! An attempt decides the clearest cells in small steps, propagates them and updates the beliefs. When a cell can have
//! neither colour, the last steps are undone; their messages remain, so that the next decisions differ. If no attempt
//! completes the grid, the longest assignment is extended as far as propagation allows. It is nearly a solution, and
//! thus a better hint for the SAT solver than beliefs about all solutions together.
//!
//! Decimation follows Mézard, Parisi and Zecchina, "Analytic and algorithmic solution of random satisfiability
//! problems" (2002).

use super::belief_propagation::Beliefs;
use super::partial_grid::{Halt, Literal, PartialGrid, literal};
use crate::picross::Answer;
use crate::random::SplitMix64;

/// The share (1/50) of the unknown cells that is decided in a step, and the rounds of messages after it.
const STEP_SHARE: usize = 50;
const ROUNDS: usize = 4;

/// The number of attempts, and the largest number of failures of each: cells that can have neither colour.
const ATTEMPTS: usize = 2;
const MOST_FAILURES: u32 = 12;

/// The share of the steps that is undone after a failure, and the factor by which it grows if the next failure is
/// earlier.
const RETREAT: f64 = 0.1;
const RETREAT_GROWTH: f64 = 1.5;

/// By which factor random noise lowers the clarity of a cell at most, so that attempts differ.
const NOISE: f64 = 0.1;

/// Searches for a solution by decimation, again and again from the same beliefs.
pub(super) struct Decimation {
    initial: Beliefs,
    random: SplitMix64,
    /// The number of decided cells.
    pub(super) decisions: u64,
}

/// The result of decimation.
pub(super) struct Decimated {
    pub(super) solution: Option<Answer>,
    /// The initial beliefs, except that the cells of the longest assignment are almost certain.
    pub(super) beliefs: Beliefs,
    /// The work of the messages.
    pub(super) work: u64,
}

impl Decimation {
    pub(super) fn new(initial: Beliefs) -> Self {
        Self {
            initial,
            random: SplitMix64::from_random(0),
            decisions: 0,
        }
    }

    /// Makes some attempts, after which the grid is as before.
    pub(super) fn run(&mut self, grid: &mut PartialGrid) -> Result<Decimated, Halt> {
        let root = grid.trail().len();
        let mut longest: Vec<Literal> = Vec::new();
        let mut solution = None;
        let mut work = 0;
        for _ in 0..ATTEMPTS {
            let mut beliefs = self.initial.clone();
            let assignment = self.attempt(grid, &mut beliefs)?;
            work += beliefs.work() - self.initial.work();
            if assignment.len() > longest.len() {
                longest = assignment;
            }
            if grid.is_complete() {
                solution = Some(grid.answer());
            }
            grid.undo(root);
            if solution.is_some() {
                break;
            }
        }
        let mut beliefs = self.initial.clone();
        beliefs.adopt(&longest);
        Ok(Decimated {
            solution,
            beliefs,
            work,
        })
    }

    /// Makes an attempt. Returns the longest assignment, which the grid holds afterwards.
    fn attempt(
        &mut self,
        grid: &mut PartialGrid,
        beliefs: &mut Beliefs,
    ) -> Result<Vec<Literal>, Halt> {
        let root = grid.trail().len();
        let mut impossible = vec![false; grid.instance().shape.cells()];
        let mut longest: Vec<Literal> = Vec::new();
        // The length of the trail at the start of each step.
        let mut steps = Vec::new();
        let mut retreat = RETREAT;
        let mut failures = 0;
        while failures < MOST_FAILURES && !grid.is_complete() {
            steps.push(grid.trail().len());
            if !self.step(grid, beliefs, &mut impossible)? {
                impossible.fill(false);
                failures += 1;
                let decided = &grid.trail()[root..];
                if decided.len() > longest.len() {
                    longest = decided.to_vec();
                    retreat = RETREAT;
                } else {
                    retreat = (retreat * RETREAT_GROWTH).min(1.0);
                }
                let undone = 1 + (steps.len() as f64 * retreat) as usize;
                steps.truncate((1 + steps.len()).saturating_sub(undone));
                grid.undo(steps.pop().unwrap_or(root));
            }
            beliefs.update(grid, ROUNDS);
        }
        if !grid.is_complete() {
            grid.undo(root);
            self.extend(grid, beliefs, &longest, &mut impossible)?;
        }
        Ok(grid.trail()[root..].to_vec())
    }

    /// Decides the literals of an assignment, and then all other cells that can have a colour.
    fn extend(
        &mut self,
        grid: &mut PartialGrid,
        beliefs: &mut Beliefs,
        assignment: &[Literal],
        impossible: &mut [bool],
    ) -> Result<(), Halt> {
        for &literal in assignment {
            // There was no conflict before; most of the literals follow from earlier ones.
            is_conflict(grid.decide(literal))?;
        }
        while grid.unknown_cells().any(|cell| !impossible[cell]) {
            beliefs.update(grid, ROUNDS);
            self.step(grid, beliefs, impossible)?;
        }
        Ok(())
    }

    /// Decides some of the clearest cells that are not marked as impossible. Marks a cell that can have neither colour,
    /// and returns `false` then.
    fn step(
        &mut self,
        grid: &mut PartialGrid,
        beliefs: &Beliefs,
        impossible: &mut [bool],
    ) -> Result<bool, Halt> {
        if grid.budget().expired() {
            return Err(Halt::Stopped);
        }
        let mut noise = || 1.0 - NOISE * (self.random.next_u64() % 1024) as f64 / 1024.0;
        let candidates = grid.unknown_cells().filter(|&cell| !impossible[cell]);
        let mut order: Vec<_> = candidates
            .map(|cell| (noise() * beliefs.clarity(cell), cell))
            .collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0));
        order.truncate(1 + order.len() / STEP_SHARE);
        for (_, cell) in order {
            if grid.colour(cell).is_some() {
                continue;
            }
            self.decisions += 1;
            let start = grid.trail().len();
            let likely = literal(cell, beliefs.probably_black(cell));
            if is_conflict(grid.decide(likely))? {
                grid.undo(start);
                if is_conflict(grid.decide(likely ^ 1))? {
                    grid.undo(start);
                    impossible[cell] = true;
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

fn is_conflict(decided: Result<(), Halt>) -> Result<bool, Halt> {
    match decided {
        Ok(()) => Ok(false),
        Err(Halt::Conflict) => Ok(true),
        Err(halt) => Err(halt),
    }
}
