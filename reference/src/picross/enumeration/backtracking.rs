//! A short backtracking search that branches on the most promising cell and probes the next candidates first.

use super::partial_grid::{Halt, Literal, PartialGrid, SolutionList, literal};
use super::probe::Prober;

/// The number of candidates that are probed before each decision.
const CANDIDATES: usize = 24;

/// The number of line solves after which a short search is abandoned.
pub(super) const MAX_SHORT_SOLVES: u64 = 20_000;

/// Searches for solutions. Restores the grid and returns `Ok` if more than `most_solves` lines are solved. Otherwise it
/// fails with a conflict: there are no more solutions.
pub(super) fn backtrack(
    grid: &mut PartialGrid,
    prober: &mut Prober,
    most_solves: u64,
    guesses: &mut u64,
    solutions: &mut SolutionList,
) -> Result<(), Halt> {
    let root = grid.trail().len();
    let limit = grid.solves().saturating_add(most_solves);
    // For each decision, the length of the trail and the literal.
    let mut open: Vec<(usize, Literal)> = Vec::new();
    loop {
        let mut step = match probe_candidates(grid, prober, solutions) {
            Ok(Some(_)) if grid.solves() > limit => {
                grid.undo(root);
                return Ok(());
            }
            Ok(Some(guess)) => {
                *guesses += 1;
                let most = grid.budget().iterations();
                if most.is_some_and(|most| *guesses > most) {
                    return Err(Halt::Stopped);
                }
                open.push((grid.trail().len(), guess));
                grid.decide(guess)
            }
            Ok(None) => solutions
                .take(grid.answer())
                .and(Err(grid.conflict_of_complete_grid())),
            Err(halt) => Err(halt),
        };
        // After a conflict, try the other colour of the last decision.
        while step == Err(Halt::Conflict) {
            let (length, guess) = open.pop().ok_or(Halt::Conflict)?;
            let reason = grid.refute(length);
            grid.undo(length);
            step = grid.conclude(guess ^ 1, reason);
        }
        step?;
    }
}

/// Probes the most promising candidates and returns the literal to branch on; `None` if the grid is complete.
fn probe_candidates(
    grid: &mut PartialGrid,
    prober: &mut Prober,
    solutions: &mut SolutionList,
) -> Result<Option<Literal>, Halt> {
    loop {
        grid.count_cells(grid.instance().shape.cells());
        let mut best: Vec<usize> = grid.unknown_cells().collect();
        if best.is_empty() {
            return Ok(None);
        }
        let compare = |prober: &Prober, a: usize, b: usize| {
            let order = prober.scores[b].total_cmp(&prober.scores[a]);
            order.then(a.cmp(&b))
        };
        if best.len() > CANDIDATES {
            best.select_nth_unstable_by(CANDIDATES, |&a, &b| compare(prober, a, b));
            best.truncate(CANDIDATES);
        }
        best.sort_unstable_by(|&a, &b| compare(prober, a, b));
        let mut changed = false;
        for &cell in &best {
            if grid.colour(cell).is_none() {
                changed |= prober.probe(grid, cell, false, solutions)?;
            }
        }
        if changed {
            continue;
        }
        let guess = best.into_iter().min_by(|&a, &b| compare(prober, a, b));
        return Ok(guess.map(|cell| literal(cell, true)));
    }
}
