//! Writes the steps of the SAT solver as steps of a proof.

use super::SatEncoding;
use crate::picross::Instance;
use crate::picross::enumeration::proof_log::{EXCLUSION, Hint, Steps};
use crate::picross::enumeration::segments::Segment;
use crate::sat::{Source, StepKind};

impl SatEncoding<'_> {
    /// Adds the recorded steps that lead to the contradiction. Returns whether they do.
    pub(in crate::picross::enumeration) fn write_proof(&self, steps: &mut Steps) -> bool {
        let Some((record, needed)) = self.solver.record().and_then(|r| Some((r, r.needed()?)))
        else {
            return false;
        };
        // For each recorded step, its clause and the number of hints of the root level before it.
        let mut places = vec![(0, 0); needed.len()];
        let mut last_solved: Vec<Option<usize>> = vec![None; self.exclusion as usize];
        let mut kept = Vec::new();
        let mut kept_before = 0;
        for index in (0..needed.len()).filter(|&index| needed[index]) {
            let step = record.step(index);
            let hints = step.sources.iter().map(|&source| match source {
                Source::Added(tag) if tag == self.exclusion => Hint::Clause(EXCLUSION),
                Source::Added(tag) => Hint::Line(tag),
                Source::Learnt(step) => Hint::Clause(places[step as usize].0),
            });
            let hints: Vec<_> = hints.collect();
            let numbers = step.literals.iter().map(|literal| {
                let number = self.numbers[literal.variable()];
                if literal.truth() { number } else { -number }
            });
            let is_end = step.kind == StepKind::Learn && step.literals.is_empty();
            if step.kind == StepKind::Learn && !is_end {
                kept_before += kept.len();
                steps.keep(std::mem::take(&mut kept));
                let Ok(clause) = steps.learn(numbers.collect(), hints) else {
                    return false;
                };
                places[index] = (clause, kept_before);
                continue;
            }
            let after = step.roots.iter().map(|&root| places[root as usize].1);
            let after = after.max().unwrap_or(0);
            if let [Hint::Line(line)] = hints[..] {
                let solved = &mut last_solved[line as usize];
                if !is_end
                    && let Some(at) = *solved
                    && at > after
                {
                    places[index] = (0, at);
                    continue;
                }
                *solved = Some(kept_before + kept.len() + 1);
            }
            kept.extend(hints);
            places[index] = (0, kept_before + kept.len());
        }
        steps.keep(kept);
        true
    }
}

/// The numbers of starts in proofs: they follow those of the cells, line by line and block by block.
pub(super) struct StartNumbers {
    /// For each line, the first number.
    first: Vec<i64>,
}

/// Returns by how many cells the blocks of a line can be delayed.
fn slack(instance: &Instance, line: usize) -> i64 {
    let needed: i64 = instance
        .clue(line)
        .iter()
        .map(|&run| i64::from(run) + 1)
        .sum();
    (instance.length(line) as i64 + 1 - needed).max(0)
}

impl StartNumbers {
    pub(super) fn new(instance: &Instance) -> Self {
        let mut next = instance.shape.cells() as i64 + 1;
        let first = (0..instance.lines()).map(|line| {
            let first = next;
            next += instance.clue(line).len() as i64 * slack(instance, line);
            first
        });
        Self {
            first: first.collect(),
        }
    }

    /// Returns the number for a start of a block at the first cell of its segment, whether or not that is possible.
    pub(super) fn of(&self, instance: &Instance, segment: &Segment, block: usize) -> i64 {
        let (line, block) = (segment.line, segment.blocks.start + block);
        let before = &instance.clue(line)[..block];
        let earliest: i64 = before.iter().map(|&run| i64::from(run) + 1).sum();
        let first = self.first[line] + block as i64 * slack(instance, line);
        first - earliest + segment.cells.start as i64
    }
}
