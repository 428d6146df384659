//! When to begin anew and which value to decide: hastily by hints, or steadily by what went well.

use super::Literal;

#[derive(Debug)]
pub(super) struct Moods {
    steady: bool,
    /// When the mood changes next; the first time conflicts are counted instead.
    steps_until: u64,
    /// The steps of the first hasty time, and how often the mood has changed.
    first: u64,
    changes: u64,
    /// How much glue clauses have, lately and for long.
    lately: Average,
    for_long: Average,
    /// When the search last began anew, and in steady times how many conflicts it waits.
    began: u64,
    luby: (u64, u64),
    /// Per variable.
    hints: Vec<bool>,
    saved: Vec<bool>,
    target: Vec<bool>,
    /// How many variables had values along the longest way without a conflict.
    target_length: usize,
    /// After so many changes of mood hasty times do not go by hints any more.
    hints_until: u64,
}

/// An average in which what is older counts less.
#[derive(Debug)]
struct Average {
    value: f64,
    share: f64,
    /// What a start from nothing would make it too small by.
    bias: f64,
}

impl Average {
    fn over(count: f64) -> Self {
        Self {
            value: 0.0,
            share: 1.0 / count,
            bias: 1.0,
        }
    }

    fn add(&mut self, value: f64) {
        self.value += self.share * (value - self.value);
        self.bias *= 1.0 - self.share;
    }

    /// The average of what was added, of which there must be something.
    fn get(&self) -> f64 {
        self.value / (1.0 - self.bias)
    }
}

/// The first hasty time.
const FIRST_CONFLICTS: u64 = 1000;

/// Later hasty times are so many times as long as the steady ones before them.
const HASTY_SHARE: u64 = 2;

/// In hasty times the search begins anew when clauses are worse than they used to be, but not after each.
const WORSE: f64 = 1.1;
const SHORTEST: u64 = 2;

/// After so many changes of mood it is given up to look near a solution for another one.
const CHANGES_NEAR: u64 = 2;

/// In steady times it waits so many conflicts, times a number of Luby's sequence.
const STEADY: u64 = 1024;

impl Default for Moods {
    fn default() -> Self {
        Self {
            steady: false,
            steps_until: 0,
            first: 0,
            changes: 0,
            lately: Average::over(33.0),
            for_long: Average::over(1e5),
            began: 0,
            luby: (1, 1),
            hints: Vec::new(),
            saved: Vec::new(),
            target: Vec::new(),
            target_length: 0,
            hints_until: u64::MAX,
        }
    }
}

impl Moods {
    pub(super) fn push(&mut self, hint: bool) {
        self.hints.push(hint);
        self.saved.push(hint);
        self.target.push(hint);
    }

    /// From now on these values are the likely ones. If that is right it soon shows; if it is not, they stand in the way
    /// of a proof that there is nothing else.
    pub(super) fn set_hints(&mut self, values: &[bool]) {
        self.hints_until = self.changes + CHANGES_NEAR;
        for kept in [&mut self.hints, &mut self.saved, &mut self.target] {
            kept.copy_from_slice(values);
        }
    }

    pub(super) fn steady(&self) -> bool {
        self.steady
    }

    /// The value to decide a variable by.
    pub(super) fn value(&self, variable: usize) -> bool {
        if self.steady {
            self.target[variable]
        } else if self.changes < self.hints_until {
            self.hints[variable]
        } else {
            self.saved[variable]
        }
    }

    /// The last value of a variable.
    pub(super) fn save(&mut self, literal: Literal) {
        self.saved[literal.variable()] = literal.truth();
    }

    /// A way without a conflict, which in steady times is followed if it is the longest.
    pub(super) fn remember(&mut self, way: &[Literal]) {
        if self.steady && way.len() > self.target_length {
            self.target_length = way.len();
            self.target.copy_from_slice(&self.saved);
            for literal in way {
                self.target[literal.variable()] = literal.truth();
            }
        }
    }

    /// A clause was learnt.
    pub(super) fn note(&mut self, glue: u32) {
        self.lately.add(f64::from(glue));
        self.for_long.add(f64::from(glue));
    }

    /// Whether the search begins anew.
    pub(super) fn begin_anew(&mut self, conflicts: u64) -> bool {
        let since = conflicts - self.began;
        let anew = if self.steady {
            let (_, factor) = self.luby;
            since >= STEADY * factor
        } else {
            since >= SHORTEST && self.lately.get() > WORSE * self.for_long.get()
        };
        if anew {
            self.began = conflicts;
            if self.steady {
                let (index, factor) = self.luby;
                self.luby = if index & index.wrapping_neg() == factor {
                    (index + 1, 1)
                } else {
                    (index, 2 * factor)
                };
            }
        }
        anew
    }

    /// Whether the mood changes now.
    pub(super) fn switch(&mut self, conflicts: u64, steps: u64) -> bool {
        let first = self.changes == 0;
        if first && conflicts < FIRST_CONFLICTS || !first && steps < self.steps_until {
            return false;
        }
        if first {
            self.first = steps;
        }
        self.changes += 1;
        let round = self.changes.div_ceil(2);
        self.steady = !self.steady;
        let share = if self.steady { 1 } else { HASTY_SHARE };
        self.steps_until = steps + share * self.first * round * round;
        self.began = conflicts;
        if self.steady {
            self.target_length = 0;
        }
        true
    }
}
