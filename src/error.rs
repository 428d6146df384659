//! The two families of errors: mistakes that the user can fix (exit code 2) and failures of the judge (exit code 3).

use std::fmt;
use std::io;
use std::ops::Range;
use std::path::Path;

use puzzles::TextError;

pub type Result<T> = std::result::Result<T, Error>;

/// The reason why a command failed.
#[derive(Debug)]
pub enum Error {
    /// A file, an argument or a contest is wrong; the message says how to fix it.
    User(Box<Diagnostic>),
    /// The judge itself failed.
    Fault(String),
}

impl Error {
    pub fn user(message: impl Into<String>) -> Self {
        Diagnostic::new(message).into()
    }

    /// Creates the error for a path that cannot be used.
    pub fn path(doing: &str, path: &Path, error: &io::Error) -> Self {
        Self::user(format!(
            "failed to {doing} {}: {}",
            path.display(),
            reason(error)
        ))
    }

    /// Creates the error for a file that is to be written and exists.
    pub fn already_there(path: &Path) -> Self {
        let error = Self::user(format!("{} already exists", path.display()));
        error.with_help("choose another name; nothing was overwritten")
    }

    /// Creates the error for an internal failure while `doing` something.
    pub fn fault(doing: &str, error: &dyn fmt::Display) -> Self {
        Self::Fault(format!("failed to {doing}: {error}"))
    }

    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        match self {
            Self::User(mut diagnostic) => {
                diagnostic.help.push(help.into());
                Self::User(diagnostic)
            }
            fault @ Self::Fault(_) => fault,
        }
    }
}

/// Returns the operating system's message without its error number.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let cut = text.find(" (os error").unwrap_or(text.len());
    let mut words = text[..cut].to_owned();
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    words
}

/// A message to the user with the position it refers to and suggestions.
#[derive(Debug)]
pub struct Diagnostic {
    message: String,
    place: Option<Place>,
    help: Vec<String>,
}

/// A position in a text file.
#[derive(Debug)]
struct Place {
    file: String,
    line: usize,
    column: usize,
    /// The text of the line, and how many of its characters to mark.
    source: String,
    width: usize,
}

impl Diagnostic {
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            place: None,
            help: Vec::new(),
        }
    }

    /// Points at a range of bytes in `text`.
    pub fn at_span(message: impl Into<String>, file: &str, text: &str, span: Range<usize>) -> Self {
        let start = span.start.min(text.len());
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line = text[..start].matches('\n').count() + 1;
        let source = text[line_start..].lines().next().unwrap_or_default();
        let column = text[line_start..start].chars().count() + 1;
        let end = span
            .end
            .clamp(start, line_start + source.len().max(start - line_start));
        let width = text[start..end].chars().count();
        let place = Place {
            file: file.to_owned(),
            line,
            column,
            source: source.to_owned(),
            width,
        };
        Self {
            place: Some(place),
            ..Self::new(message)
        }
    }

    /// Points at the place where a reader of a puzzle's text failed. The line is drawn if the text is at hand. An error
    /// at the end of the text is shown behind its last line that is not empty.
    pub fn at_text(error: &TextError, file: &str, text: Option<&[u8]>) -> Self {
        let text = text.unwrap_or_default().trim_ascii_end();
        let shown = |line: &[u8]| String::from_utf8_lossy(line).trim_end().to_owned();
        let mut lines = text.split(|&byte| byte == b'\n').map(shown);
        let (line, column, source) = if let Some(source) = lines.nth(error.line - 1) {
            (error.line, error.column, source)
        } else if text.is_empty() {
            (error.line, error.column, String::new())
        } else {
            let last = text.rsplit(|&byte| byte == b'\n').next().map(shown);
            let last = last.unwrap_or_default();
            let line = memchr::memchr_iter(b'\n', text).count() + 1;
            (line, last.chars().count() + 1, last)
        };
        // What was found is quoted, unless it is described, such as the end of the file.
        let quoted = error.found.strip_prefix('`');
        let place = Place {
            file: file.to_owned(),
            line,
            column,
            source,
            width: quoted.map_or(1, |quoted| quoted.chars().count().saturating_sub(1)),
        };
        Self {
            message: error.to_string(),
            place: Some(place),
            help: error.help.clone().into_iter().collect(),
        }
    }

    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Adds "did you mean" if one of `known` is similar to `word`.
    #[must_use]
    pub fn suggest(self, word: &str, known: &[impl AsRef<str>]) -> Self {
        match nearest(word, known) {
            Some(near) => self.with_help(format!("did you mean `{near}`?")),
            None => self,
        }
    }
}

