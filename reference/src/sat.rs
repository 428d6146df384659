//! Whether clauses can all be true at once: a search that learns a new clause from every dead end.
//!
//! **What.** Variables are decided one after the other, each decision is followed by what the clauses force, and a dead
//! end becomes a clause that says why, so that it is never entered again. Two moods take turns: a hasty one that begins
//! anew after few dead ends and decides what took part in the last ones, and a steady one that follows the longest way
//! without a dead end so far.
//!
//! **Hints.** Every variable comes with the value it probably has. The hasty mood decides by them alone, however often
//! the search has proved otherwise: where the hints are good, most of a solution is then there at every new beginning.
//! Only a search near a solution for another one is given up after a while, since then there is probably none.
//!
//! **Guarantee.** The answer is right, and the same every time. The time can be exponential. All variables come before
//! the first search; clauses may come after it.
//!
//! **Source.** Marques-Silva and Sakallah, GRASP (1996); two watched literals from Moskewicz et al., Chaff (2001);
//! shorter clauses from Sörensson and Biere (2009); restarts by how good the learnt clauses are from Audemard and Simon
//! (2012); the queue of variables from Biere and Fröhlich (2015); two moods from Oh (2015), and following the longest
//! way from Biere and Fleury (2020).

mod learn;
mod moods;
mod order;
mod propagate;
mod store;

#[cfg(test)]
mod tests;

use self::learn::Analysis;
use self::moods::Moods;
use self::order::{Heap, Queue};
use self::store::{NO_CLAUSE, Reference, Store};

/// A variable or its opposite: twice the variable, plus one for the opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Literal(u32);

impl Literal {
    fn of(variable: usize, truth: bool) -> Self {
        Self(2 * variable as u32 + u32::from(!truth))
    }

    fn variable(self) -> usize {
        (self.0 / 2) as usize
    }

    fn index(self) -> usize {
        self.0 as usize
    }

    /// The value of its variable that makes it true.
    fn truth(self) -> bool {
        self.0.is_multiple_of(2)
    }
}

impl std::ops::Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Satisfiable,
    Unsatisfiable,
    Stopped,
}

/// A watched literal's place: the clause, and another literal of it that is looked at first.
#[derive(Clone, Copy, Debug)]
struct Watch {
    blocker: Literal,
    /// Twice where the clause is, plus one if it has no more than these two literals.
    clause: u32,
}

#[derive(Debug, Default)]
pub(crate) struct Solver {
    store: Store,
    /// Per literal, the clauses that watch it.
    watches: Vec<Vec<Watch>>,
    /// Per literal 1 if it is true, -1 if it is false, else 0.
    values: Vec<i8>,
    /// Per variable, the number of decisions up to it and what forced it.
    levels: Vec<u32>,
    reasons: Vec<Reference>,
    trail: Vec<Literal>,
    /// Per decision, how long the trail was.
    decided: Vec<usize>,
    /// How much of the trail has been followed.
    followed: usize,
    /// The clauses contradict each other.
    broken: bool,
    queue: Queue,
    heap: Heap,
    moods: Moods,
    analysis: Analysis,
    decisions: u64,
    conflicts: u64,
    /// Work on clauses and watches, as a measure of time that is the same on every machine.
    steps: u64,
    /// When clauses are forgotten next; before any conflict these are the ones that are true from the start.
    next_reduction: u64,
    reductions: u64,
    /// The values of the last solution.
    model: Vec<bool>,
}

/// After so many conflicts, times the square root of how often it was done, the worst learnt clauses are forgotten.
const BETWEEN_REDUCTIONS: f64 = 300.0;

impl Solver {
    /// A new variable with the value it probably has.
    pub(crate) fn variable(&mut self, hint: bool) -> Literal {
        let variable = self.levels.len();
        self.watches.extend([Vec::new(), Vec::new()]);
        self.values.extend([0, 0]);
        self.levels.push(0);
        self.reasons.push(NO_CLAUSE);
        self.queue.push();
        self.heap.push();
        self.moods.push(hint);
        self.analysis.push();
        Literal::of(variable, true)
    }

    /// One of the literals must be true.
    pub(crate) fn add(&mut self, literals: &[Literal]) {
        self.backtrack(0);
        let mut clause = literals.to_vec();
        clause.sort_unstable();
        clause.dedup();
        let opposite = clause.windows(2).any(|pair| pair[0] == !pair[1]);
        if opposite || clause.iter().any(|&literal| self.value(literal) > 0) {
            return;
        }
        clause.retain(|&literal| self.value(literal) == 0);
        match clause[..] {
            [] => self.broken = true,
            [literal] => self.assign(literal, NO_CLAUSE),
            _ => {
                let clause = self.store.add(&clause, None);
                self.watch(clause);
            }
        }
    }

