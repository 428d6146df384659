//! A short search: guess the cell that promises most, probe the next best ones, and come back from what fails.

use super::board::{Board, Halt, Literal, Solutions, literal};
use super::probe::Prober;

/// So many promising cells are probed before each guess.
const CANDIDATES: usize = 24;

/// So many lines are solved at most where the search is meant to be short.
pub(super) const FEW_SOLVES: u64 = 20_000;

/// Looks for solutions beyond what holds on the board, and leaves the board as it was where that takes more than so many
/// lines. Where it does not, it ends in a conflict: there are no more solutions.
pub(super) fn search(
    board: &mut Board,
    prober: &mut Prober,
    most_solves: u64,
    guesses: &mut u64,
    solutions: &mut Solutions,
) -> Result<(), Halt> {
    let root = board.trail().len();
    let limit = board.solves().saturating_add(most_solves);
    // Per guess, how long the trail was and what was guessed.
    let mut open: Vec<(usize, Literal)> = Vec::new();
    loop {
        let mut step = match narrow_down(board, prober, solutions) {
            Ok(Some(_)) if board.solves() > limit => {
                board.undo(root);
                return Ok(());
            }
            Ok(Some(guess)) => {
                *guesses += 1;
                let most = board.budget().iterations();
                if most.is_some_and(|most| *guesses > most) {
                    return Err(Halt::Stopped);
                }
                open.push((board.trail().len(), guess));
                board.assume(guess)
            }
            Ok(None) => solutions.take(board.answer()).and(Err(Halt::Conflict)),
            Err(halt) => Err(halt),
        };
        // After a conflict, the other colour of the last guess that has one left.
        while step == Err(Halt::Conflict) {
            let (length, guess) = open.pop().ok_or(Halt::Conflict)?;
            board.undo(length);
            step = board.assume(guess ^ 1);
        }
        step?;
    }
}

/// Probes the most promising cells and says what to guess; `None` where the grid is full.
fn narrow_down(
    board: &mut Board,
    prober: &mut Prober,
    solutions: &mut Solutions,
) -> Result<Option<Literal>, Halt> {
    loop {
        board.count_cells(board.instance().shape.cells());
        let mut best: Vec<usize> = board.unknown_cells().collect();
        if best.is_empty() {
            return Ok(None);
        }
        let promise = |prober: &Prober, a: usize, b: usize| {
            let order = prober.scores[b].total_cmp(&prober.scores[a]);
            order.then(a.cmp(&b))
        };
        if best.len() > CANDIDATES {
            best.select_nth_unstable_by(CANDIDATES, |&a, &b| promise(prober, a, b));
            best.truncate(CANDIDATES);
        }
        best.sort_unstable_by(|&a, &b| promise(prober, a, b));
        let mut changed = false;
        for &cell in &best {
            if board.colour(cell).is_none() {
                changed |= prober.probe(board, cell, false, solutions)?;
            }
        }
        if changed {
            continue;
        }
        let guess = best.into_iter().min_by(|&a, &b| promise(prober, a, b));
        return Ok(guess.map(|cell| literal(cell, true)));
    }
}
