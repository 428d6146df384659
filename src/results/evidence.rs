//! How the bound of a row can be checked: the last words of its method, in brackets.
//!
//! `bounds.csv` has no column for it: its columns are fixed.

use puzzles::{AnyProblem, EvidenceKind};

use super::BoundRow;
use crate::problems;

/// What it means that a value meets its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The value is optimal, and the bound is certified or can be recomputed.
    Proved,
    /// The value is optimal by an exhaustive search, or how that was proved was not recorded.
    Searched,
    /// The value meets a bound that a program of a problem folder has computed.
    Claimed,
}

impl Mark {
    /// Returns the mark of values that meet this bound.
    pub fn new(problem: &dyn AnyProblem, bound: Option<&BoundRow>) -> Self {
        match bound.and_then(BoundRow::evidence) {
            _ if problems::of(problem).is_some() => Self::Claimed,
            Some(EvidenceKind::Certified | EvidenceKind::Recomputed) => Self::Proved,
            Some(EvidenceKind::Searched { .. }) | None => Self::Searched,
        }
    }

    /// Returns the character of tables and pages. A claim gets no star: nothing is known about the program behind it.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Proved => "★",
            Self::Searched => "☆",
            Self::Claimed => "=",
        }
    }
}

/// Returns the method with the kind of its evidence: `search (searched, 12 nodes)`.
pub fn with_evidence(method: &str, kind: EvidenceKind) -> String {
    format!("{method} ({})", in_words(kind))
}

/// Returns the kind of evidence in words, with the number of nodes of a search if it is known.
pub fn in_words(kind: EvidenceKind) -> String {
    match kind {
        EvidenceKind::Searched { nodes: 1 } => "searched, 1 node".to_owned(),
        EvidenceKind::Searched { nodes } if nodes > 1 => format!("searched, {nodes} nodes"),
        kind => kind.name().to_owned(),
    }
}

/// Splits a method into its own text and the kind of evidence. Methods of problem folders and of older versions have
/// none.
pub fn split(method: &str) -> (&str, Option<EvidenceKind>) {
    let parts = method.strip_suffix(')').and_then(|m| m.rsplit_once(" ("));
    let kind = parts.and_then(|(_, words)| kind(words));
    match (parts, kind) {
        (Some((method, _)), Some(kind)) => (method, Some(kind)),
        _ => (method, None),
    }
}

fn kind(words: &str) -> Option<EvidenceKind> {
    let known = [
        EvidenceKind::Certified,
        EvidenceKind::Recomputed,
        EvidenceKind::Searched { nodes: 0 },
    ];
    let nodes = words.strip_prefix("searched, ");
    let nodes = nodes.and_then(|words| words.trim_end_matches('s').strip_suffix(" node"));
    let nodes = nodes.and_then(|nodes| nodes.parse().ok());
    let found = known.into_iter().find(|kind| kind.name() == words);
    found.or(nodes.map(|nodes| EvidenceKind::Searched { nodes }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_split_as_they_are_joined() {
        for kind in [
            EvidenceKind::Certified,
            EvidenceKind::Recomputed,
            EvidenceKind::Searched { nodes: 0 },
            EvidenceKind::Searched { nodes: 1 },
            EvidenceKind::Searched { nodes: 1234 },
        ] {
            for method in ["cuts", "a (b)", "c (certified)", ""] {
                assert_eq!(split(&with_evidence(method, kind)), (method, Some(kind)));
            }
        }
        for method in [
            "",
            "cuts",
            "cuts (all)",
            "(certified",
            "x (searched, -1 nodes)",
        ] {
            assert_eq!(split(method), (method, None));
        }
    }
}
