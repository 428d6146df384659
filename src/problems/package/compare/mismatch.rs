//! The first difference between an answer and the expected one, and its place.

use std::fmt;

/// The first difference between an answer and the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The place in the answer, counted from 1; the column counts bytes.
    pub line: usize,
    pub column: usize,
    /// The number of the token, counted from 1.
    pub token: usize,
    reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The two tokens, shortened.
    Token {
        expected: String,
        found: String,
    },
    Tolerance {
        expected: String,
        found: String,
    },
    NotANumber {
        expected: String,
        found: String,
    },
    Missing {
        expected: String,
    },
    Trailing {
        found: String,
    },
    Space,
}

/// Returns the first characters of a token, for a message.
pub(super) fn shorten(token: &[u8]) -> String {
    const SHOWN: usize = 40;
    let text = String::from_utf8_lossy(&token[..token.len().min(4 * SHOWN)]);
    let mut short: String = text
        .chars()
        .take(SHOWN)
        .flat_map(char::escape_debug)
        .collect();
    if text.chars().count() > SHOWN {
        short.push('…');
    }
    short
}

impl Mismatch {
    pub(super) fn at(answer: &[u8], place: usize, token: usize, reason: Reason) -> Self {
        let before = &answer[..place];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        Self {
            line: memchr::memchr_iter(b'\n', before).count() + 1,
            column: place - line_start + 1,
            token,
            reason,
        }
    }

    /// Describes the difference without a word on what is expected, for the team.
    pub fn for_team(&self) -> String {
        let Self { line, column, .. } = self;
        let what = match &self.reason {
            Reason::Token { found, .. } => format!("`{found}` is wrong"),
            Reason::Tolerance { found, .. } => format!("`{found}` is not close enough"),
            Reason::NotANumber { found, .. } => format!("`{found}` is not a number"),
            Reason::Missing { .. } => "the answer ends too soon".to_owned(),
            Reason::Trailing { found } => format!("`{found}` is too much"),
            Reason::Space => "the white space is wrong".to_owned(),
        };
        format!("line {line}, column {column}: {what}")
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            column,
            token,
            ..
        } = self;
        write!(f, "line {line}, column {column} (token {token}): ")?;
        match &self.reason {
            Reason::Token { expected, found } => {
                write!(f, "expected `{expected}`, found `{found}`")
            }
            Reason::Tolerance { expected, found } => {
                write!(
                    f,
                    "expected `{expected}` within the tolerance, found `{found}`"
                )
            }
            Reason::NotANumber { expected, found } => {
                write!(f, "expected the number `{expected}`, found `{found}`")
            }
            Reason::Missing { expected } => {
                write!(f, "expected `{expected}`, found the end of the answer")
            }
            Reason::Trailing { found } => {
                write!(f, "expected the end of the answer, found `{found}`")
            }
            Reason::Space => f.write_str("the white space differs from the expected one"),
        }
    }
}

impl std::error::Error for Mismatch {}
