//! Numbers, percentages and durations as a language writes them.

use std::time::Duration;

use super::Language;
use crate::units::{show_duration, show_size};

/// Between groups of digits, and before a percent sign.
const NARROW_SPACE: char = '\u{202f}';

impl Language {
    /// Returns the plural category of a number: `one` or `other`.
    pub(super) fn plural_category(self, count: i64) -> &'static str {
        let is_singular = match self {
            Self::English => count == 1,
            Self::French => count.abs() < 2,
        };
        if is_singular { "one" } else { "other" }
    }

    /// Writes a whole number.
    pub fn count(self, count: i64) -> String {
        self.number(&count.to_string())
    }

    /// Writes a number with so many digits behind the point.
    pub fn decimal(self, number: f64, digits: usize) -> String {
        self.number(&format!("{number:.digits$}"))
    }

    /// Writes a fraction as a percentage with so many digits behind the point.
    pub fn percent(self, fraction: f64, digits: usize) -> String {
        self.number(&format!("{:.digits$} %", 100.0 * fraction))
    }

    /// Writes a duration such as `95 ms`.
    pub fn duration(self, duration: Duration) -> String {
        self.number(&show_duration(duration))
    }

    /// Writes a size such as `512 MiB`.
    pub fn size(self, bytes: u64) -> String {
        self.number(&show_size(bytes))
    }

    /// Writes a number that is given with a decimal point, and perhaps with units as [`show_duration`] writes them.
    pub fn number(self, text: &str) -> String {
        if self == Self::English {
            return text.to_owned();
        }
        let end = text.find(|c: char| !matches!(c, '-' | '0'..='9'));
        let (whole, rest) = text.split_at(end.unwrap_or(text.len()));
        let first_digit = whole.find(|c: char| c != '-').unwrap_or(0);
        let digits = whole.len() - first_digit;
        let mut grouped = whole[..first_digit].to_owned();
        for (at, digit) in whole[first_digit..].chars().enumerate() {
            if at > 0 && (digits - at).is_multiple_of(3) {
                grouped.push(NARROW_SPACE);
            }
            grouped.push(digit);
        }
        let rest = rest.replacen('.', ",", 1).replacen(" m ", " min ", 1);
        // A byte is an octet.
        let rest = match rest.strip_suffix('B') {
            Some(size) => format!("{size}o"),
            None => rest,
        };
        grouped + &rest.replacen(" %", &format!("{NARROW_SPACE}%"), 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn french_has_a_decimal_comma_and_groups_of_digits() {
        let french = Language::French;
        assert_eq!(french.decimal(1.5, 2), "1,50");
        assert_eq!(french.decimal(-1234.5, 1), "-1\u{202f}234,5");
        assert_eq!(french.count(999), "999");
        assert_eq!(french.count(1_000_000), "1\u{202f}000\u{202f}000");
        assert_eq!(french.percent(0.078, 1), "7,8\u{202f}%");
        assert_eq!(french.duration(Duration::from_millis(1500)), "1,5 s");
        assert_eq!(french.duration(Duration::from_secs(200)), "3 min 20 s");
        assert_eq!(french.size(1_500_000), "1,4 Mio");
        assert_eq!(french.size(100), "100 o");
        assert_eq!(french.number("×1.5"), "×1,5");
        assert_eq!(Language::English.percent(0.078, 1), "7.8 %");
    }
}
