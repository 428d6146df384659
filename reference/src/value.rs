//! The value of an answer: an exact decimal number.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

/// What an answer is worth, or a bound on it: a decimal number with at most [`Value::MAX_DECIMALS`] digits after the
/// point. Comparisons are exact.
///
/// ```
/// use puzzles::Value;
///
/// let [a, b]: [Value; 2] = ["0.30", "0.3"].map(|text| text.parse().unwrap());
/// assert_eq!(a, b);
/// assert_eq!(a.to_string(), "0.3");
/// assert!(Value::from(12) > "11.999999999".parse::<Value>().unwrap());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Value(i128);

/// The number of units in 1.
const ONE: i128 = 1_000_000_000;

/// Why a text is not a [`Value`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueError {
    /// It is not a decimal number.
    Malformed,
    /// It has more digits after the point than allowed.
    TooPrecise,
    /// It has too many digits: whole numbers have at most 18, others at most 15.
    TooLong,
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "not a decimal number",
            Self::TooPrecise => "too many digits after the point",
            Self::TooLong => "too many digits",
        })
    }
}

impl std::error::Error for ValueError {}

impl Value {
    /// The largest number of digits after the point.
    pub const MAX_DECIMALS: u32 = 9;

    /// The largest value that a double represents exactly, in units of its last digit. Values with a fraction stay
    /// below it, so that JSON carries them without loss.
    const MAX_DIGITS: i128 = 999_999_999_999_999;

    /// Reads a decimal number, also in scientific notation, with at most `decimals` digits after the point.
    pub fn parse(text: &str, decimals: u32) -> Result<Self, ValueError> {
        Self::read(text, decimals, false)
    }

    /// Reads a decimal number and rounds it, half away from zero, to `decimals` digits after the point, or to fewer if the
    /// number is too long otherwise.
    pub fn rounded(text: &str, decimals: u32) -> Result<Self, ValueError> {
        let mut fewer = (0..=decimals.min(Self::MAX_DECIMALS)).rev();
        let fits = |decimals| match Self::read(text, decimals, true) {
            Err(ValueError::TooLong) if decimals > 0 => None,
            other => Some(other),
        };
        fewer.find_map(fits).unwrap_or(Err(ValueError::TooLong))
    }

    fn read(text: &str, decimals: u32, rounds: bool) -> Result<Self, ValueError> {
        /// More digits than any number that is not rounded may have.
        const LONGEST: usize = 400;
        let text = text.trim_ascii();
        if text.len() > LONGEST {
            return Err(ValueError::TooLong);
        }
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => {
                let exponent: i32 = exponent.parse().map_err(|_| ValueError::Malformed)?;
                (mantissa, exponent)
            }
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = [whole, fraction].concat();
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(ValueError::Malformed);
        }
        let significant = digits.trim_start_matches('0').trim_end_matches('0');
        if significant.is_empty() {
            return Ok(Self(0));
        }
        // The number is `significant` times ten to the power of `power`.
        let trailing = digits.len() - digits.trim_end_matches('0').len();
        let power = i64::from(exponent) + trailing as i64 - fraction.len() as i64;
        let decimals = decimals.min(Self::MAX_DECIMALS);
        let excess = -power - i64::from(decimals);
        let (kept, power) = match usize::try_from(excess) {
            Ok(1..) if !rounds => return Err(ValueError::TooPrecise),
            Ok(excess) if excess > significant.len() => return Ok(Self(0)),
            Ok(excess) if excess > 0 => {
                let (kept, cut) = significant.split_at(significant.len() - excess);
                let kept: i128 = match kept {
                    "" => 0,
                    kept => kept.parse().map_err(|_| ValueError::TooLong)?,
                };
                let up = i128::from(cut.as_bytes()[0] >= b'5');
                (kept + up, -i64::from(decimals))
            }
            _ => {
                let kept = significant.parse().map_err(|_| ValueError::TooLong)?;
                (kept, power)
            }
        };
        let power = u32::try_from(power + i64::from(Self::MAX_DECIMALS));
        let scale = power.ok().and_then(|power| 10_i128.checked_pow(power));
        let units = scale.and_then(|scale| kept.checked_mul(scale));
        let units = units.ok_or(ValueError::TooLong)?;
        let is_whole = units % ONE == 0;
        let most = if is_whole {
            i128::from(i64::MAX) * ONE
        } else {
            // The digits up to the last one of the fraction.
            let mut digits = units;
            while digits % 10 == 0 {
                digits /= 10;
            }
            if digits > Self::MAX_DIGITS {
                return Err(ValueError::TooLong);
            }
            units
        };
        if units > most {
            return Err(ValueError::TooLong);
        }
        Ok(Self(if text.starts_with('-') { -units } else { units }))
    }

    /// Returns the value as a double, for means and ratios.
    pub fn as_f64(self) -> f64 {
        // Without trailing zeros, both numbers are exact as doubles, so that the quotient is rounded once.
        let (mut digits, mut scale) = (self.0, ONE);
        while scale > 1 && digits % 10 == 0 {
            digits /= 10;
            scale /= 10;
        }
        digits as f64 / scale as f64
    }

    /// Returns the whole number, without the digits after the point.
    pub fn whole(self) -> i64 {
        i64::try_from(self.0 / ONE).unwrap_or(if self.0 < 0 { i64::MIN } else { i64::MAX })
    }

    /// Returns the value with the opposite sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self(-self.0)
    }

    /// Returns the distance between two values.
    #[must_use]
    pub fn distance(self, other: Self) -> Self {
        Self((self.0 - other.0).abs())
    }

    /// Returns the product with another value, rounded to the last digit that a value can have.
    pub fn times(self, factor: Self) -> Option<Self> {
        let product = self.0.checked_mul(factor.0)? / ONE;
        let value = Self(product);
        (product.abs() <= i128::from(i64::MAX) * ONE).then_some(value)
    }
}

