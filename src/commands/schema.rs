//! `judge schema`: prints the JSON Schema of a file that users write.

use crate::cli::Schema;
use crate::error::Result;
use crate::{schema, terminal};

pub(super) fn schema(arguments: &Schema) -> Result<()> {
    terminal::print_json(&schema::schema(arguments.file))
}
