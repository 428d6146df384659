//! The standings, written down: one file a format.

mod csv;
mod escape;
pub mod grid;
mod json;
pub mod page;
pub mod picture;
mod table;
mod team;

use crate::cli::Format;
use crate::error::Result;
use crate::standings::Standings;

pub use self::csv::csv;
pub(crate) use self::escape::escape;
pub use self::team::{team, unknown_team};

/// The standings as text for standard output.
pub fn standings(standings: &Standings, format: Format) -> Result<String> {
    match format {
        Format::Table => Ok(table::table(standings)),
        Format::Markdown => Ok(table::markdown(standings)),
        Format::Csv => csv::csv(standings),
        Format::Json => json::json(standings),
    }
}