    /// Looks for values until it is told not to go on; it asks before every decision.
    ///
    /// `go_on` gets the number of decisions so far and the [steps](Self::steps).
    pub(crate) fn solve(&mut self, mut go_on: impl FnMut(u64, u64) -> bool) -> Outcome {
        self.backtrack(0);
        loop {
            if self.broken {
                return Outcome::Unsatisfiable;
            }
            if self.store.is_full() {
                return Outcome::Stopped;
            }
            if let Some(conflict) = self.propagate() {
                self.learn_from(conflict);
                continue;
            }
            if self.trail.len() == self.levels.len() {
                self.model.clear();
                let values = (0..self.levels.len()).map(|variable| self.values[2 * variable] > 0);
                self.model.extend(values);
                return Outcome::Satisfiable;
            }
            if self.conflicts >= self.next_reduction {
                self.reduce();
            }
            if self.moods.switch(self.conflicts, self.steps) {
                self.backtrack(0);
            } else if self.moods.begin_anew(self.conflicts) {
                let keep = self.decisions_to_keep();
                self.backtrack(keep);
            }
            if !go_on(self.decisions, self.steps) {
                return Outcome::Stopped;
            }
            self.decide();
        }
    }

    /// Whether the literal is true in the last solution.
    pub(crate) fn holds(&self, literal: Literal) -> bool {
        self.model[literal.variable()] == literal.truth()
    }

    /// From now on, and for a while, the values of the last solution are the likely ones.
    pub(crate) fn stay_near(&mut self) {
        self.moods.set_hints(&self.model);
    }

    pub(crate) fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Work on clauses and watches, as a measure of time that is the same on every machine.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    fn value(&self, literal: Literal) -> i8 {
        self.values[literal.index()]
    }

    fn level(&self) -> usize {
        self.decided.len()
    }

    fn assign(&mut self, literal: Literal, reason: Reference) {
        let variable = literal.variable();
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        self.levels[variable] = self.level() as u32;
        self.reasons[variable] = reason;
        self.trail.push(literal);
    }

    /// The variable that the mood would decide next.
    fn next_variable(&mut self) -> Option<usize> {
        let values = &self.values;
        let open = |variable: usize| values[2 * variable] == 0;
        if self.moods.steady() {
            self.heap.first(open)
        } else {
            self.queue.last(open)
        }
    }

    fn decide(&mut self) {
        if let Some(variable) = self.next_variable() {
            self.decisions += 1;
            self.decided.push(self.trail.len());
            let truth = self.moods.value(variable);
            self.assign(Literal::of(variable, truth), NO_CLAUSE);
        }
    }

    /// A new beginning would make these decisions again.
    fn decisions_to_keep(&mut self) -> usize {
        let Some(next) = self.next_variable() else {
            return self.level();
        };
        let steady = self.moods.steady();
        let again = self.decided.iter().take_while(|&&at| {
            let variable = self.trail[at].variable();
            if steady {
                self.heap.score(variable) > self.heap.score(next)
            } else {
                self.queue.stamp(variable) > self.queue.stamp(next)
            }
        });
        again.count()
    }

    /// Takes back all decisions after so many.
    fn backtrack(&mut self, level: usize) {
        if self.level() <= level {
            return;
        }
        let length = self.decided[level];
        for index in (length..self.trail.len()).rev() {
            let literal = self.trail[index];
            let variable = literal.variable();
            self.values[literal.index()] = 0;
            self.values[(!literal).index()] = 0;
            self.moods.save(literal);
            self.queue.reopen(variable);
            self.heap.reopen(variable);
        }
        self.trail.truncate(length);
        self.decided.truncate(level);
        self.followed = length;
    }

    /// Forgets the worse half of the learnt clauses that were of no use lately, and those that are always true.
    fn reduce(&mut self) {
        self.reductions += 1;
        let pause = BETWEEN_REDUCTIONS * (self.reductions as f64).sqrt();
        self.next_reduction = self.conflicts + pause as u64;
        // Nobody asks for the reasons of what holds for ever.
        let root = self.decided.first().copied().unwrap_or(self.trail.len());
        for &literal in &self.trail[root..] {
            self.store.lock(self.reasons[literal.variable()]);
        }
        let (values, levels) = (&self.values, &self.levels);
        self.store.forget(|literal: Literal| {
            values[literal.index()] > 0 && levels[literal.variable()] == 0
        });
        let moved = self.store.compact();
        for &literal in &self.trail {
            let reason = &mut self.reasons[literal.variable()];
            if *reason != NO_CLAUSE {
                *reason = moved.get(*reason).unwrap_or(NO_CLAUSE);
            }
        }
        for watches in &mut self.watches {
            watches.retain_mut(|watch| match moved.get(watch.clause / 2) {
                Some(clause) => {
                    watch.clause = 2 * clause + watch.clause % 2;
                    true
                }
                None => false,
            });
        }
    }
}
