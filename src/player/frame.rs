//! Arranges a picture, its caption and the status line in a window. A picture that is too large is shown in part; the
//! part follows what changes.

use puzzles::{Picture, Span};

use crate::report::picture::{line_width, render_line};
use crate::terminal::{printable, wrapped};

/// The number of rows and columns.
pub(super) type Size = (usize, usize);

/// What is shown of a picture.
#[derive(Debug, Default)]
pub(super) struct View {
    /// The row and the column of the picture at the upper left corner.
    origin: Size,
    before: Picture,
}

impl View {
    /// Returns the lines of the next frame, at most as many and as long as the window has space for.
    pub(super) fn frame(
        &mut self,
        picture: Picture,
        reason: Option<&str>,
        status: &str,
        (rows, columns): Size,
    ) -> Vec<String> {
        let mut below: Vec<&str> = picture.caption.lines().collect();
        below.extend(reason.filter(|reason| !picture.caption.contains(reason)));
        let below: Vec<String> = below
            .iter()
            .flat_map(|line| wrapped(&printable(line), columns))
            .collect();
        // The status line is always visible, and at least one line of the picture.
        let below = &below[..below.len().min(rows.saturating_sub(2))];
        let room = rows.saturating_sub(below.len() + 1);
        let height = picture.lines.len();
        let width = picture.lines.iter().map(|line| line_width(line)).max();
        if let Some((focus, length)) = focus(&self.before, &picture) {
            self.origin.0 = scrolled(self.origin.0, focus.0..focus.0 + 1, room);
            self.origin.1 = scrolled(self.origin.1, focus.1..focus.1 + length, columns);
        }
        // A window that has become larger shows more.
        self.origin.0 = self.origin.0.min(height.saturating_sub(room));
        self.origin.1 = self
            .origin
            .1
            .min(width.unwrap_or(0).saturating_sub(columns));
        let (top, left) = self.origin;
        let lines = picture.lines.iter().skip(top).take(room);
        let mut frame: Vec<String> = lines
            .map(|line| render_line(line, left..left + columns))
            .collect();
        frame.extend_from_slice(below);
        frame.truncate(rows.saturating_sub(1));
        frame.push(status.chars().take(columns).collect());
        self.before = picture;
        frame
    }
}

/// Returns the row, the column and the length of a span that differs between two pictures: a bold one, such as the robot,
/// or the first.
fn focus(before: &Picture, after: &Picture) -> Option<(Size, usize)> {
    let mut first = None;
    for (row, line) in after.lines.iter().enumerate() {
        let old = before.lines.get(row).map_or(&[][..], Vec::as_slice);
        let mut column = 0;
        for (number, span) in line.iter().enumerate() {
            let length = span.text.chars().count();
            let changes = |old: Option<&Span>| old != Some(span);
            if changes(old.get(number)) {
                let found = ((row, column), length);
                if span.style.bold {
                    return Some(found);
                }
                first = first.or(Some(found));
            }
            column += length;
        }
    }
    first
}

/// Returns the start of a range of `room` that contains `wanted`: the old start if possible, otherwise one that puts
/// `wanted` in the middle.
fn scrolled(start: usize, wanted: std::ops::Range<usize>, room: usize) -> usize {
    if start <= wanted.start && wanted.end <= start + room {
        return start;
    }
    wanted
        .start
        .saturating_sub(room.saturating_sub(wanted.len()) / 2)
}

#[cfg(test)]
mod tests {
    use puzzles::Style;

    use super::*;

    /// A grid of `rows` × `columns` cells with a bold one.
    fn grid(rows: usize, columns: usize, bold: Size) -> Picture {
        let mut picture = Picture::default();
        for row in 0..rows {
            picture.line();
            for column in 0..columns {
                let style = Style {
                    bold: (row, column) == bold,
                    ..Style::default()
                };
                let sign = if style.bold { '@' } else { '.' };
                picture.add(sign, style);
            }
        }
        picture.caption = "a caption".to_owned();
        picture
    }

    #[test]
    fn a_frame_fits_the_window() {
        for size in [(24, 80), (5, 10), (3, 4), (2, 1), (1, 1), (0, 0)] {
            let mut view = View::default();
            let frame = view.frame(grid(9, 30, (8, 29)), Some("a reason"), "status", size);
            assert!(frame.len() <= size.0.max(1), "{size:?}: {frame:?}");
            assert!(frame.iter().all(|line| line.chars().count() <= size.1));
        }
        let mut view = View::default();
        let frame = view.frame(grid(2, 3, (0, 0)), Some("a reason"), "status", (24, 80));
        assert_eq!(frame, ["@..", "...", "a caption", "a reason", "status"]);
    }

    #[test]
    fn the_view_follows_the_change() {
        let mut view = View::default();
        for at in [(0, 0), (0, 1), (50, 3), (99, 99), (40, 0), (0, 99)] {
            let frame = view.frame(grid(100, 100, at), None, "", (12, 20));
            assert!(frame.iter().any(|line| line.contains('@')), "{at:?}");
        }
        // A small step within the view does not move it.
        view.frame(grid(100, 100, (50, 50)), None, "", (12, 20));
        let origin = view.origin;
        view.frame(grid(100, 100, (50, 51)), None, "", (12, 20));
        assert_eq!(view.origin, origin);
        // If everything fits, everything is shown.
        view.frame(grid(100, 100, (50, 51)), None, "", (200, 200));
        assert_eq!(view.origin, (0, 0));
    }

    #[test]
    fn lines_are_wrapped_between_words() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("incomprehensible", 6), ["incomp", "rehens", "ible"]);
        assert_eq!(wrapped("ab", 0), ["a", "b"]);
        assert_eq!(wrapped("", 5), [""]);
    }

    #[test]
    fn the_reason_is_shown_once() {
        let mut picture = grid(1, 1, (0, 0));
        picture.caption = "rejected: why".to_owned();
        let frame = View::default().frame(picture, Some("rejected: why"), "s", (9, 40));
        assert_eq!(frame, ["@", "rejected: why", "s"]);
    }
}
