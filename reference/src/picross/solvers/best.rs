//! Line logic, probing, a short search and clauses, each only for what the one before has left open.
//!
//! **What.** 1. Every line is solved completely, with its cells as bits of machine words; lines that cross changed
//! cells are solved again, of long ones only the piece that the cell lies in. 2. Both colours of every unknown cell are tried: what fails is wrong, what both lead to is
//! right; then once more with what was learnt about pairs of cells. 3. A short search guesses the cells that promise
//! most. 4. The rest becomes clauses for a solver that learns from conflicts, and that begins with the colours that rows
//! and columns hold likely when they tell each other what they think; where there is no room for the clauses, the search
//! goes on instead.
//!
//! **Guarantee.** A solution if there is one, else the proof that there is none; where asked for two solutions, the
//! proof that there is only one. The same every time on one machine. The time can be exponential in the number of
//! unknown cells.
//!
//! **Complexity.** O(k + log n) for a line of n cells with k blocks up to 127 cells, O(k·n/64·log n) beyond; O(u) lines a
//! probe and O(u²) lines a round for u unknown cells at worst.
//!
//! **Source.** The stages follow the solvers of the webpbn survey (Wolter) and Batenburg and Kosters, "Solving Nonograms
//! by combining relaxations" (2009); clauses with order variables after Tamura et al.; belief propagation after
//! Pearl (1988), as a guide for clauses as in Braunstein, Mézard and Zecchina, "Survey propagation" (2005).
//!
//! **Example.** On rows `1 1`, `2` and columns `2`, `1`, `1` it finds `#.#` above `##.`, by line logic alone.

mod belief;
mod board;
mod idle;
mod implications;
mod likely;
mod line;
mod pieces;
mod probe;
mod sat;
mod search;
mod wide;

#[cfg(test)]
mod tests;

use self::board::{Board, Halt, Solutions};
use self::probe::Prober;
use self::sat::Sat;
use crate::picross::{Answer, Instance};
use crate::{Budget, Unsolved};

/// What it takes to solve a puzzle, or to see that it has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::picross) enum Difficulty {
    /// Looking at one line at a time, until nothing is new.
    Lines,
    /// Trying both colours of a cell and following each by line logic. Like line logic, this has one outcome whatever
    /// the order of the trials, so that it may be part of what a recipe asks for.
    Probing,
    /// Guesses, a few of them.
    Search,
    /// More guesses than a short search makes.
    Clauses,
}

impl Difficulty {
    pub(in crate::picross) fn name(self) -> &'static str {
        match self {
            Self::Lines => "lines",
            Self::Probing => "probing",
            Self::Search => "search",
            Self::Clauses => "sat",
        }
    }
}

/// What came to light about a puzzle in the time given.
#[derive(Debug)]
pub(in crate::picross) struct Findings {
    /// Different solutions, no more than were wanted.
    pub(in crate::picross) solutions: Vec<Answer>,
    /// Whether there are no others.
    pub(in crate::picross) exhausted: bool,
    pub(in crate::picross) difficulty: Difficulty,
    pub(in crate::picross) guesses: u64,
}

pub(super) fn solve(instance: &Instance, budget: &Budget) -> Result<Answer, Unsolved> {
    let mut findings = explore(instance, budget, 1)?;
    match findings.solutions.pop() {
        Some(answer) => Ok(answer),
        None if findings.exhausted => Err(Unsolved::NoSolution(
            "every way to fill the grid breaks a clue".to_owned(),
        )),
        None => Err(Unsolved::Stopped),
    }
}

