//! Conflict analysis: first-UIP clause learning and recursive minimisation.

use super::clause_db::{ClauseRef, NO_CLAUSE};
use super::search_mode::SearchMode;
use super::{Literal, Solver};

/// Marks of a variable during conflict analysis.
const SEEN: u8 = 1;
/// Whether a literal is known to be removable from the learnt clause, or known not to be.
const REMOVABLE: u8 = 2;
const POISON: u8 = 4;

/// Buffers that are reused from conflict to conflict.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    marks: Vec<u8>,
    /// The variables with marks.
    marked: Vec<usize>,
    /// The variables involved in the conflict.
    involved: Vec<usize>,
    clause: Vec<Literal>,
    /// For each level, the last glue computation that counted it.
    level_seen: Vec<u64>,
    counts: u64,
    /// The depth-first stack of the minimisation: literals and the positions in their reasons.
    stack: Vec<(Literal, usize)>,
}

impl Analysis {
    pub(super) fn push(&mut self) {
        self.marks.push(0);
        self.level_seen.push(0);
    }

    /// Returns the number of distinct decision levels of the literals (LBD).
    fn glue(&mut self, levels: &[u32], literals: impl Iterator<Item = Literal>) -> u32 {
        self.counts += 1;
        let mut glue = 0;
        for literal in literals {
            let seen = &mut self.level_seen[levels[literal.variable()] as usize];
            glue += u32::from(*seen != self.counts);
            *seen = self.counts;
        }
        glue
    }
}

impl Solver {
    /// Learns the first-UIP clause, backjumps and asserts its first literal.
    pub(super) fn learn_from(&mut self, conflict: ClauseRef) {
        self.conflicts += 1;
        let level = self.level();
        if level == 0 {
            self.record_contradiction(conflict);
            self.unsatisfiable = true;
            return;
        }
        self.control
            .update_target(&self.trail[..self.level_starts[level - 1]]);
        let uip = self.resolve_to_first_uip(conflict);
        self.minimise();
        let mut clause = std::mem::take(&mut self.analysis.clause);
        let glue = self.analysis.glue(&self.levels, clause.iter().copied());
        clause.push(!uip);
        let last = clause.len() - 1;
        clause.swap(0, last);
        self.bump_involved();
        for variable in self.analysis.marked.drain(..) {
            self.analysis.marks[variable] = 0;
        }
        self.control.update_glue(glue);
        self.record_learnt(conflict, &clause);

        // The highest level among the other literals is where the clause becomes unit.
        let level_of = |literal: &Literal| self.levels[literal.variable()] as usize;
        let deepest = (1..clause.len()).max_by_key(|&at| level_of(&clause[at]));
        let back = deepest.map_or(0, |at| level_of(&clause[at]));
        self.backtrack(back);
        match deepest {
            None => self.assign(clause[0], NO_CLAUSE),
            Some(at) => {
                clause.swap(1, at);
                let reference = self.clauses.add(&clause, Some(glue));
                self.record_stored(reference);
                self.watch(reference);
                self.assign(clause[0], reference);
            }
        }
        clause.clear();
        self.analysis.clause = clause;
    }

    /// Resolves from the conflict to the first unique implication point, which is returned. The literals of lower
    /// levels go to `analysis.clause`.
    fn resolve_to_first_uip(&mut self, conflict: ClauseRef) -> Literal {
        let level = self.level() as u32;
        self.analysis.involved.clear();
        let mut open = 0;
        let mut reason = conflict;
        let mut at = self.trail.len();
        loop {
            if self.clauses.is_learnt(reason) {
                let literals = self.clauses.literals(reason);
                // The conflict level is not counted.
                let glue = self.analysis.glue(&self.levels, literals) - 1;
                self.clauses.bump_activity(reason, glue);
            }
            for literal in self.clauses.literals(reason) {
                let variable = literal.variable();
                if self.analysis.marks[variable] != 0 || self.levels[variable] == 0 {
                    continue;
                }
                self.analysis.marks[variable] = SEEN;
                self.analysis.marked.push(variable);
                self.analysis.involved.push(variable);
                if self.levels[variable] == level {
                    open += 1;
                } else {
                    self.analysis.clause.push(literal);
                }
            }
            let literal = loop {
                at -= 1;
                let literal = self.trail[at];
                if self.analysis.marks[literal.variable()] != 0
                    && self.levels[literal.variable()] == level
                {
                    break literal;
                }
            };
            open -= 1;
            if open == 0 {
                return literal;
            }
            reason = self.reasons[literal.variable()];
        }
    }

    /// Removes literals that are implied by the others.
    fn minimise(&mut self) {
        let mut clause = std::mem::take(&mut self.analysis.clause);
        self.analysis.counts += 1;
        for &literal in &clause {
            let level = self.levels[literal.variable()] as usize;
            self.analysis.level_seen[level] = self.analysis.counts;
        }
        clause.retain(|&literal| !self.is_redundant(literal));
        self.analysis.clause = clause;
    }

    /// Returns whether a literal is implied by the other literals of the clause through its reasons.
    fn is_redundant(&mut self, literal: Literal) -> bool {
        if self.reasons[literal.variable()] == NO_CLAUSE {
            return false;
        }
        self.analysis.stack.clear();
        self.analysis.stack.push((literal, 0));
        while let Some(&(top, from)) = self.analysis.stack.last() {
            let reason = self.reasons[top.variable()];
            let mut next = None;
            let mut fails = false;
            let mut at = from;
            while let Some(other) = self.clauses.literal(reason, at) {
                at += 1;
                let variable = other.variable();
                let mark = self.analysis.marks[variable];
                if variable == top.variable()
                    || self.levels[variable] == 0
                    || mark & (SEEN | REMOVABLE) != 0
                {
                    continue;
                }
                let level = self.levels[variable] as usize;
                if mark & POISON != 0
                    || self.reasons[variable] == NO_CLAUSE
                    || self.analysis.level_seen[level] != self.analysis.counts
                {
                    fails = true;
                } else {
                    next = Some(other);
                }
                break;
            }
            if fails {
                // All literals on the stack depend on the failed one.
                for index in 1..self.analysis.stack.len() {
                    let variable = self.analysis.stack[index].0.variable();
                    self.mark(variable, POISON);
                }
                return false;
            }
            if let Some(other) = next {
                if let Some(top) = self.analysis.stack.last_mut() {
                    top.1 = at;
                }
                self.analysis.stack.push((other, 0));
            } else {
                self.analysis.stack.pop();
                if !self.analysis.stack.is_empty() {
                    self.mark(top.variable(), REMOVABLE);
                }
            }
        }
        true
    }

    fn mark(&mut self, variable: usize, mark: u8) {
        if self.analysis.marks[variable] == 0 {
            self.analysis.marked.push(variable);
        }
        self.analysis.marks[variable] |= mark;
    }

    /// Bumps the variables involved in the conflict.
    fn bump_involved(&mut self) {
        let mut involved = std::mem::take(&mut self.analysis.involved);
        if self.control.mode() == SearchMode::Stable {
            for &variable in &involved {
                self.heap.bump(variable);
            }
            self.heap.decay();
        } else {
            involved.sort_unstable_by_key(|&variable| self.queue.stamp(variable));
            for &variable in &involved {
                self.queue.bump(variable);
            }
        }
        self.analysis.involved = involved;
    }
}
