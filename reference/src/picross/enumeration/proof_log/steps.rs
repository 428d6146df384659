//! The steps of a proof.

use crate::LARGEST_PROOF;

/// What is followed in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::picross) enum Hint {
    /// A line is solved.
    Line(u32),
    /// A clause is visited; the first one has number 0.
    Clause(u32),
}

/// A step of a proof.
#[derive(Debug)]
pub(in crate::picross) struct Step {
    /// The learnt clause; `None` if what follows is kept.
    pub(in crate::picross) clause: Option<Box<[i64]>>,
    pub(in crate::picross) hints: Vec<Hint>,
    /// Whether it is part of the proof even if its clause is not used.
    pub(in crate::picross) required: bool,
}

/// The steps are longer than any proof may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::picross) struct TooLong;

/// Steps, which are collected before it is known which ones are needed.
#[derive(Debug, Default)]
pub(in crate::picross) struct Steps {
    pub(in crate::picross) all: Vec<Step>,
    /// The number of learnt clauses.
    learnt: u32,
    /// The number of integers.
    size: usize,
}

/// Unneeded steps may take a multiple of the largest proof before they are removed.
const MOST_INTEGERS: usize = 4 * LARGEST_PROOF;

impl Steps {
    /// Keeps what follows from hints.
    pub(in crate::picross) fn keep(&mut self, hints: Vec<Hint>) {
        self.size += hints.len();
        match self.all.last_mut() {
            _ if hints.is_empty() => {}
            Some(last) if last.clause.is_none() => last.hints.extend(hints),
            _ => self.all.push(Step {
                clause: None,
                hints,
                required: true,
            }),
        }
    }

    /// Learns a clause. Returns its number. Fails if the steps become too long.
    pub(in crate::picross) fn learn(
        &mut self,
        clause: Box<[i64]>,
        hints: Vec<Hint>,
    ) -> Result<u32, TooLong> {
        self.learnt += 1;
        self.size += clause.len() + hints.len();
        self.all.push(Step {
            // A unit clause is kept for good, so other steps depend on it.
            required: clause.len() == 1,
            clause: Some(clause),
            hints,
        });
        if self.size > MOST_INTEGERS {
            return Err(TooLong);
        }
        Ok(self.learnt)
    }
}
