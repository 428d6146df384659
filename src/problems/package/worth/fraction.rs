//! Exact non-negative fractions, and their decimal texts.

use std::ops::Add;

/// The most digits of a number that is read. Sums and quotients of such numbers do not overflow 128 bits by far.
const MOST_DIGITS: usize = 12;

/// The digits behind the point of a number whose decimals do not end.
const ROUNDED: u32 = 6;

/// A non-negative fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fraction {
    numerator: u128,
    denominator: u128,
}

impl Fraction {
    pub(super) fn whole(number: u64) -> Self {
        Self::new(number.into(), 1)
    }

    fn new(numerator: u128, denominator: u128) -> Self {
        let divisor = gcd(numerator, denominator).max(1);
        Self {
            numerator: numerator / divisor,
            denominator: denominator / divisor,
        }
    }

    /// Reads a number such as `12`, `+0.5`, `1e2` of at most 12 digits.
    pub(super) fn from_decimal(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = text.strip_prefix('+').unwrap_or(text);
        let (digits, exponent) = match text.split_once(['e', 'E']) {
            Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let digits = format!("{whole}{part}");
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || digits.len() > MOST_DIGITS {
            return None;
        }
        let number: u128 = digits.parse().ok()?;
        let exponent = exponent.checked_sub(part.len() as i32)?;
        if exponent.unsigned_abs() as usize > MOST_DIGITS {
            return None;
        }
        let power = 10_u128.pow(exponent.unsigned_abs());
        Some(if exponent < 0 {
            Self::new(number, power)
        } else {
            Self::new(number * power, 1)
        })
    }

    /// Returns the difference, if it is not negative.
    pub(super) fn minus(self, other: Self) -> Option<Self> {
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        let denominator = self.denominator.checked_mul(other.denominator)?;
        Some(Self::new(left.checked_sub(right)?, denominator))
    }

    pub(super) fn divided_by(self, parts: u64) -> Self {
        let denominator = self.denominator.saturating_mul(parts.max(1).into());
        Self::new(self.numerator, denominator)
    }

    /// Returns the exact decimal number, or the nearest one with 6 digits behind the point if the digits do not end
    /// within 12.
    pub(super) fn to_decimal(self) -> String {
        for places in 0..=MOST_DIGITS as u32 {
            let scaled = self.numerator.checked_mul(10_u128.pow(places));
            match scaled {
                Some(scaled) if scaled % self.denominator == 0 => {
                    return with_point(scaled / self.denominator, places);
                }
                Some(_) => {}
                None => break,
            }
        }
        let scaled = self.numerator.saturating_mul(10_u128.pow(ROUNDED));
        let rounded = (scaled / self.denominator)
            + u128::from(scaled % self.denominator >= self.denominator.div_ceil(2));
        let text = with_point(rounded, ROUNDED);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

/// Writes `number` with its last `places` digits behind the point.
fn with_point(number: u128, places: u32) -> String {
    let places = places as usize;
    let digits = format!("{number:0width$}", width = places + 1);
    let (whole, part) = digits.split_at(digits.len() - places);
    if part.is_empty() {
        whole.to_owned()
    } else {
        format!("{whole}.{part}")
    }
}

impl Add for Fraction {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let left = self.numerator.saturating_mul(other.denominator);
        let right = other.numerator.saturating_mul(self.denominator);
        let denominator = self.denominator.saturating_mul(other.denominator);
        Self::new(left.saturating_add(right), denominator)
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals() {
        for (text, decimal) in [
            ("12", "12"),
            ("+0.50", "0.5"),
            ("1e2", "100"),
            ("1.5E-3", "0.0015"),
            (".5", "0.5"),
            ("3.", "3"),
            ("0", "0"),
        ] {
            let read = Fraction::from_decimal(text).map(Fraction::to_decimal);
            assert_eq!(read.as_deref(), Some(decimal), "{text}");
        }
        for text in [
            "",
            "-1",
            "x",
            "1e99",
            "inf",
            "1.2.3",
            "1e",
            ".",
            "1234567890123",
        ] {
            assert_eq!(Fraction::from_decimal(text), None, "{text}");
        }
    }

    #[test]
    fn quotients() {
        let hundred = Fraction::whole(100);
        assert_eq!(hundred.divided_by(8).to_decimal(), "12.5");
        assert_eq!(hundred.divided_by(3).to_decimal(), "33.333333");
        assert_eq!(Fraction::whole(200).divided_by(3).to_decimal(), "66.666667");
        assert_eq!(hundred.divided_by(0), hundred);
        let rest = hundred.minus(Fraction::whole(30) + Fraction::whole(20).divided_by(3));
        assert_eq!(rest.unwrap().to_decimal(), "63.333333");
        assert_eq!(Fraction::whole(1).minus(hundred), None);
    }
}
