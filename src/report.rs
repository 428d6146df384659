//! The standings, written down: one file a format.

mod csv;
mod escape;
mod format;
pub mod grid;
mod json;
pub mod page;
pub mod picture;
mod table;
mod team;

use crate::error::Result;
use crate::standings::Standings;
use crate::terminal;

pub use self::csv::csv;
pub(crate) use self::escape::escape;
pub use self::format::Format;
pub use self::team::{team, unknown_team};

/// Prints the standings to standard output.
pub fn print(standings: &Standings, format: Format) -> Result<()> {
    let text = self::standings(standings, format)?;
    match format {
        // Only tables are styled, after all that strangers wrote was made harmless.
        Format::Table => terminal::print_styled(&text),
        Format::Markdown | Format::Csv | Format::Json => terminal::print(&text),
    }
}

/// The standings as text for standard output.
fn standings(standings: &Standings, format: Format) -> Result<String> {
    match format {
        Format::Table => Ok(table::table(standings)),
        Format::Markdown => Ok(table::markdown(standings)),
        Format::Csv => csv::csv(standings),
        Format::Json => json::json(standings),
    }
}
