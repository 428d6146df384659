//! The bound: whether a solution exists, and whether it is unique.

use super::enumeration::{Enumeration, enumerate};
use super::instance::Instance;
use crate::{Bound, Budget, Fact, FactValue, Solutions};

pub(super) fn bound(instance: &Instance, budget: &Budget, known: Option<i64>) -> Bound {
    let solved = known == Some(1);
    let Ok(found) = enumerate(instance, budget, 2) else {
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
        bound.facts = statistics(&found).into();
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
