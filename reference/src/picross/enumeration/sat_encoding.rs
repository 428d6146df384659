//! Encodes the remaining cells as clauses for the SAT solver.
//!
//! Variables are the unknown cells and, for block j of an open line and position p, "block j starts at or before p"
//! (order encoding). The clauses have at most three literals: starts are ordered, blocks are separated, a cell covered
//! by a block is black, and a cell between two blocks is white.

mod proof;

use self::proof::StartNumbers;
use super::belief_propagation::Beliefs;
use super::long_line::LongLineSolver;
use super::marginals::Marginals;
use super::partial_grid::{Halt, PartialGrid};
use super::segments::Segment;
use crate::picross::Answer;
use crate::sat::{Literal, SatResult, Solver};
use crate::{Budget, Shape};

/// Enumerates solutions with the SAT solver. Blocking clauses exclude those that were already returned.
pub(super) struct SatEncoding<'a> {
    solver: Solver,
    budget: &'a Budget,
    /// The largest number of decisions.
    most: Option<u64>,
    shape: Shape,
    /// The known colours, and the variables of the other cells.
    cells: Vec<Truth>,
    /// For each variable, its number in a proof.
    numbers: Vec<i64>,
    /// The block and the position of each start variable, segment by segment, and where those of each segment end.
    starts: Vec<(u32, u32)>,
    start_ends: Vec<usize>,
    /// The tag of clauses that exclude solutions; other clauses are tagged with their lines.
    exclusion: u32,
}

/// A constant or a literal.
#[derive(Clone, Copy)]
enum Truth {
    Known(bool),
    Open(Literal),
}

impl Truth {
    fn not(self) -> Self {
        match self {
            Self::Known(value) => Self::Known(!value),
            Self::Open(literal) => Self::Open(!literal),
        }
    }
}

/// Work for a start that becomes a variable with its clauses, and for a tick of the SAT solver.
const START_WORK: u64 = 600;
const STEP_WORK: u64 = 45;

/// Decisions between two checks of the budget.
pub(super) const GUESSES_BETWEEN_CHECKS: u64 = 64;

/// The largest number of start variables; each takes about 400 bytes including its clauses.
const MOST_STARTS: usize = 1 << 20;

impl<'a> SatEncoding<'a> {
    /// Returns whether the encoding is small enough.
    pub(super) fn fits(grid: &PartialGrid) -> bool {
        let starts = |segment: &Segment| {
            let clue = grid.clue(segment);
            let needed: usize = clue.iter().map(|&run| run as usize + 1).sum();
            clue.len() * (segment.cells.len() + 2 - needed)
        };
        grid.open_segments().map(starts).sum::<usize>() <= MOST_STARTS
    }

    /// Encodes the unknown cells. With `record`, the solver records how it learns clauses.
    pub(super) fn new(
        grid: &PartialGrid<'a>,
        beliefs: &Beliefs,
        guesses: u64,
        record: bool,
    ) -> Result<Self, Halt> {
        let instance = grid.instance();
        let most = grid.budget().iterations();
        let mut solver = Solver::default();
        if record {
            solver.begin_record();
        }
        let mut numbers = Vec::new();
        let cells = (0..instance.shape.cells()).map(|cell| {
            let unknown = || {
                numbers.push(cell as i64 + 1);
                Truth::Open(solver.variable(false))
            };
            grid.colour(cell).map_or_else(unknown, Truth::Known)
        });
        let cells: Vec<_> = cells.collect();
        let mut sat = Self {
            solver,
            budget: grid.budget(),
            most: most.map(|most| most.saturating_sub(guesses)),
            shape: instance.shape,
            cells,
            numbers,
            starts: Vec::new(),
            start_ends: Vec::new(),
            exclusion: instance.lines() as u32,
        };
        let start_numbers = StartNumbers::new(instance);
        let mut lines = LongLineSolver::default();
        for segment in grid.open_segments() {
            if sat.budget.expired() {
                return Err(Halt::Stopped);
            }
            let colours: Vec<_> = grid.cells(segment).map(|cell| sat.cells[cell]).collect();
            let [mut black, mut white] = grid.sets(segment);
            let clue = grid.clue(segment);
            lines.solve(colours.len(), clue, &mut black, &mut white);
            let starts = (0..clue.len()).map(|block| lines.starts(block).collect());
            let starts: Vec<Vec<usize>> = starts.collect();
            let count: usize = starts.iter().map(Vec::len).sum();
            sat.budget.spend(START_WORK * count as u64);
            sat.solver.set_tag(segment.line as u32);
            let first_number = |block| start_numbers.of(instance, segment, block);
            sat.add_segment(&colours, clue, &starts, first_number);
            sat.start_ends.push(sat.starts.len());
        }
        let hints = sat.hints(grid, beliefs);
        sat.solver.set_hints(&hints);
        Ok(sat)
    }

