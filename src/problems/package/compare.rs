//! The default output validator: compares an answer with the expected one, token by token.

mod mismatch;
#[cfg(test)]
mod tests;

pub use self::mismatch::Mismatch;
use self::mismatch::{Reason, shorten};
use crate::error::{Error, Result, nearest};

/// The arguments that are followed by a number.
const TOLERANCES: [&str; 3] = [
    "float_tolerance",
    "float_absolute_tolerance",
    "float_relative_tolerance",
];

/// How two answers are compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    case_sensitive: bool,
    space_change_sensitive: bool,
    absolute: Option<f64>,
    relative: Option<f64>,
}

/// Why arguments cannot be used, and how to fix them.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) message: String,
    pub(super) help: String,
}

/// Compares an answer with the expected one as [`Comparison::compare`] does. Fails if an argument is unknown.
pub fn compare(
    answer: &[u8],
    expected: &[u8],
    arguments: &[String],
) -> Result<std::result::Result<(), Mismatch>> {
    Ok(Comparison::from_arguments(arguments)?.compare(answer, expected))
}

impl Comparison {
    /// Reads the arguments of the default output validator. Of an argument given twice, the last one counts.
    pub fn from_arguments(arguments: &[impl AsRef<str>]) -> Result<Self> {
        let refused = |refusal: Refusal| Error::user(refusal.message).with_help(refusal.help);
        Self::parse(arguments).map_err(refused)
    }

    pub(super) fn parse(arguments: &[impl AsRef<str>]) -> std::result::Result<Self, Refusal> {
        let mut comparison = Self::default();
        let mut arguments = arguments.iter().map(AsRef::as_ref);
        while let Some(name) = arguments.next() {
            match name {
                "case_sensitive" => comparison.case_sensitive = true,
                "space_change_sensitive" => comparison.space_change_sensitive = true,
                name if TOLERANCES.contains(&name) => {
                    let tolerance = Some(tolerance(name, arguments.next())?);
                    if name != TOLERANCES[2] {
                        comparison.absolute = tolerance;
                    }
                    if name != TOLERANCES[1] {
                        comparison.relative = tolerance;
                    }
                }
                unknown => {
                    let known = [
                        &["case_sensitive", "space_change_sensitive"],
                        &TOLERANCES[..],
                    ];
                    let known = known.concat();
                    return Err(Refusal {
                        message: format!(
                            "the default output validator has no argument `{unknown}`"
                        ),
                        help: match nearest(unknown, &known) {
                            Some(near) => format!("did you mean `{near}`?"),
                            None => format!("it has: {}", known.join(", ")),
                        },
                    });
                }
            }
        }
        Ok(comparison)
    }

    /// Compares an answer with the expected one. Takes linear time.
    pub fn compare(&self, answer: &[u8], expected: &[u8]) -> std::result::Result<(), Mismatch> {
        let (mut at, mut expected_at) = (0, 0);
        let mut token = 0;
        loop {
            let space = take(&mut at, answer, is_space);
            let expected_space = take(&mut expected_at, expected, is_space);
            if self.space_change_sensitive && space != expected_space {
                let pairs = space.iter().zip(expected_space);
                let same = pairs.take_while(|(a, b)| a == b).count();
                let place = at - space.len() + same;
                return Err(Mismatch::at(answer, place, token + 1, Reason::Space));
            }
            token += 1;
            let start = at;
            let found = take(&mut at, answer, |byte| !is_space(byte));
            let wanted = take(&mut expected_at, expected, |byte| !is_space(byte));
            let reason = match (found.is_empty(), wanted.is_empty()) {
                (true, true) => return Ok(()),
                (true, false) => Some(Reason::Missing {
                    expected: shorten(wanted),
                }),
                (false, true) => Some(Reason::Trailing {
                    found: shorten(found),
                }),
                (false, false) => self.difference(found, wanted),
            };
            if let Some(reason) = reason {
                return Err(Mismatch::at(answer, start, token, reason));
            }
        }
    }

    /// Returns how a token differs from the expected one.
    fn difference(&self, found: &[u8], wanted: &[u8]) -> Option<Reason> {
        let (expected, shown) = (|| shorten(wanted), || shorten(found));
        let has_tolerance = self.absolute.is_some() || self.relative.is_some();
        let number = if has_tolerance { number(wanted) } else { None };
        let Some(wanted_number) = number else {
            let same = if self.case_sensitive {
                found == wanted
            } else {
                found.eq_ignore_ascii_case(wanted)
            };
            return (!same).then(|| Reason::Token {
                expected: expected(),
                found: shown(),
            });
        };
        let Some(found_number) = self::number(found) else {
            return Some(Reason::NotANumber {
                expected: expected(),
                found: shown(),
            });
        };
        let error = (found_number - wanted_number).abs();
        let absolute = self.absolute.is_some_and(|most| error <= most);
        let relative = self.relative.map(|most| most * wanted_number.abs());
        let relative = relative.is_some_and(|most| error <= most);
        (!absolute && !relative).then(|| Reason::Tolerance {
            expected: expected(),
            found: shown(),
        })
    }
}

fn tolerance(name: &str, value: Option<&str>) -> std::result::Result<f64, Refusal> {
    let found = value.and_then(|value| number(value.as_bytes()));
    found
        .filter(|number| *number >= 0.0)
        .ok_or_else(|| Refusal {
            message: match value {
                Some(value) => format!("`{name}` needs a number of at least 0, not `{value}`"),
                None => format!("`{name}` needs a number"),
            },
            help: format!("write for example `{name} 1e-6`"),
        })
}

/// Takes bytes from `at` on, as long as they fit.
fn take<'b>(at: &mut usize, bytes: &'b [u8], fits: impl Fn(u8) -> bool) -> &'b [u8] {
    let rest = &bytes[*at..];
    let length = rest.iter().position(|&byte| !fits(byte));
    let taken = &rest[..length.unwrap_or(rest.len())];
    *at += taken.len();
    taken
}

/// White space of the "C" locale.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r')
}

/// Returns the value of a token that is a decimal number: `12`, `-.5`, `1.`, `3e-7`. Words such as `inf` and `nan`, and
/// numbers too large for a double, are no numbers.
fn number(token: &[u8]) -> Option<f64> {
    let digits = |rest: &mut &[u8]| {
        let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        *rest = &rest[length..];
        length
    };
    let skip = |rest: &mut &[u8], any: &[u8]| {
        let found = rest.first().is_some_and(|first| any.contains(first));
        *rest = &rest[usize::from(found)..];
        found
    };
    let mut rest = token;
    skip(&mut rest, b"+-");
    let mut significant = digits(&mut rest);
    if skip(&mut rest, b".") {
        significant += digits(&mut rest);
    }
    if significant == 0 {
        return None;
    }
    if skip(&mut rest, b"eE") {
        skip(&mut rest, b"+-");
        if digits(&mut rest) == 0 {
            return None;
        }
    }
    if !rest.is_empty() {
        return None;
    }
    let value: f64 = std::str::from_utf8(token).ok()?.parse().ok()?;
    value.is_finite().then_some(value)
}
