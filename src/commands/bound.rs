//! `judge bound`: how good an answer can be at best.

use std::fmt::Write;

use reference::{Budget, Goal};
use serde_json::json;

use super::{input, output};
use crate::cli::{Bound, TextOrJson};
use crate::error::Result;

pub(super) fn bound(arguments: &Bound) -> Result<()> {
    let case = input::instance(&arguments.instance, arguments.problem.problem.as_deref())?;
    let bound = case.bound(&Budget::unlimited().with_time(arguments.time), None);
    let problem = case.problem();
    match arguments.format {
        TextOrJson::Json => {
            let mut report = json!({
                "schema": 1,
                "problem": problem.name(),
                "bound": bound.value,
                "method": bound.method,
            });
            for fact in bound.facts {
                report[fact.name] = fact.text.into();
            }
            output::print_json(&report)
        }
        TextOrJson::Text => {
            let mut text = match problem.goal() {
                Goal::Solve => format!("{}\n", bound.method),
                _ => format!("{} {}: {}\n", bound.value, problem.unit(), bound.method),
            };
            for fact in bound.facts {
                let _ = writeln!(text, "{}: {}", fact.name, fact.text);
            }
            output::print(&text)
        }
    }
}
