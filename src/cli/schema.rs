//! `judge schema`.

use clap::Args;

use super::OutputFile;
use crate::schema::File;

/// Print the JSON Schema of a contest file, for editors and linters.
///
/// Editors with a TOML language server, such as Even Better TOML, complete and check the keys of a file whose first line is
/// `#:schema ./contest.schema.json`. `judge new contest` writes both.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge schema -o contest.schema.json
  judge schema problem -o problem.schema.json")]
pub struct Schema {
    /// The kind of file.
    #[arg(value_enum, default_value_t = File::Contest, value_name = "FILE")]
    pub file: File,
    #[command(flatten)]
    pub output: OutputFile,
}
