//! Moments as a language writes them: in UTC, to the minute.

use super::Language;
use crate::timestamp::Timestamp;

const FRENCH_MONTHS: [&str; 12] = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
];

impl Language {
    /// Writes a moment as tables show it: `2027-03-01 08:00 UTC`, `01/03/2027 08:00 UTC`.
    pub fn moment(self, moment: Timestamp) -> String {
        let text = moment.to_string();
        let (date, time) = (&text[..10], &text[11..16]);
        match self {
            Self::English => format!("{date} {time} UTC"),
            Self::French => {
                let (year, month, day) = (&date[..4], &date[5..7], &date[8..]);
                format!("{day}/{month}/{year} {time} UTC")
            }
        }
    }

    /// Writes a moment as part of a sentence: `2027-03-01 08:00 UTC`, `1 mars 2027 à 08:00 UTC`.
    pub fn moment_in_words(self, moment: Timestamp) -> String {
        if self == Self::English {
            return self.moment(moment);
        }
        let text = moment.to_string();
        let number = |digits: &str| digits.parse().unwrap_or(1_usize);
        let (month, day) = (number(&text[5..7]), number(&text[8..10]));
        let month = FRENCH_MONTHS[month.clamp(1, 12) - 1];
        format!("{day} {month} {} à {} UTC", &text[..4], &text[11..16])
    }
}

/// Reads a moment as an English table shows it.
pub(super) fn read_english(text: &str) -> Option<Timestamp> {
    let (date, time) = text.strip_suffix(" UTC")?.split_once(' ')?;
    format!("{date}T{time}:00.000Z").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_the_language_does() {
        let moment: Timestamp = "2027-03-01T08:00:59.999Z".parse().unwrap();
        let [english, french] = Language::ALL;
        assert_eq!(english.moment(moment), "2027-03-01 08:00 UTC");
        assert_eq!(english.moment_in_words(moment), "2027-03-01 08:00 UTC");
        assert_eq!(french.moment(moment), "01/03/2027 08:00 UTC");
        assert_eq!(french.moment_in_words(moment), "1 mars 2027 à 08:00 UTC");
        let minute = "2027-03-01T08:00:00.000Z".parse().ok();
        assert_eq!(read_english(&english.moment(moment)), minute);
        assert_eq!(read_english("never"), None);
    }
}
