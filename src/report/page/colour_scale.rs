//! What the colours of the entries of the heat map mean.

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
    /// Returns the end of the sentence that explains the heat map.
    pub(super) fn note(self) -> &'static str {
        match self {
            Self::ProvenBound => "; the stronger the colour, the closer to the proven bound",
            Self::ClaimedBound => "; the stronger the colour, the closer to the bound",
            Self::Best => "; the stronger the colour, the closer to the best value",
            Self::Solved => "",
        }
    }

    /// Returns what the strongest colour stands for.
    pub(super) fn target(self) -> Option<&'static str> {
        match self {
            Self::ProvenBound | Self::ClaimedBound => Some("the bound"),
            Self::Best => Some("the best value"),
            Self::Solved => None,
        }
    }

    /// Returns what a star means.
    pub(super) fn star(self) -> Option<&'static str> {
        match self {
            Self::ProvenBound => Some("proved optimal"),
            Self::ClaimedBound => Some("at the bound"),
            Self::Best | Self::Solved => None,
        }
    }
}
