//! A CDCL SAT solver with phase hints.
//!
//! **What.** Conflict-driven clause learning with two watched literals, first-UIP learning and clause minimisation. The
//! search alternates between focused mode (frequent restarts, VMTF decision queue) and stable mode (rare Luby restarts,
//! VSIDS heap, target phases). The initial phase of each variable is supplied as a hint. Focused mode always decides by
//! the hints instead of saved phases: if the hints are good, most of a solution is restored after every restart. After
//! [`Solver::follow_model`] the hints are dropped after two mode switches, because they hinder a proof that no other
//! solution exists.
//!
//! **Guarantee.** The result is correct and deterministic. All variables must be created before the first call of
//! [`Solver::solve`]; clauses may be added later.
//!
//! **Complexity.** Exponential in the number of variables in the worst case.
//!
//! **Source.** Marques-Silva and Sakallah, GRASP (1996); watched literals from Moskewicz et al., Chaff (2001); clause
//! minimisation from Sörensson and Biere (2009); glue-based restarts from Audemard and Simon (2012); VMTF from Biere
//! and Fröhlich (2015); mode switching from Oh (2015); target phases from Biere and Fleury (2020).

mod analyze;
mod clause_db;
mod order;
mod propagate;
mod record;
mod search_mode;

#[cfg(test)]
mod tests;

use self::analyze::Analysis;
use self::clause_db::{ClauseDb, ClauseRef, NO_CLAUSE};
use self::order::{VmtfQueue, VsidsHeap};
pub(crate) use self::record::{Record, Source, StepKind};
use self::search_mode::{ModeControl, SearchMode};

/// A variable or its negation, encoded as twice the variable, plus one if negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Literal(u32);

impl Literal {
    fn of(variable: usize, truth: bool) -> Self {
        Self(2 * variable as u32 + u32::from(!truth))
    }

    pub(crate) fn variable(self) -> usize {
        (self.0 / 2) as usize
    }

    fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the value of the variable that makes the literal true.
    pub(crate) fn truth(self) -> bool {
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
pub(crate) enum SatResult {
    Satisfiable,
    Unsatisfiable,
    Stopped,
}

/// A watcher of a literal: the clause and a blocking literal, which is checked first.
#[derive(Clone, Copy, Debug)]
struct Watch {
    blocker: Literal,
    /// Twice the clause reference, plus one for a binary clause.
    clause: u32,
}

#[derive(Debug, Default)]
pub(crate) struct Solver {
    clauses: ClauseDb,
    /// The watchers of each literal.
    watches: Vec<Vec<Watch>>,
    /// The value of each literal: 1 if true, -1 if false, 0 if unassigned.
    values: Vec<i8>,
    /// The decision level and the reason clause of each variable.
    levels: Vec<u32>,
    reasons: Vec<ClauseRef>,
    trail: Vec<Literal>,
    /// The length of the trail at the start of each decision level.
    level_starts: Vec<usize>,
    /// The number of literals on the trail that have been propagated.
    propagated: usize,
    /// Whether the clauses have been proved contradictory.
    unsatisfiable: bool,
    queue: VmtfQueue,
    heap: VsidsHeap,
    control: ModeControl,
    analysis: Analysis,
    decisions: u64,
    conflicts: u64,
    /// Memory accesses of propagation, as a deterministic measure of time.
    ticks: u64,
    /// The number of conflicts at which the clause database is reduced next. The first reduction only removes clauses
    /// that are satisfied at the root level.
    next_reduction: u64,
    reductions: u64,
    /// The values of the last model.
    model: Vec<bool>,
    /// How clauses were learnt, if that is wanted.
    record: Option<Box<Record>>,
}

/// The clause database is reduced after this many conflicts times the square root of the number of reductions.
const REDUCE_INTERVAL: f64 = 300.0;

impl Solver {
    /// Adds a variable with a hint for its value.
    pub(crate) fn variable(&mut self, hint: bool) -> Literal {
        let variable = self.levels.len();
        self.watches.extend([Vec::new(), Vec::new()]);
        self.values.extend([0, 0]);
        self.levels.push(0);
        self.reasons.push(NO_CLAUSE);
        self.queue.push();
        self.heap.push();
        self.control.push(hint);
        self.analysis.push();
        self.record_variable();
        Literal::of(variable, true)
    }

    /// Adds a clause.
    pub(crate) fn add(&mut self, literals: &[Literal]) {
        self.backtrack(0);
        let mut clause = literals.to_vec();
        clause.sort_unstable();
        clause.dedup();
        let opposite = clause.windows(2).any(|pair| pair[0] == !pair[1]);
        if opposite || clause.iter().any(|&literal| self.value(literal) > 0) {
            return;
        }
        if self.record.is_some() {
            let rest: Vec<_> = clause
                .iter()
                .copied()
                .filter(|&literal| self.value(literal) == 0)
                .collect();
            self.record_shortened(&clause, &rest);
        }
        clause.retain(|&literal| self.value(literal) == 0);
        match clause[..] {
            [] => self.unsatisfiable = true,
            [literal] => self.assign(literal, NO_CLAUSE),
            _ => {
                let clause = self.clauses.add(&clause, None);
                self.record_added(clause);
                self.watch(clause);
            }
        }
    }

    /// Searches for a model. Calls `go_on` with the number of decisions and [ticks](Self::ticks) before every decision,
    /// and stops when it returns `false`.
    pub(crate) fn solve(&mut self, mut go_on: impl FnMut(u64, u64) -> bool) -> SatResult {
        self.backtrack(0);
        loop {
            if self.unsatisfiable {
                return SatResult::Unsatisfiable;
            }
            if self.clauses.is_full() {
                return SatResult::Stopped;
            }
            if let Some(conflict) = self.propagate() {
                self.learn_from(conflict);
                continue;
            }
            if self.trail.len() == self.levels.len() {
                self.model.clear();
                let values = (0..self.levels.len()).map(|variable| self.values[2 * variable] > 0);
                self.model.extend(values);
                return SatResult::Satisfiable;
            }
            if self.conflicts >= self.next_reduction {
                self.reduce();
            }
            if self.control.switch(self.conflicts, self.ticks) {
                self.backtrack(0);
            } else if self.control.should_restart(self.conflicts) {
                let keep = self.decisions_to_keep();
                self.backtrack(keep);
            }
            if !go_on(self.decisions, self.ticks) {
                return SatResult::Stopped;
            }
            self.decide();
        }
    }

    /// Returns whether the literal is true in the last model.
    pub(crate) fn holds(&self, literal: Literal) -> bool {
        self.model[literal.variable()] == literal.truth()
    }

    /// Replaces the hints by the last model for the next two mode switches.
    pub(crate) fn follow_model(&mut self) {
        self.control.set_hints(&self.model);
        self.control.limit_hints();
    }

    /// Replaces the hints.
    pub(crate) fn set_hints(&mut self, hints: &[bool]) {
        self.backtrack(0);
        self.control.set_hints(hints);
    }

    /// Drops the hints after the next two mode switches.
    pub(crate) fn follow_hints(&mut self) {
        self.control.limit_hints();
    }

    /// Returns the clauses that were added, in the numbers of DIMACS files. Nothing may have been learnt yet.
    pub(crate) fn clauses(&self) -> impl Iterator<Item = Vec<i32>> {
        let number = |literal: Literal| {
            let number = literal.variable() as i32 + 1;
            if literal.truth() { number } else { -number }
        };
        let units = self.trail.iter().map(move |&literal| vec![number(literal)]);
        let all = self.clauses.all();
        units.chain(all.map(move |clause| self.clauses.literals(clause).map(number).collect()))
    }

    /// Returns the hint for the value of each variable.
    pub(crate) fn hints(&self) -> &[bool] {
        self.control.hints()
    }

    pub(crate) fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Returns the memory accesses of propagation, as a deterministic measure of time.
    pub(crate) fn ticks(&self) -> u64 {
        self.ticks
    }

    fn value(&self, literal: Literal) -> i8 {
        self.values[literal.index()]
    }

    fn level(&self) -> usize {
        self.level_starts.len()
    }

    fn assign(&mut self, literal: Literal, reason: ClauseRef) {
        let variable = literal.variable();
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        self.levels[variable] = self.level() as u32;
        self.reasons[variable] = reason;
        self.trail.push(literal);
    }

    /// Returns the variable to decide next.
    fn next_variable(&mut self) -> Option<usize> {
        let values = &self.values;
        let unassigned = |variable: usize| values[2 * variable] == 0;
        if self.control.mode() == SearchMode::Stable {
            self.heap.first(unassigned)
        } else {
            self.queue.last(unassigned)
        }
    }

    fn decide(&mut self) {
        if let Some(variable) = self.next_variable() {
            self.decisions += 1;
            self.level_starts.push(self.trail.len());
            let truth = self.control.phase(variable);
            self.assign(Literal::of(variable, truth), NO_CLAUSE);
        }
    }

    /// Returns the number of decision levels that a restart can keep because it would make the same decisions again
    /// (trail reuse).
    fn decisions_to_keep(&mut self) -> usize {
        let Some(next) = self.next_variable() else {
            return self.level();
        };
        let stable = self.control.mode() == SearchMode::Stable;
        let again = self.level_starts.iter().take_while(|&&at| {
            let variable = self.trail[at].variable();
            if stable {
                self.heap.score(variable) > self.heap.score(next)
            } else {
                self.queue.stamp(variable) > self.queue.stamp(next)
            }
        });
        again.count()
    }

    /// Undoes all decisions above a level.
    fn backtrack(&mut self, level: usize) {
        if self.level() <= level {
            return;
        }
        let length = self.level_starts[level];
        for index in (length..self.trail.len()).rev() {
            let literal = self.trail[index];
            let variable = literal.variable();
            self.values[literal.index()] = 0;
            self.values[(!literal).index()] = 0;
            self.control.save_phase(literal);
            self.queue.unassign(variable);
            self.heap.unassign(variable);
        }
        self.trail.truncate(length);
        self.level_starts.truncate(level);
        self.propagated = length;
    }

    /// Reduces the clause database: removes the worse half of the recently unused learnt clauses, and all clauses that
    /// are satisfied at the root level.
    fn reduce(&mut self) {
        // The reasons of root-level literals may be removed.
        self.record_roots();
        self.reductions += 1;
        let interval = REDUCE_INTERVAL * (self.reductions as f64).sqrt();
        self.next_reduction = self.conflicts + interval as u64;
        // Reasons of root-level literals are never resolved, so they need no protection.
        let root = self
            .level_starts
            .first()
            .copied()
            .unwrap_or(self.trail.len());
        for &literal in &self.trail[root..] {
            self.clauses.lock(self.reasons[literal.variable()]);
        }
        let (values, levels) = (&self.values, &self.levels);
        self.clauses.mark_garbage(|literal: Literal| {
            values[literal.index()] > 0 && levels[literal.variable()] == 0
        });
        let relocation = self.clauses.compact();
        self.record_relocation(&relocation);
        for &literal in &self.trail {
            let reason = &mut self.reasons[literal.variable()];
            if *reason != NO_CLAUSE {
                *reason = relocation.get(*reason).unwrap_or(NO_CLAUSE);
            }
        }
        for watches in &mut self.watches {
            watches.retain_mut(|watch| match relocation.get(watch.clause / 2) {
                Some(clause) => {
                    watch.clause = 2 * clause + watch.clause % 2;
                    true
                }
                None => false,
            });
        }
    }
}