/// Looks for so many different solutions; the first one does not depend on how many are wanted.
pub(in crate::picross) fn explore(
    instance: &Instance,
    budget: &Budget,
    wanted: usize,
) -> Result<Findings, Unsolved> {
    let mut board = Board::new(instance, budget)?;
    let mut solutions = Solutions {
        wanted,
        found: Vec::new(),
    };
    let mut effort = Effort {
        difficulty: Difficulty::Lines,
        guesses: 0,
    };
    let halt = run(&mut board, &mut solutions, &mut effort);
    Ok(Findings {
        solutions: solutions.found,
        // A conflict while nothing is assumed leaves no solution but those that were found.
        exhausted: halt == Err(Halt::Conflict),
        difficulty: effort.difficulty,
        guesses: effort.guesses,
    })
}

/// How hard line logic finds a puzzle, and where `most` allows it, probing; `None` where they do not decide it.
pub(in crate::picross) fn logical_difficulty(
    instance: &Instance,
    most: Difficulty,
) -> Result<Option<Difficulty>, Unsolved> {
    let budget = Budget::unlimited();
    let mut board = Board::new(instance, &budget)?;
    if board.settle() == Err(Halt::Conflict) || board.is_full() {
        return Ok(Some(Difficulty::Lines));
    }
    if most == Difficulty::Lines {
        return Ok(None);
    }
    let mut prober = Prober::new(instance.shape.cells());
    let probed = prober.exhaust(&mut board, false, &mut Solutions::default());
    let decided = probed == Err(Halt::Conflict) || board.is_full();
    Ok(decided.then_some(Difficulty::Probing))
}

/// How many cells line logic leaves open, and how many of these probing does; `None` where lines leave less than `least`.
pub(in crate::picross) fn left_by_logic(
    instance: &Instance,
    least: usize,
) -> Result<Option<(usize, usize)>, Unsolved> {
    let budget = Budget::unlimited();
    let mut board = Board::new(instance, &budget)?;
    let open = |board: &Board| instance.shape.cells() - board.trail().len();
    // Without a limit there is nothing to halt for but a conflict, and then nothing is left to say.
    if board.settle().is_err() || open(&board) < least {
        return Ok(None);
    }
    let by_lines = open(&board);
    let mut prober = Prober::new(instance.shape.cells());
    let probed = prober.exhaust(&mut board, false, &mut Solutions::default());
    Ok(probed.is_ok().then(|| (by_lines, open(&board))))
}

/// So many unknown cells are probed for what they say about each other.
const MOST_PAIRED: usize = 4000;

struct Effort {
    difficulty: Difficulty,
    guesses: u64,
}

/// One stage after the other. It always halts: for lack of time, with enough solutions, or in a conflict when there are
/// no more.
fn run(board: &mut Board, solutions: &mut Solutions, effort: &mut Effort) -> Result<(), Halt> {
    board.settle()?;
    need_open(board, solutions)?;
    effort.difficulty = Difficulty::Probing;
    let mut prober = Prober::new(board.instance().shape.cells());
    prober.exhaust(board, false, solutions)?;
    need_open(board, solutions)?;
    effort.difficulty = Difficulty::Search;
    // On large boards the pairs would be too many.
    if board.instance().shape.cells() - board.trail().len() <= MOST_PAIRED {
        prober.exhaust(board, true, solutions)?;
        need_open(board, solutions)?;
    }
    let most_solves = if Sat::fits(board) {
        search::FEW_SOLVES
    } else {
        u64::MAX
    };
    let guesses = &mut effort.guesses;
    search::search(board, &mut prober, most_solves, guesses, solutions)?;
    effort.difficulty = Difficulty::Clauses;
    let before = effort.guesses;
    let mut sat = Sat::new(board, before)?;
    for solution in &solutions.found {
        sat.exclude(solution);
    }
    loop {
        let next = sat.next_solution();
        effort.guesses = before + sat.guesses();
        solutions.take(next?)?;
    }
}

/// A full board holds the only solution there can be.
fn need_open(board: &Board, solutions: &mut Solutions) -> Result<(), Halt> {
    if board.is_full() {
        solutions.take(board.answer())?;
        return Err(Halt::Conflict);
    }
    Ok(())
}
