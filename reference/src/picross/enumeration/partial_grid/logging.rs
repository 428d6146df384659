//! Recording of proofs: passes what happens on the grid to the log, if there is one.

use super::{Halt, Literal, PartialGrid};
use crate::picross::enumeration::proof_log::{Conflict, Entry, ProofLog, Reason, Steps};
use crate::{Budget, Unsolved};

impl<'a> PartialGrid<'a> {
    /// Returns a grid with the same known cells, without learnt implications. Both must be at the root level.
    pub(in crate::picross::enumeration) fn duplicate(
        &self,
        budget: &'a Budget,
    ) -> Result<Self, Unsolved> {
        let mut copy = Self::new(self.instance, budget)?;
        copy.black.clone_from(&self.black);
        copy.white.clone_from(&self.white);
        copy.trail.clone_from(&self.trail);
        copy.reasons.clone_from(&self.reasons);
        copy.queue.clear();
        copy.queued.fill(false);
        Ok(copy)
    }

    /// Begins to record how conclusions are proved.
    pub(in crate::picross::enumeration) fn begin_log(&mut self, log: ProofLog<'a>) {
        self.log = Some(Box::new(log));
    }

    /// Returns whether proofs are recorded.
    pub(in crate::picross::enumeration) fn is_logged(&self) -> bool {
        self.log.is_some()
    }

    /// Ends the recording. Returns the steps that prove all that is known, and whether they lead to a contradiction.
    /// Returns `None` if there was too much to record.
    pub(in crate::picross::enumeration) fn end_log(&mut self) -> Option<(Steps, bool)> {
        let mut log = self.log.take()?;
        log.sync(self);
        log.into_steps()
    }

    /// Ends the recording after a conflict at the root level. Returns the steps that lead to a contradiction.
    pub(in crate::picross::enumeration) fn conclude_log(&mut self) -> Option<Steps> {
        let mut log = self.log.take()?;
        log.conclude(self);
        let (steps, finished) = log.into_steps()?;
        finished.then_some(steps)
    }

    /// Returns the reasons of the literals on the trail.
    pub(in crate::picross::enumeration) fn reasons(&self) -> &[Reason] {
        &self.reasons
    }

    /// Returns the reason of the last conflict.
    pub(in crate::picross::enumeration) fn last_conflict(&self) -> Conflict {
        self.conflict
    }

    /// Declares the complete grid a conflict: its solution was found.
    pub(in crate::picross::enumeration) fn conflict_of_complete_grid(&mut self) -> Halt {
        self.conflict = Conflict::Complete;
        Halt::Conflict
    }

    /// Records the last conflict. Returns the reason for the opposite of the decision at `start` of the trail.
    pub(in crate::picross::enumeration) fn refute(&mut self, start: usize) -> Reason {
        let Some(mut log) = self.log.take() else {
            return Reason::Decision;
        };
        let reason = log.refute(self, start);
        self.log = Some(log);
        reason
    }

    /// Copies the literals after the first `start` with their reasons, if they are recorded.
    pub(in crate::picross::enumeration) fn copy_entries(
        &self,
        start: usize,
        entries: &mut Vec<Entry>,
    ) {
        entries.clear();
        if self.log.is_some() {
            entries.extend(self.entries(start));
        }
    }

    /// Returns the literals after the first `start` with their reasons.
    pub(in crate::picross::enumeration) fn entries(
        &self,
        start: usize,
    ) -> impl Iterator<Item = Entry> {
        let reasons = self.reasons[start..].iter().copied();
        self.trail[start..].iter().copied().zip(reasons)
    }

    /// Records the trails of both colours of a cell, from the trail's current end on. Returns the reason for conclusions
    /// that they share.
    pub(in crate::picross::enumeration) fn agree(&mut self, trails: [&[Entry]; 2]) -> Reason {
        let Some(mut log) = self.log.take() else {
            return Reason::Decision;
        };
        let reason = log.agree(self, trails);
        self.log = Some(log);
        reason
    }

    /// Learns the contrapositives of the implications of a literal. `entries` is the trail that begins with it, if it is
    /// recorded.
    pub(in crate::picross::enumeration) fn learn(
        &mut self,
        cause: Literal,
        effects: &[Literal],
        entries: &[Entry],
    ) {
        let learnt = self.implications.learn(cause, effects);
        if let Some(log) = &mut self.log
            && learnt
        {
            log.probed(self.implications.round(), entries);
        }
    }
}
