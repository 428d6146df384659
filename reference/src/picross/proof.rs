//! Checks proofs that a grid has no solution, or no solution but one. `judge help proofs` describes the format.
//!
//! **What.** Follows steps of unit propagation (RUP with hints). Clauses are sets of literals about cells and about the
//! starts of blocks. Each line stands for all clauses over its own literals that follow from its clue: a hint that
//! names a line propagates all of them at once, by solving the line completely.
//!
//! **Guarantee.** An accepted proof is correct: every step is followed from the clues and earlier steps alone, and the
//! solutions that the proof contains are replayed.
//!
//! **Complexity.** Linear in the number of hints, each of which solves a line in O(n + total width of its starts) or
//! visits a clause.
//!
//! **Source.** Goldberg and Novikov, "Verification of proofs of unsatisfiability for CNF formulas" (2003); hints as in
//! LRAT, Cruz-Filipe et al., "Efficient certified RAT verification" (2017).

mod line;
mod literal;
mod reader;
mod state;

use self::reader::{Claim, Content, Integers, Step};
use self::state::{Contradiction, State};
use super::instance::{Instance, runs};
use crate::ProofError;

/// Checks a proof and returns the bound that it proves: 0 for no solution, otherwise 1.
pub(super) fn check(instance: &Instance, proof: &[u8]) -> Result<i64, ProofError> {
    let content = reader::read(instance, proof)?;
    let bound = check_solutions(instance, &content).map_err(ProofError::Refused)?;
    if content.claim != Claim::Several {
        check_steps(instance, &content).map_err(ProofError::Refused)?;
    }
    Ok(bound)
}

/// Checks everything but the steps. Returns the bound.
fn check_solutions(instance: &Instance, content: &Content) -> Result<i64, String> {
    let bound = i64::from(content.claim != Claim::None);
    if content.bound != bound {
        let found = content.bound;
        return Err(format!(
            "the bound is {found}, but the claim proves {bound}"
        ));
    }
    for black in &content.solutions {
        let fits = |&line: &usize| {
            runs(instance.cells(line).map(|cell| black[cell]))
                .eq(instance.clue(line).iter().copied())
        };
        if let Some(line) = (0..instance.lines()).find(|line| !fits(line)) {
            let name = instance.name(line);
            return Err(format!(
                "{name} of a solution does not have the runs of its clue"
            ));
        }
    }
    if content.claim == Claim::Several {
        if content.solutions[0] == content.solutions[1] {
            return Err("the two solutions are equal".to_owned());
        }
        if content.steps().next().is_some() {
            return Err("two solutions need no steps".to_owned());
        }
    }
    Ok(bound)
}

/// Follows the steps to a contradiction.
fn check_steps(instance: &Instance, content: &Content) -> Result<(), String> {
    let mut state = State::new(instance);
    let mut clauses = Clauses::default();
    if let Some(black) = content.solutions.first() {
        // Some cell differs from the solution.
        let cells = (1..).zip(black);
        clauses.literals = cells
            .map(|(cell, &black)| if black { -cell } else { cell })
            .collect();
        clauses.ends.push(clauses.literals.len());
    }
    let mut contradictory = false;
    for (number, step) in content.steps() {
        if contradictory {
            return Err(format!("line {number} follows the contradiction"));
        }
        let in_line = |reason: String| format!("line {number}: {reason}");
        match step {
            Step::Keep(hints) => {
                contradictory = follow(&mut state, &clauses, hints).map_err(in_line)?;
            }
            Step::Learn(literals, hints) => {
                let begin = clauses.literals.len();
                clauses.literals.extend(literals);
                for &literal in &clauses.literals[begin..] {
                    state.literals().check(literal).map_err(in_line)?;
                }
                let clause = &clauses.literals[begin..];
                let mut assumed = clause.iter().try_for_each(|&literal| state.set(-literal));
                if assumed.is_ok() && follow(&mut state, &clauses, hints).map_err(in_line)? {
                    assumed = Err(Contradiction);
                }
                state.undo();
                if assumed.is_ok() {
                    return Err(in_line("the hints lead to no contradiction".to_owned()));
                }
                if let &[literal] = clause {
                    contradictory = state.set(literal).is_err();
                }
                clauses.ends.push(clauses.literals.len());
            }
        }
        state.keep();
    }
    if contradictory {
        Ok(())
    } else {
        Err("the steps lead to no contradiction".to_owned())
    }
}

/// The clauses so far: the one that excludes the solution, if there is one, and the learnt ones.
#[derive(Debug, Default)]
struct Clauses {
    literals: Vec<i64>,
    /// The end of each clause in `literals`.
    ends: Vec<usize>,
}

impl Clauses {
    /// Returns the clause with a number, counted from 1.
    fn get(&self, number: u64) -> Option<&[i64]> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        let end = *self.ends.get(index)?;
        let begin = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.literals[begin..end])
    }
}

/// Follows hints until they lead to a contradiction. Returns whether they do. Fails if a hint names nothing.
fn follow(state: &mut State, clauses: &Clauses, hints: Integers) -> Result<bool, String> {
    for hint in hints {
        let propagated = match usize::try_from(hint) {
            Ok(line) if (1..=state.lines()).contains(&line) => state.solve(line - 1),
            Ok(_) => return Err(format!("there is no grid line {hint}")),
            Err(_) => match clauses.get(hint.unsigned_abs()) {
                Some(clause) => state.visit(clause),
                None => return Err(format!("there is no clause {} yet", -hint)),
            },
        };
        if propagated.is_err() {
            return Ok(true);
        }
    }
    Ok(false)
}
