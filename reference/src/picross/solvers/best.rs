//! Enumerates solutions by line solving, probing, a short backtracking search and SAT, each applied to what the
//! previous stage has left open.
//!
//! **What.** 1. Line solving: every line is solved completely with bit-parallel dynamic programming; lines that
//! cross changed cells are solved again. Long lines are split into independent segments. 2. Probing: both colours
//! of every unknown cell are propagated; a colour that leads to a conflict is ruled out, and conclusions that both
//! colours share are kept. A second pass also uses binary implications learnt by probing. 3. A short backtracking
//! search branches on the most constrained cells. 4. The remaining cells are encoded as clauses for a CDCL solver,
//! whose phase hints come from belief propagation. If the encoding would be too large, the backtracking search
//! continues instead.
//!
//! **Guarantee.** Finds a solution or proves that there is none. If two solutions are requested, it finds both or
//! proves uniqueness. The result is deterministic.
//!
//! **Complexity.** O(k + log n) for a line of n ≤ 127 cells with k blocks, O(k·n/64·log n) for longer lines; for u
//! unknown cells at most O(u) lines per probe and O(u²) lines per round of probing. The total time can be
//! exponential in u.
//!
//! **Source.** The stages follow the solvers of the webpbn survey (Wolter) and Batenburg and Kosters, "Solving
//! Nonograms by combining relaxations" (2009); the order encoding follows Tamura et al.; belief propagation is due
//! to Pearl (1988), and guides the SAT solver as in Braunstein, Mézard and Zecchina, "Survey propagation" (2005).

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

/// The strongest technique that is needed to solve a puzzle or to prove that it has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::picross) enum Difficulty {
    /// Line solving.
    Lines,
    /// Probing with line solving. Like line solving it has a unique fixed point, so a recipe may require it.
    Probing,
    /// A short backtracking search.
    Search,
    /// More decisions than the short search makes.
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

/// The result of an enumeration.
#[derive(Debug)]
pub(in crate::picross) struct Findings {
    /// Distinct solutions, at most as many as requested.
    pub(in crate::picross) solutions: Vec<Answer>,
    /// Whether it is proved that there are no other solutions.
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

/// Searches for up to `wanted` distinct solutions. The first one does not depend on `wanted`.
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
        // A conflict at the root level proves that there are no solutions besides those found.
        exhausted: halt == Err(Halt::Conflict),
        difficulty: effort.difficulty,
        guesses: effort.guesses,
    })
}

/// Returns whether line solving, or probing if `most` allows it, decides a puzzle; `None` if they do not.
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

/// Returns how many cells line solving leaves unknown, and how many of these probing does. Returns `None` if line
/// solving leaves fewer than `least`.
pub(in crate::picross) fn left_by_logic(
    instance: &Instance,
    least: usize,
) -> Result<Option<(usize, usize)>, Unsolved> {
    let budget = Budget::unlimited();
    let mut board = Board::new(instance, &budget)?;
    let open = |board: &Board| instance.shape.cells() - board.trail().len();
    // With an unlimited budget only a conflict stops propagation.
    if board.settle().is_err() || open(&board) < least {
        return Ok(None);
    }
    let by_lines = open(&board);
    let mut prober = Prober::new(instance.shape.cells());
    let probed = prober.exhaust(&mut board, false, &mut Solutions::default());
    Ok(probed.is_ok().then(|| (by_lines, open(&board))))
}

/// The largest number of unknown cells for which binary implications are learnt.
const MOST_PAIRED: usize = 4000;

struct Effort {
    difficulty: Difficulty,
    guesses: u64,
}

/// Runs the stages in order. It always stops with an error: out of budget, enough solutions, or a conflict when
/// there are no more solutions.
fn run(board: &mut Board, solutions: &mut Solutions, effort: &mut Effort) -> Result<(), Halt> {
    board.settle()?;
    need_open(board, solutions)?;
    effort.difficulty = Difficulty::Probing;
    let mut prober = Prober::new(board.instance().shape.cells());
    prober.exhaust(board, false, solutions)?;
    need_open(board, solutions)?;
    effort.difficulty = Difficulty::Search;
    // On large grids there would be too many implications.
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

/// Records the solution of a complete grid. There can be no other.
fn need_open(board: &Board, solutions: &mut Solutions) -> Result<(), Halt> {
    if board.is_full() {
        solutions.take(board.answer())?;
        return Err(Halt::Conflict);
    }
    Ok(())
}
