//! How a page was made, as the page says itself: enough to make the same page again.

use super::Audience;
use crate::results::Facts;

/// The options of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Making {
    /// What the page was limited to, in bytes.
    pub size: u64,
    pub public: bool,
    pub anonymous: bool,
    /// The team that reads it, by its place in `run.toml`.
    team: Option<usize>,
    /// The name of the scoring rule.
    pub scoring: String,
}

/// Stands before the options in a page.
const MARK: &str = "data-options=\"";

impl Making {
    pub(super) fn new(audience: &Audience, facts: &Facts, scoring: &str, size: u64) -> Self {
        let place = |team: &str| facts.team.iter().position(|known| known.team == team);
        Self {
            size,
            public: audience.public,
            anonymous: audience.pseudonyms.is_some(),
            team: audience.team.and_then(place),
            scoring: scoring.to_owned(),
        }
    }

    /// The options as one word of a page.
    pub(super) fn text(&self) -> String {
        let Self {
            size,
            public,
            anonymous,
            team,
            scoring,
        } = self;
        let team = team.map_or(String::new(), |team| team.to_string());
        format!("{size} {public} {anonymous} {scoring} {team}")
    }

    /// The options of a page, if it tells them.
    pub fn of(page: &str) -> Option<Self> {
        let (_, rest) = page.split_once(MARK)?;
        let mut words = rest.split_once('"')?.0.split(' ');
        let mut next = || words.next();
        Some(Self {
            size: next()?.parse().ok()?,
            public: next()?.parse().ok()?,
            anonymous: next()?.parse().ok()?,
            scoring: next()?.to_owned(),
            team: next()?.parse().ok(),
        })
    }

    /// Who the page was made for.
    pub fn audience<'f>(&self, facts: &'f Facts) -> Audience<'f> {
        let team = self.team.and_then(|place| facts.team.get(place));
        Audience {
            public: self.public,
            pseudonyms: self.anonymous.then_some(&*facts.salt),
            team: team.map(|team| &*team.team),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_tells_how_it_was_made() {
        for team in [None, Some(3)] {
            let making = Making {
                size: 5,
                public: true,
                anonymous: false,
                team,
                scoring: "rank".to_owned(),
            };
            let page = format!("<dl {MARK}{}\">", making.text());
            assert_eq!(Making::of(&page), Some(making));
        }
        assert_eq!(Making::of("<dl>"), None);
        assert_eq!(Making::of("<dl data-options=\"x\">"), None);
    }
}
