//! Intersection of the leftmost and the rightmost placement of each line, with backtracking ("fusion" in the report).
//!
//! **What.** The blocks of a line are placed leftmost and rightmost. Cells that the same block covers in both
//! placements are black; cells that no block can cover between its two positions are white. Changed lines are revisited
//! until a fixed point; then the first unknown cell is set to black and, on failure, to white.
//!
//! **Guarantee.** Finds a solution or proves that there is none. The deduction on one line is incomplete by design, but
//! a filled line is checked exactly.
//!
//! **Complexity.** O(k·s + n) for a line of n cells with k blocks and a slack of s cells; the report's recursion took
//! up to 2^n. O(N) memory for N cells, whatever the depth of the search. The total time can be exponential in N.
//!
//! **Source.** Picross report (Connes, Prysiazhniuk, Benais-Hugot and Rivière), sections 2.1 to 2.3.
//!
//! **Example.** On rows `1 1`, `2` and columns `2`, `1`, `1` it finds `#.#` above `##.`.

use std::collections::VecDeque;

use super::leftmost::{CellState, Leftmost};
use crate::picross::{Answer, Instance};
use crate::{Budget, Unsolved};

pub(super) fn solve(instance: &Instance, budget: &Budget) -> Result<Answer, Unsolved> {
    let mut search = Search::new(instance, budget)?;
    if search.next_solution()? {
        return Ok(search.answer());
    }
    Err(Unsolved::NoSolution(
        "no filling of the grid satisfies all clues".to_owned(),
    ))
}

/// The largest table of a line, in entries.
const MAX_TABLE: usize = 1 << 28;

/// Table entries computed between two checks of the budget.
const WORK_BETWEEN_CHECKS: u64 = 200_000;

/// A cell can be neither black nor white.
struct Conflict;

struct Decision {
    cell: usize,
    /// The number of cells that were known before the decision.
    known: usize,
}

struct Search<'a> {
    instance: &'a Instance,
    budget: &'a Budget,
    cells: Vec<CellState>,
    /// The known cells, in the order in which they were decided.
    trail: Vec<usize>,
    decisions: Vec<Decision>,
    decision_count: u64,
    /// All cells before this one are known.
    first_unknown: usize,
    queue: VecDeque<usize>,
    queued: Vec<bool>,
    finder: Leftmost,
    left: Vec<usize>,
    right: Vec<usize>,
    next_check: u64,
}

impl<'a> Search<'a> {
    fn new(instance: &'a Instance, budget: &'a Budget) -> Result<Self, Unsolved> {
        let table = |line: usize| {
            let clue = instance.clue(line);
            let needed: usize = clue.iter().map(|&run| run as usize + 1).sum();
            (clue.len() + 1).saturating_mul(instance.length(line) + 2 - needed)
        };
        if (0..instance.lines()).any(|line| table(line) > MAX_TABLE) {
            return Err(Unsolved::NotApplicable(format!(
                "`fusion` takes lines whose blocks times slack are at most {MAX_TABLE}"
            )));
        }
        Ok(Self {
            instance,
            budget,
            cells: vec![CellState::Unknown; instance.shape.cells()],
            trail: Vec::new(),
            decisions: Vec::new(),
            decision_count: 0,
            first_unknown: 0,
            queue: (0..instance.lines()).collect(),
            queued: vec![true; instance.lines()],
            finder: Leftmost::default(),
            left: Vec::new(),
            right: Vec::new(),
            next_check: 0,
        })
    }

    fn answer(&self) -> Answer {
        let black = self.cells.iter().map(|&cell| cell == CellState::Black);
        Answer {
            shape: self.instance.shape,
            black: black.collect(),
        }
    }

    /// Searches for the next solution. Returns `false` if the search space is exhausted.
    fn next_solution(&mut self) -> Result<bool, Unsolved> {
        loop {
            if self.propagate()?.is_err() {
                if !self.backtrack() {
                    return Ok(false);
                }
                continue;
            }
            let rest = &self.cells[self.first_unknown..];
            let Some(ahead) = rest.iter().position(|&cell| cell == CellState::Unknown) else {
                return Ok(true);
            };
            self.first_unknown += ahead;
            self.decision_count += 1;
            if self
                .budget
                .iterations()
                .is_some_and(|most| self.decision_count > most)
            {
                return Err(Unsolved::Stopped);
            }
            self.decisions.push(Decision {
                cell: self.first_unknown,
                known: self.trail.len(),
            });
            self.set(self.first_unknown, CellState::Black);
        }
    }

    /// Reverses the last decision. Returns `false` if there is none.
    fn backtrack(&mut self) -> bool {
        let Some(decision) = self.decisions.pop() else {
            return false;
        };
        for cell in self.trail.drain(decision.known..) {
            self.cells[cell] = CellState::Unknown;
        }
        for line in self.queue.drain(..) {
            self.queued[line] = false;
        }
        self.first_unknown = decision.cell;
        self.set(decision.cell, CellState::White);
        true
    }

    fn set(&mut self, cell: usize, value: CellState) {
        self.cells[cell] = value;
        self.trail.push(cell);
        let shape = self.instance.shape;
        for line in [shape.row(cell), shape.rows + shape.column(cell)] {
            if !self.queued[line] {
                self.queued[line] = true;
                self.queue.push_back(line);
            }
        }
    }

    /// Solves changed lines until a fixed point.
    fn propagate(&mut self) -> Result<Result<(), Conflict>, Unsolved> {
        while let Some(line) = self.queue.pop_front() {
            self.queued[line] = false;
            if self.finder.work() >= self.next_check {
                self.next_check = self.finder.work() + WORK_BETWEEN_CHECKS;
                if self.budget.expired() {
                    return Err(Unsolved::Stopped);
                }
            }
            if self.intersect(line).is_err() {
                return Ok(Err(Conflict));
            }
        }
        Ok(Ok(()))
    }

    /// Sets the cells on which the leftmost and the rightmost placement of a line agree.
    fn intersect(&mut self, line: usize) -> Result<(), Conflict> {
        let instance = self.instance;
        let (length, clue) = (instance.length(line), instance.clue(line));
        let mut places = instance.cells(line);
        let first = places.next().unwrap_or(0);
        let step = places.next().map_or(1, |second| second - first);
        let place = |at: usize| first + at * step;
        let (blocks, cells) = (clue.len(), &self.cells);
        let found = self.finder.fill(
            length,
            |at| cells[place(at)],
            blocks,
            |block| clue[block] as usize,
            &mut self.left,
        );
        if !found {
            return Err(Conflict);
        }
        self.finder.fill(
            length,
            |at| cells[place(length - 1 - at)],
            blocks,
            |block| clue[blocks - 1 - block] as usize,
            &mut self.right,
        );
        let mut reached = 0;
        for (block, &run) in clue.iter().enumerate() {
            let run = run as usize;
            let left = self.left[block];
            let right = length - self.right[blocks - 1 - block] - run;
            for at in reached..left {
                self.conclude(place(at), CellState::White)?;
            }
            for at in right..left + run {
                self.conclude(place(at), CellState::Black)?;
            }
            reached = reached.max(right + run);
        }
        for at in reached..length {
            self.conclude(place(at), CellState::White)?;
        }
        Ok(())
    }

    fn conclude(&mut self, cell: usize, value: CellState) -> Result<(), Conflict> {
        match self.cells[cell] {
            CellState::Unknown => self.set(cell, value),
            known if known == value => {}
            _ => return Err(Conflict),
        }
        Ok(())
    }
}