/// Returns the word of `known` that is most similar to `word`, if any is similar enough.
pub fn nearest<'a>(word: &str, known: &'a [impl AsRef<str>]) -> Option<&'a str> {
    let likeness = |known: &str| strsim::jaro_winkler(&word.to_lowercase(), known);
    let best = known
        .iter()
        .map(AsRef::as_ref)
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(best) > 0.75).then_some(best)
}

impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::User(Box::new(diagnostic))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User(diagnostic) => diagnostic.fmt(f),
            Self::Fault(message) => f.write_str(message),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(place) = &self.place else {
            f.write_str(&self.message)?;
            return self
                .help
                .iter()
                .try_for_each(|help| write!(f, "\n  help: {help}"));
        };
        let Place {
            file, line, column, ..
        } = place;
        write!(f, "{file}:{line}:{column}: {}", self.message)?;
        if !place.source.is_empty() {
            place.draw(f)?;
        }
        self.help
            .iter()
            .try_for_each(|help| write!(f, "\n  help: {help}"))
    }
}

impl Place {
    /// Draws the line with carets below the marked characters. Cuts a long line around them.
    fn draw(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const BEFORE: usize = 50;
        const SHOWN: usize = 100;
        let cut = (self.column - 1).saturating_sub(BEFORE);
        let plain = |c: char| if c.is_control() { ' ' } else { c };
        let source: String = self
            .source
            .chars()
            .skip(cut)
            .take(SHOWN)
            .map(plain)
            .collect();
        let indent = self.column - 1 - cut;
        let room = source.chars().count().saturating_sub(indent).max(1);
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        writeln!(f, "\n {margin} |")?;
        writeln!(f, " {number} | {source}")?;
        write!(
            f,
            " {margin} | {}{}",
            " ".repeat(indent),
            "^".repeat(self.width.clamp(1, room))
        )
    }
}

#[cfg(test)]
mod tests {
    use puzzles::Refusal;

    use super::*;

    #[test]
    fn the_end_of_a_text_is_behind_its_last_line() {
        let robot = puzzles::problem("sorting-robot").unwrap();
        for text in ["1 2 2\n0 1", "1 2 2\n0 1\n", "1 2 2\r\n0 1 \r\n\n\n"] {
            let Err(error) = robot.read(text.as_bytes()) else {
                panic!("a row is missing");
            };
            let shown = Diagnostic::at_text(&error, "a", Some(text.as_bytes())).to_string();
            assert!(
                shown.starts_with("a:2:4: found the end of the file"),
                "{shown}"
            );
            assert!(shown.contains("\n 2 | 0 1\n   |    ^"), "{shown}");
        }
    }

    #[test]
    fn points_at_the_place() {
        let text = "name = \"x\"\nproblm = 1\n";
        let error = Diagnostic::at_span("unknown key `problm`", "a.toml", text, 11..17)
            .suggest("problm", &["problem", "name"]);
        let expected = "a.toml:2:1: unknown key `problm`\n   |\n 2 | problm = 1\n   | ^^^^^^\n  help: did you mean `problem`?";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!("{}x{}", "S".repeat(500), "S".repeat(500));
        let robot = puzzles::problem("sorting-robot").unwrap();
        let case = robot.read(b"1 1 1\n0\n0\n").unwrap();
        let Err(Refusal::Unreadable(error)) = case.check(text.as_bytes()) else {
            panic!("`x` is no action");
        };
        let shown = Diagnostic::at_text(&error, "a", Some(text.as_bytes())).to_string();
        assert!(
            shown.lines().all(|line| line.chars().count() < 120),
            "{shown}"
        );
        let caret = shown.lines().find_map(|line| line.find('^')).unwrap();
        assert_eq!(&shown.lines().nth(2).unwrap()[caret..=caret], "x");
    }

    #[test]
    fn only_close_words_are_suggested() {
        assert_eq!(nearest("colors", &["colours", "rows"]), Some("colours"));
        assert_eq!(nearest("zzz", &["colours", "rows"]), None);
    }
}
