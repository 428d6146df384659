//! Prints to standard output and standard error, and makes untrusted text safe to print.
//!
//! File names, manifests, compilers and programs can put control sequences into messages, which would move the cursor,
//! rename the window or hide lines on the instructor's terminal. Everything that is printed passes [`printable`] before
//! the judge adds styles of its own; the only exception are drawings, which contain no untrusted text.

mod settings;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

pub use self::settings::{
    Colour, Verbosity, colours, configure, is_terminal, known_width, verbosity, width,
};
use crate::dir::write_atomically;
use crate::error::{Error, Result};

/// Replaces a character that is not safe to print.
const REPLACEMENT: char = '\u{fffd}';

/// The only control sequences in tables: plain, bold, dim.
const STYLES: [&str; 3] = ["\x1b[0m", "\x1b[1m", "\x1b[2m"];

/// Prints and flushes. A broken pipe is not an error.
pub fn print(text: &str) -> Result<()> {
    write(&printable(text))
}

/// Prints a table whose texts have passed [`printable`] before the judge added styles.
pub fn print_styled(text: &str) -> Result<()> {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\x1b') {
        let (plain, styled) = rest.split_at(at);
        shown.push_str(&printable(plain));
        let style = STYLES.iter().find(|style| styled.starts_with(**style));
        match style {
            Some(style) => shown.push_str(style),
            None => shown.push(REPLACEMENT),
        }
        rest = &styled[style.map_or(1, |style| style.len())..];
    }
    shown.push_str(&printable(rest));
    write(&shown)
}

/// Prints text that contains no untrusted text: drawings with colours, instances, answers.
pub fn print_own(text: &str) -> Result<()> {
    write(text)
}

/// Prints a value as indented JSON.
pub fn print_json(value: &impl serde::Serialize) -> Result<()> {
    write(&json(value)?)
}

/// Returns a value as indented JSON.
pub fn json(value: &impl serde::Serialize) -> Result<String> {
    let text =
        serde_json::to_string_pretty(value).map_err(|error| Error::fault("write JSON", &error))?;
    Ok(escaped_json(&text) + "\n")
}

/// The file that is written instead of standard output, and its content so far.
static FILE: Mutex<Option<(PathBuf, String)>> = Mutex::new(None);

/// Collects everything that is printed from now on for a file. [`finish`] writes it.
pub fn redirect(path: &Path) {
    *FILE.lock().unwrap_or_else(PoisonError::into_inner) = Some((path.to_owned(), String::new()));
    settings::forget_terminal();
}

/// Writes the file that standard output was redirected to, if it was.
pub fn finish() -> Result<()> {
    let file = FILE.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some((path, text)) = file else {
        return Ok(());
    };
    write_atomically(&path, text.as_bytes()).map_err(|error| Error::path("write", &path, &error))
}

fn write(text: &str) -> Result<()> {
    if let Some((_, file)) = &mut *FILE.lock().unwrap_or_else(PoisonError::into_inner) {
        file.push_str(text);
        return Ok(());
    }
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
        other => other.map_err(|error| Error::fault("write to standard output", &error)),
    }
}

/// Writes a message to standard error, unless the user wants warnings and errors only.
pub fn say(line: &str) {
    if verbosity() > Verbosity::Quiet {
        warn(line);
    }
}

/// Writes a warning or an error to standard error. Failures are ignored.
pub fn warn(line: &str) {
    let _ = writeln!(io::stderr(), "{}", printable(line));
}

/// Replaces every character that a terminal would interpret or not show.
pub fn printable(text: &str) -> Cow<'_, str> {
    let harmless = |c: char| matches!(c, '\n' | '\t') || !(c.is_control() || is_invisible(c));
    if text.chars().all(harmless) {
        return Cow::Borrowed(text);
    }
    let shown = |c| if harmless(c) { c } else { REPLACEMENT };
    Cow::Owned(text.chars().map(shown).collect())
}

/// Escapes control and invisible characters that JSON permits; the value stays the same.
fn escaped_json(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        if c != '\n' && (c.is_control() || is_invisible(c)) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                let _ = write!(text, "\\u{unit:04x}");
            }
        } else {
            text.push(c);
        }
    }
    text
}

