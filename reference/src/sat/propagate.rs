//! Unit propagation with two watched literals per clause.

use super::clause_db::{ClauseRef, NO_CLAUSE};
use super::{Literal, Solver, Watch};

impl Solver {
    /// Watches the first two literals of a clause.
    pub(super) fn watch(&mut self, clause: ClauseRef) {
        let short = u32::from(self.clauses.length(clause) == 2);
        let words = self.clauses.words(clause);
        let (first, second) = (Literal(words[0]), Literal(words[1]));
        for (literal, blocker) in [(first, second), (second, first)] {
            self.watches[literal.index()].push(Watch {
                blocker,
                clause: 2 * clause + short,
            });
        }
    }

    /// Propagates the trail. Returns the conflicting clause, if any.
    pub(super) fn propagate(&mut self) -> Option<ClauseRef> {
        let mut conflict = NO_CLAUSE;
        while conflict == NO_CLAUSE && self.propagated < self.trail.len() {
            let falsified = !self.trail[self.propagated];
            self.propagated += 1;
            conflict = self.visit(falsified);
        }
        (conflict != NO_CLAUSE).then_some(conflict)
    }

    /// Visits the clauses that watch a literal that has become false.
    fn visit(&mut self, falsified: Literal) -> ClauseRef {
        let mut conflict = NO_CLAUSE;
        let mut watches = std::mem::take(&mut self.watches[falsified.index()]);
        self.ticks += 1 + watches.len() as u64 / 8;
        let mut kept = 0;
        let mut next = 0;
        while next < watches.len() {
            let watch = watches[next];
            next += 1;
            watches[kept] = watch;
            kept += 1;
            let value = self.value(watch.blocker);
            if value > 0 {
                continue;
            }
            let clause = watch.clause / 2;
            if watch.clause % 2 == 1 {
                if value < 0 {
                    conflict = clause;
                    break;
                }
                self.assign(watch.blocker, clause);
                continue;
            }
            self.ticks += 1;
            let words = self.clauses.words(clause);
            let other = Literal(words[0] ^ words[1] ^ falsified.0);
            let value = self.values[other.index()];
            if value > 0 {
                watches[kept - 1].blocker = other;
                continue;
            }
            let values = &self.values;
            let found = (2..words.len()).find(|&at| values[words[at] as usize] >= 0);
            if let Some(at) = found {
                let replacement = Literal(words[at]);
                words[0] = other.0;
                words[1] = replacement.0;
                words[at] = falsified.0;
                self.watches[replacement.index()].push(Watch {
                    blocker: other,
                    clause: watch.clause,
                });
                kept -= 1;
            } else if value < 0 {
                conflict = clause;
                break;
            } else {
                self.assign(other, clause);
            }
        }
        watches.copy_within(next.., kept);
        watches.truncate(kept + watches.len() - next);
        self.watches[falsified.index()] = watches;
        conflict
    }
}
