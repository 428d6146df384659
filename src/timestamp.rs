//! Moments in time as result files write them: RFC 3339 in UTC, to the millisecond.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A moment, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Timestamp(i64);

impl Timestamp {
    pub fn now() -> Self {
        Self(jiff::Timestamp::now().as_millisecond())
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moment = jiff::Timestamp::from_millisecond(self.0).unwrap_or_default();
        write!(f, "{moment:.3}")
    }
}

impl FromStr for Timestamp {
    type Err = String;

    /// Accepts only what [`Timestamp::fmt`] writes, so that a moment has one form.
    fn from_str(text: &str) -> Result<Self, String> {
        let moment: Result<jiff::Timestamp, _> = text.parse();
        let moment = moment.map(|moment| Self(moment.as_millisecond()));
        match moment {
            Ok(moment) if moment.to_string() == text => Ok(moment),
            _ => Err(format!(
                "`{text}` is not a time such as 2027-03-21T20:00:00.000Z"
            )),
        }
    }
}

impl From<Timestamp> for String {
    fn from(moment: Timestamp) -> Self {
        moment.to_string()
    }
}

impl TryFrom<String> for Timestamp {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_has_one_form() {
        let moment: Timestamp = "2027-03-21T20:00:00.120Z".parse().unwrap();
        assert_eq!(moment.to_string(), "2027-03-21T20:00:00.120Z");
        for other in [
            "2027-03-21T20:00:00Z",
            "2027-03-21T21:00:00.120+01:00",
            "soon",
            "",
        ] {
            assert!(other.parse::<Timestamp>().is_err(), "{other}");
        }
        assert!(Timestamp::now() > moment || Timestamp::now() < moment);
    }
}
