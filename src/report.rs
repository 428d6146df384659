//! The standings as a table, Markdown, CSV, JSON or HTML page.

pub(crate) mod chart;
mod csv;
mod format;
pub mod grid;
pub mod html;
mod instances;
mod json;
pub mod page;
pub mod picture;
mod record;
mod remarks;
mod runs;
mod table;
mod team;

use crate::error::Result;
use crate::standings::Standings;
use crate::terminal;

pub use self::csv::csv;
pub(crate) use self::csv::from_records as csv_from_records;
pub use self::format::Format;
pub use self::instances::instances;
pub use self::json::json;
pub(crate) use self::remarks::{has_gaps, remarks};
pub use self::runs::runs;
pub use self::team::{team, unknown_team};

/// Returns pseudonyms and teams as CSV, for the instructor.
pub fn pseudonym_key(standings: &Standings, salt: &str) -> Result<String> {
    let key = standings.pseudonyms(salt).into_iter();
    let rows: Vec<Vec<String>> = key.map(|(team, pseudonym)| vec![pseudonym, team]).collect();
    grid::csv(&["pseudonym", "team"], &rows)
}

/// Prints the standings to standard output.
pub fn print(standings: &Standings, format: Format) -> Result<()> {
    match format {
        // The table escapes untrusted text itself, because it contains the escape sequences of its own styles.
        Format::Table => terminal::print_styled(&table::table(standings)),
        Format::Markdown => terminal::print(&table::markdown(standings)),
        Format::Csv => terminal::print(&csv::csv(standings)?),
        Format::Json => terminal::print(&json::json(standings)?),
    }
}
