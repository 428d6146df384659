//! How much is printed, in which colours and how wide: options of the command line and the environment.

use std::io::IsTerminal;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;

/// The width of tables if standard output is not a terminal and `COLUMNS` is not set.
const DEFAULT_WIDTH: u16 = 80;
/// The widths that are believed.
const WIDTHS: std::ops::RangeInclusive<u16> = 20..=1000;

/// How much is printed to standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// Warnings and errors.
    Quiet,
    #[default]
    Normal,
    /// Also every step.
    Verbose,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, Default)]
struct Settings {
    verbosity: Verbosity,
    colour: Colour,
}

static SETTINGS: OnceLock<Settings> = OnceLock::new();

/// Sets the options of this process. Later calls have no effect.
pub fn configure(verbosity: Verbosity, colour: Colour) {
    let _ = SETTINGS.set(Settings { verbosity, colour });
}

fn settings() -> Settings {
    SETTINGS.get().copied().unwrap_or_default()
}

/// Returns how much to print to standard error.
pub fn verbosity() -> Verbosity {
    settings().verbosity
}

/// Whether results go to a file instead of standard output.
static TO_FILE: AtomicBool = AtomicBool::new(false);

/// Makes the results of this process those of a file, even if standard output is a terminal.
pub(super) fn forget_terminal() {
    TO_FILE.store(true, Ordering::Relaxed);
}

/// Returns whether results are printed to a terminal.
pub fn is_terminal() -> bool {
    std::io::stdout().is_terminal() && !TO_FILE.load(Ordering::Relaxed)
}

/// Returns whether to use colours and other styles on standard output.
pub fn colours() -> bool {
    let set = |name| std::env::var(name).is_ok_and(|value| !value.is_empty());
    let forced = std::env::var("CLICOLOR_FORCE").is_ok_and(|value| !matches!(&*value, "" | "0"));
    let dumb = std::env::var("TERM").is_ok_and(|terminal| terminal == "dumb");
    uses_colours(
        settings().colour,
        set("NO_COLOR"),
        forced,
        is_terminal() && !dumb,
    )
}

fn uses_colours(wanted: Colour, refused: bool, forced: bool, able: bool) -> bool {
    match wanted {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => !refused && (forced || able),
    }
}

/// Returns the width of tables: that of the terminal, or `COLUMNS` if standard output is not a terminal.
pub fn width() -> u16 {
    known_width().unwrap_or(DEFAULT_WIDTH)
}

/// Returns the width of the terminal, or `COLUMNS` if standard output is not a terminal; `None` if neither is known.
pub fn known_width() -> Option<u16> {
    let columns = if is_terminal() {
        let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
        Some(size.ws_col)
    } else {
        std::env::var("COLUMNS").ok()?.trim().parse().ok()
    };
    columns.filter(|columns| WIDTHS.contains(columns))
}

#[cfg(test)]
mod tests {
    use super::{Colour, uses_colours};

    #[test]
    fn the_command_line_goes_before_the_environment() {
        for (wanted, refused, forced, able, expected) in [
            (Colour::Auto, false, false, true, true),
            (Colour::Auto, false, false, false, false),
            (Colour::Auto, true, false, true, false),
            (Colour::Auto, false, true, false, true),
            (Colour::Auto, true, true, true, false),
            (Colour::Always, true, false, false, true),
            (Colour::Never, false, true, true, false),
        ] {
            assert_eq!(uses_colours(wanted, refused, forced, able), expected);
        }
    }
}
