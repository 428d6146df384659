//! Records how clauses are learnt, for a proof: the clauses that are resolved, in the order of their propagation.
//!
//! Added clauses are recorded by tags. Clauses with the same tag are propagated together by the checker, so a tag is
//! recorded again only if something else has become known that it depends on.

mod solver;

use super::Literal;
use super::clause_db::ClauseRef;

/// Where a clause comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// It was added with this tag.
    Added(u32),
    /// It was learnt in this step.
    Learnt(u32),
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepKind {
    /// A clause is learnt; the empty one at the end.
    Learn,
    /// A literal is assigned at the root level.
    Root,
}

/// A recorded step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordedStep<'r> {
    pub(crate) kind: StepKind,
    /// The learnt clause, or the assigned literal.
    pub(crate) literals: &'r [Literal],
    /// The clauses in the order of propagation.
    pub(crate) sources: &'r [Source],
    /// The steps that assigned root-level literals on which the step depends.
    pub(crate) roots: &'r [u32],
}

const NO_STEP: u32 = u32::MAX;

/// The largest number of recorded literals and clauses; they take four to eight bytes each.
const MOST_ENTRIES: usize = 1 << 26;

#[derive(Debug, Default)]
pub(crate) struct Record {
    /// The tag of clauses that are added, and the number of tags.
    tag: u32,
    /// The source of the clause at each position of the arena.
    sources: Vec<Option<Source>>,
    /// For each step its kind and the ends of its parts in the three following vectors.
    steps: Vec<(StepKind, [usize; 3])>,
    step_literals: Vec<Literal>,
    step_sources: Vec<Source>,
    step_roots: Vec<u32>,
    /// For each variable, the step that assigned it at the root level.
    root_steps: Vec<u32>,
    /// The length of the part of the root-level trail that has been recorded.
    recorded: usize,
    /// Steps that added clauses depend on.
    pinned: Vec<u32>,
    /// Whether there was too much to record.
    abandoned: bool,
    /// The following are per conflict: marks of variables, the hint that makes each variable known, and the last hint
    /// of each tag.
    stamp: u32,
    in_clause: Vec<u32>,
    needed: Vec<u32>,
    seen_roots: Vec<u32>,
    known_at: Vec<u32>,
    last_of_tag: Vec<(u32, u32)>,
    cone: Vec<(Literal, ClauseRef)>,
}

impl Record {
    pub(crate) fn step(&self, index: usize) -> RecordedStep<'_> {
        let (kind, ends) = self.steps[index];
        let begins = index
            .checked_sub(1)
            .map_or([0; 3], |before| self.steps[before].1);
        RecordedStep {
            kind,
            literals: &self.step_literals[begins[0]..ends[0]],
            sources: &self.step_sources[begins[1]..ends[1]],
            roots: &self.step_roots[begins[2]..ends[2]],
        }
    }

    /// Returns for each step up to that of the empty clause whether that depends on it; `None` if there is no such step,
    /// or if there was too much to record.
    pub(crate) fn needed(&self) -> Option<Vec<bool>> {
        let is_end = |&index: &usize| {
            let step = self.step(index);
            step.kind == StepKind::Learn && step.literals.is_empty()
        };
        let last = (0..self.steps.len())
            .find(is_end)
            .filter(|_| !self.abandoned)?;
        let mut needed = vec![false; last + 1];
        needed[last] = true;
        for &pinned in &self.pinned {
            needed[pinned as usize] = true;
        }
        for index in (0..needed.len()).rev() {
            if needed[index] {
                let step = self.step(index);
                for &source in step.sources {
                    if let Source::Learnt(other) = source {
                        needed[other as usize] = true;
                    }
                }
                for &root in step.roots {
                    needed[root as usize] = true;
                }
            }
        }
        Some(needed)
    }

    fn end_step(&mut self, kind: StepKind) -> u32 {
        let ends = [
            self.step_literals.len(),
            self.step_sources.len(),
            self.step_roots.len(),
        ];
        self.abandoned |= ends.iter().sum::<usize>() > MOST_ENTRIES;
        self.steps.push((kind, ends));
        self.steps.len() as u32 - 1
    }

    fn push_variable(&mut self) {
        self.root_steps.push(NO_STEP);
        for marks in [&mut self.in_clause, &mut self.needed, &mut self.seen_roots] {
            marks.push(0);
        }
        self.known_at.push(0);
    }

    fn set_source(&mut self, clause: ClauseRef, source: Source) {
        let at = clause as usize;
        if self.sources.len() <= at {
            self.sources.resize(at + 1, None);
        }
        self.sources[at] = Some(source);
    }

    fn source(&self, clause: ClauseRef) -> Source {
        let source = self.sources.get(clause as usize).copied().flatten();
        source.unwrap_or(Source::Added(0))
    }

    /// Adds a root-level variable on which the current step depends.
    fn depend(&mut self, variable: usize) {
        let step = self.root_steps[variable];
        if self.seen_roots[variable] != self.stamp && step != NO_STEP {
            self.seen_roots[variable] = self.stamp;
            self.step_roots.push(step);
        }
    }

    fn begin_step(&mut self) {
        self.stamp += 1;
        // A clause may have been learnt from its own tag alone.
        self.last_of_tag
            .resize(self.last_of_tag.len().max(self.tag as usize + 1), (0, 0));
    }

    /// Adds a hint unless the tag was propagated after hint `after`. Returns the number of the hint, counted from 1.
    fn hint(&mut self, source: Source, after: u32, begin: usize) -> u32 {
        if let Source::Added(tag) = source
            && let (stamp, last) = self.last_of_tag[tag as usize]
            && stamp == self.stamp
            && last >= after
        {
            return last;
        }
        self.step_sources.push(source);
        let hint = (self.step_sources.len() - begin) as u32;
        if let Source::Added(tag) = source {
            self.last_of_tag[tag as usize] = (self.stamp, hint);
        }
        hint
    }
}