    pub(super) fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Returns the hints for all variables that follow from beliefs.
    fn hints(&self, grid: &PartialGrid, beliefs: &Beliefs) -> Vec<bool> {
        let open = |&cell: &usize| matches!(self.cells[cell], Truth::Open(_));
        let cells = (0..self.cells.len()).filter(open);
        let mut hints: Vec<_> = cells.map(|cell| beliefs.probably_black(cell)).collect();
        let mut marginals = Marginals::default();
        let mut begin = 0;
        for (segment, &end) in grid.open_segments().zip(&self.start_ends) {
            let is_known = beliefs.compute_marginals(grid, segment, &mut marginals);
            let by =
                |&(block, at): &(u32, u32)| is_known && marginals.by(block as usize, at as usize);
            hints.extend(self.starts[begin..end].iter().map(by));
            begin = end;
        }
        hints
    }

    /// Replaces the hints by those that follow from beliefs.
    pub(super) fn set_hints(&mut self, grid: &PartialGrid, beliefs: &Beliefs) {
        let hints = self.hints(grid, beliefs);
        self.solver.set_hints(&hints);
    }

    /// Returns the number of decisions.
    pub(super) fn guesses(&self) -> u64 {
        self.solver.decisions()
    }

    /// Returns a solution that was not returned before, or `None` if `most_work` is given and does not suffice. Fails
    /// with a conflict if there is no solution.
    pub(super) fn next_solution(&mut self, most_work: Option<u64>) -> Result<Option<Answer>, Halt> {
        let (budget, most) = (self.budget, self.most);
        let mut counted = self.solver.ticks();
        let most_steps = most_work.map_or(u64::MAX, |work| counted + work / STEP_WORK);
        let mut interrupted = false;
        let outcome = self.solver.solve(|guesses, steps| {
            if guesses.is_multiple_of(GUESSES_BETWEEN_CHECKS) {
                budget.spend(STEP_WORK * (steps - counted));
                counted = steps;
                if budget.expired() {
                    return false;
                }
                if steps > most_steps {
                    interrupted = true;
                    return false;
                }
            }
            most.is_none_or(|most| guesses < most)
        });
        budget.spend(STEP_WORK * (self.solver.ticks() - counted));
        match outcome {
            SatResult::Satisfiable => {}
            SatResult::Unsatisfiable => return Err(Halt::Conflict),
            SatResult::Stopped if interrupted => return Ok(None),
            SatResult::Stopped => return Err(Halt::Stopped),
        }
        let black = self.cells.iter().map(|cell| match *cell {
            Truth::Known(black) => black,
            Truth::Open(literal) => self.solver.holds(literal),
        });
        let black = black.collect();
        let answer = Answer {
            shape: self.shape,
            black,
        };
        self.exclude(&answer);
        // If there are several solutions, some are often nearly equal.
        self.solver.follow_model();
        Ok(Some(answer))
    }

    /// Excludes a solution that was found otherwise. The hints must follow from it.
    pub(super) fn follow(&mut self, solution: &Answer) {
        self.exclude(solution);
        self.solver.follow_hints();
    }

