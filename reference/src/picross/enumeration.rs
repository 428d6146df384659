//! Enumerates solutions by line solving, probing, a short backtracking search and SAT, each applied to what the
//! previous stage has left open.
//!
//! **What.** 1. Line solving: every line is solved completely with bit-parallel dynamic programming; lines that cross
//! changed cells are solved again. Long lines are split into independent segments. 2. Probing: both colours of every
//! unknown cell are propagated; a colour that leads to a conflict is ruled out, and conclusions that both colours share
//! are kept. A second pass also uses binary implications learnt by probing. 3. A short backtracking search branches on
//! the most constrained cells. 4. The remaining cells are encoded as clauses for a CDCL solver, whose phase hints come
//! from belief propagation. While no solution is known, decimation guided by belief propagation takes turns with it
//! and improves the hints. If the encoding would be too large, the backtracking search continues instead.
//!
//! **Guarantee.** Finds a solution or proves that there is none. If two solutions are requested, it finds both or
//! proves uniqueness. The result is deterministic.
//!
//! **Complexity.** O(k + log n) for a line of n ≤ 127 cells with k blocks, O(k·n/64·log n) for longer lines; for u
//! unknown cells at most O(u) lines per probe and O(u²) lines per round of probing. The total time can be exponential
//! in u.
//!
//! **Source.** The stages follow the solvers of the webpbn survey (Wolter) and Batenburg and Kosters, "Solving
//! Nonograms by combining relaxations" (2009); the order encoding follows Tamura et al.; belief propagation is due to
//! Pearl (1988), and guides the SAT solver as in Braunstein, Mézard and Zecchina, "Survey propagation" (2005).

mod backtracking;
mod belief_propagation;
mod decimation;
mod implications;
mod line;
mod long_line;
mod marginals;
mod partial_grid;
mod probe;
mod probe_cache;
mod proof_log;
mod question;
mod sat_encoding;
mod segments;

#[cfg(test)]
mod tests;

use self::belief_propagation::Beliefs;
use self::decimation::Decimation;
use self::partial_grid::{Halt, PartialGrid, SolutionList};
use self::probe::Prober;
use self::proof_log::ProofLog;
pub(in crate::picross) use self::proof_log::{Hint, Step, Steps};
pub use self::question::Question;
use self::sat_encoding::SatEncoding;
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
pub(in crate::picross) struct Enumeration {
    /// Distinct solutions, at most as many as requested.
    pub(in crate::picross) solutions: Vec<Answer>,
    /// Whether it is proved that there are no other solutions.
    pub(in crate::picross) exhausted: bool,
    pub(in crate::picross) difficulty: Difficulty,
    pub(in crate::picross) guesses: u64,
}

/// Searches for up to `wanted` distinct solutions. The first one does not depend on `wanted`.
pub(in crate::picross) fn enumerate(
    instance: &Instance,
    budget: &Budget,
    wanted: usize,
) -> Result<Enumeration, Unsolved> {
    enumerate_and_log(instance, budget, wanted, None).map(|(found, _)| found)
}

/// Does the same as [`enumerate`], and returns the steps of a proof that there are no other solutions than those found.
/// There are no steps if that is not proved, or if they would be too long.
pub(in crate::picross) fn enumerate_with_proof(
    instance: &Instance,
    budget: &Budget,
    wanted: usize,
) -> Result<(Enumeration, Option<Steps>), Unsolved> {
    // The log propagates what a checker knows; that is not part of the search.
    let unlimited = Budget::unlimited();
    enumerate_and_log(instance, budget, wanted, Some(&unlimited))
}

fn enumerate_and_log<'a>(
    instance: &'a Instance,
    budget: &'a Budget,
    wanted: usize,
    log: Option<&'a Budget>,
) -> Result<(Enumeration, Option<Steps>), Unsolved> {
    let mut grid = PartialGrid::new(instance, budget)?;
    let mut solutions = SolutionList {
        wanted,
        found: Vec::new(),
    };
    let mut statistics = Statistics {
        difficulty: Difficulty::Lines,
        guesses: 0,
        proof: None,
    };
    let mut halt = grid.propagate();
    if let Some(budget) = log
        && halt != Err(Halt::Stopped)
    {
        grid.begin_log(ProofLog::new(grid.duplicate(budget)?));
    }
    if halt.is_ok() {
        halt = run(&mut grid, &mut solutions, &mut statistics);
    }
    // A conflict at the root level proves that there are no solutions besides those found.
    let exhausted = halt == Err(Halt::Conflict);
    if exhausted {
        // After the SAT solver there is no log any more.
        statistics.proof = statistics.proof.or_else(|| grid.conclude_log());
    }
    let found = Enumeration {
        solutions: solutions.found,
        exhausted,
        difficulty: statistics.difficulty,
        guesses: statistics.guesses,
    };
    Ok((found, statistics.proof))
}

