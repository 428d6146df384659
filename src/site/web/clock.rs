//! Moments as pages show them, and the stage that a contest is in.

use crate::locale::Language;
use crate::site::database::{ContestRow, Phase};
use crate::timestamp::Timestamp;

/// A moment as pages show it: in UTC, to the minute; a script shows it in the reader's time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment(pub(super) Timestamp);

impl Moment {
    pub(super) fn iso(self) -> String {
        self.0.to_string()
    }

    /// The moment as a table shows it.
    pub(super) fn shown(self, language: Language) -> String {
        language.moment(self.0)
    }

    /// The moment as part of a sentence, in HTML.
    pub(super) fn html(self, language: Language) -> String {
        let (iso, words) = (self.iso(), language.moment_in_words(self.0));
        format!("<time datetime=\"{iso}\">{words}</time>")
    }

    /// Where the script shows the time that is left, in HTML.
    pub(super) fn countdown(self) -> String {
        format!(
            "<span class=\"countdown\" data-until=\"{}\"></span>",
            self.iso()
        )
    }

    /// The form of a field for a date and a time.
    pub(super) fn field(self) -> String {
        self.0.to_string().chars().take(16).collect()
    }

    /// Reads the content of a field for a date and a time, which is in UTC.
    pub(super) fn from_field(text: &str) -> Option<Self> {
        let seconds = match text.len() {
            16 => ":00.000Z",
            19 => ".000Z",
            _ => return None,
        };
        format!("{text}{seconds}").parse().ok().map(Self)
    }
}

/// Where a contest stands now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    NotOpen,
    Open,
    /// What was handed in is still being judged.
    Closed,
    Final,
}

impl Stage {
    pub(super) fn of(contest: &ContestRow, now: Timestamp) -> Self {
        let moments = &contest.moments;
        match contest.phase {
            Phase::Final => Self::Final,
            Phase::Closing => Self::Closed,
            Phase::Open if moments.opens.is_some_and(|opens| opens > now) => Self::NotOpen,
            Phase::Open if moments.closes.is_some_and(|closes| closes <= now) => Self::Closed,
            Phase::Open => Self::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_and_written() {
        let moment = Moment::from_field("2027-03-21T20:05").unwrap();
        assert_eq!(moment.shown(Language::English), "2027-03-21 20:05 UTC");
        assert_eq!(moment.field(), "2027-03-21T20:05");
        for wrong in ["", "2027-03-21", "2027-02-30T20:05", "2027-03-21T20:0é"] {
            assert_eq!(Moment::from_field(wrong), None, "{wrong}");
        }
    }
}
