//! Splits text into lines and tokens with positions, and reports syntax errors at a position.

use std::fmt;
use std::ops::RangeInclusive;

/// A syntax error: its position, what was found there and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What was found, for example a quoted token.
    pub found: String,
    /// What was expected instead.
    pub expected: String,
    /// A hint on how to fix the text.
    pub help: Option<String>,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {}, expected {}", self.found, self.expected)
    }
}

impl std::error::Error for TextError {}

impl TextError {
    /// Returns an error at the beginning of `rest`, the part of the text that starts at the given line and column.
    pub fn before(rest: &[u8], line: usize, column: usize, expected: impl Into<String>) -> Self {
        let found = match rest {
            [] => "the end of the file".to_owned(),
            rest => quoted(first_character(rest)),
        };
        Self {
            line,
            column,
            found,
            expected: expected.into(),
            help: None,
        }
    }

    /// Adds a hint on how to fix the text.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Returns the bytes of the first character, or the first byte if it is not valid UTF-8.
fn first_character(text: &[u8]) -> &[u8] {
    let longest = &text[..text.len().min(4)];
    let end = (1..=longest.len()).find(|&end| std::str::from_utf8(&longest[..end]).is_ok());
    &text[..end.unwrap_or(1)]
}

/// Returns the number of characters, where invalid UTF-8 counts like the replacement character.
fn characters(bytes: &[u8]) -> usize {
    String::from_utf8_lossy(bytes).chars().count()
}

/// Returns the token in backquotes, shortened to 40 characters, with unprintable characters escaped.
pub(crate) fn quoted(token: &[u8]) -> String {
    const LONGEST: usize = 40;
    let text = String::from_utf8_lossy(token);
    let mut shown: String = text
        .chars()
        .take(LONGEST)
        .flat_map(char::escape_debug)
        .collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// The UTF-8 byte-order mark.
pub const MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns the text without a leading byte-order mark.
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// A line with its number.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    number: usize,
    text: &'a [u8],
}

/// A token: consecutive characters between separators.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    line: Line<'a>,
    start: usize,
    end: usize,
}

/// An iterator over the lines of a text that are not blank.
#[derive(Debug)]
pub struct Lines<'a> {
    rest: &'a [u8],
    number: usize,
}

/// Splits a text into lines, without a leading byte-order mark.
pub fn lines(text: &[u8]) -> Lines<'_> {
    Lines {
        rest: without_mark(text),
        number: 0,
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        loop {
            let line = self.even_blank()?;
            if !line.is_blank() {
                return Some(line);
            }
        }
    }
}

impl<'a> Lines<'a> {
    /// Returns the next line, blank or not.
    pub fn even_blank(&mut self) -> Option<Line<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self
            .rest
            .iter()
            .position(|&b| b == b'\n')
            .unwrap_or(self.rest.len());
        let text = &self.rest[..end];
        self.rest = self.rest.get(end + 1..).unwrap_or_default();
        self.number += 1;
        Some(Line {
            number: self.number,
            text: text.strip_suffix(b"\r").unwrap_or(text),
        })
    }

    /// Returns the next line that is not blank. Fails with `expected` at the end of the text.
    pub fn need(&mut self, expected: impl FnOnce() -> String) -> Result<Line<'a>, TextError> {
        let ended = self.number + 1;
        self.next()
            .ok_or_else(|| TextError::before(&[], ended, 1, expected()))
    }

    /// Returns the next line, blank or not. Fails with `expected` at the end of the text.
    pub fn need_even_blank(
        &mut self,
        expected: impl FnOnce() -> String,
    ) -> Result<Line<'a>, TextError> {
        let ended = self.number + 1;
        self.even_blank()
            .ok_or_else(|| TextError::before(&[], ended, 1, expected()))
    }

    /// Fails if a line that is not blank follows.
    pub fn need_end(&mut self) -> Result<(), TextError> {
        let Some(line) = self.next() else {
            return Ok(());
        };
        let first = line.tokens().next();
        first.map_or(Ok(()), |token| Err(token.instead_of("the end of the file")))
    }
}

impl<'a> Line<'a> {
    /// Returns the line number, counted from 1.
    pub fn number(self) -> usize {
        self.number
    }

    /// Returns whether the line has no tokens.
    pub fn is_blank(self) -> bool {
        self.tokens().next().is_none()
    }

