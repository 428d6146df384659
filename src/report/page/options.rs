//! The options that a page was made with. The page records them, so that `judge verify` can reproduce it.

use std::fmt;

use super::Audience;
use crate::locale::Language;
use crate::results::Facts;

/// The options of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageOptions {
    /// The size limit in bytes.
    pub size: u64,
    pub public: bool,
    pub anonymous: bool,
    /// The team that the page is for, as an index into the teams in `run.toml`.
    team: Option<usize>,
    /// The name of the scoring rule.
    pub scoring: String,
    /// The language that was asked for.
    language: Option<Language>,
}

/// The attribute that holds the options in a page.
const ATTRIBUTE: &str = "data-options=\"";

impl PageOptions {
    pub(super) fn new(audience: &Audience, facts: &Facts, scoring: &str, size: u64) -> Self {
        let index = |team: &str| facts.team.iter().position(|known| known.team == team);
        Self {
            size,
            public: audience.public,
            anonymous: audience.pseudonyms.is_some(),
            team: audience.team.and_then(index),
            scoring: scoring.to_owned(),
            language: audience.language,
        }
    }

    /// Returns the options of a page, or `None` if it does not record any.
    pub fn of(page: &str) -> Option<Self> {
        let (_, rest) = page.split_once(ATTRIBUTE)?;
        let mut words = rest.split_once('"')?.0.split(' ');
        let mut next = || words.next();
        Some(Self {
            size: next()?.parse().ok()?,
            public: next()?.parse().ok()?,
            anonymous: next()?.parse().ok()?,
            scoring: next()?.to_owned(),
            team: next()?.parse().ok(),
            language: next().and_then(Language::of_code),
        })
    }

    /// Returns the audience of the page.
    pub fn audience<'f>(&self, facts: &'f Facts) -> Audience<'f> {
        let team = self.team.and_then(|index| facts.team.get(index));
        Audience {
            public: self.public,
            pseudonyms: self.anonymous.then_some(&*facts.salt),
            team: team.map(|team| &*team.team),
            language: self.language,
        }
    }
}

/// Writes the value of the attribute.
impl fmt::Display for PageOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            size,
            public,
            anonymous,
            team,
            scoring,
            language,
        } = self;
        let team = team.map_or(String::new(), |team| team.to_string());
        let language = language.map_or("", Language::code);
        write!(f, "{size} {public} {anonymous} {scoring} {team} {language}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_from_a_page() {
        for team in [None, Some(3)] {
            let options = PageOptions {
                size: 5,
                public: true,
                anonymous: false,
                team,
                scoring: "rank".to_owned(),
                language: team.map(|_| Language::French),
            };
            let page = format!("<dl {ATTRIBUTE}{options}\">");
            assert_eq!(PageOptions::of(&page), Some(options));
        }
        assert_eq!(PageOptions::of("<dl>"), None);
        assert_eq!(PageOptions::of("<dl data-options=\"x\">"), None);
    }
}
