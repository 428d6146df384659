//! `judge bound`: how good an answer can be at best.

use std::fmt::Write;

use reference::{Budget, Goal};
use serde_json::json;

use super::{input, output};
use crate::cli::{Bound, TextOrJson};
use crate::error::Result;

pub(super) fn bound(arguments: &Bound) -> Result<()> {
    let case = input::instance(&arguments.instance, arguments.problem.problem.as_deref())?;
    let budget = Budget::unlimited().with_time(arguments.time);
    let bound = case.bound(&budget, None);
    let budget = Budget::unlimited().with_time(arguments.time);
    let second = arguments
        .second
        .then(|| case.second_solution(&budget))
        .flatten();
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
            if arguments.second {
                report["second"] = second.into();
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
            if arguments.second {
                let second = second.as_deref().unwrap_or("none was found");
                let _ = writeln!(text, "second solution:\n{}", second.trim_end());
            }
            output::print(&text)
        }
    }
}
