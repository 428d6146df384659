//! The bound: whether a solution exists, and whether it is unique.

use super::certificate;
use super::enumeration::{Enumeration, enumerate, enumerate_with_proof};
use super::instance::Instance;
use crate::{Bound, Budget, Evidence, EvidenceKind, Fact, FactValue, Solutions};

pub(super) fn bound(instance: &Instance, budget: &Budget, known: Option<i64>) -> Bound {
    let found = enumerate(instance, budget, 2);
    describe(found.ok().as_ref(), known)
}

/// Returns the bound with its evidence. It is searched if nothing is proved, or if the proof would be too large.
pub(super) fn prove(instance: &Instance, budget: &Budget, known: Option<i64>) -> (Bound, Evidence) {
    let Ok((found, steps)) = enumerate_with_proof(instance, budget, 2) else {
        let kind = EvidenceKind::Searched { nodes: 0 };
        return (describe(None, known), Evidence { kind, proof: None });
    };
    let proof = if found.solutions.len() == 2 {
        certificate::several(instance, &found.solutions)
    } else {
        let solution = found.solutions.first();
        steps.and_then(|steps| certificate::no_other(instance, solution, &steps))
    };
    let nodes = found.guesses;
    let kind = match proof {
        Some(_) => EvidenceKind::Certified,
        None => EvidenceKind::Searched { nodes },
    };
    (describe(Some(&found), known), Evidence { kind, proof })
}

fn describe(found: Option<&Enumeration>, known: Option<i64>) -> Bound {
    let solved = known == Some(1);
    let Some(found) = found else {
        let method = if solved {
            "an answer is known"
        } else {
            "nothing is proved: the lines are too long"
        };
        let mut bound = Bound::new(1, method);
        bound.solutions = Some(Solutions::Unknown);
        return bound;
    };
    let (value, method, solutions) = match (found.solutions.len(), found.exhausted) {
        (0, true) => (0, "proved to have no solution", Solutions::None),
        (0, false) if solved => (1, "an answer is known", Solutions::Unknown),
        (0, false) => (
            1,
            "no solution was found, nor a proof that there is none",
            Solutions::Unknown,
        ),
        (1, true) => (
            1,
            "a solution was found, and it is proved to be the only one",
            Solutions::Unique,
        ),
        (1, false) => (1, "a solution was found", Solutions::Unknown),
        _ => (1, "two solutions were found", Solutions::Several),
    };
    let mut bound = Bound::new(value, method);
    bound.solutions = Some(solutions);
    bound.second = found.solutions.get(1).map(ToString::to_string);
    if solutions != Solutions::Unknown {
        bound.facts = statistics(found).into();
    }
    bound
}

fn statistics(found: &Enumeration) -> [Fact; 2] {
    [
        Fact {
            name: "difficulty",
            value: FactValue::Word(found.difficulty.name()),
        },
        Fact {
            name: "guesses",
            value: FactValue::Count(found.guesses),
        },
    ]
}