    /// Adds a blocking clause for a solution.
    pub(super) fn exclude(&mut self, answer: &Answer) {
        self.solver.set_tag(self.exclusion);
        let cells = self.cells.iter().zip(&answer.black);
        let others: Vec<_> = cells
            .map(|(&cell, &black)| if black { cell.not() } else { cell })
            .collect();
        self.add(&others);
    }

    fn add(&mut self, literals: &[Truth]) {
        let mut clause = Vec::with_capacity(literals.len());
        for &literal in literals {
            match literal {
                Truth::Known(true) => return,
                Truth::Known(false) => {}
                Truth::Open(literal) => clause.push(literal),
            }
        }
        self.solver.add(&clause);
    }

    fn add_segment(
        &mut self,
        colours: &[Truth],
        clue: &[u32],
        starts: &[Vec<usize>],
        first_number: impl Fn(usize) -> i64,
    ) {
        let blocks: Vec<Block> = starts
            .iter()
            .zip(clue)
            .enumerate()
            .map(|(block, (starts, &run))| {
                self.add_block(block, starts, run as usize, first_number(block))
            })
            .collect();
        let following = blocks.iter().zip(starts).skip(1);
        for (block, (next, starts)) in blocks.iter().zip(following) {
            // The next block starts at p only if this one ends before p - 1.
            for &p in starts {
                let early = p.checked_sub(block.run + 1).map(|q| block.by(q));
                let early = early.unwrap_or(Truth::Known(false));
                self.add(&[next.by(p).not(), early]);
            }
        }
        // At other positions it is known which block covers a cell.
        for block in &blocks {
            let to = block.last() + block.run;
            for (at, &black) in colours.iter().enumerate().take(to).skip(block.first) {
                self.add(&[block.by(at).not(), block.ended(at), black]);
            }
        }
        for gap in 0..=blocks.len() {
            let before = gap.checked_sub(1).map(|before| &blocks[before]);
            let next = blocks.get(gap);
            let from = before.map_or(0, |block| block.first + block.run);
            let to = next.map_or(colours.len(), Block::last);
            for (at, &black) in colours.iter().enumerate().take(to).skip(from) {
                let over = before.map_or(Truth::Known(true), |block| block.ended(at));
                let begun = next.map_or(Truth::Known(false), |block| block.by(at));
                self.add(&[over.not(), begun, black.not()]);
            }
        }
    }

    /// Adds the variables of a block that can start at these positions.
    fn add_block(
        &mut self,
        block: usize,
        starts: &[usize],
        run: usize,
        first_number: i64,
    ) -> Block {
        let (first, last) = match (starts.first(), starts.last()) {
            (Some(&first), Some(&last)) => (first, last),
            _ => (0, 0),
        };
        let mut can_start = starts.iter().copied().peekable();
        let mut by: Vec<Truth> = Vec::with_capacity(last - first);
        for p in first..last {
            let previous = by.last().copied();
            if can_start.next_if_eq(&p).is_some() {
                self.numbers.push(first_number + p as i64);
                self.starts.push((block as u32, p as u32));
                let started = Truth::Open(self.solver.variable(false));
                if let Some(previous) = previous {
                    self.add(&[previous.not(), started]);
                }
                by.push(started);
            } else {
                // No new start is possible here.
                by.push(previous.unwrap_or(Truth::Known(false)));
            }
        }
        Block { first, run, by }
    }
}

/// A block of a line with unknown cells.
struct Block {
    first: usize,
    run: usize,
    /// From the first position on, whether the block starts at or before it; later it certainly does.
    by: Vec<Truth>,
}

impl Block {
    /// Returns the last position where the block can start.
    fn last(&self) -> usize {
        self.first + self.by.len()
    }

    fn by(&self, p: usize) -> Truth {
        match p.checked_sub(self.first) {
            None => Truth::Known(false),
            Some(index) => self.by.get(index).copied().unwrap_or(Truth::Known(true)),
        }
    }

    /// Returns whether the block lies entirely before cell `at`.
    fn ended(&self, at: usize) -> Truth {
        at.checked_sub(self.run)
            .map_or(Truth::Known(false), |p| self.by(p))
    }
}
