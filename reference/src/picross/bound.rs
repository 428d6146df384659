//! What can be proved about a puzzle: whether it has a solution, and whether that is the only one.

use super::answer::Answer;
use super::instance::Instance;
use super::solvers::best::{Difficulty, explore};
use crate::{Bound, Budget, Fact};

pub(super) fn bound(instance: &Instance, budget: &Budget, known: Option<i64>) -> Bound {
    let solved = known == Some(1);
    let Ok(findings) = explore(instance, budget, 2) else {
        let method = if solved {
            "an answer is known"
        } else {
            "nothing is proved: the lines are too long"
        };
        return with_facts(Bound::new(1, method), "unknown", None);
    };
    let (value, method, solutions) = match (findings.solutions.len(), findings.exhausted) {
        (0, true) => (0, "proved to have no solution", "none"),
        (0, false) if solved => (1, "an answer is known", "unknown"),
        (0, false) => (
            1,
            "no solution was found, nor a proof that there is none",
            "unknown",
        ),
        (1, true) => (
            1,
            "a solution was found, and it is proved to be the only one",
            "unique",
        ),
        (1, false) => (1, "a solution was found", "unknown"),
        _ => (1, "two solutions were found", "several"),
    };
    let decided = solutions != "unknown";
    let effort = decided.then_some((findings.difficulty, findings.guesses));
    with_facts(Bound::new(value, method), solutions, effort)
}

/// A solution other than the one that `best` gives.
pub(super) fn second_solution(instance: &Instance, budget: &Budget) -> Option<Answer> {
    let findings = explore(instance, budget, 2).ok()?;
    findings.solutions.into_iter().nth(1)
}

fn with_facts(mut bound: Bound, solutions: &str, effort: Option<(Difficulty, u64)>) -> Bound {
    bound.facts.push(Fact {
        name: "solutions",
        text: solutions.to_owned(),
    });
    if let Some((difficulty, guesses)) = effort {
        let text = match difficulty {
            Difficulty::Lines => "lines",
            Difficulty::Probing => "probing",
            Difficulty::Search => "search",
            Difficulty::Clauses => "sat",
        };
        bound.facts.push(Fact {
            name: "difficulty",
            text: text.to_owned(),
        });
        bound.facts.push(Fact {
            name: "guesses",
            text: guesses.to_string(),
        });
    }
    bound
}