impl From<i64> for Value {
    fn from(whole: i64) -> Self {
        Self(i128::from(whole) * ONE)
    }
}

impl PartialEq<i64> for Value {
    fn eq(&self, other: &i64) -> bool {
        *self == Self::from(*other)
    }
}

impl PartialOrd<i64> for Value {
    fn partial_cmp(&self, other: &i64) -> Option<std::cmp::Ordering> {
        self.partial_cmp(&Self::from(*other))
    }
}

/// Writes the number without superfluous digits, or with as many digits after the point as the precision says.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, fraction) = ((self.0 / ONE).abs(), (self.0 % ONE).abs());
        let all = format!("{fraction:09}");
        let digits = match f.precision() {
            // Digits that are not zero are never hidden.
            Some(precision) => {
                let shown = all.trim_end_matches('0').len().max(precision.min(9));
                &all[..shown]
            }
            None => all.trim_end_matches('0'),
        };
        let point = if digits.is_empty() { "" } else { "." };
        f.pad_integral(self.0 >= 0, "", &format!("{whole}{point}{digits}"))
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Value {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        Self::parse(text, Self::MAX_DECIMALS)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % ONE == 0 {
            serializer.serialize_i64(self.whole())
        } else {
            serializer.serialize_f64(self.as_f64())
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl Visitor<'_> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a decimal number")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        i64::try_from(number).map(Value::from).map_err(E::custom)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        // The shortest text of a double is the number that was written, as long as it has at most 15 digits.
        self.visit_str(&number.to_string())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        text.parse().map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn texts_and_values() {
        for (text, shown) in [
            ("0", "0"),
            ("-0.0", "0"),
            ("007", "7"),
            ("-12.50", "-12.5"),
            ("+.5", "0.5"),
            ("5.", "5"),
            ("1e-9", "0.000000001"),
            ("12.5E3", "12500"),
            ("0.000000001e9", "1"),
            ("999999.999999999", "999999.999999999"),
            ("9223372036854775807", "9223372036854775807"),
            ("-9223372036854775807", "-9223372036854775807"),
        ] {
            assert_eq!(text.parse::<Value>().unwrap().to_string(), shown, "{text}");
        }
        for (text, error) in [
            ("", ValueError::Malformed),
            (".", ValueError::Malformed),
            ("--1", ValueError::Malformed),
            ("1,5", ValueError::Malformed),
            ("nan", ValueError::Malformed),
            ("inf", ValueError::Malformed),
            ("0x10", ValueError::Malformed),
            ("1e", ValueError::Malformed),
            ("1e99999999999", ValueError::Malformed),
            ("1e-10", ValueError::TooPrecise),
            ("1e400", ValueError::TooLong),
            ("9223372036854775808", ValueError::TooLong),
            ("9999999999.999999", ValueError::TooLong),
        ] {
            assert_eq!(text.parse::<Value>(), Err(error), "{text}");
        }
    }

    #[test]
    fn decimals_are_checked_or_rounded() {
        assert_eq!(Value::parse("0.30", 1), "0.3".parse());
        assert_eq!(Value::parse("0.31", 1), Err(ValueError::TooPrecise));
        let rounded = |text, decimals| Value::rounded(text, decimals).unwrap().to_string();
        assert_eq!(rounded("0.30000000000000004", 6), "0.3");
        assert_eq!(rounded("2.5", 0), "3");
        assert_eq!(rounded("-2.5", 0), "-3");
        assert_eq!(rounded("0.0000004", 6), "0");
        assert_eq!(rounded("0.0000005", 6), "0.000001");
        assert_eq!(rounded("1e-300", 6), "0");
        assert_eq!(rounded("9.9999999", 6), "10");
        assert_eq!(rounded("12345678901.123455", 6), "12345678901.1235");
        assert_eq!(rounded("1234567890123456.7", 6), "1234567890123457");
    }

    #[test]
    fn shown_with_a_precision() {
        let value: Value = "12.5".parse().unwrap();
        assert_eq!(format!("{value:.2}"), "12.50");
        assert_eq!(format!("{value:.0}"), "12.5");
        assert_eq!(format!("{:.1}", Value::from(-3)), "-3.0");
        assert_eq!(format!("{:>6}", Value::from(-3)), "    -3");
    }

    #[test]
    fn products() {
        let half: Value = "0.5".parse().unwrap();
        assert_eq!(Value::from(7).times(half), "3.5".parse().ok());
        assert_eq!(Value::from(i64::MAX).times(Value::from(2)), None);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[-+]?[0-9]{0,25}[.]?[0-9]{0,25}([eE]-?[0-9]{1,3})?", decimals in 0_u32..12) {
            if let Ok(value) = Value::parse(&text, decimals) {
                prop_assert_eq!(Value::rounded(&text, decimals), Ok(value));
                prop_assert_eq!(value.to_string().parse(), Ok(value));
                let json = serde_json::to_string(&value).unwrap();
                prop_assert_eq!(serde_json::from_str::<Value>(&json).unwrap(), value);
            }
        }

        #[test]
        fn whole_numbers_are_exact(number: i64) {
            prop_assume!(number != i64::MIN);
            let value = Value::from(number);
            prop_assert_eq!(value.whole(), number);
            prop_assert_eq!(value.to_string(), number.to_string());
            prop_assert_eq!(number.to_string().parse(), Ok(value));
        }
    }
}
