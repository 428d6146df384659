//! Explains conclusions: conflict analysis over trails, from a conflict or a literal back to the decisions.

use super::{Conflict, EXCLUSION, Entry, Hint, MOST_DEPTH, ProofIdea, ProofLog, Reason};
use crate::picross::enumeration::partial_grid::Literal;

/// What is explained.
#[derive(Clone, Copy, Debug)]
pub(super) enum Goal {
    Conflict(Conflict),
    /// A literal of the trail.
    Literal(Literal),
}

/// A clause, which contradicts the decisions that lead to the goal, and the hints that lead to it.
#[derive(Debug, Default)]
pub(super) struct Explanation {
    pub(super) clause: Vec<Literal>,
    pub(super) hints: Vec<Hint>,
}

/// A trail under explanation.
struct Analysis<'t> {
    trail: &'t [Entry],
    /// The number of root-level entries before the trail.
    root: usize,
    /// For each cell, one more than its index on the trail.
    places: Vec<u32>,
    /// Whether each entry of the trail has to be explained.
    needed: Vec<bool>,
    /// The explanation with hints in reverse order.
    found: Explanation,
}

impl Analysis<'_> {
    fn restart(&mut self) {
        self.needed.fill(false);
        self.found = Explanation::default();
    }
}

impl ProofLog<'_> {
    /// Explains a goal. The trail begins after the first `root` literals of the grid.
    pub(super) fn explain(&mut self, trail: &[Entry], root: usize, goal: Goal) -> Explanation {
        let mut analysis = Analysis {
            trail,
            root,
            places: vec![0; self.root.instance().shape.cells()],
            needed: vec![false; trail.len()],
            found: Explanation::default(),
        };
        for (index, &(literal, _)) in trail.iter().enumerate() {
            analysis.places[literal as usize / 2] = index as u32 + 1;
        }
        match goal {
            Goal::Literal(literal) => self.require(&mut analysis, literal),
            Goal::Conflict(Conflict::Line(line)) => {
                self.explain_line(&mut analysis, line, trail.len(), &[]);
            }
            Goal::Conflict(Conflict::Literal(literal, reason)) => {
                self.require(&mut analysis, literal ^ 1);
                self.explain_entry(&mut analysis, trail.len(), literal, reason);
            }
            Goal::Conflict(Conflict::Complete) => {
                analysis.found.hints.push(Hint::Clause(EXCLUSION));
                for &(literal, _) in trail {
                    self.require(&mut analysis, literal);
                }
            }
        }
        let mut end = trail.len();
        while let Some(last) = end.checked_sub(1) {
            let (literal, reason) = trail[last];
            end = last;
            if !analysis.needed[last] {
                continue;
            }
            if let Reason::Line(line) = reason {
                // All literals that the line gave at once are explained together.
                while end > 0 && trail[end - 1].1 == reason {
                    end -= 1;
                }
                let targets = (end..=last).filter(|&at| analysis.needed[at]);
                let targets: Vec<_> = targets.map(|at| trail[at].0).collect();
                self.explain_line(&mut analysis, line, end, &targets);
            } else {
                self.explain_entry(&mut analysis, last, literal, reason);
            }
        }
        analysis.found.hints.reverse();
        analysis.found
    }

    /// Marks a true literal as needed, unless it is known for good.
    fn require(&self, analysis: &mut Analysis, literal: Literal) {
        let (cell, black) = (literal as usize / 2, literal % 2 == 1);
        if self.root.colour(cell) == Some(black) {
            return;
        }
        let place = analysis.places[cell].checked_sub(1);
        debug_assert!(place.is_some(), "literal {literal} is not on the trail");
        if let Some(place) = place {
            analysis.needed[place as usize] = true;
        }
    }

    /// Explains literals, or a conflict if there are none, by solving a line with what the first `end` entries say.
    fn explain_line(
        &mut self,
        analysis: &mut Analysis,
        line: u32,
        end: usize,
        targets: &[Literal],
    ) {
        let before = |cell: usize| {
            let place = analysis.places[cell].checked_sub(1)? as usize;
            (place < end).then(|| (place, analysis.trail[place].0 % 2 == 1))
        };
        let needed = self
            .lines
            .explain(&self.root, line as usize, before, targets);
        for &place in needed {
            analysis.needed[place] = true;
        }
        analysis.found.hints.push(Hint::Line(line));
    }

    /// Explains the literal at an index of the trail, or at its end, by a clause or as a decision.
    fn explain_entry(
        &mut self,
        analysis: &mut Analysis,
        at: usize,
        literal: Literal,
        reason: Reason,
    ) {
        let clause = match reason {
            Reason::Decision | Reason::Line(_) => {
                analysis.found.clause.push(literal ^ 1);
                return;
            }
            Reason::Implied { cause, round } => self.implication(literal, cause, round),
            Reason::Recorded(index) => {
                self.recorded(index, literal, &analysis.trail[..at], analysis.root)
            }
        };
        let literals = self.clauses[clause as usize].clone();
        if !literals.contains(&literal) {
            // The clause contradicts earlier decisions, so nothing else is needed.
            analysis.restart();
        }
        analysis.found.hints.push(Hint::Clause(clause));
        for &other in &literals {
            if other != literal {
                self.require(analysis, other ^ 1);
            }
        }
    }

    /// Returns a clause that implies a recorded conclusion, or contradicts what it depends on. The trail begins after the
    /// first `root` literals of the grid and may go further than the conclusion.
    pub(super) fn recorded(
        &mut self,
        index: u32,
        literal: Literal,
        trail: &[Entry],
        root: usize,
    ) -> u32 {
        let recorded = &self.recorded[index as usize];
        let explained = recorded.explained.iter().find(|(of, _)| *of == literal);
        if let Some(&(_, clause)) = explained {
            return clause;
        }
        if self.depth == MOST_DEPTH {
            self.abandoned = true;
            return EXCLUSION;
        }
        self.depth += 1;
        // A conclusion of the root level is explained later, when what was before it has become known for good.
        let before = &trail[..recorded.start.saturating_sub(root)];
        let root = root.min(recorded.start);
        let clause = match recorded.proof.clone() {
            ProofIdea::Refutation(entries, conflict) => {
                let trail = [before, &entries].concat();
                let found = self.explain(&trail, root, Goal::Conflict(conflict));
                self.learn(found.clause, found.hints)
            }
            ProofIdea::Agreement(trails) => self.agreement(literal, before, &trails, root),
        };
        self.depth -= 1;
        let explained = &mut self.recorded[index as usize].explained;
        explained.push((literal, clause));
        clause
    }

    /// Returns a clause that implies a common conclusion of a probe.
    fn agreement(
        &mut self,
        literal: Literal,
        before: &[Entry],
        trails: &[Vec<Entry>; 2],
        root: usize,
    ) -> u32 {
        let guess = trails[0][0].0;
        let [first, second] = [0, 1].map(|case| [before, &trails[case]].concat());
        let mut found = self.explain(&first, root, Goal::Literal(literal));
        found.clause.push(literal);
        let depends = found.clause.contains(&(guess ^ 1));
        let clause = self.learn(found.clause.clone(), found.hints);
        if !depends {
            return clause;
        }
        let mut other = self.explain(&second, root, Goal::Literal(literal));
        other.hints.insert(0, Hint::Clause(clause));
        other.clause.extend(found.clause);
        other.clause.retain(|&literal| literal / 2 != guess / 2);
        self.learn(other.clause, other.hints)
    }

    /// Returns a clause that implies a literal for its cause.
    pub(super) fn implication(&mut self, literal: Literal, cause: Literal, round: u16) -> u32 {
        let key = (round, literal, cause);
        if let Some(&clause) = self.implications.get(&key) {
            return clause;
        }
        // It is the contrapositive of a conclusion of a probe.
        let (begin, end) = self.probes[&(round, literal ^ 1)];
        let trail = self.entries[begin..end].to_vec();
        let mut found = self.explain(&trail, 0, Goal::Literal(cause ^ 1));
        found.clause.push(cause ^ 1);
        let clause = self.learn(found.clause, found.hints);
        self.implications.insert(key, clause);
        clause
    }
}
