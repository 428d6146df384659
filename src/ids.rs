//! Identities of entrants and runs.

use std::sync::Arc;

/// A name that many values share.
pub type Name = Arc<str>;

/// Identifies an entrant within a contest. A team and a baseline may have the same name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntrantId {
    pub name: Name,
    pub baseline: bool,
}

impl EntrantId {
    pub fn new(name: impl Into<Name>, baseline: bool) -> Self {
        Self {
            name: name.into(),
            baseline,
        }
    }

    pub fn team(name: impl Into<Name>) -> Self {
        Self::new(name, false)
    }

    pub fn baseline(name: impl Into<Name>) -> Self {
        Self::new(name, true)
    }
}

/// Identifies a run within a contest: one execution of an entrant's program on an instance.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId {
    pub round: Name,
    pub instance: Name,
    pub entrant: EntrantId,
    /// Counted from 1.
    pub repetition: u32,
}
