//! Writes the text of a proof from solutions and recorded steps.

use std::fmt::Write;

use crate::digest::digest;

use super::enumeration::{Hint, Step, Steps};
use super::{Answer, Instance};
use crate::{LARGEST_PROOF, Proof};

/// Writes a proof that there is no solution, or no solution but one. Returns `None` if it would be too large.
pub(super) fn no_other(
    instance: &Instance,
    solution: Option<&Answer>,
    steps: &Steps,
) -> Option<Proof> {
    let mut text = match solution {
        None => begin(instance, 0, "none"),
        Some(_) => begin(instance, 1, "unique"),
    };
    if let Some(solution) = solution {
        write_solution(&mut text, solution);
    }
    let needed = needed(&steps.all);
    // The numbers of the clauses after the superfluous ones are left out. The first one excludes the solution.
    let mut next = i64::from(solution.is_some());
    let mut numbers = vec![1];
    let mut is_keeping = false;
    for (step, &needed) in steps.all.iter().zip(&needed) {
        if step.clause.is_some() {
            next += i64::from(needed);
            numbers.push(next);
        }
        if needed {
            if is_keeping && step.clause.is_none() {
                // What was between the two steps is left out.
                text.pop();
                write_hints(&mut text, step, &numbers);
            } else {
                write_step(&mut text, step, &numbers);
            }
            is_keeping = step.clause.is_none();
        }
        if text.len() > LARGEST_PROOF {
            return None;
        }
    }
    let bound = i64::from(solution.is_some());
    Some(Proof { bound, text })
}

/// Writes a proof that there are at least two solutions. Returns `None` if it would be too large.
pub(super) fn several(instance: &Instance, solutions: &[Answer]) -> Option<Proof> {
    let mut text = begin(instance, 1, "several");
    for solution in solutions {
        write_solution(&mut text, solution);
    }
    (text.len() <= LARGEST_PROOF).then_some(Proof { bound: 1, text })
}

fn begin(instance: &Instance, bound: i64, claim: &str) -> String {
    let digest = digest(instance);
    format!("judge-proof 1 picross {bound}\ninstance {digest}\nclaim {claim}\n")
}

fn write_solution(text: &mut String, solution: &Answer) {
    let _ = write!(text, "solution\n{solution}");
}

/// Returns for each step whether it is needed.
fn needed(steps: &[Step]) -> Vec<bool> {
    let mut needed: Vec<_> = steps.iter().map(|step| step.required).collect();
    // The step of each clause; the first one is given.
    let learnt = (0..steps.len()).filter(|&index| steps[index].clause.is_some());
    let clauses: Vec<_> = std::iter::once(usize::MAX).chain(learnt).collect();
    for index in (0..steps.len()).rev() {
        if needed[index] {
            for hint in &steps[index].hints {
                if let Hint::Clause(clause) = *hint
                    && let Some(needed) = needed.get_mut(clauses[clause as usize])
                {
                    *needed = true;
                }
            }
        }
    }
    needed
}

fn write_step(text: &mut String, step: &Step, numbers: &[i64]) {
    if let Some(clause) = &step.clause {
        text.push_str("learn");
        for literal in clause {
            let _ = write!(text, " {literal}");
        }
        text.push_str(" by");
    } else {
        text.push_str("keep");
    }
    write_hints(text, step, numbers);
}

fn write_hints(text: &mut String, step: &Step, numbers: &[i64]) {
    for hint in &step.hints {
        let number = match *hint {
            Hint::Line(line) => i64::from(line) + 1,
            Hint::Clause(clause) => -numbers[clause as usize],
        };
        let _ = write!(text, " {number}");
    }
    text.push('\n');
}
