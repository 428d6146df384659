//! Records how the stages prove their conclusions, as steps that a checker of proofs can follow.
//!
//! Conclusions of probes and of the search are recorded with their trails and explained only when a proof uses them. An
//! explanation is a clause over the decisions, found by conflict analysis as in a SAT solver, where a solved line takes
//! the place of a reason clause.

mod explanation;
mod line_reasons;
mod steps;

use std::collections::HashMap;

use self::explanation::Goal;
use self::line_reasons::LineReasons;
pub(in crate::picross) use self::steps::{Hint, Step, Steps};
use super::partial_grid::{Halt, Literal, PartialGrid};

/// Why a cell has its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// A decision, or an assumption of a probe.
    Decision,
    /// A line was solved.
    Line(u32),
    /// An implication that was learnt in a round of probing.
    Implied { cause: Literal, round: u16 },
    /// A recorded conclusion, which is not explained yet.
    Recorded(u32),
}

/// Why propagation found a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conflict {
    /// The line has no placement.
    Line(u32),
    /// The literal is implied for this reason, but its opposite is known.
    Literal(Literal, Reason),
    /// The grid is complete, and its solution was found before.
    Complete,
}

/// A literal of a trail with its reason.
pub(super) type Entry = (Literal, Reason);

/// The number of the clause that excludes the solution.
pub(in crate::picross) const EXCLUSION: u32 = 0;

/// The largest number of recorded entries of trails, and how many of conclusions at the root level are recorded before
/// they are explained.
const MOST_ENTRIES: usize = 1 << 24;
const MOST_ROOT_ENTRIES: usize = 1 << 20;

/// The largest number of nested explanations, because they are recursive.
const MOST_DEPTH: usize = 500;

/// A conclusion that is not explained yet.
#[derive(Debug)]
struct Recorded {
    /// The length of the trail before it. That part of the trail is still valid when it is explained.
    start: usize,
    proof: ProofIdea,
    /// The clauses of literals that have been explained.
    explained: Vec<(Literal, u32)>,
}

/// Where a conclusion comes from.
#[derive(Clone, Debug)]
enum ProofIdea {
    /// The trail that begins with the opposite literal leads to a conflict.
    Refutation(Vec<Entry>, Conflict),
    /// The trails that begin with the two colours of a cell share it.
    Agreement([Vec<Entry>; 2]),
}

/// The recorded steps, and what is needed to explain further conclusions.
#[derive(Debug)]
pub(in crate::picross) struct ProofLog<'a> {
    /// What a checker knows for good after the steps so far.
    root: PartialGrid<'a>,
    /// The number of root-level literals of the recorded grid that `root` knows.
    synced: usize,
    steps: Steps,
    /// The literals of every clause. The first one, which excludes the solution, is not stored.
    clauses: Vec<Box<[Literal]>>,
    /// The recorded conclusions that may be on the trail, and the number of entries of their trails.
    recorded: Vec<Recorded>,
    recorded_entries: usize,
    /// For each round and literal whose implications were learnt, the first and the last entry of its trail.
    probes: HashMap<(u16, Literal), (usize, usize)>,
    entries: Vec<Entry>,
    /// The clauses of implications that have been explained.
    implications: HashMap<(u16, Literal, Literal), u32>,
    lines: LineReasons,
    /// The number of explanations that are in progress.
    depth: usize,
    /// Whether the steps lead to a contradiction, and whether there is too much to record.
    finished: bool,
    abandoned: bool,
}

impl<'a> ProofLog<'a> {
    /// Begins with a copy of a grid at the root level, which was propagated or had a conflict.
    pub(super) fn new(root: PartialGrid<'a>) -> Self {
        let mut log = Self {
            root,
            synced: 0,
            steps: Steps::default(),
            clauses: vec![Box::default()],
            recorded: Vec::new(),
            recorded_entries: 0,
            probes: HashMap::new(),
            entries: Vec::new(),
            implications: HashMap::new(),
            lines: LineReasons::default(),
            depth: 0,
            finished: false,
            abandoned: false,
        };
        log.synced = log.root.trail().len();
        let lines = log.root_lines(0);
        log.steps.keep(lines);
        log
    }

    /// Returns whether steps are still wanted.
    fn is_open(&self) -> bool {
        !self.finished && !self.abandoned
    }

    /// Returns the steps and whether they lead to a contradiction; `None` if there was too much to record.
    pub(super) fn into_steps(self) -> Option<(Steps, bool)> {
        (!self.abandoned).then_some((self.steps, self.finished))
    }

    pub(super) fn split_lines(&mut self) {
        // Its budget is unlimited.
        if self.is_open() {
            let _ = self.root.split_lines();
        }
    }

    /// Records the trail of a literal whose implications are learnt.
    pub(super) fn probed(&mut self, round: u16, entries: &[Entry]) {
        if let Some(&(literal, _)) = entries.first()
            && self.is_open()
        {
            let begin = self.entries.len();
            self.entries.extend_from_slice(entries);
            self.probes
                .insert((round, literal), (begin, self.entries.len()));
            self.abandoned |= self.entries.len() > MOST_ENTRIES;
        }
    }

