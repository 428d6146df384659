//! The clause database: all clauses in one contiguous arena.

use super::Literal;

/// The position of a clause in the arena.
pub(super) type ClauseRef = u32;

pub(super) const NO_CLAUSE: ClauseRef = ClauseRef::MAX;

/// Watchers store a clause reference with one additional bit. The margin covers clauses learnt between two checks.
const MAX_WORDS: usize = (1 << 31) - (1 << 28);

/// A clause is stored as its length, its status word and its literals.
const HEAD: usize = 2;

/// The status word: glue of a learnt clause, how recently it was used, and flags.
const GLUE: u32 = (1 << 20) - 1;
const USED: u32 = 3 << 20;
const LEARNT: u32 = 1 << 22;
const LOCKED: u32 = 1 << 23;
const GARBAGE: u32 = 1 << 24;

/// Learnt clauses with at most this glue are kept forever, or longer than others.
const TIER1_GLUE: u32 = 2;
const TIER2_GLUE: u32 = 6;

#[derive(Debug, Default)]
pub(super) struct ClauseDb {
    words: Vec<u32>,
}

/// Maps old clause references to new ones after a compaction.
pub(super) struct Relocation {
    /// The old arena, in which the length of every remaining clause is replaced by its new position.
    old: Vec<u32>,
}

impl Relocation {
    pub(super) fn get(&self, clause: ClauseRef) -> Option<ClauseRef> {
        let at = clause as usize;
        (self.old[at + 1] & GARBAGE == 0).then(|| self.old[at])
    }
}

impl ClauseDb {
    /// Adds a clause. `glue` is given for learnt clauses.
    pub(super) fn add(&mut self, literals: &[Literal], glue: Option<u32>) -> ClauseRef {
        let clause = self.words.len() as ClauseRef;
        let status = glue.map_or(0, |glue| LEARNT | USED | glue.min(GLUE));
        self.words.extend([literals.len() as u32, status]);
        self.words.extend(literals.iter().map(|literal| literal.0));
        clause
    }

    pub(super) fn length(&self, clause: ClauseRef) -> usize {
        self.words[clause as usize] as usize
    }

    pub(super) fn literals(&self, clause: ClauseRef) -> impl Iterator<Item = Literal> {
        let words = &self.words[clause as usize + HEAD..][..self.length(clause)];
        words.iter().map(|&word| Literal(word))
    }

    /// Returns the literals of a clause as stored.
    pub(super) fn words(&mut self, clause: ClauseRef) -> &mut [u32] {
        let length = self.length(clause);
        &mut self.words[clause as usize + HEAD..][..length]
    }

    pub(super) fn literal(&self, clause: ClauseRef, at: usize) -> Option<Literal> {
        (at < self.length(clause)).then(|| Literal(self.words[clause as usize + HEAD + at]))
    }

    pub(super) fn is_learnt(&self, clause: ClauseRef) -> bool {
        self.words[clause as usize + 1] & LEARNT != 0
    }

    /// Returns whether the arena has almost reached the largest position that a watcher can store.
    pub(super) fn is_full(&self) -> bool {
        self.words.len() > MAX_WORDS
    }

    /// Marks a learnt clause as used and lowers its glue.
    pub(super) fn bump_activity(&mut self, clause: ClauseRef, glue: u32) {
        let status = &mut self.words[clause as usize + 1];
        *status = *status & !GLUE | glue.min(*status & GLUE) | USED;
    }

    /// Protects a reason clause until the next compaction.
    pub(super) fn lock(&mut self, clause: ClauseRef) {
        if clause != NO_CLAUSE {
            self.words[clause as usize + 1] |= LOCKED;
        }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = ClauseRef> {
        let mut next = 0;
        std::iter::from_fn(move || {
            let clause = next;
            let length = *self.words.get(clause)?;
            next += HEAD + length as usize;
            Some(clause as ClauseRef)
        })
    }

    /// Marks clauses that contain a root-level true literal, and the worse half of the candidates among the learnt
    /// clauses.
    pub(super) fn mark_garbage(&mut self, root_satisfied: impl Fn(Literal) -> bool) {
        let mut garbage = Vec::new();
        let mut candidates = Vec::new();
        let mut aged = Vec::new();
        for clause in self.all() {
            let status = self.words[clause as usize + 1];
            if status & LOCKED != 0 {
                continue;
            }
            if self.literals(clause).any(&root_satisfied) {
                garbage.push(clause);
            } else if status & LEARNT != 0 && status & GLUE > TIER1_GLUE {
                let used = status & USED;
                aged.push((clause, used.saturating_sub(1 << 20)));
                let protected = if status & GLUE <= TIER2_GLUE {
                    0
                } else {
                    2 << 20
                };
                if used <= protected {
                    candidates.push(clause);
                }
            }
        }
        for (clause, used) in aged {
            let status = &mut self.words[clause as usize + 1];
            *status = *status & !USED | used;
        }
        let worth = |&clause: &ClauseRef| {
            let (length, status) = (self.length(clause), self.words[clause as usize + 1]);
            (std::cmp::Reverse((status & GLUE, length)), clause)
        };
        candidates.sort_unstable_by_key(worth);
        candidates.truncate(candidates.len() / 2);
        for clause in garbage.into_iter().chain(candidates) {
            self.words[clause as usize + 1] |= GARBAGE;
        }
    }

    /// Removes the marked clauses from the arena and unlocks the others.
    pub(super) fn compact(&mut self) -> Relocation {
        let mut words = Vec::with_capacity(self.words.len());
        let clauses: Vec<_> = self.all().collect();
        for clause in clauses {
            let at = clause as usize;
            if self.words[at + 1] & GARBAGE == 0 {
                let place = words.len() as u32;
                let length = self.length(clause);
                words.extend([length as u32, self.words[at + 1] & !LOCKED]);
                words.extend_from_slice(&self.words[at + HEAD..][..length]);
                self.words[at] = place;
            }
        }
        Relocation {
            old: std::mem::replace(&mut self.words, words),
        }
    }
}