/// Returns whether line solving, or probing if `most` allows it, decides a puzzle; `None` if they do not.
pub(in crate::picross) fn logical_difficulty(
    instance: &Instance,
    most: Difficulty,
) -> Result<Option<Difficulty>, Unsolved> {
    let budget = Budget::unlimited();
    let mut grid = PartialGrid::new(instance, &budget)?;
    if grid.propagate() == Err(Halt::Conflict) || grid.is_complete() {
        return Ok(Some(Difficulty::Lines));
    }
    if most == Difficulty::Lines {
        return Ok(None);
    }
    let mut prober = Prober::new(instance.shape.cells());
    let probed = prober.exhaust(&mut grid, false, &mut SolutionList::default());
    let decided = probed == Err(Halt::Conflict) || grid.is_complete();
    Ok(decided.then_some(Difficulty::Probing))
}

/// Returns how many cells line solving leaves unknown, and how many of these probing does. Returns `None` if line
/// solving leaves fewer than `least`.
pub(in crate::picross) fn unknown_after_logic(
    instance: &Instance,
    least: usize,
) -> Result<Option<(usize, usize)>, Unsolved> {
    let budget = Budget::unlimited();
    let mut grid = PartialGrid::new(instance, &budget)?;
    let open = |grid: &PartialGrid| instance.shape.cells() - grid.trail().len();
    // With an unlimited budget only a conflict stops propagation.
    if grid.propagate().is_err() || open(&grid) < least {
        return Ok(None);
    }
    let by_lines = open(&grid);
    let mut prober = Prober::new(instance.shape.cells());
    let probed = prober.exhaust(&mut grid, false, &mut SolutionList::default());
    Ok(probed.is_ok().then(|| (by_lines, open(&grid))))
}

/// The largest number of unknown cells for which binary implications are learnt.
const MAX_IMPLICATION_CELLS: usize = 4000;

/// The work of the SAT solver before the first decimation: at least this much, and at least this multiple of the work
/// of the first beliefs, with which that of decimation grows.
const FIRST_SAT_WORK: u64 = 100_000_000;
const FIRST_BELIEFS: u64 = 5;

struct Statistics {
    difficulty: Difficulty,
    guesses: u64,
    /// The steps that the SAT solver has completed.
    proof: Option<Steps>,
}

/// Runs the stages after the first line solving in order. It always stops with an error: out of budget, enough solutions, or a conflict when there
/// are no more solutions.
fn run(
    grid: &mut PartialGrid,
    solutions: &mut SolutionList,
    statistics: &mut Statistics,
) -> Result<(), Halt> {
    stop_if_complete(grid, solutions)?;
    statistics.difficulty = Difficulty::Probing;
    let mut prober = Prober::new(grid.instance().shape.cells());
    prober.exhaust(grid, false, solutions)?;
    stop_if_complete(grid, solutions)?;
    statistics.difficulty = Difficulty::Search;
    // On large grids there would be too many implications.
    if grid.instance().shape.cells() - grid.trail().len() <= MAX_IMPLICATION_CELLS {
        prober.exhaust(grid, true, solutions)?;
        stop_if_complete(grid, solutions)?;
    }
    let most_solves = if SatEncoding::fits(grid) {
        backtracking::MAX_SHORT_SOLVES
    } else {
        u64::MAX
    };
    let guesses = &mut statistics.guesses;
    backtracking::backtrack(grid, &mut prober, most_solves, guesses, solutions)?;
    statistics.difficulty = Difficulty::Clauses;
    let before = statistics.guesses;
    let beliefs = Beliefs::of(grid);
    let mut sat = SatEncoding::new(grid, &beliefs, before, grid.is_logged())?;
    for solution in &solutions.found {
        sat.exclude(solution);
    }
    // Decimation helps to find the first solution; the others are near.
    let is_first = solutions.found.is_empty();
    let mut most_work = is_first.then(|| FIRST_SAT_WORK.max(FIRST_BELIEFS * beliefs.work()));
    let mut decimation = Decimation::new(beliefs);
    loop {
        let next = sat.next_solution(most_work);
        statistics.guesses = before + decimation.decisions + sat.guesses();
        if next == Err(Halt::Conflict)
            && let Some((mut steps, finished)) = grid.end_log()
        {
            let complete = finished || sat.write_proof(&mut steps);
            statistics.proof = complete.then_some(steps);
        }
        let mut found = next?;
        if found.is_none() {
            let decimated = decimation.run(grid)?;
            sat.set_hints(grid, &decimated.beliefs);
            if let Some(solution) = &decimated.solution {
                sat.follow(solution);
            }
            most_work = most_work.map(|work| (work + work / 4).max(2 * decimated.work));
            found = decimated.solution;
        }
        if let Some(solution) = found {
            most_work = None;
            solutions.take(solution)?;
        }
    }
}

/// Records the solution of a complete grid. There can be no other.
fn stop_if_complete(grid: &mut PartialGrid, solutions: &mut SolutionList) -> Result<(), Halt> {
    if grid.is_complete() {
        solutions.take(grid.answer())?;
        return Err(grid.conflict_of_complete_grid());
    }
    Ok(())
}
