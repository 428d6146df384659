//! What the colours of the entries of the heat map mean.

use crate::locale::Language;

/// What the quality of a value is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColourScale {
    /// A bound that the judge has proved.
    ProvenBound,
    /// A bound that a program of a problem folder has computed.
    ClaimedBound,
    /// The best value, because there is no bound.
    Best,
    /// An instance is solved or not.
    Solved,
}

impl ColourScale {
    /// Explains the heat map in a sentence.
    pub(super) fn note(self, language: Language) -> String {
        let key = match self {
            Self::ProvenBound => "report-matrix-proven-bound",
            Self::ClaimedBound => "report-matrix-bound",
            Self::Best => "report-matrix-best",
            Self::Solved => "report-matrix",
        };
        language.message(key).to_string()
    }

    /// Returns what the weakest and the strongest colour stand for.
    pub(super) fn ends(self, language: Language) -> Option<[String; 2]> {
        let keys = match self {
            Self::ProvenBound | Self::ClaimedBound => ["report-far-from-bound", "report-at-bound"],
            Self::Best => ["report-far-from-best", "report-at-best"],
            Self::Solved => return None,
        };
        Some(keys.map(|key| language.message(key).to_string()))
    }
}
