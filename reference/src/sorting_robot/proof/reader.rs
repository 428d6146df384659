//! Reads numbers and grids of numbers.

use crate::text::{Line, Lines, Token};
use crate::{Shape, TextError};

/// The largest absolute value of a number.
const LARGEST: i64 = 1_000_000_000_000_000;
/// The largest number of digits.
const DIGITS: usize = 16;

/// Reads a whole number: an optional minus and up to 16 digits.
pub(super) fn number(token: &Token) -> Result<i64, TextError> {
    let (sign, digits) = match token.bytes() {
        [b'-', digits @ ..] => (-1, digits),
        digits => (1, digits),
    };
    let mut value = i64::MAX;
    if (1..=DIGITS).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit) {
        let digits = digits.iter().map(|digit| i64::from(digit - b'0'));
        value = digits.fold(0, |value, digit| 10 * value + digit);
    }
    if value > LARGEST {
        return Err(token.instead_of("a whole number from -10^15 to 10^15"));
    }
    Ok(sign * value)
}

/// Fails unless the line consists of one word.
pub(super) fn keyword(line: Line, word: &str) -> Result<(), TextError> {
    let mut tokens = line.tokens();
    match (tokens.next(), tokens.next()) {
        (Some(first), None) if first.bytes() == word.as_bytes() => Ok(()),
        _ => Err(line.instead_of(format!("a line `{word}`"))),
    }
}

/// Reads the numbers after the first word of a line.
pub(super) fn numbers_after(line: Line, word: &str) -> Result<Vec<i64>, TextError> {
    let mut tokens = line.tokens();
    match tokens.next() {
        Some(first) if first.bytes() == word.as_bytes() => {}
        _ => return Err(line.instead_of(format!("a line that begins with `{word}`"))),
    }
    tokens.map(|token| number(&token)).collect()
}

/// Reads exactly `count` numbers after the first word of the next line.
pub(super) fn listed(lines: &mut Lines, word: &str, count: usize) -> Result<Vec<i64>, TextError> {
    let line = lines.need(|| format!("a line `{word}` with {count} numbers"))?;
    let found = numbers_after(line, word)?;
    if found.len() != count {
        return Err(line.ends_before(format!("{count} numbers instead of {}", found.len())));
    }
    Ok(found)
}

/// Reads `grids` grids of numbers, one row per line.
pub(super) fn read_grids(
    lines: &mut Lines,
    shape: Shape,
    grids: usize,
) -> Result<Vec<i64>, TextError> {
    // Grows with the text, because the instance may be much larger.
    let mut numbers = Vec::new();
    for _ in 0..grids.saturating_mul(shape.rows) {
        let line = lines.need(|| format!("a row of {} numbers", shape.columns))?;
        let before = numbers.len();
        for token in line.tokens() {
            numbers.push(number(&token)?);
        }
        let found = numbers.len() - before;
        if found != shape.columns {
            let expected = format!("{} numbers instead of {found}", shape.columns);
            return Err(line.ends_before(expected));
        }
    }
    Ok(numbers)
}
