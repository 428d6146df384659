//! Drawings of puzzles: in colour and clipped to the width of a terminal, plain and complete otherwise.

use std::fmt::Write;
use std::ops::Range;

use puzzles::{Picture, Span};

use crate::terminal;

/// Returns the text of a drawing.
pub fn render(picture: &Picture) -> String {
    let width = terminal::is_terminal().then(|| usize::from(terminal::width()));
    let mut text = String::new();
    let mut clipped = 0;
    for line in &picture.lines {
        let line_width = line_width(line);
        let room = width.unwrap_or(line_width);
        clipped = clipped.max(line_width.saturating_sub(room));
        text.push_str(&render_line(line, 0..room));
        text.push('\n');
    }
    text.push_str(&picture.caption);
    text.push('\n');
    if clipped > 0 {
        let _ = writeln!(
            text,
            "{clipped} columns do not fit; show them all with: judge show … | less -S"
        );
    }
    text
}

/// Returns the width of a line in columns.
pub fn line_width(line: &[Span]) -> usize {
    line.iter().map(|span| span.text.chars().count()).sum()
}

/// Returns the text of some columns of a line, without blanks at its end.
pub fn render_line(line: &[Span], columns: Range<usize>) -> String {
    let mut text = String::new();
    let mut start = 0;
    for span in line {
        let length = span.text.chars().count();
        let skipped = columns.start.saturating_sub(start).min(length);
        let wanted = columns.end.saturating_sub(start).min(length);
        let shown = span.text.chars().take(wanted).skip(skipped);
        let shown: String = shown.collect();
        if !shown.is_empty() {
            draw(&mut text, span, &shown);
        }
        start += length;
    }
    text.truncate(text.trim_end_matches(' ').len());
    text
}

fn draw(text: &mut String, span: &Span, shown: &str) {
    let style = span.style;
    let mut codes = Vec::new();
    if terminal::colours() {
        codes.extend(style.bold.then(|| "1".to_owned()));
        codes.extend(style.ink.map(|ink| format!("38;5;{ink}")));
        codes.extend(style.ground.map(|ground| format!("48;5;{ground}")));
    }
    if codes.is_empty() {
        text.push_str(shown);
    } else {
        let _ = write!(text, "\x1b[{}m{shown}\x1b[0m", codes.join(";"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_columns_of_a_line() {
        let mut picture = Picture::default();
        for text in ["abc", "def", "g  "] {
            picture.plain(text);
        }
        let line = &picture.lines[0];
        assert_eq!(line_width(line), 9);
        for (columns, expected) in [
            (0..9, "abcdefg"),
            (2..4, "cd"),
            (3..6, "def"),
            (7..20, ""),
            (20..30, ""),
            (4..4, ""),
        ] {
            assert_eq!(render_line(line, columns), expected);
        }
    }
}
