//! Drawings of puzzles: in colour and clipped to the width of a terminal, plain and complete otherwise.

use std::fmt::Write;

use puzzles::{Picture, Span};

use super::grid;

/// Returns the text of a drawing.
pub fn render(picture: &Picture) -> String {
    let width = grid::is_terminal().then(|| usize::from(grid::width()));
    let mut text = String::new();
    let mut clipped = 0;
    for line in &picture.lines {
        let line_width: usize = line.iter().map(|span| span.text.chars().count()).sum();
        let mut room = width.unwrap_or(line_width);
        clipped = clipped.max(line_width.saturating_sub(room));
        for span in line {
            let shown: String = span.text.chars().take(room).collect();
            room -= shown.chars().count();
            draw(&mut text, span, &shown);
        }
        text.truncate(text.trim_end_matches(' ').len());
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

fn draw(text: &mut String, span: &Span, shown: &str) {
    let style = span.style;
    let mut codes = Vec::new();
    if grid::colours() {
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
