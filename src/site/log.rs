//! Log lines of a site: `time=… event=… key=value …` on standard error.

use std::fmt::Write as _;
use std::io::Write as _;

use crate::timestamp::Timestamp;

/// Writes one line. Values that are not plain words are quoted, and control characters in them escaped.
pub fn line(event: &str, values: &[(&str, &str)]) {
    let mut line = format!("time={} event={event}", Timestamp::now());
    for (key, value) in values {
        let is_plain = |c: char| c.is_ascii_graphic() && c != '"' && c != '=' && c != '\\';
        if !value.is_empty() && value.chars().all(is_plain) {
            let _ = write!(line, " {key}={value}");
        } else {
            let _ = write!(line, " {key}={value:?}");
        }
    }
    line.push('\n');
    // A log that cannot be written is no reason to stop.
    let _ = std::io::stderr().write_all(line.as_bytes());
}
