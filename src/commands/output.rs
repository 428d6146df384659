//! Standard output, where a reader that has gone away is no error.

use std::io::{self, Write};

use crate::error::{Error, Result};

/// Prints and flushes. Behind a broken pipe nobody listens any more, so the judge ends quietly.
pub(super) fn print(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
        other => other.map_err(|error| Error::fault("write to standard output", &error)),
    }
}

/// Prints a value as JSON on lines of its own.
pub(super) fn print_json(value: &impl serde::Serialize) -> Result<()> {
    let text =
        serde_json::to_string_pretty(value).map_err(|error| Error::fault("write JSON", &error))?;
    print(&(text + "\n"))
}
