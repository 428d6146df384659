//! Log lines of both processes: keys and values on standard error, one line for each event.

use std::fmt::Write;

use crate::terminal::say;
use crate::timestamp::Timestamp;

/// Writes a line.
pub(super) fn line(event: &str, values: &[(&str, &str)]) {
    say(&text(Timestamp::now(), event, values));
}

fn text(time: Timestamp, event: &str, values: &[(&str, &str)]) -> String {
    let mut line = format!("time={time} event={event}");
    for (key, value) in values {
        let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '=' | '\\');
        let _ = if !value.is_empty() && value.chars().all(plain) {
            write!(line, " {key}={value}")
        } else {
            write!(line, " {key}=\"{}\"", value.escape_debug())
        };
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_cannot_look_like_another_key_or_line() {
        let values = [
            ("path", "/a"),
            ("who", "x\" status=200\nevent=fake \x1b[2J"),
        ];
        let line = text(Timestamp::from_millis(0), "request", &values);
        assert_eq!(
            line,
            "time=1970-01-01T00:00:00.000Z event=request path=/a \
             who=\"x\\\" status=200\\nevent=fake \\u{1b}[2J\""
        );
    }
}