    /// Returns the tokens between spaces and tabs.
    pub fn tokens(self) -> impl Iterator<Item = Token<'a>> {
        self.tokens_between(is_blank)
    }

    /// Returns the tokens between the bytes for which `separates` holds.
    pub fn tokens_between(self, separates: impl Fn(u8) -> bool) -> impl Iterator<Item = Token<'a>> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let start = at + self.text[at..].iter().position(|&b| !separates(b))?;
            let length = self.text[start..].iter().position(|&b| separates(b));
            at = length.map_or(self.text.len(), |length| start + length);
            Some(Token {
                line: self,
                start,
                end: at,
            })
        })
    }

    /// Returns an error at the first token, or at the end of a blank line.
    pub fn instead_of(self, expected: impl Into<String>) -> TextError {
        match self.tokens().next() {
            Some(token) => token.instead_of(expected),
            None => self.ends_before(expected),
        }
    }

    /// Returns an error just after the last token.
    pub fn ends_before(self, expected: impl Into<String>) -> TextError {
        let end = self
            .text
            .iter()
            .rposition(|&b| !is_blank(b))
            .map_or(0, |last| last + 1);
        TextError {
            line: self.number,
            column: characters(&self.text[..end]) + 1,
            found: "the end of the line".to_owned(),
            expected: expected.into(),
            help: None,
        }
    }

    /// Reads exactly `count` integers in `range` and passes them to `take`. Fails with `what` at the first mismatch.
    pub fn integers(
        self,
        count: usize,
        range: &RangeInclusive<i64>,
        what: &str,
        mut take: impl FnMut(i64),
    ) -> Result<(), TextError> {
        let mut tokens = self.tokens();
        for index in 0..count {
            let Some(token) = tokens.next() else {
                let more = format!("{what} (number {} of {count} on this line)", index + 1);
                return Err(self.ends_before(more));
            };
            take(token.integer(range, what)?);
        }
        match tokens.next() {
            None => Ok(()),
            Some(extra) => {
                Err(extra.instead_of(format!("the end of the line after {count} numbers")))
            }
        }
    }
}

impl Token<'_> {
    /// Returns the bytes of the token.
    pub fn bytes(&self) -> &[u8] {
        &self.line.text[self.start..self.end]
    }

    /// Returns the integer in this token. Fails with `what` if it is not an integer in `range`.
    pub fn integer(&self, range: &RangeInclusive<i64>, what: &str) -> Result<i64, TextError> {
        let text = std::str::from_utf8(self.bytes()).ok();
        let text = text.filter(|text| !text.starts_with('+'));
        let value = text.and_then(|text| text.parse().ok());
        value.filter(|value| range.contains(value)).ok_or_else(|| {
            self.instead_of(format!("{what} from {} to {}", range.start(), range.end()))
        })
    }

    /// Returns an error at the character that begins at byte `from` of the token.
    pub fn part_from(&self, from: usize, expected: impl Into<String>) -> TextError {
        let column = characters(&self.line.text[..self.start + from]) + 1;
        TextError::before(&self.bytes()[from..], self.line.number, column, expected)
    }

    /// Returns an error at the token.
    pub fn instead_of(&self, expected: impl Into<String>) -> TextError {
        TextError {
            line: self.line.number,
            column: characters(&self.line.text[..self.start]) + 1,
            found: quoted(self.bytes()),
            expected: expected.into(),
            help: None,
        }
    }
}

/// Returns whether a byte is a space or a tab.
pub fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_know_their_place() {
        let text = "\u{feff}\n  \t\r\n  7\té x\r\n";
        let line = lines(text.as_bytes()).next().unwrap();
        let tokens: Vec<_> = line.tokens().collect();
        assert_eq!(tokens.len(), 3);
        assert_eq!(tokens[0].integer(&(0..=9), "a digit"), Ok(7));
        let error = tokens[2].integer(&(0..=9), "a digit").unwrap_err();
        assert_eq!((error.line, error.column), (3, 7));
        assert_eq!(error.to_string(), "found `x`, expected a digit from 0 to 9");
    }

    #[test]
    fn the_offending_character_is_shown_whole() {
        let found = |rest: &[u8]| TextError::before(rest, 2, 2, "a letter").found;
        assert_eq!(found("é?".as_bytes()), "`é`");
        assert_eq!(found(b"\xff\xffS"), "`\u{fffd}`");
        assert_eq!(found(b"\0"), "`\\0`");
        assert_eq!(found(b""), "the end of the file");
    }
}
