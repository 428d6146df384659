//! One hand-in, as a source describes it.

use std::fs::File;

use crate::dir::Dir;

/// A moment in time.
pub type Moment = jiff::Timestamp;

/// Reads a moment such as `2027-03-21T20:00:00+01:00`, or `2027-03-21 20:00` in the zone of this machine.
pub fn moment(text: &str) -> Result<Moment, String> {
    let expected = || format!("`{text}` is not a time: write for example \"2027-03-21 20:00\"");
    if let Ok(exact) = text.parse() {
        return Ok(exact);
    }
    // A date alone would leave open whether the day counts.
    let has_time = text.contains(':');
    let local = text
        .parse::<jiff::civil::DateTime>()
        .ok()
        .filter(|_| has_time);
    local.and_then(in_local_zone).ok_or_else(expected)
}

/// Returns the moment of a local time of this machine.
pub(super) fn in_local_zone(local: jiff::civil::DateTime) -> Option<Moment> {
    let zoned = local.to_zoned(jiff::tz::TimeZone::system()).ok()?;
    Some(zoned.timestamp())
}

/// What one team handed in.
#[derive(Debug)]
pub(super) struct HandIn {
    /// The name of the team: as the source tells it, then as its folder is called.
    pub(super) team: String,
    /// Tells two teams of one name apart, such as the number of a person in Moodle; may be empty.
    pub(super) id: String,
    pub(super) people: Vec<String>,
    /// The name of the folder, file or address.
    pub(super) source: String,
    pub(super) time: Option<Moment>,
    pub(super) content: Content,
    /// What a person should know.
    pub(super) notes: Vec<String>,
}

#[derive(Debug)]
pub(super) enum Content {
    Folder(Dir),
    File {
        file: File,
        name: String,
    },
    /// Nothing that could be used; the reason and the fix.
    Unusable(String),
}
