//! What the solver records.

use super::{NO_STEP, Record, Source, StepKind};
use crate::sat::clause_db::{ClauseRef, NO_CLAUSE, Relocation};
use crate::sat::{Literal, Solver};

impl Solver {
    /// Begins to record. There must be no variables yet.
    pub(crate) fn begin_record(&mut self) {
        self.record = Some(Box::default());
    }

    pub(crate) fn record(&self) -> Option<&Record> {
        self.record.as_deref()
    }

    /// Sets the tag of the clauses that are added from now on.
    pub(crate) fn set_tag(&mut self, tag: u32) {
        if let Some(record) = &mut self.record {
            record.tag = tag;
            record.begin_step();
        }
    }

    pub(in crate::sat) fn record_variable(&mut self) {
        if let Some(record) = &mut self.record {
            record.push_variable();
        }
    }

    /// Records an added clause that is stored.
    pub(in crate::sat) fn record_added(&mut self, clause: ClauseRef) {
        if let Some(record) = &mut self.record {
            let source = Source::Added(record.tag);
            record.set_source(clause, source);
        }
    }

    /// Records the root-level literals that are false in a clause that is added. If at most one literal is left, the
    /// clause is a step.
    pub(in crate::sat) fn record_shortened(&mut self, all: &[Literal], rest: &[Literal]) {
        self.record_roots();
        let Some(mut record) = self.record.take() else {
            return;
        };
        record.begin_step();
        let dropped = all.iter().filter(|&&literal| self.value(literal) < 0);
        if rest.len() > 1 {
            let steps = dropped.map(|literal| record.root_steps[literal.variable()]);
            let steps: Vec<_> = steps.filter(|&step| step != NO_STEP).collect();
            record.pinned.extend(steps);
        } else {
            for literal in dropped {
                record.depend(literal.variable());
            }
            record.step_sources.push(Source::Added(record.tag));
            record.step_literals.extend(rest);
            let kind = if rest.is_empty() {
                StepKind::Learn
            } else {
                StepKind::Root
            };
            let step = record.end_step(kind);
            if let [literal] = rest {
                record.root_steps[literal.variable()] = step;
            }
        }
        self.record = Some(record);
    }

    /// Records the literals that propagation has assigned at the root level.
    pub(in crate::sat) fn record_roots(&mut self) {
        let Some(mut record) = self.record.take() else {
            return;
        };
        let root = self.level_starts.first().copied();
        for at in record.recorded..root.unwrap_or(self.trail.len()) {
            record.recorded = at + 1;
            let literal = self.trail[at];
            let reason = self.reasons[literal.variable()];
            if reason == NO_CLAUSE {
                // It was recorded when the unit clause was added or learnt.
                continue;
            }
            record.begin_step();
            for other in self
                .clauses
                .literals(reason)
                .filter(|&other| other != literal)
            {
                record.depend(other.variable());
            }
            record.step_literals.push(literal);
            let source = record.source(reason);
            record.step_sources.push(source);
            let step = record.end_step(StepKind::Root);
            record.root_steps[literal.variable()] = step;
        }
        self.record = Some(record);
    }

    /// Records a contradiction at the root level.
    pub(in crate::sat) fn record_contradiction(&mut self, conflict: ClauseRef) {
        self.record_roots();
        if let Some(record) = &mut self.record {
            record.begin_step();
            for literal in self.clauses.literals(conflict) {
                record.depend(literal.variable());
            }
            let source = record.source(conflict);
            record.step_sources.push(source);
            record.end_step(StepKind::Learn);
        }
    }

    /// Records how a clause is learnt from a conflict, before the solver backtracks. Returns its step.
    pub(in crate::sat) fn record_learnt(&mut self, conflict: ClauseRef, clause: &[Literal]) {
        self.record_roots();
        let Some(mut record) = self.record.take() else {
            return;
        };
        if !record.abandoned {
            self.record_cone(&mut record, conflict, clause);
        }
        self.record = Some(record);
    }

    fn record_cone(&self, record: &mut Record, conflict: ClauseRef, clause: &[Literal]) {
        record.begin_step();
        let stamp = record.stamp;
        for literal in clause {
            record.in_clause[literal.variable()] = stamp;
            record.known_at[literal.variable()] = 0;
        }
        // From the conflict back to the clause: which literals are needed, and their reasons.
        let mut cone = std::mem::take(&mut record.cone);
        let need = |record: &mut Record, reason: ClauseRef| {
            for literal in self.clauses.literals(reason) {
                let variable = literal.variable();
                if self.levels[variable] == 0 {
                    record.known_at[variable] = 0;
                    record.depend(variable);
                } else {
                    record.needed[variable] = stamp;
                }
            }
        };
        need(record, conflict);
        let first = self.level_starts.first().copied().unwrap_or(0);
        for &literal in self.trail[first..].iter().rev() {
            let variable = literal.variable();
            if record.needed[variable] == stamp && record.in_clause[variable] != stamp {
                let reason = self.reasons[variable];
                need(record, reason);
                cone.push((literal, reason));
            }
        }
        // And forward again: when each of them becomes known.
        let begin = record.step_sources.len();
        let latest = |record: &Record, reason: ClauseRef, but: Option<Literal>| {
            let literals = self.clauses.literals(reason);
            let others = literals.filter(|&literal| Some(literal) != but);
            let times = others.map(|literal| record.known_at[literal.variable()]);
            times.max().unwrap_or(0)
        };
        for &(literal, reason) in cone.iter().rev() {
            let after = latest(record, reason, Some(literal));
            let source = record.source(reason);
            record.known_at[literal.variable()] = record.hint(source, after, begin);
        }
        let after = latest(record, conflict, None);
        let source = record.source(conflict);
        record.hint(source, after, begin);
        cone.clear();
        record.cone = cone;
        record.step_literals.extend(clause);
        let step = record.end_step(StepKind::Learn);
        if let [literal] = clause {
            record.root_steps[literal.variable()] = step;
        }
    }

    /// Records where the clause of the last step is stored.
    pub(in crate::sat) fn record_stored(&mut self, clause: ClauseRef) {
        if let Some(record) = &mut self.record {
            let step = record.steps.len() as u32 - 1;
            record.set_source(clause, Source::Learnt(step));
        }
    }

    /// Follows a compaction of the arena.
    pub(in crate::sat) fn record_relocation(&mut self, relocation: &Relocation) {
        if let Some(record) = &mut self.record {
            let old = std::mem::take(&mut record.sources);
            for (at, source) in old.into_iter().enumerate() {
                if let Some(source) = source
                    && let Some(clause) = relocation.get(at as ClauseRef)
                {
                    record.set_source(clause, source);
                }
            }
        }
    }
}
