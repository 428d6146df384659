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
        jiff::Timestamp::now().into()
    }

    /// Returns the moment so many milliseconds after the start of 1970.
    pub fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    pub fn millis(self) -> i64 {
        self.0
    }
}

impl From<jiff::Timestamp> for Timestamp {
    fn from(moment: jiff::Timestamp) -> Self {
        Self(moment.as_millisecond())
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

    /// Accepts only the form that `Display` writes, so that a moment has one form.
    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = parse(text.as_bytes()).map(Self);
        parsed.ok_or_else(|| format!("`{text}` is not a time such as 2027-03-21T20:00:00.000Z"))
    }
}

/// Reads the one form; every row of a large table has a time, so this is done by hand.
fn parse(text: &[u8]) -> Option<i64> {
    const FORM: &[u8; 24] = b"0000-00-00T00:00:00.000Z";
    let text: &[u8; 24] = text.try_into().ok()?;
    let fits = |(found, form): (&u8, &u8)| match form {
        b'0' => found.is_ascii_digit(),
        sign => found == sign,
    };
    if !text.iter().zip(FORM).all(fits) {
        return None;
    }
    let number = |from: usize, to: usize| {
        let digits = text[from..to].iter();
        digits.fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'))
    };
    let date = jiff::civil::Date::new(number(0, 4) as i16, number(5, 7) as i8, number(8, 10) as i8);
    let (hour, minute, second) = (number(11, 13), number(14, 16), number(17, 19));
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let days = i64::from(days_from_civil(date.ok()?));
    Some((((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + number(20, 23))
}

/// Days since 1970-01-01, by counting years from the first of March, so that leap days come last.
fn days_from_civil(date: jiff::civil::Date) -> i32 {
    let (year, month, day) = (
        i32::from(date.year()),
        i32::from(date.month()),
        i32::from(date.day()),
    );
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
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
            "2027-02-29T20:00:00.000Z",
            "2027-03-21T24:00:00.000Z",
            "soon",
            "",
        ] {
            assert!(other.parse::<Timestamp>().is_err(), "{other}");
        }
    }

    proptest::proptest! {
        #[test]
        fn what_is_written_is_read(ms in 0_i64..250_000_000_000_000) {
            let text = Timestamp(ms).to_string();
            proptest::prop_assert_eq!(text.parse(), Ok(Timestamp(ms)));
        }
    }
}