    /// Records a probe with common conclusions. Returns their reason.
    pub(super) fn agree(&mut self, grid: &PartialGrid<'a>, trails: [&[Entry]; 2]) -> Reason {
        let trails = trails.map(<[Entry]>::to_vec);
        let entries = trails.iter().map(Vec::len).sum();
        let start = grid.trail().len();
        self.record(grid, start, ProofIdea::Agreement(trails), entries)
    }

    /// Records the last conflict. Returns the reason for the opposite of the literal at `start` of the trail.
    pub(super) fn refute(&mut self, grid: &PartialGrid<'a>, start: usize) -> Reason {
        let trail: Vec<_> = grid.entries(start).collect();
        let entries = trail.len();
        let proof = ProofIdea::Refutation(trail, grid.last_conflict());
        self.record(grid, start, proof, entries)
    }

    fn record(
        &mut self,
        grid: &PartialGrid<'a>,
        start: usize,
        proof: ProofIdea,
        entries: usize,
    ) -> Reason {
        if !self.is_open() {
            return Reason::Decision;
        }
        // While no decision is open, all recorded conclusions are at the root level.
        let at_root = !grid.reasons()[self.synced..start].contains(&Reason::Decision);
        if at_root && self.recorded_entries > MOST_ROOT_ENTRIES {
            self.sync(grid);
            self.recorded.clear();
            self.recorded_entries = 0;
        }
        self.recorded_entries += entries;
        self.abandoned |= self.recorded_entries > MOST_ENTRIES;
        self.recorded.push(Recorded {
            start,
            proof,
            explained: Vec::new(),
        });
        Reason::Recorded(self.recorded.len() as u32 - 1)
    }

    /// Explains the last conflict, which is at the root level.
    pub(super) fn conclude(&mut self, grid: &PartialGrid<'a>) {
        self.sync(grid);
        if self.is_open() {
            let found = self.explain(&[], self.synced, Goal::Conflict(grid.last_conflict()));
            self.learn(found.clause, found.hints);
        }
    }

    /// Makes sure that `root` knows all root-level literals of the grid.
    pub(super) fn sync(&mut self, grid: &PartialGrid<'a>) {
        while let Some(&reason) = grid.reasons().get(self.synced) {
            if reason == Reason::Decision {
                break;
            }
            let literal = grid.trail()[self.synced];
            self.synced += 1;
            let known = |log: &Self| log.root.colour(literal as usize / 2).is_some();
            if !self.is_open() || known(self) {
                continue;
            }
            let clause = match reason {
                Reason::Implied { cause, round } => self.implication(literal, cause, round),
                Reason::Recorded(index) => self.recorded(index, literal, &[], self.synced),
                // The clause is a unit clause, and the lines have been solved.
                _ => continue,
            };
            if self.is_open() && !known(self) {
                self.steps.keep(vec![Hint::Clause(clause)]);
                self.keep(literal);
            }
        }
    }

    /// Adds a clause. Returns its number.
    fn learn(&mut self, mut clause: Vec<Literal>, hints: Vec<Hint>) -> u32 {
        if !self.is_open() {
            return EXCLUSION;
        }
        clause.sort_unstable();
        clause.dedup();
        if clause.is_empty() {
            self.steps.keep(hints);
            self.finished = true;
            return EXCLUSION;
        }
        let literals = clause.iter().map(|&literal| number(literal)).collect();
        let Ok(number) = self.steps.learn(literals, hints) else {
            self.abandoned = true;
            return EXCLUSION;
        };
        self.clauses.push(clause.clone().into());
        if let [literal] = clause[..] {
            self.keep(literal);
        }
        number
    }

    /// Propagates a literal that the checker keeps for good.
    fn keep(&mut self, literal: Literal) {
        let begin = self.root.trail().len() + 1;
        let kept = self.root.assign(literal, Reason::Decision);
        if kept.is_err() {
            // The checker finds the contradiction when it keeps the literal.
            self.finished = true;
            return;
        }
        if begin > self.root.trail().len() {
            return;
        }
        let propagated = self.root.propagate();
        let mut lines = self.root_lines(begin);
        if propagated == Err(Halt::Conflict)
            && let Conflict::Line(line) = self.root.last_conflict()
        {
            lines.push(Hint::Line(line));
            self.finished = true;
        }
        self.steps.keep(lines);
    }

    /// Returns the lines that determined the literals of the root after the first `begin`.
    fn root_lines(&self, begin: usize) -> Vec<Hint> {
        let mut hints = Vec::new();
        for &reason in &self.root.reasons()[begin..] {
            if let Reason::Line(line) = reason
                && hints.last() != Some(&Hint::Line(line))
            {
                hints.push(Hint::Line(line));
            }
        }
        hints
    }
}

/// Returns the number of a literal in a proof.
fn number(literal: Literal) -> i64 {
    let cell = i64::from(literal / 2) + 1;
    if literal % 2 == 1 { cell } else { -cell }
}
