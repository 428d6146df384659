//! JSON Schemas of the files that users write, for editors and linters.

mod contest;
mod problem;
mod submission;

use clap::ValueEnum;
use serde_json::{Value, json};

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum File {
    /// A contest file.
    Contest,
    /// The submission.toml of a team.
    Submission,
    /// The problem.toml of a problem folder.
    Problem,
}

impl File {
    /// Returns the name of the schema's file beside the described file.
    pub fn schema_name(self) -> &'static str {
        match self {
            Self::Contest => "contest.schema.json",
            Self::Submission => "submission.schema.json",
            Self::Problem => "problem.schema.json",
        }
    }
}

/// Returns the schema of a kind of file.
pub fn schema(file: File) -> Value {
    match file {
        File::Contest => contest::schema(),
        File::Submission => submission::schema(),
        File::Problem => problem::schema(),
    }
}

/// Returns a schema of the draft that editors support best. `properties` is an object.
fn document(title: &str, about: &str, required: &[&str], properties: &Value) -> Value {
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": title,
        "description": about,
        "type": "object",
        "additionalProperties": false,
        "required": required,
        "properties": properties,
    })
}

fn table(about: &str, properties: &Value) -> Value {
    json!({
        "description": about,
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
    })
}

fn text(about: &str) -> Value {
    json!({"description": about, "type": "string"})
}

fn texts(about: &str) -> Value {
    json!({"description": about, "type": "array", "items": {"type": "string"}})
}

fn choice(about: &str, words: &[&str], default: Option<&str>) -> Value {
    with_default(
        json!({"description": about, "type": "string", "enum": words}),
        default,
    )
}

fn boolean(about: &str, default: bool) -> Value {
    json!({"description": about, "type": "boolean", "default": default})
}

fn integer(about: &str, least: i64, most: i64, default: Option<i64>) -> Value {
    with_default(
        json!({"description": about, "type": "integer", "minimum": least, "maximum": most}),
        default,
    )
}

fn duration(about: &str, default: Option<&str>) -> Value {
    let pattern = "^\\s*[0-9.]+\\s*(ms|s|m|min|h)\\s*$";
    with_default(
        json!({"description": about, "type": "string", "pattern": pattern}),
        default,
    )
}

fn size(about: &str, default: Option<&str>) -> Value {
    let pattern = "^\\s*[0-9.]+\\s*(B|KiB|K|kB|KB|MiB|M|MB|GiB|G|GB|TiB|T)\\s*$";
    with_default(
        json!({"description": about, "type": "string", "pattern": pattern}),
        default,
    )
}

/// A command: a list of words, or one text that needs no shell.
fn command(about: &str) -> Value {
    json!({
        "description": about,
        "type": ["array", "string"],
        "items": {"type": "string"},
    })
}

fn with_default(mut value: Value, default: Option<impl Into<Value>>) -> Value {
    if let Some(default) = default {
        value["default"] = default.into();
    }
    value
}
