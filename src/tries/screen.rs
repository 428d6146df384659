//! A terminal screen that is redrawn in place.

use std::fmt::Write as _;
use std::io;

use crate::error::Result;
use crate::terminal::{self, wrapped};

/// Switches to the alternate screen, on which the terminal wraps no lines: the rows could not be counted.
const ENTER: &str = "\x1b[?1049h\x1b[?7l";
const LEAVE: &str = "\x1b[?7h\x1b[?1049l";

/// The alternate screen of the terminal on standard output. Dropping it restores the terminal.
#[derive(Debug)]
pub struct Screen(());

impl Screen {
    pub fn enter() -> Result<Self> {
        terminal::print_own(ENTER)?;
        Ok(Self(()))
    }

    /// Returns the number of lines and of columns.
    pub fn size() -> (u16, u16) {
        let size = rustix::termios::tcgetwinsize(io::stdout());
        size.map_or((24, 80), |size| (size.ws_row, size.ws_col))
    }

    /// Draws text from the upper left corner, and as many lines as fit. Nothing scrolls.
    pub fn draw(&self, text: &str) -> Result<()> {
        let (rows, columns) = Self::size();
        let lines = terminal::printable(text);
        let lines = lines
            .lines()
            .flat_map(|line| wrapped(line, usize::from(columns)));
        let lines: Vec<String> = lines.collect();
        terminal::print_own(&frame(&lines.join("\n"), usize::from(rows)))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = terminal::print_own(LEAVE);
    }
}

/// Returns the control sequences that replace what is on a screen of so many lines.
fn frame(text: &str, rows: usize) -> String {
    let count = text.lines().count();
    let rows = rows.max(2);
    let shown = if count > rows { rows - 1 } else { count };
    let mut frame = String::from("\x1b[H");
    for (number, line) in text.lines().take(shown).enumerate() {
        let start = if number == 0 { "" } else { "\r\n" };
        let _ = write!(frame, "{start}{line}\x1b[K");
    }
    if count > shown {
        let hidden = count - shown;
        let _ = write!(frame, "\r\n… {hidden} more lines\x1b[K");
    }
    frame + "\x1b[J"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_never_scrolls() {
        assert_eq!(frame("a\nb\n", 5), "\x1b[Ha\x1b[K\r\nb\x1b[K\x1b[J");
        let long = "line\n".repeat(30);
        let drawn = frame(&long, 10);
        assert_eq!(drawn.matches("\r\n").count(), 9);
        assert!(drawn.contains("… 21 more lines"), "{drawn:?}");
        assert_eq!(frame(&long, 30).matches("\r\n").count(), 29);
    }
}
