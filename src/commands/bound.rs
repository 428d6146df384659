//! `judge bound`: how good an answer can be at best.

use reference::Budget;
use serde_json::json;

use super::{input, output};
use crate::cli::{Bound, TextOrJson};
use crate::error::Result;

pub(super) fn bound(arguments: &Bound) -> Result<()> {
    let case = input::instance(&arguments.instance, arguments.problem.problem.as_deref())?;
    let bound = case.bound(&Budget::unlimited().with_time(arguments.time));
    let problem = case.problem();
    match arguments.format {
        TextOrJson::Json => output::print_json(&json!({
            "schema": 1,
            "problem": problem.name(),
            "bound": bound.value,
            "method": bound.method,
        })),
        TextOrJson::Text => output::print(&format!(
            "{} {}: {}\n",
            bound.value,
            problem.unit(),
            bound.method
        )),
    }
}
