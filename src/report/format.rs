//! The formats in which tables are printed.

use clap::ValueEnum;

/// How to print a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Table,
    Json,
    Csv,
    Markdown,
}