/// Quotes a CSV field that a spreadsheet would interpret as a formula.
pub fn csv_field(text: &str) -> Cow<'_, str> {
    const SIGNS: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];
    let formula = text.starts_with(SIGNS);
    if formula && text.parse::<f64>().is_err() {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns whether a character is invisible or changes how others are shown: Unicode's category of formatting characters
/// (Cf), default-ignorable characters, and blanks whose category is letter or symbol.
pub fn is_invisible(c: char) -> bool {
    matches!(
        u32::from(c),
        0xad | 0x34f
            | 0x600..=0x605
            | 0x61c
            | 0x6dd
            | 0x70f
            | 0x890..=0x891
            | 0x8e2
            | 0x115f..=0x1160
            | 0x17b4..=0x17b5
            | 0x180b..=0x180f
            | 0x200b..=0x200f
            | 0x2028..=0x202e
            | 0x2060..=0x206f
            | 0x2800
            | 0x3164
            | 0xfe00..=0xfe0f
            | 0xfeff
            | 0xffa0
            | 0xfff0..=0xfffb
            | 0x1_10bd
            | 0x1_10cd
            | 0x1_3430..=0x1_343f
            | 0x1_bca0..=0x1_bca3
            | 0x1_d159
            | 0x1_d173..=0x1_d17a
            | 0xe_0000..=0xe_0fff
    )
}

/// Breaks lines between words where the width is known. A line with a longer word, such as a seal, stays whole, so that
/// the word can be copied.
pub fn fitted(text: &str) -> Cow<'_, str> {
    let Some(width) = known_width().map(usize::from) else {
        return Cow::Borrowed(text);
    };
    let parts = |line: &str| {
        let is_long = |word: &str| word.chars().count() > width;
        if line.split(' ').any(is_long) {
            vec![line.to_owned()]
        } else {
            wrapped(line, width)
        }
    };
    let lines = text.lines().flat_map(parts);
    Cow::Owned(lines.flat_map(|line| [line, "\n".to_owned()]).collect())
}

/// Splits a line into parts that fit the width, between words if possible.
pub fn wrapped(line: &str, columns: usize) -> Vec<String> {
    let mut rest: Vec<char> = line.chars().collect();
    let mut parts = Vec::new();
    while rest.len() > columns.max(1) {
        let blank = rest[..=columns].iter().rposition(|&c| c == ' ');
        let end = blank.filter(|&at| at > 0).unwrap_or(columns.max(1));
        parts.push(rest.drain(..end).collect());
        if rest.first() == Some(&' ') {
            rest.remove(0);
        }
    }
    parts.push(rest.into_iter().collect());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_sequences_are_shown_not_obeyed() {
        for (text, shown) in [
            ("plain é 日本\n\ttext", "plain é 日本\n\ttext"),
            ("\x1b[2Jgone", "\u{fffd}[2Jgone"),
            ("\x1b]0;title\x07", "\u{fffd}]0;title\u{fffd}"),
            ("\u{9b}31m", "\u{fffd}31m"),
            ("\x1b[1mbold\x1b[0m", "\u{fffd}[1mbold\u{fffd}[0m"),
            (
                "blank\u{2800}\u{1d159}\u{13430}",
                "blank\u{fffd}\u{fffd}\u{fffd}",
            ),
            ("\x1b[8mhidden", "\u{fffd}[8mhidden"),
            ("a\rb\x08c\x7f", "a\u{fffd}b\u{fffd}c\u{fffd}"),
            ("abc\u{202e}fed", "abc\u{fffd}fed"),
        ] {
            assert_eq!(printable(text), shown);
        }
    }

    #[test]
    fn json_keeps_its_value() {
        let value = serde_json::json!({"a": "\u{9b}1m\u{202e}\u{7f}é\u{e0001}\n"});
        let text = escaped_json(&value.to_string());
        assert!(!text.contains(['\u{9b}', '\u{202e}', '\u{7f}', '\u{e0001}']));
        let back: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(back, value);
    }

    #[test]
    fn formulas_are_texts_and_numbers_numbers() {
        assert_eq!(csv_field("=1+1"), "'=1+1");
        assert_eq!(csv_field("@x"), "'@x");
        assert_eq!(csv_field("＝1+1"), "'＝1+1");
        assert_eq!(csv_field("＠x"), "'＠x");
        assert_eq!(csv_field("-team"), "'-team");
        assert_eq!(csv_field("-12"), "-12");
        assert_eq!(csv_field("+1.5"), "+1.5");
        assert_eq!(csv_field("team"), "team");
    }
}
